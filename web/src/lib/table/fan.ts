/** Where the cards of a hand lie: in a fan, or in rows where there is not width for one. */

export interface Spot {
  x: number;
  y: number;
  /** Degrees. */
  turn: number;
}

export interface Fan {
  spots: Spot[];
  /** How far a lifted card rises. */
  lift: number;
  height: number;
}

export interface FanSize {
  /** Pixels that the hand may use. */
  width: number;
  cardWidth: number;
  cardHeight: number;
  /** Free height above, for a card that is lifted. */
  room: number;
  /** How high the page is: on a tall one rows need not lie close over each other. */
  page?: number | undefined;
}

/** What must stay visible of a card so that a finger finds it, in pixels: wide and high. */
const TOUCH = 44;
/** Where cards are turned their strips have to be a little wider. */
const TOUCH_TURNED = TOUCH + 2;
const ROWS_AT_MOST = 4;
const LOOSE = 0.68;
const LIFT = 20;
/** What a lifted card rises into is taken from the card above it. */
const LIFT_IN_ROWS = { low: 6, tall: 12 };
const TALL = 760;

export function fan(count: number, size: FanSize): Fan {
  const { width, cardWidth, cardHeight, room, page = 0 } = size;
  if (count === 0 || width <= cardWidth)
    return { spots: [], lift: LIFT, height: cardHeight + room };
  const fits = (step: number) => Math.max(1, Math.floor((width - cardWidth) / step) + 1);
  const needed = count <= fits(TOUCH_TURNED) ? 1 : Math.max(2, Math.ceil(count / fits(TOUCH)));
  const rows = Math.min(ROWS_AT_MOST, needed);
  const tall = page >= TALL;
  const liftInRows = tall ? LIFT_IN_ROWS.tall : LIFT_IN_ROWS.low;
  const rowStep = Math.max(TOUCH + liftInRows, cardHeight * (tall && rows < 4 ? 0.6 : 0.46));
  const perRow = Math.ceil(count / rows);
  const spots = Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    return inOneRowSpot(i - row * perRow, inRow, size, rows === 1, room + row * rowStep);
  });
  // A turned card reaches a little lower on its outer side.
  const lowest = Math.max(...spots.map((spot) => spot.y + sag(spot.turn, cardWidth)));
  return { spots, lift: rows > 1 ? liftInRows : LIFT, height: lowest + cardHeight };
}

function sag(turn: number, cardWidth: number): number {
  return Math.abs(Math.sin((turn * Math.PI) / 180)) * cardWidth * 0.5;
}

function inOneRowSpot(i: number, n: number, size: FanSize, curved: boolean, top: number): Spot {
  const { width, cardWidth } = size;
  const wanted = Math.max(TOUCH_TURNED, cardWidth * LOOSE);
  const step = n < 2 ? 0 : Math.min(wanted, (width - cardWidth) / (n - 1));
  const middle = (n - 1) / 2;
  const x = width / 2 + (i - middle) * step - cardWidth / 2;
  if (!curved || n > 14) return { x, y: top, turn: 0 };
  const turn = (i - middle) * Math.min(2.4, 18 / n);
  return { x, y: top + Math.abs(turn) ** 1.6 * 0.4, turn };
}

/** The place among `spots` that a card dropped with its middle at (x, y) should take. */
export function nearestSpot(spots: readonly Spot[], size: FanSize, x: number, y: number): number {
  let best = 0;
  let distance = Infinity;
  for (const [i, spot] of spots.entries()) {
    const dx = spot.x + size.cardWidth / 2 - x;
    // Rows overlap, so height says less than width which place is meant.
    const dy = (spot.y + size.cardHeight / 2 - y) * 1.5;
    const found = Math.hypot(dx, dy);
    if (found < distance) [best, distance] = [i, found];
  }
  return best;
}
