/** The countdown of whoever is to act, as every part of the table shows it. */

import type { Room } from "$gen/room_pb";
import type { Update } from "$gen/table_pb";

import type { Client } from "../state/client.svelte";
import { config } from "../state/config.svelte";

import { limitMs, turnSpan } from "./clocks";
import type { Span } from "./clocks";

/** Null where no time runs. */
export function turnClock(client: Client, room: Room, update: Update): Span | null {
  if (update.table === undefined) return null;
  const limit = limitMs(room, update, config.games?.[room.game]);
  return turnSpan(update.table, client.offsetMs, limit);
}
