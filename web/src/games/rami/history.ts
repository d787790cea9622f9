/** The turns of the round as the view remembers them, for who opens the table in its midst. */

import { create } from "@bufbuild/protobuf";
import type { MessageInitShape } from "@bufbuild/protobuf";

import { RamiEventSchema } from "$gen/rami_pb";
import { GameEventSchema } from "$gen/table_pb";
import type { GameEvent } from "$gen/table_pb";

import { kindOf } from "./melds";

type Told = MessageInitShape<typeof RamiEventSchema>;

/**
 * Events that tell the lines of `RamiView.history`: `2 - : KD`, `2 9C = 9C 9D 9H > 0 TS : KD`. An
 * event of the stock says nothing of the card.
 */
export function eventsOf(history: readonly string[]): GameEvent[] {
  return history
    .flatMap((line) => turnOf(line))
    .map((value) => create(GameEventSchema, { kind: { case: "rami", value } }));
}

function turnOf(line: string): Told[] {
  const [who = "", drawn = "", ...rest] = line.split(" ");
  const seat = Number(who);
  const told: Told[] = [
    drawn === "-" ? { type: "drew", seat, cards: ["??"] } : { type: "took", seat, card: drawn },
  ];
  // Each deed begins with its mark and goes on to the next one.
  const deeds = rest.join(" ").match(/[=>:] [^=>:]+/g) ?? [];
  for (const deed of deeds) {
    const [mark, ...words] = deed.trim().split(" ");
    if (mark === "=") told.push({ type: "melded", seat, cards: words, kind: kindOf(words) });
    else if (mark === ":") told.push({ type: "discarded", seat, card: words[0] });
    else {
      const [meld, ...cards] = words;
      told.push({ type: "laid_off", seat, meld: Number(meld), cards });
    }
  }
  return told;
}
