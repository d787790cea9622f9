/** The last moves as the view remembers them, for who opens the table in the midst of a game. */

import { create } from "@bufbuild/protobuf";
import type { MessageInitShape } from "@bufbuild/protobuf";

import { CaravanEventSchema } from "$gen/caravan_pb";
import { GameEventSchema } from "$gen/table_pb";
import type { GameEvent } from "$gen/table_pb";

const PLACED = /^(\w\w)>(\d)$/;
const ATTACHED = /^(\w\w)>(\d)\.(\d)\.(\d+)$/;

/**
 * Events that tell the lines of `CaravanView.history` (`0 9C>1`, `1 KD>0.1.2`, `0 -QS`). A shuffle
 * and a disbanding leave out what their sentences need, and are passed over.
 */
export function eventsOf(history: readonly string[]): GameEvent[] {
  return history.flatMap((line) => {
    const [who = "", move = ""] = line.split(" ");
    const value = eventOf(Number(who), move);
    return value === null ? [] : [create(GameEventSchema, { kind: { case: "caravan", value } })];
  });
}

function eventOf(seat: number, move: string): MessageInitShape<typeof CaravanEventSchema> | null {
  const [, placed, own] = PLACED.exec(move) ?? [];
  if (placed !== undefined) return { type: "placed", seat, card: placed, route: Number(own) };
  const [, card, owner, route, place] = ATTACHED.exec(move) ?? [];
  if (card !== undefined) {
    const at = { owner: Number(owner), route: Number(route), place: Number(place) };
    return { type: "attached", seat, card, ...at };
  }
  return move.startsWith("-") ? { type: "discarded", seat, card: move.slice(1) } : null;
}
