import { expect, test } from "vitest";

import { checkDraw } from "../src/lib/fair/check";
import { commitmentOf, toHex } from "../src/lib/fair/shuffle";
import { routeOf } from "../src/lib/router.svelte";

const seed = new Uint8Array(32).fill(9);
const commitment = await commitmentOf(seed);
const promised = { commitment: toHex(commitment), nonce: "aa".repeat(32) };

test("a kept promise with one's own nonce", async () => {
  expect(await checkDraw(promised, commitment, toHex(seed), [promised.nonce])).toBe("ok");
});

test("without a part in the draw only the seed is checked", async () => {
  expect(await checkDraw(null, commitment, toHex(seed), [])).toBe("seed");
});

test("another seed, another promise and no seed at all are found out", async () => {
  const other = new Uint8Array(32).fill(8);
  expect(await checkDraw(promised, commitment, toHex(other), [promised.nonce])).toBe("bad");
  expect(await checkDraw(promised, commitment, "xyz", [promised.nonce])).toBe("bad");
  const later = await commitmentOf(other);
  expect(await checkDraw(promised, later, toHex(other), [promised.nonce])).toBe("bad");
});

test("a nonce that was left out is missed", async () => {
  expect(await checkDraw(promised, commitment, toHex(seed), ["bb".repeat(32)])).toBe("nonce");
});

test("addresses lead to their screens", () => {
  expect(routeOf("/")).toEqual({ name: "home" });
  expect(routeOf("/r/k7qp2")).toEqual({ name: "room", code: "K7QP2" });
  expect(routeOf("/rules/virae/")).toEqual({ name: "rules", game: "virae" });
  expect(routeOf("/verify")).toEqual({ name: "verify", gameId: null });
  expect(routeOf("/verify/g1")).toEqual({ name: "verify", gameId: "g1" });
  expect(routeOf("/replay/g1")).toEqual({ name: "replay", gameId: "g1" });
  expect(routeOf("/replay")).toEqual({ name: "unknown" });
  expect(routeOf("/history")).toEqual({ name: "history" });
  expect(routeOf("/history/x")).toEqual({ name: "unknown" });
  expect(routeOf("/r/a/b")).toEqual({ name: "unknown" });
  expect(routeOf("/nothing")).toEqual({ name: "unknown" });
});
