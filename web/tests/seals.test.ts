import { beforeEach, expect, test, vi } from "vitest";

import { keepSeal, sealOf } from "../src/lib/state/seals";

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

test("a seal is found by its game, and for a file without an id by the promise", () => {
  keepSeal({ gameId: "g", commitment: "c", whole: "w" });
  expect(sealOf("g", "another")).toBe("w");
  expect(sealOf(null, "c")).toBe("w");
  expect(sealOf("h", "c")).toBeNull();
  expect(sealOf(null, "d")).toBeNull();
});

test("what was seen first stays, and only the last games are kept", () => {
  keepSeal({ gameId: "g0", commitment: "c", whole: "first" });
  keepSeal({ gameId: "g0", commitment: "c", whole: "second" });
  expect(sealOf("g0", "c")).toBe("first");
  for (let n = 1; n <= 40; n += 1) {
    keepSeal({ gameId: `g${String(n)}`, commitment: "c", whole: "w" });
  }
  expect(sealOf("g0", "")).toBeNull();
  expect(sealOf("g40", "")).toBe("w");
});

test("what cannot be read counts as nothing", () => {
  stored.set("carteado.seals", "{");
  expect(sealOf("g", "c")).toBeNull();
});
