import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";

import { RoomSettingsSchema } from "../src/gen/carteado/v1/room_pb";
import type { Policy } from "../src/lib/net/api";
import {
  chosenOf,
  clockTimes,
  defaultsOf,
  increments,
  isSame,
  moveLimits,
  toggled,
  toSettings,
} from "../src/lib/state/settings";

const moving = {
  default_ms: 25_000,
  min_ms: 10_000,
  max_ms: 60_000,
  none_allowed: true,
  phases: [],
};
const base: Policy = {
  game: "x",
  playable: true,
  seats: 4,
  players_min: 2,
  players_max: 4,
  bots_max: 3,
  fill_with_bots: false,
  limit: moving,
  clock: null,
  rated: false,
  best: "streak",
  options: [
    {
      name: "limit",
      type: "integer",
      default: 100,
      minimum: 10,
      maximum: 500,
      choices: [],
      excludes: [],
    },
    {
      name: "variants",
      type: "set",
      default: [],
      minimum: null,
      maximum: null,
      choices: ["a", "b"],
      excludes: [["a", "b"]],
    },
  ],
};
const clocked: Policy = {
  ...base,
  limit: null,
  clock: {
    initial_ms: 600_000,
    increment_ms: 5_000,
    initial_min_ms: 60_000,
    initial_max_ms: 1_800_000,
    increment_max_ms: 10_000,
    none_allowed: true,
  },
};

test("what may be chosen lies within the policy, with none last where it is allowed", () => {
  expect(moveLimits(base, 25_000)).toEqual([
    10_000, 15_000, 20_000, 25_000, 30_000, 45_000, 60_000, 0,
  ]);
  const bound = { ...base, limit: { ...moving, none_allowed: false } };
  expect(moveLimits(bound, 25_000)).not.toContain(0);
  expect(clockTimes(clocked, 600_000)).toEqual(
    [60, 180, 300, 600, 900, 1_200, 1_800, 0].map((s) => s * 1_000),
  );
  expect(increments(clocked, 5_000)).toEqual([0, 2_000, 5_000, 10_000]);
  expect(moveLimits(clocked, 0)).toEqual([]);
  expect(clockTimes(base, 0)).toEqual([]);
});

test("what a room has now is always among the choices", () => {
  expect(moveLimits(base, 37_000)).toContain(37_000);
  expect(clockTimes(clocked, 90_000)[1]).toBe(90_000);
  expect(increments(clocked, 7_000)).toContain(7_000);
});

test("settings go to the server and come back as they were chosen", () => {
  const chosen = { ...defaultsOf(base), options: { limit: 50, variants: ["b"] }, hidden: true };
  const settings = create(RoomSettingsSchema, toSettings(chosen));
  expect(isSame(chosenOf(base, settings, true), chosen)).toBe(true);
  expect(chosenOf(base, undefined, false)).toEqual(defaultsOf(base));
  expect(isSame(chosen, { ...chosen, hidden: false })).toBe(false);
  expect(isSame(chosen, { ...chosen, options: { variants: ["b"], limit: 50 } })).toBe(true);
});

test("without a clock nothing is added to it", () => {
  expect(toSettings({ ...defaultsOf(clocked), clockMs: 0 }).incrementMs).toBe(0n);
});

test("of what excludes each other only the last taken stays", () => {
  expect(toggled([], "a", [["a", "b"]])).toEqual(["a"]);
  expect(toggled(["a", "c"], "b", [["a", "b"]])).toEqual(["c", "b"]);
  expect(toggled(["a"], "a", [["a", "b"]])).toEqual([]);
});
