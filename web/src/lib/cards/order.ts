/** The order of a hand: the player's own affair, kept over every update. */

/** One card of a hand; `key` tells equal faces apart and stays with the card while it is held. */
export interface Held {
  readonly key: string;
  readonly card: string;
}

/**
 * The player's order with what has changed in the hand: cards that are gone leave, new ones come
 * last, all others stay where they are.
 *
 * @param hand faces in the order in which they came, as the view has them
 * @param leaving key of the card that the player has just played: of two equal faces it goes first
 */
export function mergeHand(
  order: readonly Held[],
  hand: readonly string[],
  leaving: string | null = null,
): Held[] {
  const wanted = counts(hand);
  const kept = new Set<string>();
  const byPreference = [...order].sort(
    (a, b) => Number(a.key === leaving) - Number(b.key === leaving),
  );
  for (const held of byPreference) {
    const left = wanted.get(held.card) ?? 0;
    if (left === 0) continue;
    wanted.set(held.card, left - 1);
    kept.add(held.key);
  }
  const merged = order.filter((held) => kept.has(held.key));
  for (const card of newest(hand, wanted)) merged.push({ key: freeKey(card, merged), card });
  return merged;
}

/** The cards still wanted, as they stand last in the hand. */
function newest(hand: readonly string[], wanted: Map<string, number>): string[] {
  const found: string[] = [];
  for (const card of [...hand].reverse()) {
    const left = wanted.get(card) ?? 0;
    if (left === 0) continue;
    wanted.set(card, left - 1);
    found.unshift(card);
  }
  return found;
}

function counts(cards: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const card of cards) found.set(card, (found.get(card) ?? 0) + 1);
  return found;
}

function freeKey(card: string, taken: readonly Held[]): string {
  for (let n = 1; ; n += 1) {
    const key = `${card}.${n}`;
    if (!taken.some((held) => held.key === key)) return key;
  }
}

/** The order with the card at `from` moved to stand at `to`; both are clamped to the hand. */
export function moveCard(order: readonly Held[], from: number, to: number): Held[] {
  const moved = [...order];
  const [held] = moved.splice(from, 1);
  if (held === undefined) return moved;
  moved.splice(Math.max(0, Math.min(to, moved.length)), 0, held);
  return moved;
}

/** Sorted by a rank of faces; equal ranks keep their order. */
export function sortHand(order: readonly Held[], rank: (card: string) => number): Held[] {
  return [...order].sort((a, b) => rank(a.card) - rank(b.card));
}

export function sameCards(a: readonly Held[], b: readonly Held[]): boolean {
  return a.length === b.length && a.every(({ key }) => b.some((held) => held.key === key));
}

/**
 * The lifted cards once `key` was tapped: it goes up or down. With one at `most` it takes the place
 * of what was up; where more are allowed a further one does not come up.
 *
 * @param up it is only lifted, never dropped
 */
export function toggled(
  lifted: readonly string[],
  key: string,
  most: number,
  up = false,
): string[] {
  if (lifted.includes(key)) return up ? [...lifted] : lifted.filter((one) => one !== key);
  if (most === 1) return [key];
  return lifted.length < most ? [...lifted, key] : [...lifted];
}
