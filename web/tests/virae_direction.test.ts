import { create } from "@bufbuild/protobuf";
import { render } from "svelte/server";
import { expect, test } from "vitest";

import Direction from "../src/games/virae/Direction.svelte";
import { tv } from "../src/games/virae/words";
import { TableSeatSchema } from "../src/gen/carteado/v1/table_pb";
import { around, spotsAround } from "../src/lib/table/people";
import type { FeltShape } from "../src/lib/table/people";

const SHAPES: FeltShape[] = ["wide", "low", "tall"];

/** Twice the area that the points enclose: above zero where they go by the clock on a screen. */
function turned(points: readonly { x: number; y: number }[]): number {
  return points.reduce((sum, { x, y }, i) => {
    const next = points[(i + 1) % points.length] ?? { x, y };
    return sum + x * next.y - next.x * y;
  }, 0);
}

/** The first arc as drawn: where it begins and ends, before it is mirrored. */
function arc(body: string): { from: number; to: number; sweep: number } {
  const found = /d="M(-?[\d.]+)-[\d.]+A96 62 0 0 (\d) (-?[\d.]+)-[\d.]+"/.exec(body);
  return { from: Number(found?.[1]), sweep: Number(found?.[2]), to: Number(found?.[3]) };
}

test("ascending seats sit by the clock, and so the arrows go until the order is reversed", () => {
  for (const shape of SHAPES) {
    for (let count = 2; count <= 5; count += 1) {
      const reader = { x: 50, y: 100 };
      expect(turned([reader, ...spotsAround(count, shape)])).toBeGreaterThan(0);
    }
  }
  const seats = [0, 1, 2, 3].map((seat) => create(TableSeatSchema, { seat }));
  expect(around(seats, 2).map(({ seat }) => seat)).toEqual([3, 0, 1]);

  const onward = render(Direction, { props: { reversed: false } }).body;
  const back = render(Direction, { props: { reversed: true } }).body;
  const { from, to, sweep } = arc(onward);
  // Over the top from the left to the right.
  expect([from < to, sweep]).toEqual([true, 1]);
  expect(arc(back)).toEqual({ from, to, sweep });
  expect(onward).toContain(tv("virae.direction.1"));
  expect(back).toContain(tv("virae.direction.-1"));
  expect(/class="[^"]*reversed/.test(onward)).toBe(false);
  expect(/class="[^"]*reversed/.test(back)).toBe(true);
});
