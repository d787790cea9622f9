/** Viraê's events in words. */

import type { ViraeEvent } from "$gen/virae_pb";

import { isKnown, tCode } from "../../i18n/index.svelte";
import type { Entry } from "../../lib/table/log.svelte";
import type { People } from "../../lib/table/people";
import { describeTable } from "../../lib/table/sentences";

import { cardName, colorName, isWild } from "./faces";
import { tv } from "./words";

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
      return `${tv("virae.event.dealt")} ${tv("virae.event.opened", { card, name })}`;
    case "played":
      return played(event, name, card);
    case "drew":
      if (own.length > 0)
        return tv("virae.event.drew.you", { cards: own.map(cardName).join(", ") });
      return tv("virae.event.drew", { name, n: event.cards.length });
    case "caught":
      return tv("virae.event.caught", { by: people.who(event.by), name: people.whom(event.seat) });
    case "lapsed":
      return tv("virae.event.lapsed", { name: people.whom(event.seat) });
    case "reshuffled":
      return tv("virae.event.reshuffled", { n: event.number });
    default:
      return known("virae.event", event.type, { name });
  }
}

function played(event: ViraeEvent, name: string, card: string): string {
  const wild = event.card !== undefined && isWild(event.card);
  const text = wild
    ? tv("virae.event.played.wild", { name, card, color: colorName(event.color ?? "") })
    : tv("virae.event.played", { name, card });
  return event.call ? `${text} ${tv("virae.event.announced", { name })}` : text;
}

function known(prefix: string, code: string, values: Record<string, string>): string | null {
  return isKnown(`${prefix}.${code}`) ? tCode(prefix, code, values) : null;
}
