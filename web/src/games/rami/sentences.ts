/** Rami's events in words. */

import type { RamiEvent, RamiView } from "$gen/rami_pb";
import type { GameEvent, Update } from "$gen/table_pb";

import { cardName, cardNames } from "../../lib/cards/suits";
import type { Entry } from "../../lib/table/log.svelte";
import type { People } from "../../lib/table/people";
import { describeTable } from "../../lib/table/sentences";

import { r } from "./texts";

export interface Grown {
  owner: number;
  /** As it lay before. */
  cards: readonly string[];
}

/** The melds that grew, by the event that says so: it names only their index. */
export type Growths = WeakMap<GameEvent, Grown>;

export function growthsIn(before: RamiView, update: Update): [GameEvent, Grown][] {
  return update.events.flatMap((event): [GameEvent, Grown][] => {
    if (event.kind.case !== "rami" || event.kind.value.type !== "laid_off") return [];
    const meld = before.melds[event.kind.value.meld ?? -1];
    return meld === undefined ? [] : [[event, { owner: meld.owner, cards: meld.cards }]];
  });
}

/** Null for what needs no words. */
export function describe(
  entry: Entry,
  people: People,
  growths: Growths = new WeakMap(),
): string | null {
  const { kind } = entry.event;
  if (kind.case === "rami") {
    return describeCard(kind.value, entry.cards, people, growths.get(entry.event));
  }
  return kind.case === "table" ? describeTable(kind.value, people) : null;
}

function describeCard(
  event: RamiEvent,
  own: readonly string[],
  people: People,
  grown: Grown | undefined,
): string | null {
  const name = people.who(event.seat);
  const card = event.card === undefined ? "" : cardName(event.card);
  const cards = cardNames(event.cards);
  const n = event.number;
  switch (event.type) {
    case "opened":
      return r("rami.event.opened", { n, card, name: people.whom(event.seat) });
    case "drew":
      if (own.length > 0) return r("rami.event.drew.you", { cards: cardNames(own) });
      return r("rami.event.drew", { name });
    case "took":
      return r("rami.event.took", { name, card });
    case "melded":
      return r(event.kind === "run" ? "rami.event.melded.run" : "rami.event.melded.set", {
        name,
        cards,
      });
    case "laid_off":
      return laidOff(event, people, grown);
    case "discarded":
      return r("rami.event.discarded", { name, card });
    case "counted":
      if (event.cards.length === 0) return r("rami.event.counted.none", { name });
      return r("rami.event.counted", { name, n, cards });
    case "round_ended":
      return roundEnded(event, name);
    default:
      return event.type === "ended" ? r("rami.event.ended") : null;
  }
}

function laidOff(event: RamiEvent, people: People, grown: Grown | undefined): string {
  const values = { name: people.who(event.seat), cards: cardNames(event.cards) };
  if (grown === undefined) return r("rami.event.laid", values);
  const meld = cardNames(grown.cards);
  if (grown.owner === people.you) return r("rami.event.laid.yours", { ...values, meld });
  return r("rami.event.laid.of", { ...values, meld, owner: people.who(grown.owner) });
}

function roundEnded({ cause, number: n }: RamiEvent, name: string): string {
  if (cause === "stock") return r("rami.event.ended.stock", { name, n });
  if (cause === "stalled") return r("rami.event.ended.stalled", { name, n });
  return r("rami.event.ended.out", { name, n });
}
