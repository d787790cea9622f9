/** What lifted cards may do, by what the server lists as legal. */

import type { RamiAction, RamiView } from "$gen/rami_pb";

const RANKS = "23456789TJQKA";

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((card) => b.includes(card));
}

export function meldOf(
  legal: readonly RamiAction[],
  cards: readonly string[],
): RamiAction | undefined {
  return legal.find((action) => action.type === "meld" && sameSet(action.cards, cards));
}

/** The melds of the table to which the cards may be laid off, by their index. */
export function layOffsOf(legal: readonly RamiAction[], cards: readonly string[]): RamiAction[] {
  return legal.filter((action) => action.type === "lay_off" && sameSet(action.cards, cards));
}

export function discardOf(
  legal: readonly RamiAction[],
  cards: readonly string[],
): RamiAction | undefined {
  return cards.length === 1
    ? legal.find((action) => action.type === "discard" && action.card === cards[0])
    : undefined;
}

/** `set` or `run`, of cards that are one. */
export function kindOf(cards: readonly string[]): "set" | "run" {
  return cards.every((card) => card[0] === cards[0]?.[0]) ? "set" : "run";
}

/** Where the cards stand in a run or a set, for sorting what was lifted in any order. */
export function inOrder(cards: readonly string[]): string[] {
  const place = (card: string) => RANKS.indexOf(card[0] ?? "") * 8 + "CDHS".indexOf(card[1] ?? "");
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** What a hand costs whoever is left with it. */
export function pointsOf(hand: readonly string[], aceHigh: boolean): number {
  return hand.reduce((sum, card) => {
    const rank = card[0] ?? "";
    if (rank === "A") return sum + (aceHigh ? 11 : 1);
    return sum + ("TJQK".includes(rank) ? 10 : Number(rank));
  }, 0);
}

export interface Group {
  owner: number;
  melds: { index: number; kind: string; cards: string[] }[];
}

/** The melds of the table by who laid them first, who has none too, in the order of `seats`. */
export function groupsOf(view: RamiView, seats: readonly number[]): Group[] {
  const all = view.melds.map(({ owner, kind, cards }, index) => ({ owner, index, kind, cards }));
  return seats.map((owner) => ({ owner, melds: all.filter((meld) => meld.owner === owner) }));
}
