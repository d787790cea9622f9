/** Deadlines of the server in the client's own time. */

import type { Room } from "$gen/room_pb";
import { TableStatus } from "$gen/table_pb";
import type { TableState, Update } from "$gen/table_pb";

import type { Policy } from "../net/api";

/** Without a limit a disconnected seat is given this long; nothing else has a deadline then. */
const DISCONNECTED_MS = 30_000;
/** With chess clocks: for the first move against a person; without them: for any. */
const FIRST_MS = 60_000;
const STALL_MS = 300_000;

export interface Span {
  beginsMs: number;
  endsMs: number;
}

/**
 * The limit for a move in the phase that the table is in, in milliseconds; 0: none. A limit that
 * the host chose holds in all phases, the default may differ from phase to phase.
 */
export function limitMs(room: Room, update: Update, policy: Policy | undefined): number {
  const limit = policy?.limit ?? null;
  const chosen = Number(room.settings?.actionMs ?? limit?.default_ms ?? 0);
  if (limit === null || chosen !== limit.default_ms) return chosen;
  const phase = update.view?.game.value?.phase;
  return limit.phases.find(([name]) => name === phase)?.[1] ?? chosen;
}

/**
 * When the turn's countdown is shown, or null where none runs.
 *
 * @param offsetMs server time minus the client's
 * @param actionMs the room's limit for a move, in milliseconds; 0: none
 */
export function turnSpan(table: TableState, offsetMs: number, actionMs: number): Span | null {
  const { turnDeadlineMs: turn, firstDeadlineMs: first, stallDeadlineMs: stall } = table;
  const due = turn || first || stall;
  if (table.status !== TableStatus.PLAYING || due === 0n) return null;
  const endsMs = Number(due) - offsetMs;
  const lengthMs = turn !== 0n ? actionMs || DISCONNECTED_MS : first !== 0n ? FIRST_MS : STALL_MS;
  const whole = endsMs - lengthMs;
  return { beginsMs: Math.max(whole, Number(table.turnBeginsMs) - offsetMs), endsMs };
}

export function windowSpan(table: TableState, offsetMs: number, windowMs: number): Span | null {
  if (table.status !== TableStatus.PLAYING || table.windowDeadlineMs === 0n) return null;
  const endsMs = Number(table.windowDeadlineMs) - offsetMs;
  return { beginsMs: endsMs - windowMs, endsMs };
}
