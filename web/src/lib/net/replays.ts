/** Finished games step by step, as the server plays them again. */

import { fromBinary } from "@bufbuild/protobuf";

import { ReplayPageSchema } from "$gen/replay_pb";
import type { ReplayPage } from "$gen/replay_pb";

import { refusalOf } from "./api";

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
