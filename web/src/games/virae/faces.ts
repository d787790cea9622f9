/** Viraê's faces: their parts, their order and how they are drawn. */

import { t } from "../../i18n/index.svelte";
import type { MessageKey } from "../../i18n/index.svelte";

export const COLORS = ["R", "Y", "G", "B"] as const;
export type Color = (typeof COLORS)[number];

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

/** Drawn about the origin, 100 units high. Each colour has its own shape. */
export const SHAPES: Record<Color, string> = {
  R: "M0-50Q14-18 38 0Q14 18 0 50Q-14 18-38 0Q-14-18 0-50Z",
  Y: star(8, 50, 30),
  G: "M-34 44C-52-4-26-44 42-46C48 22 12 52-22 36L-38 50L-42 46Z",
  B: "M14-48A50 50 0 1 0 48 20A40 40 0 0 1 14-48Z",
};

function star(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const angle = (Math.PI * i) / points - Math.PI / 2;
    const radius = i % 2 === 0 ? outer : inner;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

export function colorName(color: string): string {
  return isColor(color) ? t(`virae.color.${color}`) : color;
}

export function symbolName(color: string): string {
  return isColor(color) ? t(`virae.symbol.${color}`) : color;
}

/** The card's name in the language in force. */
export function cardName(card: string): string {
  const { color, symbol } = faceOf(card);
  const face = /^\d$/.test(symbol) ? symbol : t(`virae.face.${symbol}` as MessageKey);
  if (color === null) return face;
  return t("virae.card", { face, adjective: t("virae.adjective", { face: symbol, color }) });
}
