import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";

import { CaravanViewSchema } from "$gen/caravan_pb";
import { UpdateSchema } from "$gen/table_pb";

import { eventsOf } from "../src/games/caravan/history";
import { changedRoutes, ROUTES, routeOf, stateOf, tellState } from "../src/games/caravan/routes";
import { describe, targetsIn } from "../src/games/caravan/sentences";
import { nextIn } from "../src/games/caravan/steering";
import { actionAt, aimsOf, placeOf, targetOf, whyNot } from "../src/games/caravan/targets";
import type { Target } from "../src/games/caravan/targets";
import { isKnown } from "../src/i18n/index.svelte";
import type { People } from "../src/lib/table/people";

import { eventOf, read, sidesOf, viewFor } from "./caravan_golden";
import type { Step } from "./caravan_golden";

const steps = read<Step>("golden/caravan.play");
const shown = steps.filter(
  (step): step is Required<Pick<Step, "public" | "private">> & Step =>
    step.public !== undefined && step.private !== undefined,
);
const events = steps.flatMap((step) => step.events ?? []);

const people: People = {
  you: 0,
  who: (seat) => (seat === undefined ? "" : `Pessoa ${seat}`),
  whom: (seat) => (seat === undefined ? "" : `pessoa ${seat}`),
};

function everywhere(view: ReturnType<typeof viewFor>): Target[] {
  const found: Target[] = [
    { kind: "discard", seat: 0 },
    { kind: "discard", seat: 1 },
  ];
  for (const seat of [0, 1]) {
    for (const route of ROUTES) {
      found.push({ kind: "route", seat, route });
      const count = routeOf(view, seat, route)?.cards.length ?? 0;
      for (let index = 0; index < count; index += 1)
        found.push({ kind: "card", seat, route, index });
    }
  }
  return found;
}

test("in the golden games every legal play has its target, and every other target its reason", () => {
  let plays = 0;
  let refusals = 0;
  for (const step of shown) {
    for (const seat of [0, 1]) {
      const view = viewFor(step, seat);
      const legal = view.own?.legal ?? [];
      if (legal.length === 0) continue;
      for (const card of new Set(view.own?.hand)) {
        const targets = everywhere(view);
        const taken = targets.filter((target) => actionAt(legal, card, target, seat) !== undefined);
        plays += taken.length;
        expect(taken.length).toBe(legal.filter((action) => action.card === card).length);
        expect(aimsOf(legal, card, seat).map(placeOf).sort()).toEqual(
          taken
            .filter((target) => target.kind !== "discard")
            .map(placeOf)
            .sort(),
        );
        for (const target of targets.filter((one) => !taken.includes(one))) {
          refusals += 1;
          const why = whyNot(view, card, target, seat);
          expect(isKnown(why), why).toBe(true);
          expect(why).not.toBe("error.no_such_card");
        }
      }
    }
  }
  expect(plays).toBeGreaterThan(200);
  expect(refusals).toBeGreaterThan(200);
});

interface Case {
  id: string;
  position?: {
    options: { variants?: string[] };
    routes: Parameters<typeof sidesOf>[1];
    moves?: Record<string, number>;
  };
  steps?: { seat?: number; action?: object; expect: { error?: string } }[];
}

const WORDED = ["same_value", "wrong_direction", "queen_not_last", "card_full", "route_not_empty"];

test("refusals are worded as the rules give them in the conformance cases", () => {
  let checked = 0;
  for (const { id, position, steps: all } of read<Case>("conformance/caravan.json")) {
    if (position?.routes === undefined) continue;
    const view = create(CaravanViewSchema, {
      variants: position.options.variants ?? [],
      sides: sidesOf([0, 1], position.routes, position.moves ?? { "0": 9, "1": 9 }),
    });
    for (const { seat = 0, action, expect: wanted } of all ?? []) {
      // Beyond the first action that is made the position is another one.
      if (wanted.error === undefined) break;
      const said = create(CaravanViewSchema, { own: { legal: [action as object] } }).own?.legal[0];
      const target = said === undefined ? null : targetOf(said, seat);
      if (target === null || !WORDED.includes(wanted.error)) continue;
      expect(whyNot(view, said?.card ?? "", target, seat), id).toBe(`error.${wanted.error}`);
      checked += 1;
    }
  }
  expect(checked).toBeGreaterThan(8);
});

test("everything that happens in the golden games can be told", () => {
  const kinds = new Set(events.map((event) => event.type));
  for (const kind of [
    "opened",
    "placed",
    "attached",
    "removed",
    "drew",
    "discarded",
    "disbanded",
  ]) {
    expect(kinds).toContain(kind);
  }
  for (const event of events) {
    const told = describe({ id: 1, event: eventOf(event), cards: [] }, people);
    if (event.type === "dealt") expect(told).toBeNull();
    else expect(told, JSON.stringify(event)).toMatch(/^\p{L}[^{}@]+\.$/u);
  }
});

test("a figure is told with the card that takes it, a drawn card only to its owner", () => {
  const before = create(CaravanViewSchema, {
    sides: sidesOf([0, 1], { "0": [], "1": [{ cards: [["9D"], ["5S", "KD@0"]] }] }, {}),
  });
  const event = eventOf({ type: "attached", seat: 0, card: "JC", owner: 1, route: 0, place: 1 });
  const targets = new WeakMap(targetsIn(before, create(UpdateSchema, { events: [event] })));
  expect(describe({ id: 1, event, cards: [] }, people, targets)).toBe(
    "Pessoa 0 pôs Valete de paus sobre 5 de espadas com Rei de ouros, na rota 1 de Pessoa 1.",
  );
  const drew = eventOf({ type: "drew", seat: 0, cards: ["??"] });
  expect(describe({ id: 1, event: drew, cards: [] }, people)).toBe("Pessoa 0 comprou uma carta.");
  expect(describe({ id: 1, event: drew, cards: ["XX"] }, people)).toBe("Você comprou Coringa.");
});

test("the history of the golden games can be told", () => {
  const lines = new Set(shown.flatMap((step) => step.public.history));
  expect(lines.size).toBeGreaterThan(20);
  for (const line of lines) {
    const told = eventsOf([line]).map((event) => describe({ id: 1, event, cards: [] }, people));
    if (/ (shuffle|x\d)$/.test(line)) expect(told).toEqual([]);
    else expect(told.join(" "), line).toMatch(/^Pessoa \d \p{L}.*\.$/u);
  }
});

test("a route is said to be sold exactly where the rules say so", () => {
  const states = new Set<string>();
  for (const step of shown) {
    const view = viewFor(step, 0);
    for (const seat of [0, 1]) {
      for (const route of ROUTES) {
        const state = stateOf(view, seat, route);
        states.add(state);
        expect(state === "sold").toBe(step.public.sold[route] === seat);
        const value = routeOf(view, seat, route)?.value ?? 0;
        expect(["sold", "beaten", "tied"].includes(state)).toBe(value >= 21 && value <= 26);
        expect(tellState(view, seat, route)).not.toMatch(/undefined|\{/);
      }
    }
  }
  for (const state of ["empty", "low", "over", "sold"]) expect(states).toContain(state);
});

test("only the routes that changed are told anew", () => {
  const [one, two] = [[["5S"]], [["5S", "KD@1"]]].map((cards) =>
    create(CaravanViewSchema, {
      sides: sidesOf([0, 1], { "0": [{ cards: [] }, { cards }], "1": [{ cards: [["2C"]] }] }, {}),
    }),
  );
  expect(changedRoutes(one ?? null, two ?? null)).toEqual([{ seat: 0, route: 1 }]);
  expect(changedRoutes(one ?? null, one ?? null)).toEqual([]);
  expect(changedRoutes(null, two ?? null)).toEqual([]);
});

test("an arrow leads to the nearest target that lies its way", () => {
  const points = [
    { x: 10, y: 0 },
    { x: 100, y: 0 },
    { x: 0, y: 50 },
    { x: 60, y: 55 },
  ];
  const from = { x: 0, y: 0 };
  expect(nextIn(points, from, [1, 0])).toBe(0);
  expect(nextIn(points, from, [0, 1])).toBe(2);
  expect(nextIn(points, from, [-1, 0])).toBe(-1);
});
