/** What the view remembers of a game of Hearts, for who opens the table in the midst of it. */

import { create } from "@bufbuild/protobuf";
import type { MessageInitShape } from "@bufbuild/protobuf";

import { HeartsEventSchema } from "$gen/hearts_pb";
import type { HeartsView } from "$gen/hearts_pb";
import { GameEventSchema } from "$gen/table_pb";
import type { GameEvent } from "$gen/table_pb";

import { placed, pointsOf, takerOf } from "./tricks";

type Init = MessageInitShape<typeof HeartsEventSchema>;

const MOON = 26;

/** The points of the hands that are over, then this hand card by card. */
export function eventsOf(view: HeartsView): GameEvent[] {
  const found: Init[] = view.sheet.map(({ points }, i) => {
    const free = points.indexOf(0);
    const moon = points.filter((cost) => cost === MOON).length === points.length - 1;
    return { type: "scored", number: i + 1, points, seat: moon ? free : undefined };
  });
  if (view.phase !== "over") found.push({ type: "dealt", seat: 0, number: view.number });
  for (const trick of view.history) {
    found.push(...played(trick.leader, trick.cards));
    const number = pointsOf(trick.cards);
    found.push({ type: "took", seat: takerOf(trick), cards: trick.cards, number });
  }
  found.push(...played(view.leader ?? 0, view.trick));
  return found.map((value) => create(GameEventSchema, { kind: { case: "hearts", value } }));
}

function played(leader: number, cards: readonly string[]): Init[] {
  return placed(leader, cards).map(({ seat, card }) => ({ type: "played", seat, card }));
}
