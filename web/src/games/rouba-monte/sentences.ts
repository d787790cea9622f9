/** What happens in Rouba Monte, in words. */

import type { RoubaMonteEvent } from "$gen/rouba_monte_pb";

import { cardName, cardNames } from "../../lib/cards/suits";
import type { Entry } from "../../lib/table/log.svelte";
import type { People } from "../../lib/table/people";
import { describeTable } from "../../lib/table/sentences";

import { tm } from "./words";

/** Null for what needs no words. */
export function describe(entry: Entry, people: People): string | null {
  const kind = entry.event.kind;
  if (kind.case === "roubaMonte") return describeCard(kind.value, entry.cards, people);
  // Here who leaves is out, and the game itself says so.
  if (kind.case === "table" && kind.value.type !== "left") return describeTable(kind.value, people);
  return null;
}

function describeCard(event: RoubaMonteEvent, own: string[], people: People): string | null {
  const name = people.who(event.seat);
  const card = cardName(event.card ?? "");
  switch (event.type) {
    case "opened":
      return tm("monte.event.opened", { cards: cardNames(event.cards) });
    case "dealt":
      if (own.length > 0) return tm("monte.event.dealt.you", { cards: cardNames(own) });
      return event.seat === undefined ? tm("monte.event.dealt") : null;
    case "captured":
      return tm("monte.event.captured", { name, card, center: cardName(event.center ?? "") });
    case "stole":
      return tm("monte.event.stole", {
        name,
        card,
        whom: people.whom(event.pile),
        n: event.number,
      });
    case "discarded":
      return tm("monte.event.discarded", { name, card });
    case "left":
      return tm("monte.event.left", { name, n: event.cards.length });
    case "ended":
      return tm("monte.event.ended");
    default:
      return null;
  }
}
