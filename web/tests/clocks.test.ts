import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";

import { RoomSchema } from "$gen/room_pb";
import { TableStatus, UpdateSchema } from "$gen/table_pb";
import type { Update } from "$gen/table_pb";

import type { Policy } from "../src/lib/net/api";
import { limitMs, turnSpan } from "../src/lib/table/clocks";

const HEARTS = {
  limit: {
    default_ms: 25_000,
    min_ms: 10_000,
    max_ms: 120_000,
    none_allowed: false,
    phases: [["pass", 30_000]],
  },
} as unknown as Policy;

function room(actionMs: number) {
  return create(RoomSchema, { game: "hearts", settings: { actionMs: BigInt(actionMs) } });
}

function table(phase: string, turnDeadlineMs = 0): Update {
  return create(UpdateSchema, {
    view: { game: { case: "hearts", value: { phase } } },
    table: { status: TableStatus.PLAYING, turnDeadlineMs: BigInt(turnDeadlineMs) },
  });
}

test("a phase with a default of its own has it, until the host chooses a limit for all", () => {
  expect(limitMs(room(25_000), table("play"), HEARTS)).toBe(25_000);
  expect(limitMs(room(25_000), table("pass"), HEARTS)).toBe(30_000);
  expect(limitMs(room(60_000), table("pass"), HEARTS)).toBe(60_000);
  expect(limitMs(room(0), table("pass"), HEARTS)).toBe(0);
});

test("the ring of Hearts’ exchange runs from the first of its thirty seconds", () => {
  const at = 1_000_000;
  const update = table("pass", at + 30_000);
  const limit = limitMs(room(25_000), update, HEARTS);
  if (update.table === undefined) throw new Error("no table");
  expect(turnSpan(update.table, 0, limit)).toEqual({ beginsMs: at, endsMs: at + 30_000 });
});

test("before the policies are known, and in games without limits, the room’s own holds", () => {
  expect(limitMs(room(25_000), table("pass"), undefined)).toBe(25_000);
  expect(limitMs(room(0), table("pass"), { limit: null } as Policy)).toBe(0);
});
