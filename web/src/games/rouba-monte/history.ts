/** The moves that the view remembers, for who opens the table in the midst of a game. */

import { create } from "@bufbuild/protobuf";
import type { MessageInitShape } from "@bufbuild/protobuf";

import { RoubaMonteEventSchema } from "$gen/rouba_monte_pb";
import { GameEventSchema } from "$gen/table_pb";
import type { GameEvent } from "$gen/table_pb";

type Init = MessageInitShape<typeof RoubaMonteEventSchema>;

/** Events that tell the lines of `RoubaMonteView.history`: `* 8S 2C QH 2S`, `2 7D=7C`, `* deal`. */
export function eventsOf(history: readonly string[]): GameEvent[] {
  const piles = new Map<number, number>();
  return history.flatMap((line) => {
    const value = eventOf(line, piles);
    return value === null ? [] : [create(GameEventSchema, { kind: { case: "roubaMonte", value } })];
  });
}

/** @param piles cards in each pile so far; kept up to date */
function eventOf(line: string, piles: Map<number, number>): Init | null {
  const [who = "", ...rest] = line.split(" ");
  const move = rest[0] ?? "";
  if (who === "*") return move === "deal" ? { type: "dealt" } : { type: "opened", cards: rest };
  const seat = Number(who);
  const own = piles.get(seat) ?? 0;
  if (move === "left") {
    piles.delete(seat);
    return { type: "left", seat, cards: rest.slice(1) };
  }
  const parts = /^(\w\w)(?:=(\w\w)|<(\d))?$/.exec(move);
  if (parts === null) return null;
  const [, card, center, pile] = parts;
  if (center !== undefined) {
    piles.set(seat, own + 2);
    return { type: "captured", seat, card, center };
  }
  if (pile === undefined) return { type: "discarded", seat, card };
  const number = piles.get(Number(pile)) ?? 0;
  piles.set(seat, own + number + 1);
  piles.delete(Number(pile));
  return { type: "stole", seat, card, pile: Number(pile), number };
}
