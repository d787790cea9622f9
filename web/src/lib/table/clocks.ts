/** Deadlines of the server in the client's own time. */

import { TableStatus } from "$gen/table_pb";
import type { TableState } from "$gen/table_pb";

export interface Span {
  beginsMs: number;
  endsMs: number;
}

/**
 * When the turn's countdown is shown, or null where none runs.
 *
 * @param offsetMs server time minus the client's
 * @param actionMs the room's limit for a move, in milliseconds; 0: none
 */
export function turnSpan(table: TableState, offsetMs: number, actionMs: number): Span | null {
  if (table.status !== TableStatus.PLAYING || table.turnDeadlineMs === 0n) return null;
  const endsMs = Number(table.turnDeadlineMs) - offsetMs;
  if (table.turnBeginsMs !== 0n) return { beginsMs: Number(table.turnBeginsMs) - offsetMs, endsMs };
  return { beginsMs: endsMs - (actionMs > 0 ? actionMs : 30_000), endsMs };
}

export function windowSpan(table: TableState, offsetMs: number, windowMs: number): Span | null {
  if (table.status !== TableStatus.PLAYING || table.windowDeadlineMs === 0n) return null;
  const endsMs = Number(table.windowDeadlineMs) - offsetMs;
  return { beginsMs: endsMs - windowMs, endsMs };
}
