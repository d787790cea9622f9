import { readFileSync } from "node:fs";

import { create, fromJson } from "@bufbuild/protobuf";
import type { JsonObject } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";

import { HeartsEventSchema, HeartsViewSchema } from "$gen/hearts_pb";
import { GameEventSchema } from "$gen/table_pb";

import { eventsOf } from "../src/games/hearts/history";
import { describe as tell } from "../src/games/hearts/sentences";
import { costly, giverOf, placed, pointsOf, receiverOf, takerOf } from "../src/games/hearts/tricks";
import type { People } from "../src/lib/table/people";

interface Step {
  events?: JsonObject[];
  reveals?: Record<string, Record<string, string[]>>;
  public?: JsonObject & { history: { leader: number; cards: string[] }[] };
}

const steps = readFileSync(new URL("../../tests/golden/hearts.play", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Step);

const YOU = 2;
const people: People = {
  you: YOU,
  who: (seat) => (seat === undefined ? "" : `Pessoa ${seat}`),
  whom: (seat) => (seat === undefined ? "" : `pessoa ${seat}`),
};

function sentence(event: JsonObject, cards: string[] = []): string | null {
  // How a result is written on the wire is no matter of words.
  const rest = Object.fromEntries(Object.entries(event).filter(([name]) => name !== "result"));
  const value = fromJson(HeartsEventSchema, rest, { ignoreUnknownFields: true });
  const kind = { case: "hearts" as const, value };
  return tell({ id: 1, event: create(GameEventSchema, { kind }), cards }, people);
}

describe("sentences", () => {
  test("everything that happens in the golden games can be told", () => {
    const kinds = new Set<unknown>();
    for (const step of steps) {
      for (const [i, event] of (step.events ?? []).entries()) {
        const told = sentence(event, step.reveals?.[String(YOU)]?.[String(i)]);
        kinds.add(event.type);
        if (event.type === "dealt" && event.seat !== 0) expect(told).toBeNull();
        else expect(told, JSON.stringify(event)).toMatch(/^\p{L}[^{}?]+[.!]$/u);
      }
    }
    const all = ["dealt", "chose", "passed", "played", "took", "broke", "scored", "ended"];
    expect([...kinds].sort()).toEqual(all.sort());
  });

  test("faces are told to those alone who may know them", () => {
    const passed = { type: "passed", seat: 1, to: YOU, cards: ["??", "??", "??"] };
    const own = ["QS", "AH", "2D"];
    expect(sentence(passed, own)).toBe(
      "Você recebeu Dama de espadas, Ás de copas, 2 de ouros de Pessoa 1.",
    );
    expect(sentence({ ...passed, seat: YOU, to: 3 }, own)).toContain("para pessoa 3");
    expect(sentence({ ...passed, to: 3 })).toBe("Pessoa 1 passou três cartas para pessoa 3.");
  });

  test("the moon is told with the hand's points", () => {
    const scored = { type: "scored", seat: 1, number: 3, points: [26, 0, 26, 26] };
    expect(sentence(scored)).toBe(
      "Pessoa 1 levou a lua! Fim da mão 3. Pessoa 0: 26, Pessoa 1: 0, Pessoa 2: 26, Pessoa 3: 26.",
    );
  });
});

describe("what the view remembers", () => {
  const views = steps.flatMap(({ public: seen }) => {
    if (seen === undefined) return [];
    const { phase, number, leader, history, sheet } = seen;
    const trick = (seen.trick as { card: string }[]).map(({ card }) => card);
    const value = {
      phase,
      number,
      leader: leader ?? undefined,
      trick,
      history,
      sheet: (sheet as number[][]).map((points) => ({ points })),
    };
    return [fromJson(HeartsViewSchema, JSON.parse(JSON.stringify(value)) as JsonObject)];
  });

  test("it can be told from any moment on", () => {
    expect(views.length).toBeGreaterThan(50);
    for (const view of views) {
      for (const event of eventsOf(view)) {
        expect(tell({ id: 1, event, cards: [] }, people)).toMatch(/[.!]$/);
      }
    }
  });

  test("it names the takers that the game named", () => {
    const took = steps.flatMap(({ events }) =>
      (events ?? []).filter(({ type }) => type === "took"),
    );
    const played = steps.flatMap(({ public: seen }) => seen?.history ?? []);
    const tricks = new Map(played.map((trick) => [trick.cards.join(" "), trick]));
    let checked = 0;
    for (const { seat, cards, number } of took) {
      const trick = tricks.get((cards as string[]).join(" "));
      if (trick === undefined) continue;
      expect(takerOf(trick)).toBe(seat);
      expect(pointsOf(trick.cards)).toBe(number);
      checked += 1;
    }
    expect(checked).toBeGreaterThan(20);
  });
});

test("cards go round the table as the pass says", () => {
  for (const direction of ["left", "right", "across"]) {
    for (const seat of [0, 1, 2, 3]) {
      const to = receiverOf(seat, direction);
      expect(to).not.toBeNull();
      expect(to).not.toBe(seat);
      expect(giverOf(to ?? -1, direction)).toBe(seat);
    }
  }
  expect(receiverOf(0, "left")).toBe(1);
  expect(receiverOf(0, "right")).toBe(3);
  expect(receiverOf(2, "none")).toBeNull();
});

test("a trick knows who played what, and what it costs", () => {
  expect(placed(3, ["2C", "9H"])).toEqual([
    { seat: 3, card: "2C" },
    { seat: 0, card: "9H" },
  ]);
  expect(pointsOf(["QS", "9H", "AH", "KS"])).toBe(15);
  expect(costly(["9H", "KS", "AH", "QS"])).toEqual(["QS", "9H", "AH"]);
});
