/** Finished games step by step, as the server plays them again. */

import { fromBinary } from "@bufbuild/protobuf";

import { ReplayPageSchema } from "$gen/replay_pb";
import type { ReplayPage } from "$gen/replay_pb";

import type { Update } from "$gen/table_pb";

import { refusalOf } from "./api";
import { Refusal } from "./refusal";

const TRIES = 8;
const PAUSE_MS = 1_000;

/**
 * Some steps of a finished game.
 *
 * @param seat whose view; null: what watchers saw
 * @throws Refusal such as `not_found`, `not_seated`, `rate_limited`
 */
export async function fetchReplay(
  gameId: string,
  first: number,
  count: number,
  seat: number | null,
): Promise<ReplayPage> {
  const query = new URLSearchParams({ first: String(first), count: String(count) });
  if (seat !== null) query.set("seat", String(seat));
  const response = await fetch(`/api/replays/${encodeURIComponent(gameId)}?${query.toString()}`, {
    headers: { accept: "application/x-protobuf" },
  });
  if (!response.ok) throw await refusalOf(response);
  return fromBinary(ReplayPageSchema, new Uint8Array(await response.arrayBuffer()));
}

/**
 * How a game that has just ended looks in the end; null where that is not to be had.
 *
 * @param seat whose view; null: what watchers saw
 */
export async function lastUpdate(gameId: string, seat: number | null): Promise<Update | null> {
  for (let n = 0; n < TRIES; n += 1) {
    try {
      const { total } = await fetchReplay(gameId, 0, 1, seat);
      const { steps } = await fetchReplay(gameId, total - 1, 1, seat);
      const update = steps[0]?.update ?? null;
      if (update !== null) update.gameId = gameId;
      return update;
    } catch (reason) {
      if (!(reason instanceof Refusal) && !(reason instanceof TypeError)) throw reason;
      // It is written down a moment after the last move.
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  }
  return null;
}
