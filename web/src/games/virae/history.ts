/** The last moves as the view remembers them, for who opens the table in the midst of a game. */

import { create } from "@bufbuild/protobuf";

import { GameEventSchema } from "$gen/table_pb";
import type { GameEvent } from "$gen/table_pb";
import { ViraeEventSchema } from "$gen/virae_pb";

const TYPES: Record<string, string> = {
  keep: "kept",
  pass: "passed",
  call: "called",
  lapse: "lapsed",
};

/**
 * Events that tell the lines of `ViraeView.history` (`2 R5`, `2 W>B!`, `2 draw`, `2 +2`). A
 * shuffle and a catch leave out what their sentences need, and are passed over.
 */
export function eventsOf(history: readonly string[]): GameEvent[] {
  return history.flatMap((line) => {
    const [who = "", move = ""] = line.split(" ");
    const seat = Number(who);
    if (!Number.isInteger(seat) || who === "") return [];
    const event = eventOf(seat, move);
    return event === null
      ? []
      : [create(GameEventSchema, { kind: { case: "virae", value: event } })];
  });
}

function eventOf(seat: number, move: string) {
  const type = TYPES[move];
  if (type !== undefined) return create(ViraeEventSchema, { type, seat });
  const drawn = move === "draw" ? 1 : Number(/^\+(\d+)$/.exec(move)?.[1] ?? 0);
  if (drawn > 0) {
    return create(ViraeEventSchema, { type: "drew", seat, cards: Array(drawn).fill("??") });
  }
  const played = /^([RYGB][0-9SVD]|W4?)(?:>([RYGB]))?(!?)$/.exec(move);
  if (played === null) return null;
  const [, card = "", named, call] = played;
  const color = named ?? card[0];
  return create(ViraeEventSchema, { type: "played", seat, card, color, call: call === "!" });
}
