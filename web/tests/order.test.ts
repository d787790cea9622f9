import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { mergeHand, moveCard, sortHand, toggled } from "../src/lib/cards/order";
import type { Held } from "../src/lib/cards/order";

const faces = (order: readonly Held[]) => order.map((held) => held.card);
const keys = (order: readonly Held[]) => order.map((held) => held.key);
const card = fc.constantFrom("R5", "R6", "Y5", "W", "W4", "BS");
const hand = fc.array(card, { maxLength: 12 });

describe("mergeHand", () => {
  test("a first hand comes as dealt", () => {
    expect(faces(mergeHand([], ["R5", "W", "R5"]))).toEqual(["R5", "W", "R5"]);
  });

  test("the player's order survives a draw; the new card comes last", () => {
    const own = moveCard(mergeHand([], ["R5", "Y5", "BS"]), 2, 0);
    expect(faces(mergeHand(own, ["R5", "Y5", "BS", "W"]))).toEqual(["BS", "R5", "Y5", "W"]);
  });

  test("of two equal faces the one that was played leaves", () => {
    const own = mergeHand([], ["R5", "Y5", "R5"]);
    const played = own[2]?.key ?? null;
    expect(keys(mergeHand(own, ["Y5", "R5"], played))).toEqual([own[0]?.key, own[1]?.key]);
    expect(keys(mergeHand(own, ["Y5", "R5"], own[0]?.key))).toEqual([own[1]?.key, own[2]?.key]);
  });

  test("it always holds exactly the hand, with keys that differ", () => {
    fc.assert(
      fc.property(hand, hand, (before, after) => {
        const merged = mergeHand(mergeHand([], before), after);
        expect(faces(merged).sort()).toEqual([...after].sort());
        expect(new Set(keys(merged)).size).toBe(merged.length);
      }),
    );
  });

  test("what stays keeps its key and its place among what stays", () => {
    fc.assert(
      fc.property(hand, hand, fc.nat(11), fc.nat(11), (before, after, from, to) => {
        const own = moveCard(mergeHand([], before), from, to);
        const merged = mergeHand(own, after);
        const stayed = keys(merged).filter((key) => keys(own).includes(key));
        expect(stayed).toEqual(keys(own).filter((key) => stayed.includes(key)));
      }),
    );
  });
});

test("moving and sorting lose no card", () => {
  fc.assert(
    fc.property(
      hand,
      fc.integer({ min: -3, max: 15 }),
      fc.integer({ min: -3, max: 15 }),
      (cards, a, b) => {
        const own = mergeHand([], cards);
        expect(keys(moveCard(own, Math.max(0, a), b)).sort()).toEqual(keys(own).sort());
        const sorted = sortHand(own, (face) => face.charCodeAt(0));
        expect(keys(sorted).sort()).toEqual(keys(own).sort());
      },
    ),
  );
});

describe("lifting", () => {
  test("where one may be up, another takes its place", () => {
    expect(toggled([], "a", 1)).toEqual(["a"]);
    expect(toggled(["a"], "b", 1)).toEqual(["b"]);
    expect(toggled(["a"], "a", 1)).toEqual([]);
  });

  test("where three may be up, a fourth stays down and none comes down by itself", () => {
    expect(toggled(["a", "b"], "c", 3)).toEqual(["a", "b", "c"]);
    expect(toggled(["a", "b", "c"], "d", 3)).toEqual(["a", "b", "c"]);
    expect(toggled(["a", "b", "c"], "b", 3)).toEqual(["a", "c"]);
  });

  test("what is only to be lifted is never dropped", () => {
    expect(toggled(["a"], "a", 1, true)).toEqual(["a"]);
    expect(toggled(["a"], "a", 3, true)).toEqual(["a"]);
  });
});
