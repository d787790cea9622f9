/** Caravan's events in words. */

import type { CaravanEvent, CaravanView } from "$gen/caravan_pb";
import type { GameEvent, Update } from "$gen/table_pb";

import { cardName, cardNames } from "../../lib/cards/suits";
import type { Entry } from "../../lib/table/log.svelte";
import type { People } from "../../lib/table/people";
import { describeTable } from "../../lib/table/sentences";

import { faceAt, routeName, routeOf, stackName } from "./routes";
import { c } from "./texts";

/** The cards that took a figure, by the event that put it there: the event says only where. */
export type Targets = WeakMap<GameEvent, readonly string[]>;

/** What lay where an update's figures were put. */
export function targetsIn(before: CaravanView, update: Update): [GameEvent, readonly string[]][] {
  return update.events.flatMap((event): [GameEvent, readonly string[]][] => {
    const kind = event.kind;
    if (kind.case !== "caravan" || kind.value.type !== "attached") return [];
    const { owner = 0, route = 0, place = 0 } = kind.value;
    const lying = routeOf(before, owner, route)?.cards[place]?.cards;
    return lying === undefined ? [] : [[event, lying]];
  });
}

/** Null for what needs no words. */
export function describe(
  entry: Entry,
  people: People,
  targets: Targets = new WeakMap(),
): string | null {
  const kind = entry.event.kind;
  if (kind.case === "caravan") {
    return describeCard(kind.value, entry.cards, people, targets.get(entry.event));
  }
  return kind.case === "table" ? describeTable(kind.value, people) : null;
}

function describeCard(
  event: CaravanEvent,
  own: string[],
  people: People,
  target: readonly string[] | undefined,
): string | null {
  const name = people.who(event.seat);
  const card = event.card === undefined ? "" : cardName(event.card);
  const n = (event.route ?? 0) + 1;
  switch (event.type) {
    case "dealt":
      return null;
    case "shown":
      return c("caravan.event.shown", { name, cards: cardNames(event.cards) });
    case "opened":
      return `${c("caravan.event.dealt")} ${c(
        event.cause === "lot" ? "caravan.event.opened.lot" : "caravan.event.opened.given",
        { name: people.whom(event.seat) },
      )}`;
    case "placed":
      return c("caravan.event.placed", { name, card, n });
    case "attached":
      return attached(event, people, target);
    case "discarded":
      return c("caravan.event.discarded", { name, card });
    case "disbanded":
      return c("caravan.event.disbanded", { name, n, cards: cardNames(event.cards.map(faceAt)) });
    case "removed": {
      const route = routeName(event.owner ?? 0, event.route ?? 0, people);
      return c("caravan.event.removed", { route, cards: stackName(event.cards) });
    }
    case "drew":
      if (own.length > 0) return c("caravan.event.drew.you", { cards: cardNames(own) });
      return c("caravan.event.drew", { name, n: event.cards.length });
    case "reshuffled":
      return c("caravan.event.reshuffled", { name, n: event.number });
    default:
      return event.type === "ended" ? c("caravan.event.ended") : null;
  }
}

function attached(
  event: CaravanEvent,
  people: People,
  target: readonly string[] | undefined,
): string {
  const route = routeName(event.owner ?? 0, event.route ?? 0, people);
  const values = { name: people.who(event.seat), card: cardName(event.card ?? ""), route };
  if (target === undefined) return c("caravan.event.attached", values);
  return c("caravan.event.attached.on", { ...values, target: stackName(target) });
}
