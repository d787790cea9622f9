/** Arrows among the legal targets on the board: to the nearest one in their direction. */

const TURNS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface Point {
  x: number;
  y: number;
}

/** Which of the points lies next from `from` in a direction; -1 where none does. */
export function nextIn(points: readonly Point[], from: Point, [dx, dy]: [number, number]): number {
  let best = -1;
  let least = Infinity;
  for (const [i, point] of points.entries()) {
    const ahead = (point.x - from.x) * dx + (point.y - from.y) * dy;
    const aside = Math.abs((point.x - from.x) * dy) + Math.abs((point.y - from.y) * dx);
    // What lies aside is far although it is near.
    const cost = ahead + aside * 2;
    if (ahead > 1 && cost < least) [best, least] = [i, cost];
  }
  return best;
}

function middleOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Move the focus by an arrow; says whether the key was one of this board's. */
export function nextTarget(event: KeyboardEvent): boolean {
  const turn = TURNS[event.key];
  const board = event.currentTarget as HTMLElement;
  const here = event.target as HTMLElement;
  if (turn === undefined) return false;
  const all = [...board.querySelectorAll<HTMLElement>("[data-target]")];
  if (all.length === 0) return false;
  const others = all.filter((one) => one !== here);
  const to = others[nextIn(others.map(middleOf), middleOf(here), turn)];
  to?.focus();
  return true;
}
