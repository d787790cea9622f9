import { readFileSync } from "node:fs";

import { create, fromJson } from "@bufbuild/protobuf";
import type { JsonObject } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { RoubaMonteActionSchema, RoubaMonteEventSchema } from "$gen/rouba_monte_pb";
import { GameEventSchema } from "$gen/table_pb";

import { eventsOf } from "../src/games/rouba-monte/history";
import { layOut } from "../src/games/rouba-monte/layout";
import { describe as tell } from "../src/games/rouba-monte/sentences";
import { actionsOf, meant, openPlace, pilePlace, TABLE } from "../src/games/rouba-monte/targets";
import type { People } from "../src/lib/table/people";

interface Step {
  events?: JsonObject[];
  reveals?: Record<string, Record<string, string[]>>;
  legal?: Record<string, JsonObject[]>;
  new?: JsonObject;
  public?: { history: string[] };
}

const steps = readFileSync(new URL("../../tests/golden/rouba-monte.play", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Step);

const people: People = {
  you: 2,
  who: (seat) => (seat === undefined ? "" : `Pessoa ${seat}`),
  whom: (seat) => (seat === undefined ? "" : `pessoa ${seat}`),
};

function eventOf(event: JsonObject) {
  // How a result is written on the wire is no matter of words.
  const rest = Object.fromEntries(Object.entries(event).filter(([name]) => name !== "result"));
  return fromJson(RoubaMonteEventSchema, rest, { ignoreUnknownFields: true });
}

function sentence(event: JsonObject, cards: string[] = []): string | null {
  const kind = { case: "roubaMonte" as const, value: eventOf(event) };
  return tell({ id: 1, event: create(GameEventSchema, { kind }), cards }, people);
}

describe("sentences", () => {
  test("everything that happens in the golden games can be told", () => {
    const kinds = new Set<unknown>();
    for (const step of steps) {
      for (const [i, event] of (step.events ?? []).entries()) {
        const own = step.reveals?.["2"]?.[String(i)] ?? [];
        const told = sentence(event, own);
        kinds.add(event.type);
        if (event.type === "dealt" && own.length === 0) expect(told).toBeNull();
        else expect(told, JSON.stringify(event)).toMatch(/^\p{L}[^{}?]+\.$/u);
      }
    }
    for (const kind of ["opened", "dealt", "captured", "stole", "discarded", "ended"]) {
      expect(kinds).toContain(kind);
    }
  });

  test("a stolen pile is told with its size", () => {
    const stole = { type: "stole", seat: 0, pile: 2, card: "KD", number: 9 };
    expect(sentence(stole)).toBe("Pessoa 0 roubou o monte de pessoa 2 com Rei de ouros: 9 cartas.");
  });
});

test("the history tells what the events told", () => {
  const seen: JsonObject[] = [];
  for (const step of steps) {
    if (step.new !== undefined) seen.length = 0;
    const told = (step.events ?? []).filter(({ type }) => type !== "ended");
    seen.push(...told);
    if (step.public === undefined) continue;
    // A deal is one line for all, and the first one is none.
    const moves = seen
      .filter(({ type }) => type !== "dealt")
      .map((event) => {
        const { type, seat, card, center, pile, number } = eventOf(event);
        return { type, seat, card, center, pile, number };
      });
    const remembered = eventsOf(step.public.history)
      .map(({ kind }) => (kind.case === "roubaMonte" ? kind.value : null))
      .filter((value) => value !== null && value.type !== "dealt")
      .map((value) => {
        const { type, seat, card, center, pile, number } = value ?? {};
        return { type, seat, card, center, pile, number };
      });
    expect(remembered).toEqual(moves);
  }
});

describe("what is meant by dropping a card", () => {
  const make = (card: string, to: { center?: string; pile?: number }) =>
    create(RoubaMonteActionSchema, { type: "capture", card, ...to });
  const legal = [
    make("7D", { center: "7C" }),
    make("7D", { pile: 1 }),
    make("KD", { center: "KS" }),
  ];

  test("a target is taken where it lies, and no other", () => {
    expect(meant(legal, "7D", openPlace("7C"))).toBe(legal[0]);
    expect(meant(legal, "7D", pilePlace(1))).toBe(legal[1]);
    expect(meant(legal, "7D", openPlace("KS"))).toBeNull();
    expect(meant(legal, "2D", openPlace("7C"))).toBeNull();
  });

  test("on the centre the only one is meant; of several none", () => {
    expect(meant(legal, "KD", TABLE)).toBe(legal[2]);
    expect(meant(legal, "7D", TABLE)).toBeNull();
  });

  test("in the golden games every legal action has a place of its own", () => {
    let several = 0;
    for (const { legal: lists } of steps) {
      for (const list of Object.values(lists ?? {})) {
        const actions = list.map((action) => fromJson(RoubaMonteActionSchema, action));
        for (const { card = "" } of actions) {
          const able = actionsOf(actions, card);
          const places = able.map(({ center, pile }) =>
            center !== undefined ? openPlace(center) : pile !== undefined ? pilePlace(pile) : TABLE,
          );
          expect(new Set(places).size).toBe(able.length);
          for (const [i, place] of places.entries()) {
            expect(meant(actions, card, place)).toBe(able[i]);
          }
          if (able.length > 1) several += 1;
        }
      }
    }
    expect(several).toBeGreaterThan(0);
  });
});

describe("the open cards", () => {
  const area = fc.record({
    width: fc.integer({ min: 200, max: 1200 }),
    height: fc.integer({ min: 110, max: 500 }),
  });

  test("each lies within the area, and none is too small to touch", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 }), area, (count, size) => {
        const { width, spots } = layOut(count, size, 128, 44);
        expect(spots).toHaveLength(count);
        expect(width).toBeGreaterThanOrEqual(44);
        for (const { x, y } of spots) {
          expect(x).toBeGreaterThanOrEqual(-0.5);
          expect(x + width).toBeLessThanOrEqual(size.width + 0.5);
          expect(y).toBeGreaterThanOrEqual(-0.5);
          expect(y + width * 1.5).toBeLessThanOrEqual(size.height + 0.5);
        }
      }),
    );
  });

  test("none lies on another while there is room", () => {
    for (let count = 1; count <= 12; count += 1) {
      const { width, spots } = layOut(count, { width: 360, height: 260 }, 82, 44);
      for (const [i, a] of spots.entries()) {
        for (const b of spots.slice(i + 1)) {
          const apart = Math.abs(a.x - b.x) >= width || Math.abs(a.y - b.y) >= width * 1.5;
          expect(apart, `${count}`).toBe(true);
        }
      }
    }
  });
});
