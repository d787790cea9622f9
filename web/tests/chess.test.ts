import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";

import { SeatClockSchema } from "$gen/table_pb";

import { clockText, leftMs } from "../src/lib/table/chess";

test("a standing clock shows what is left, a running one what is left until it falls", () => {
  const standing = create(SeatClockSchema, { seat: 0, leftMs: 61_000n });
  expect(leftMs(standing, 5_000, 1_000_000)).toBe(61_000);
  const running = create(SeatClockSchema, { seat: 0, leftMs: 61_000n, flagMs: 1_100_000n });
  // The server's clock is five seconds ahead.
  expect(leftMs(running, 5_000, 1_035_000)).toBe(60_000);
  expect(leftMs(running, 5_000, 2_000_000)).toBe(0);
});

test.each([
  [600_000, "10:00"],
  [599_001, "10:00"],
  [65_000, "1:05"],
  [10_000, "0:10"],
  [9_999, "0:09.9"],
  [50, "0:00.0"],
  [0, "0:00.0"],
  [3_723_000, "1:02:03"],
])("%i milliseconds are written %s", (ms, text) => {
  expect(clockText(ms)).toBe(text);
});
