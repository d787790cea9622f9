/** Where the cards of a route lie: below one another, or side by side where the table is wide. */

export type Mode = "down" | "across";

export interface Spot {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** One numeric card and the figures on it. */
export interface Laid {
  at: Spot;
  figures: Spot[];
  /** Pixels of the numeric card and its figures that the next card leaves free. */
  free: number;
}

export interface Lane {
  width: number;
  height: number;
  cardWidth: number;
  /** The end at which the cards are held together: where the two routes of a pair meet. */
  hold: "start" | "end";
}

/** Less than this leaves no room for routes between two flanks. */
const ACROSS_LEAST = 540;

/** How the board is drawn in a space of these pixels. */
export function modeFor(width: number, height: number): Mode {
  return width > height * 1.1 && width >= ACROSS_LEAST ? "across" : "down";
}

const LEAST = 34;
const MOST = 128;

/**
 * Pixels that a card of the routes is wide.
 *
 * @param middle pixels between the two routes of a pair
 */
export function boardSize(width: number, height: number, middle: number, mode: Mode): number {
  const fit =
    mode === "across"
      ? Math.min((height / 3 - 8) / 1.6, (width - middle) / 2 / 3.3)
      : Math.min((height - middle) / 2 / 2.4 / 1.5, width / 3 / 2.15);
  return Math.round(Math.max(LEAST, Math.min(MOST, fit)));
}

/** As wide as the index, so that what a figure lies on can be read. */
const FIGURE_STEP = 0.43;
const ROW_STEP = 0.5;
const ACROSS_STEP = 0.62;
const DROP = 0.09;
/** What a finger needs, in pixels. */
export const TOUCH = 44;

/**
 * @param figures for each numeric card of the route how many figures lie on it
 */
export function layRoute(figures: readonly number[], lane: Lane, mode: Mode): Laid[] {
  if (figures.length === 0) return [];
  return mode === "down" ? layDown(figures, lane) : layAcross(figures, lane);
}

function layDown(figures: readonly number[], { width, height, cardWidth, hold }: Lane): Laid[] {
  const cardHeight = cardWidth * 1.5;
  const most = Math.max(...figures);
  const room = Math.max(0, width - cardWidth);
  const aside = most === 0 ? 0 : Math.min(cardWidth * FIGURE_STEP, room / most);
  const steps = figures.length - 1;
  const step =
    steps === 0
      ? 0
      : Math.min(Math.max(cardHeight * ROW_STEP, TOUCH), Math.max(0, height - cardHeight) / steps);
  const left = Math.max(0, (width - cardWidth - aside * most) / 2);
  const top = hold === "start" ? 0 : Math.max(0, height - cardHeight - step * steps);
  return figures.map((count, i) => {
    const y = top + i * step;
    return {
      at: { x: left, y },
      figures: Array.from({ length: count }, (_, k) => ({ x: left + aside * (k + 1), y })),
      free: i === steps ? Math.max(cardHeight, TOUCH) : step,
    };
  });
}

function layAcross(figures: readonly number[], { width, height, cardWidth, hold }: Lane): Laid[] {
  const steps = figures.length - 1;
  const count = figures.reduce((sum, n) => sum + n, 0);
  // Small cards lie further apart, so that a finger finds each of them.
  const apart = Math.max(cardWidth * ACROSS_STEP, Math.min(TOUCH, cardWidth * 1.12));
  const wanted = apart * steps + cardWidth * FIGURE_STEP * count;
  const last = Math.max(cardWidth, TOUCH);
  const room = Math.max(0, width - last);
  const scale = wanted <= room ? 1 : room / wanted;
  const step = apart * scale;
  const aside = cardWidth * FIGURE_STEP * scale;
  const y = Math.max(0, (height - cardWidth * (1.5 + DROP)) / 2);
  let x = hold === "start" ? 0 : room - wanted * scale;
  return figures.map((n, i) => {
    const from = x;
    const own = Array.from({ length: n }, (_, k) => ({
      x: from + aside * (k + 1),
      y: y + cardWidth * DROP,
    }));
    x = from + n * aside + step;
    return {
      at: { x: from, y },
      figures: own,
      free: (i === steps ? last : step) + n * aside,
    };
  });
}

/** What of a numeric card and its figures may be touched: never narrower than a finger. */
export function touchArea(one: Laid, mode: Mode, cardWidth: number): Spot & Size {
  if (mode === "across") {
    return { ...one.at, width: one.free, height: Math.max(cardWidth * 1.5, TOUCH) };
  }
  const shown = (one.figures.at(-1) ?? one.at).x - one.at.x + cardWidth;
  const width = Math.max(shown, TOUCH);
  return { x: Math.max(0, one.at.x - (width - shown) / 2), y: one.at.y, width, height: one.free };
}

/** A key for each card of a route that it keeps while others come and go. */
export function lastingKeys(faces: readonly string[]): string[] {
  const seen: Record<string, number> = {};
  return faces.map((face) => `${face}.${(seen[face] = (seen[face] ?? 0) + 1)}`);
}
