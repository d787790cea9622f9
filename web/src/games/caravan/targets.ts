/** Where a card of the hand may go, by what the server lists as legal, and why not elsewhere. */

import type { CaravanAction, CaravanView } from "$gen/caravan_pb";

import { routeOf, ROUTES } from "./routes";

export type Target =
  | { kind: "route"; seat: number; route: number }
  | { kind: "card"; seat: number; route: number; index: number }
  | { kind: "discard"; seat: number };

const FIGURES_AT_MOST = 3;

export function isFigure(card: string): boolean {
  return card === "XX" || "JQK".includes(card[0] ?? "");
}

/** The name of a target's place on the table. */
export function placeOf(target: Target): string {
  if (target.kind === "discard") return `discard:${target.seat}`;
  if (target.kind === "route") return `route:${target.seat}.${target.route}`;
  return `card:${target.seat}.${target.route}.${target.index}`;
}

/** The legal action that brings the card to the target, if there is one. */
export function actionAt(
  legal: readonly CaravanAction[],
  card: string,
  target: Target,
  you: number,
): CaravanAction | undefined {
  return legal.find((action) => {
    if (action.card !== card) return false;
    const aim = targetOf(action, you);
    return aim !== null && placeOf(aim) === placeOf(target);
  });
}

/** Where an action's card goes; null for what plays no card. */
export function targetOf(action: CaravanAction, you: number): Target | null {
  const { seat, route, index } = action;
  if (action.type === "discard") return { kind: "discard", seat: you };
  if (action.type === "place" && route !== undefined) return { kind: "route", seat: you, route };
  if (action.type !== "attach" || seat === undefined || route === undefined) return null;
  return index === undefined ? null : { kind: "card", seat, route, index };
}

/** Every legal target of a card on the routes; the discard is not among them. */
export function aimsOf(legal: readonly CaravanAction[], card: string, you: number): Target[] {
  return legal
    .filter((action) => action.card === card && action.type !== "discard")
    .map((action) => targetOf(action, you))
    .filter((target) => target !== null);
}

/**
 * Why a card cannot go to a target that is not legal: a key of `error.…` or `caravan.why.…`. Which
 * targets are legal the server says; this only puts a refusal into words before it is made.
 */
export function whyNot(view: CaravanView, card: string, target: Target, you: number): string {
  const opening = (view.sides.find((side) => side.seat === you)?.moves ?? 0) < ROUTES.length;
  if (target.kind === "discard") {
    return target.seat === you ? "error.opening_place_only" : "caravan.why.board";
  }
  const route = routeOf(view, target.seat, target.route);
  const cards = route?.cards ?? [];
  if (isFigure(card)) {
    if (opening) return "error.opening_place_only";
    if (cards.length === 0) return "caravan.why.empty";
    if (target.kind === "route") return "error.not_numeric";
    const last = target.index === cards.length - 1;
    if (card[0] === "Q" && !last && !view.variants.includes("queens_anywhere")) {
      return "error.queen_not_last";
    }
    const figures = (cards[target.index]?.cards.length ?? 1) - 1;
    return figures >= FIGURES_AT_MOST ? "error.card_full" : "error.no_such_card";
  }
  if (target.seat !== you) return "caravan.why.other";
  if (opening) return "error.route_not_empty";
  const last = cards.at(-1)?.cards[0] ?? "";
  return last[0] === card[0] ? "error.same_value" : "error.wrong_direction";
}
