/** What can be read from Hearts' tricks without knowing more than everyone sees. */

import type { HeartsSeat, HeartsTrick, HeartsView } from "$gen/hearts_pb";

import { RANKS } from "../../lib/cards/suits";

export const SEATS = 4;
const QUEEN = "QS";

export function pointsOf(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + (card === QUEEN ? 13 : card[1] === "H" ? 1 : 0), 0);
}

/** The cards that cost, the queen first. */
export function costly(cards: readonly string[]): string[] {
  const found = cards.filter((card) => pointsOf([card]) > 0);
  return found.sort((a, b) => pointsOf([b]) - pointsOf([a]) || RANKS.indexOf(a) - RANKS.indexOf(b));
}

/** Who played each card of a trick, in the order played. */
export function placed(leader: number, cards: readonly string[]): { seat: number; card: string }[] {
  return cards.map((card, i) => ({ seat: (leader + i) % SEATS, card }));
}

/** Who took it: the highest of the suit that was led. */
export function takerOf(trick: Pick<HeartsTrick, "leader" | "cards">): number {
  const suit = trick.cards[0]?.[1];
  const ranks = trick.cards.map((card) => (card[1] === suit ? RANKS.indexOf(card[0] ?? "") : -1));
  return (trick.leader + ranks.indexOf(Math.max(...ranks))) % SEATS;
}

/** To whom a seat passes, or null where nothing is passed. */
export function receiverOf(seat: number, direction: string): number | null {
  const steps: Record<string, number> = { left: 1, right: 3, across: 2 };
  const step = steps[direction];
  return step === undefined ? null : (seat + step) % SEATS;
}

/** Who passed to a seat. */
export function giverOf(seat: number, direction: string): number | null {
  const to = receiverOf(seat, direction);
  return to === null ? null : (2 * seat - to + SEATS) % SEATS;
}

export function seatOf(view: HeartsView, seat: number): HeartsSeat | undefined {
  return view.seats.find((one) => one.seat === seat);
}
