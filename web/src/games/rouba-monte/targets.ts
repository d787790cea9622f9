/** What a card of the hand may do, and the names of the places where it does. */

import type { RoubaMonteAction } from "$gen/rouba_monte_pb";

/** The whole centre, where a card is laid open. */
export const TABLE = "table";

export function openPlace(card: string): string {
  return `open:${card}`;
}

export function pilePlace(seat: number): string {
  return `pile:${seat}`;
}

/** Where an action takes its card. */
export function placeOf(action: RoubaMonteAction): string {
  if (action.center !== undefined) return openPlace(action.center);
  return action.pile === undefined ? TABLE : pilePlace(action.pile);
}

/** What each card could do, in the order of the list. */
export function actionsOf(legal: readonly RoubaMonteAction[], card: string): RoubaMonteAction[] {
  return legal.filter((action) => action.card === card);
}

/**
 * The action that is meant by dropping a card on a place: the one that leads there; on the centre
 * as a whole also the only one there is.
 */
export function meant(
  legal: readonly RoubaMonteAction[],
  card: string,
  place: string,
): RoubaMonteAction | null {
  const able = actionsOf(legal, card);
  const there = able.find((action) => placeOf(action) === place);
  if (there !== undefined) return there;
  const only = able.length === 1 ? able[0] : undefined;
  return place === TABLE && only !== undefined ? only : null;
}
