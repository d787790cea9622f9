/** What happens in Hearts, in words. */

import type { HeartsEvent } from "$gen/hearts_pb";

import { cardName, cardNames } from "../../lib/cards/suits";
import type { Entry } from "../../lib/table/log.svelte";
import type { People } from "../../lib/table/people";
import { describeTable } from "../../lib/table/sentences";

import { th } from "./words";

/** Null for what needs no words. */
export function describe(entry: Entry, people: People): string | null {
  const kind = entry.event.kind;
  if (kind.case === "hearts") return describeCard(kind.value, entry.cards, people);
  if (kind.case === "table") return describeTable(kind.value, people);
  return null;
}

function describeCard(event: HeartsEvent, own: string[], people: People): string | null {
  const name = people.who(event.seat);
  const n = event.number;
  switch (event.type) {
    case "dealt":
      // Four hands are dealt at once, and told once.
      return event.seat === 0 ? th("hearts.event.dealt", { n }) : null;
    case "chose":
      if (own.length > 0) return th("hearts.event.chose.you", { cards: cardNames(own) });
      return th("hearts.event.chose", { name });
    case "passed":
      return passed(event, own, people);
    case "played":
      return th("hearts.event.played", { name, card: cardName(event.card ?? "") });
    case "broke":
      return th("hearts.event.broke", { name });
    case "took":
      return th("hearts.event.took", { name, n });
    case "scored":
      return scored(event, people);
    case "ended":
      return th("hearts.event.ended");
    default:
      return null;
  }
}

function passed(event: HeartsEvent, own: string[], people: People): string | null {
  const cards = cardNames(own);
  const name = people.who(event.seat);
  if (own.length === 0) {
    return th("hearts.event.passed", { name, to: people.whom(event.to) });
  }
  if (event.seat === people.you)
    return th("hearts.event.gave", { cards, name: people.whom(event.to) });
  return th("hearts.event.got", { cards, name });
}

function scored(event: HeartsEvent, people: People): string {
  const points = event.points.map((cost, seat) => `${people.who(seat)}: ${cost}`).join(", ");
  const text = th("hearts.event.scored", { n: event.number, points });
  if (event.seat === undefined) return text;
  return `${th("hearts.event.moon", { name: people.who(event.seat) })} ${text}`;
}
