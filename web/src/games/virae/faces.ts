/** Viraê's faces: their parts, their order and how they are drawn. */

import { COLORS } from "./shapes";
import type { Color } from "./shapes";
import { tv } from "./words";
import type { ViraeKey } from "./words";

export { COLORS, SHAPES } from "./shapes";
export type { Color } from "./shapes";

export interface Face {
  /** Null for a wild. */
  color: Color | null;
  /** `0`-`9`, `S`, `V`, `D`, `W` or `W4`. */
  symbol: string;
}

export function isWild(card: string): boolean {
  return card === "W" || card === "W4";
}

export function isColor(text: string): text is Color {
  return (COLORS as readonly string[]).includes(text);
}

/** The parts of a card in the notation of the rules. */
export function faceOf(card: string): Face {
  const color = card[0] ?? "";
  if (isWild(card) || !isColor(color)) return { color: null, symbol: card };
  return { color, symbol: card.slice(1) };
}

const SYMBOLS = "0123456789SVD";

/** For sorting a hand: by colour, then number, then action; wilds last. */
export function rankOf(card: string): number {
  const { color, symbol } = faceOf(card);
  if (color === null) return 1_000 + (symbol === "W4" ? 1 : 0);
  return COLORS.indexOf(color) * 20 + SYMBOLS.indexOf(symbol);
}

export function colorName(color: string): string {
  return isColor(color) ? tv(`virae.color.${color}`) : color;
}

export function symbolName(color: string): string {
  return isColor(color) ? tv(`virae.symbol.${color}`) : color;
}

/** The card's name in the language in force. */
export function cardName(card: string): string {
  const { color, symbol } = faceOf(card);
  const face = /^\d$/.test(symbol) ? symbol : tv(`virae.face.${symbol}` as ViraeKey);
  if (color === null) return face;
  return tv("virae.card", { face, adjective: tv("virae.adjective", { face: symbol, color }) });
}
