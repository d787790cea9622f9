/** The opening of each game from its seed, so that a browser can repeat it without the rules. */

import { shuffled } from "./shuffle";
import type { Bytes } from "./shuffle";

export interface Start {
  /** Participating seats, ascending. */
  seats: readonly number[];
  seed: Bytes;
  /** Who opens or deals; null: the lowest seat, in Caravan by lot. */
  starter: number | null;
  /** Caravan's variants by name. */
  variants?: readonly string[];
}

export interface Opening {
  /** Each seat's cards in the order in which they came. */
  hands: Map<number, string[]>;
  /** What lies face up at once: discard or centre. */
  open: string[];
  /** What is left to draw, the next card first; in Caravan each seat has its own. */
  stock: string[] | Map<number, string[]>;
}

const suits = [..."CDHS"];
const ranks = [..."23456789TJQKA"];
const standard = suits.flatMap((suit) => ranks.map((rank) => rank + suit));
const withJokers = [...standard, "XX", "XX"];
const coloured = [..."RYGB"].flatMap((colour) =>
  ["0", ...[..."123456789SVD"].flatMap((face) => [face, face])].map((face) => colour + face),
);
const viraeDeck = [...coloured, "W", "W", "W", "W", "W4", "W4", "W4", "W4"];

/** The seats in the circle's order, beginning with `first`. */
function from(seats: readonly number[], first: number): number[] {
  const at = Math.max(0, seats.indexOf(first));
  return [...seats.slice(at), ...seats.slice(0, at)];
}

/** `count` cards each, one at a time, in that order of seats; and the cards that are left. */
function rounds(
  deck: readonly string[],
  order: readonly number[],
  count: number,
): [Map<number, string[]>, string[]] {
  const dealt = count * order.length;
  const hands = new Map<number, string[]>();
  for (const [place, seat] of order.entries()) {
    hands.set(
      seat,
      deck.slice(0, dealt).filter((_, i) => i % order.length === place),
    );
  }
  return [hands, deck.slice(dealt)];
}

async function virae({ seats, seed, starter }: Start): Promise<Opening> {
  const order = from(seats, starter ?? Number.NaN);
  const [hands, rest] = rounds(await shuffled(seed, 0, viraeDeck), order, 7);
  const first = rest.findIndex((card) => /^[RYGB]\d$/.test(card));
  const open = rest.slice(first, first + 1);
  return { hands, open, stock: [...rest.slice(first + 1), ...rest.slice(0, first)] };
}

async function roubaMonte({ seats, seed, starter }: Start): Promise<Opening> {
  const deck = await shuffled(seed, 0, standard);
  const [dealer = 0, ...others] = from(seats, starter ?? Number.NaN);
  const [hands, stock] = rounds(deck.slice(4), [...others, dealer], 4);
  return { hands, open: deck.slice(0, 4), stock };
}

async function rami({ seats, seed, starter }: Start): Promise<Opening> {
  const order = from(seats, starter ?? Number.NaN);
  const deck = await shuffled(seed, 0, standard);
  const [hands, rest] = rounds(deck, order, seats.length === 2 ? 7 : 10);
  return { hands, open: rest.slice(0, 1), stock: rest.slice(1) };
}

async function hearts({ seats, seed }: Start): Promise<Opening> {
  const [hands] = rounds(await shuffled(seed, 0, standard), seats, 13);
  return { hands, open: [], stock: [] };
}

async function caravan({ seats, seed, variants = [] }: Start): Promise<Opening> {
  const fresh = variants.includes("double_deck") ? [...withJokers, ...withJokers] : withJokers;
  const hands = new Map<number, string[]>();
  const decks = new Map<number, string[]>();
  let shuffles = 2;
  for (const seat of seats) {
    let deck = await shuffled(seed, seat, fresh);
    if (variants.includes("short_deck")) deck = deck.slice(0, 30);
    while (variants.includes("fresh_hand") && isPoor(deck.slice(0, 8))) {
      deck = await shuffled(seed, shuffles, deck);
      shuffles += 1;
    }
    hands.set(seat, deck.slice(0, 8));
    decks.set(seat, deck.slice(8));
  }
  return { hands, open: [], stock: decks };
}

/** Fewer than three numeric cards: with `fresh_hand` such a hand is shown and dealt anew. */
function isPoor(hand: readonly string[]): boolean {
  return hand.filter((card) => /^[A2-9T]/.test(card)).length < 3;
}

const games: Readonly<Record<string, (start: Start) => Promise<Opening>>> = {
  virae,
  "rouba-monte": roubaMonte,
  rami,
  hearts,
  caravan,
};

/** The opening of a game; null for a game that is not known here. */
export async function deal(game: string, start: Start): Promise<Opening | null> {
  const dealer = Object.hasOwn(games, game) ? games[game] : undefined;
  return dealer === undefined ? null : dealer(start);
}
