import fc from "fast-check";
import { expect, test } from "vitest";

import { fan, nearestSpot } from "../src/lib/table/fan";
import type { FanSize } from "../src/lib/table/fan";

const phone: FanSize = { width: 374, cardWidth: 64, cardHeight: 96, room: 24 };

test("every card lies within the width", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 200, max: 1400 }),
      (n, width) => {
        const { spots } = fan(n, { ...phone, width });
        expect(spots).toHaveLength(n);
        for (const spot of spots) {
          expect(spot.x).toBeGreaterThanOrEqual(-0.5);
          expect(spot.x + phone.cardWidth).toBeLessThanOrEqual(width + 0.5);
        }
      },
    ),
  );
});

test("on a phone up to 24 cards keep 44 pixels to be touched on", () => {
  for (let n = 2; n <= 24; n += 1) {
    const { spots } = fan(n, phone);
    for (const [i, spot] of spots.entries()) {
      const next = spots[i + 1];
      if (next !== undefined && next.x > spot.x) expect(next.x - spot.x).toBeGreaterThanOrEqual(43);
    }
  }
});

test("a card dropped on a spot takes it", () => {
  for (const n of [3, 8, 17]) {
    const { spots } = fan(n, phone);
    for (const [i, spot] of spots.entries()) {
      expect(nearestSpot(spots, phone, spot.x + 32, spot.y + 48)).toBe(i);
    }
  }
});
