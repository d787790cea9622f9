/** Viraê's events in words. */

import type { ViraeEvent } from "$gen/virae_pb";
import type { TableEvent } from "$gen/table_pb";

import { t } from "../../i18n/index.svelte";
import type { MessageKey } from "../../i18n/index.svelte";
import { ptBR } from "../../i18n/pt-BR";
import type { Entry } from "../../lib/table/log.svelte";
import type { People } from "../../lib/table/people";

import { cardName, colorName, isWild } from "./faces";

/** Null for what needs no words. */
export function describe(entry: Entry, people: People): string | null {
  const kind = entry.event.kind;
  if (kind.case === "virae") return describeCard(kind.value, entry.cards, people);
  if (kind.case === "table") return describeTable(kind.value, people);
  return null;
}

function describeCard(event: ViraeEvent, own: string[], people: People): string | null {
  const name = people.who(event.seat);
  const card = event.card === undefined ? "" : cardName(event.card);
  switch (event.type) {
    case "dealt":
      // One deal is told once, with the card that opens.
      return null;
    case "opened":
      return `${t("virae.event.dealt")} ${t("virae.event.opened", { card, name })}`;
    case "played":
      return played(event, name, card);
    case "drew":
      if (own.length > 0) return t("virae.event.drew.you", { cards: own.map(cardName).join(", ") });
      return t("virae.event.drew", { name, n: event.cards.length });
    case "caught":
      return t("virae.event.caught", { by: people.who(event.by), name: people.whom(event.seat) });
    case "lapsed":
      return t("virae.event.lapsed", { name: people.whom(event.seat) });
    case "reshuffled":
      return t("virae.event.reshuffled", { n: event.number });
    default:
      return known(`virae.event.${event.type}`, { name });
  }
}

function played(event: ViraeEvent, name: string, card: string): string {
  const wild = event.card !== undefined && isWild(event.card);
  const text = wild
    ? t("virae.event.played.wild", { name, card, color: colorName(event.color ?? "") })
    : t("virae.event.played", { name, card });
  return event.call ? `${text} ${t("virae.event.announced", { name })}` : text;
}

function describeTable(event: TableEvent, people: People): string | null {
  return known(`table.event.${event.type}`, { name: people.who(event.seat) });
}

function known(key: string, values: Record<string, string>): string | null {
  return key in ptBR ? t(key as MessageKey, values) : null;
}
