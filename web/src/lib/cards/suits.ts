/** The French-suited cards: their parts, how they are drawn, named and ordered. */

import { catalogue } from "../../i18n/index.svelte";

export const SUITS = ["C", "D", "H", "S"] as const;
export type Suit = (typeof SUITS)[number];

export const RANKS = "23456789TJQKA";
export const JOKER = "XX";

export interface Face {
  /** Null for a joker. */
  suit: Suit | null;
  /** One of `RANKS`; `X` for a joker. */
  rank: string;
}

/** The parts of a card in the notation of the rules; null for one that lies face down. */
export function faceOf(card: string): Face | null {
  if (card === JOKER) return { suit: null, rank: "X" };
  const suit = SUITS.find((one) => one === card[1]);
  if (suit === undefined || card.length !== 2 || !RANKS.includes(card[0] ?? "?")) return null;
  return { suit, rank: card[0] ?? "" };
}

/** What stands in the corner. */
export function indexOf(rank: string): string {
  return rank === "T" ? "10" : rank;
}

/** Black and red take turns, so that neighbours in a sorted hand are told apart. */
const SORTED: readonly Suit[] = ["C", "D", "S", "H"];

/** For sorting a hand: by suit, then rank with the ace high; jokers last. */
export function bySuit(card: string): number {
  const face = faceOf(card);
  if (face === null || face.suit === null) return 1_000;
  return SORTED.indexOf(face.suit) * 20 + RANKS.indexOf(face.rank);
}

/** For sorting a hand: by rank with the ace high, then suit; jokers last. */
export function byRank(card: string): number {
  const face = faceOf(card);
  if (face === null || face.suit === null) return 1_000;
  return RANKS.indexOf(face.rank) * 20 + SORTED.indexOf(face.suit);
}

/** Drawn about the origin, 100 units high. */
export const SUIT_SHAPES: Record<Suit, string> = {
  H: "M0 48C-12 31-47 8-47-19C-47-36-35-46-22-46C-12-46-4-40 0-30C4-40 12-46 22-46C35-46 47-36 47-19C47 8 12 31 0 48Z",
  D: "M0-50C10-31 23-14 39 0C23 14 10 31 0 50C-10 31-23 14-39 0C-23-14-10-31 0-50Z",
  S: "M0-50C12-33 46-12 46 14C46 30 34 39 22 39C14 39 8 36 4 31C5 39 8 45 15 50H-15C-8 45-5 39-4 31C-8 36-14 39-22 39C-34 39-46 30-46 14C-46-12-12-33 0-50Z",
  C: "M-22-27a22 22 0 1 1 44 0a22 22 0 1 1-44 0ZM-47 10a22 22 0 1 1 44 0a22 22 0 1 1-44 0ZM3 10a22 22 0 1 1 44 0a22 22 0 1 1-44 0ZM-11-16H11V16H-11ZM-4 8H4C5 32 8 44 15 50H-15C-8 44-5 32-4 8Z",
};

export const STAR = "M0-50L13-17L48-15L21 7L30 41L0 22L-30 41L-21 7L-48-15L-13-17Z";

const LEFT = 71;
const RIGHT = 129;
const MIDDLE = 100;
const pair = (y: number): [number, number][] => [
  [LEFT, y],
  [RIGHT, y],
];
const one = (y: number): [number, number][] => [[MIDDLE, y]];
const six = [...pair(60), ...pair(150), ...pair(240)];
const eight = [...pair(60), ...pair(120), ...pair(180), ...pair(240)];

/** Where the suit stands on a number card of 200 by 300 units. */
export const PIPS: Record<string, [number, number][]> = {
  "2": [...one(60), ...one(240)],
  "3": [...one(60), ...one(150), ...one(240)],
  "4": [...pair(60), ...pair(240)],
  "5": [...pair(60), ...one(150), ...pair(240)],
  "6": six,
  "7": [...six, ...one(105)],
  "8": [...six, ...one(105), ...one(195)],
  "9": [...eight, ...one(150)],
  T: [...eight, ...one(90), ...one(210)],
};

export const cardTexts = {
  "pt-BR": {
    "card.of": "{rank} de {suit}",
    "card.suit.C": "paus",
    "card.suit.D": "ouros",
    "card.suit.H": "copas",
    "card.suit.S": "espadas",
    "card.rank.A": "Ás",
    "card.rank.J": "Valete",
    "card.rank.Q": "Dama",
    "card.rank.K": "Rei",
    "card.joker": "Coringa",
    "card.back": "Carta fechada",
  },
  en: {
    "card.of": "{rank} of {suit}",
    "card.suit.C": "clubs",
    "card.suit.D": "diamonds",
    "card.suit.H": "hearts",
    "card.suit.S": "spades",
    "card.rank.A": "Ace",
    "card.rank.J": "Jack",
    "card.rank.Q": "Queen",
    "card.rank.K": "King",
    "card.joker": "Joker",
    "card.back": "Face-down card",
  },
};
type CardKey = keyof typeof cardTexts.en;
const w = catalogue<CardKey>(cardTexts["pt-BR"], cardTexts.en);

export function suitName(suit: Suit): string {
  return w(`card.suit.${suit}`);
}

export function rankName(rank: string): string {
  const key = `card.rank.${rank}`;
  return key in cardTexts.en ? w(key as CardKey) : indexOf(rank);
}

/** The card's name in the language in force. */
export function cardName(card: string): string {
  const face = faceOf(card);
  if (face === null) return w("card.back");
  if (face.suit === null) return w("card.joker");
  return w("card.of", { rank: rankName(face.rank), suit: suitName(face.suit) });
}

/** Names one after the other, as in a sentence. */
export function cardNames(cards: readonly string[]): string {
  return cards.map(cardName).join(", ");
}
