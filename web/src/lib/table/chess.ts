/** What a player's chess clock shows, ticking in the client's own time. */

import type { SeatClock, TableState } from "$gen/table_pb";

/** From here on tenths are shown, in milliseconds. */
const TENTHS_MS = 10_000;
/** From here on a clock is drawn as running short, in milliseconds. */
export const SHORT_MS = 30_000;

export function clockOf(table: TableState, seat: number): SeatClock | undefined {
  return table.clocks.find((clock) => clock.seat === seat);
}

/**
 * Milliseconds left on a clock.
 *
 * @param offsetMs server time minus the client's
 * @param nowMs the client's time
 */
export function leftMs(clock: SeatClock, offsetMs: number, nowMs: number): number {
  if (clock.flagMs === 0n) return Number(clock.leftMs);
  return Math.max(0, Number(clock.flagMs) - offsetMs - nowMs);
}

/** `12:05`, `0:41`, `0:09.3`; above an hour `1:02:05`. A second is shown until it is over. */
export function clockText(ms: number): string {
  if (ms < TENTHS_MS) {
    const tenths = Math.floor(ms / 100);
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.ceil(ms / 1_000);
  const two = (n: number) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const rest = two(seconds % 60);
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}
