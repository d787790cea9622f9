/** What a view says of the six routes, in the words of the table. */

import type { CaravanRoute, CaravanView } from "$gen/caravan_pb";

import { cardName, suitName, SUITS } from "../../lib/cards/suits";
import type { Suit } from "../../lib/cards/suits";
import type { People } from "../../lib/table/people";

import { c } from "./texts";

export const ROUTES = [0, 1, 2] as const;
const SOLD_FROM = 21;
const SOLD_TO = 26;

/**
 * `low` below 21, `over` above 26, `sold` as things stand, `beaten` in range but less than the
 * route that faces it, `tied` with it.
 */
export type RouteState = "empty" | "low" | "over" | "sold" | "beaten" | "tied";

/** A route of the table; `route` from 0. */
export interface At {
  seat: number;
  route: number;
}

/** The routes that are not as they were. */
export function changedRoutes(before: CaravanView | null, after: CaravanView | null): At[] {
  if (before === null || after === null) return [];
  return after.sides.flatMap(({ seat }) =>
    ROUTES.filter((route) => stamp(before, seat, route) !== stamp(after, seat, route)).map(
      (route) => ({ seat, route }),
    ),
  );
}

function stamp(view: CaravanView, seat: number, route: number): string {
  const lying = routeOf(view, seat, route)?.cards.map((stack) => stack.cards.join("+"));
  return `${lying?.join(" ")} ${stateOf(view, seat, route)}`;
}

export function routeOf(view: CaravanView, seat: number, route: number): CaravanRoute | undefined {
  return view.sides.find((side) => side.seat === seat)?.routes[route];
}

export function stateOf(view: CaravanView, seat: number, route: number): RouteState {
  const shown = routeOf(view, seat, route);
  if (shown === undefined || shown.cards.length === 0) return "empty";
  if (shown.value < SOLD_FROM) return "low";
  if (shown.value > SOLD_TO) return "over";
  const seller = view.sold[route];
  if (seller === seat) return "sold";
  return seller === undefined || seller < 0 ? "tied" : "beaten";
}

export function isSuit(text: string): text is Suit {
  return (SUITS as readonly string[]).includes(text);
}

/** The face of a card as it lies: a figure is written with the seat that played it. */
export function faceAt(card: string): string {
  return card.split("@")[0] ?? card;
}

/** A numeric card and what lies on it, named. */
export function stackName(cards: readonly string[]): string {
  const [numeric = "", ...figures] = cards.map(faceAt);
  if (figures.length === 0) return cardName(numeric);
  const names = figures.map(cardName).join(", ");
  return c("caravan.with", { card: cardName(numeric), figures: names });
}

/** Whose route, within a sentence. `route` from 0. */
export function routeName(seat: number, route: number, people: People): string {
  const n = route + 1;
  if (seat === people.you) return c("caravan.route.yours", { n });
  return c("caravan.route.of", { n, name: people.who(seat) });
}

/** With a capital, where it begins a line. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Total, direction, suit and standing, for who hears the table. */
export function tellState(view: CaravanView, seat: number, route: number): string {
  const shown = routeOf(view, seat, route);
  if (shown === undefined || shown.cards.length === 0) return c("caravan.route.empty");
  const parts = [c("caravan.route.value", { value: shown.value })];
  if (shown.direction !== undefined) parts.push(directionName(shown.direction));
  if (isSuit(shown.suit)) parts.push(c("caravan.suit.now", { suit: suitName(shown.suit) }));
  parts.push(standing(stateOf(view, seat, route)));
  return parts.join(", ");
}

export function directionName(direction: string): string {
  return c(direction === "up" ? "caravan.up" : "caravan.down");
}

function standing(state: RouteState): string {
  if (state === "low") return c("caravan.state.low.long");
  if (state === "over") return c("caravan.state.over.long");
  return c(`caravan.state.${state}`).toLocaleLowerCase();
}
