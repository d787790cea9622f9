import { readFileSync } from "node:fs";

import { create, fromJson } from "@bufbuild/protobuf";
import type { JsonValue } from "@bufbuild/protobuf";
import { expect, test } from "vitest";

import { GameEventSchema } from "$gen/table_pb";
import { ViraeEventSchema } from "$gen/virae_pb";

import { eventsOf } from "../src/games/virae/history";
import { describe as tell } from "../src/games/virae/sentences";
import type { People } from "../src/lib/table/people";

interface Step {
  events?: Record<string, JsonValue>[];
}

const steps = readFileSync(new URL("../../tests/golden/virae.play", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Step);
const events = steps.flatMap((step) => step.events ?? []);

const people: People = {
  you: 2,
  who: (seat) => (seat === undefined ? "" : `Pessoa ${seat}`),
  whom: (seat) => (seat === undefined ? "" : `pessoa ${seat}`),
};

function sentence(event: Record<string, JsonValue>, cards: string[] = []): string | null {
  // How a result is written on the wire is no matter of words.
  const rest = Object.fromEntries(Object.entries(event).filter(([name]) => name !== "result"));
  const value = fromJson(ViraeEventSchema, rest, { ignoreUnknownFields: true });
  const kind = { case: "virae" as const, value };
  return tell({ id: 1, event: create(GameEventSchema, { kind }), cards }, people);
}

test("the golden games hold every kind of event", () => {
  const kinds = new Set(events.map((event) => event.type));
  for (const kind of ["opened", "played", "drew", "skipped", "reversed", "ended"]) {
    expect(kinds).toContain(kind);
  }
});

test("everything that happens in the golden games can be told", () => {
  for (const event of events) {
    const told = sentence(event);
    if (event.type === "dealt") expect(told).toBeNull();
    else expect(told, JSON.stringify(event)).toMatch(/^\p{L}[^{}]+[.!]$/u);
  }
});

test("hidden cards are told by their number, one's own by their names", () => {
  const drew = { type: "drew", seat: 2, cards: ["??", "??"], cause: "plus_two" };
  expect(sentence(drew)).toBe("Pessoa 2 comprou 2 cartas.");
  expect(sentence(drew, ["R5", "GV"])).toBe("Você comprou 5 vermelho, Reversão verde.");
});

test("the history of the golden games can be told", () => {
  const lines = new Set(
    steps.flatMap((step) => (step as { public?: { history: string[] } }).public?.history ?? []),
  );
  expect(lines.size).toBeGreaterThan(20);
  for (const line of lines) {
    const told = eventsOf([line]).map((event) => tell({ id: 1, event, cards: [] }, people));
    if (/ (shuffle|catch)$/.test(line)) expect(told).toEqual([]);
    else expect(told.join(" "), line).toMatch(/essoa \d.*[.!]$/);
  }
});
