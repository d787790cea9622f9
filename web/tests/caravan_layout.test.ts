import fc from "fast-check";
import { expect, test } from "vitest";

import { boardSize, layRoute, modeFor, TOUCH, touchArea } from "../src/games/caravan/layout";

const lanes = fc.record({
  width: fc.integer({ min: 110, max: 520 }),
  height: fc.integer({ min: 60, max: 320 }),
  cardWidth: fc.integer({ min: 34, max: 128 }),
  hold: fc.constantFrom("start" as const, "end" as const),
});
const routes = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 14 });

test("no card of a route leaves its lane, and none lies exactly on another", () => {
  fc.assert(
    fc.property(
      routes,
      lanes,
      fc.constantFrom("down" as const, "across" as const),
      (r, lane, m) => {
        fc.pre(lane.width >= lane.cardWidth + 4 && lane.height >= lane.cardWidth * 1.5 + 4);
        const laid = layRoute(r, lane, m);
        expect(laid.map((one) => one.figures.length)).toEqual(r);
        const places = laid.flatMap(({ at, figures }) => [at, ...figures]);
        for (const { x, y } of places) {
          expect(x).toBeGreaterThanOrEqual(-0.01);
          expect(x + lane.cardWidth).toBeLessThanOrEqual(lane.width + 0.01);
          expect(y).toBeGreaterThanOrEqual(-0.01);
        }
        if (m === "down") {
          for (const { at } of laid) {
            expect(at.y + lane.cardWidth * 1.5).toBeLessThanOrEqual(lane.height + 0.01);
          }
        }
        expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(places.length);
      },
    ),
  );
});

test("a finger finds each card of a route, however small cards are", () => {
  fc.assert(
    fc.property(
      routes,
      lanes,
      fc.constantFrom("down" as const, "across" as const),
      (r, lane, m) => {
        fc.pre(lane.width >= lane.cardWidth + 4 && lane.height >= lane.cardWidth * 1.5 + 4);
        const areas = layRoute(r, lane, m).map((one) => touchArea(one, m, lane.cardWidth));
        for (const area of areas) {
          // Along the route many cards share what there is; the sheet shows them large then.
          expect(m === "down" ? area.width : area.height).toBeGreaterThanOrEqual(TOUCH);
          expect(area.x).toBeGreaterThanOrEqual(-0.01);
          if (m === "across") expect(area.x + area.width).toBeLessThanOrEqual(lane.width + 0.01);
        }
        const last = areas.at(-1);
        expect(last?.width).toBeGreaterThanOrEqual(TOUCH);
        expect(last?.height).toBeGreaterThanOrEqual(TOUCH);
      },
    ),
  );
});

test("the last card of both routes of a pair lies where they meet", () => {
  const lane = { width: 300, height: 200, cardWidth: 60 };
  const near = layRoute([0, 1, 0], { ...lane, hold: "start" }, "down");
  const far = layRoute([0, 1, 0], { ...lane, hold: "end" }, "down");
  expect(near[0]?.at.y).toBe(0);
  expect((far[2]?.at.y ?? 0) + 90).toBe(200);
  const left = layRoute([0, 0, 2], { ...lane, hold: "end" }, "across");
  expect((left[2]?.figures[1]?.x ?? 0) + 60).toBeCloseTo(300);
});

test("wide tables lie across, tall ones down, and cards stay readable", () => {
  expect(modeFor(844, 230)).toBe("across");
  expect(modeFor(390, 500)).toBe("down");
  for (const [width, height] of [
    [390, 480],
    [844, 195],
    [1024, 420],
    [1440, 560],
  ] as const) {
    const cardWidth = boardSize(width, height, 84, modeFor(width, height));
    expect(cardWidth).toBeGreaterThanOrEqual(34);
    expect(cardWidth).toBeLessThanOrEqual(128);
  }
});
