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

test("on a phone 44 by 44 pixels of up to 28 cards are free, also under a lifted one", () => {
  for (const page of [640, 844]) {
    for (let n = 2; n <= 28; n += 1) {
      const { spots, lift } = fan(n, { ...phone, page });
      for (const [i, spot] of spots.entries()) {
        const next = spots[i + 1];
        if (next !== undefined && next.x > spot.x) {
          expect(next.x - spot.x).toBeGreaterThanOrEqual(next.turn === 0 ? 44 : 46);
        }
        const below = spots.filter((one) => one.turn === 0 && one.y > spot.y);
        for (const one of below) expect(one.y - lift - spot.y).toBeGreaterThanOrEqual(44);
      }
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
