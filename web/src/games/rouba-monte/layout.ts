/** How the open cards lie: as large as there is room for, row by row. */

import { spotsAround } from "../../lib/table/people";
import type { FeltShape } from "../../lib/table/people";

export interface Layout {
  /** Pixels; a card is half as high again. */
  width: number;
  spots: { x: number; y: number }[];
}

/** On a low felt all sit along its upper edge, so that own pile and stock find room below. */
export function seats(count: number, shape: FeltShape): { x: number; y: number }[] {
  const spots = spotsAround(count, shape);
  return shape === "low" ? spots.map(({ x }) => ({ x: 50 + (x - 50) * 0.94, y: 20 })) : spots;
}

const GAP = 8;
const RATIO = 1.5;

/**
 * @param most no card is wider
 * @param least none is narrower: where there is no room for that, rows lie over each other
 */
export function layOut(
  count: number,
  area: { width: number; height: number },
  most: number,
  least: number,
): Layout {
  if (count === 0 || area.width <= 0 || area.height <= 0) return { width: most, spots: [] };
  let columns = 1;
  let width = 0;
  for (let n = 1; n <= count; n += 1) {
    const fits = fitting(n, Math.ceil(count / n), area, most);
    // Of equally large ones the flatter: rows read better than columns.
    if (fits >= width) [width, columns] = [fits, n];
  }
  if (width < least) {
    width = least;
    columns = Math.max(1, Math.floor((area.width + GAP) / (least + GAP)));
  }
  const rows = Math.ceil(count / columns);
  // Rows of one length look calmer than a full one and a rest.
  columns = Math.ceil(count / rows);
  const height = width * RATIO;
  const step = Math.min(height + GAP, rows < 2 ? 0 : (area.height - height) / (rows - 1));
  const top = (area.height - (step * (rows - 1) + height)) / 2;
  const spots = Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, count - row * columns);
    const left = (area.width - (inRow * (width + GAP) - GAP)) / 2;
    return { x: left + (i - row * columns) * (width + GAP), y: top + row * step };
  });
  return { width, spots };
}

function fitting(
  columns: number,
  rows: number,
  area: { width: number; height: number },
  most: number,
): number {
  const wide = (area.width - GAP * (columns - 1)) / columns;
  const high = (area.height - GAP * (rows - 1)) / rows / RATIO;
  return Math.floor(Math.min(most, wide, high));
}
