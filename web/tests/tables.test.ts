import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";

import { UpdateSchema } from "$gen/table_pb";

import { takeUpdate } from "../src/lib/state/tables";

const update = (version: number, resync = false) =>
  create(UpdateSchema, { gameId: "g", version, resync });

test("the first deal is played, a table found running is only drawn", () => {
  expect(takeUpdate(undefined, update(1))?.animate).toBe(true);
  expect(takeUpdate(undefined, update(7))?.animate).toBe(false);
});

test("the next version is played", () => {
  expect(takeUpdate(update(4), update(5))).toMatchObject({ update: { version: 5 }, animate: true });
});

test("a gap and a resync are drawn without motion", () => {
  expect(takeUpdate(update(4), update(9))?.animate).toBe(false);
  expect(takeUpdate(update(4), update(5, true))?.animate).toBe(false);
});

test("versions never go down, and an echo changes nothing", () => {
  expect(takeUpdate(update(4), update(3))).toBeNull();
  expect(takeUpdate(update(4), update(3, true))).toBeNull();
  expect(takeUpdate(update(4), update(4))).toBeNull();
  expect(takeUpdate(update(4), update(4, true))?.animate).toBe(false);
});
