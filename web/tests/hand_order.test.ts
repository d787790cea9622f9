/** The hand's own order, over whole golden games of every kind. */

import { create } from "@bufbuild/protobuf";
import { describe, expect, test, vi } from "vitest";

import { TableStatus, UpdateSchema } from "$gen/table_pb";
import type { Update } from "$gen/table_pb";

import { CaravanGame } from "../src/games/caravan/game.svelte";
import { HeartsGame } from "../src/games/hearts/game.svelte";
import { RamiGame } from "../src/games/rami/game.svelte";
import { MonteGame } from "../src/games/rouba-monte/game.svelte";
import { ViraeGame } from "../src/games/virae/game.svelte";
import { moveCard } from "../src/lib/cards/order";
import { bySuit } from "../src/lib/cards/suits";
import { ReplayClient } from "../src/lib/state/replay.svelte";

import { read } from "./caravan_golden";

// What the client remembers between visits, and the page: nothing.
vi.hoisted(() => {
  const empty = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  const document = { activeElement: null, body: null };
  Object.assign(globalThis, { localStorage: empty, sessionStorage: empty, document });
});

interface Step {
  public?: { phase: string; turn: number | null; round?: number; number?: number };
  private?: Record<string, { hand: string[]; passed?: string[] }>;
}

const GAMES = {
  virae: ["virae", ViraeGame],
  "rouba-monte": ["roubaMonte", MonteGame],
  rami: ["rami", RamiGame],
  hearts: ["hearts", HeartsGame],
  caravan: ["caravan", CaravanGame],
} as const;
type Name = keyof typeof GAMES;

/** The golden game as one of its players is sent it. */
function updatesOf(name: Name, seat: string): Update[] {
  const steps = read<Step>(`golden/${name}.play`).filter((step) => step.private !== undefined);
  return steps.map((step, index) => {
    const own = step.private?.[seat];
    if (own === undefined) throw new Error(`no seat ${seat}`);
    const { phase = "", turn = null, round = 0 } = step.public ?? {};
    const value = {
      phase,
      ...(turn === null ? {} : { turn }),
      ...(name === "rami" ? { round } : {}),
      own: { hand: own.hand, ...(name === "hearts" ? { passed: own.passed ?? [] } : {}) },
    };
    return create(UpdateSchema, {
      gameId: "replay:aaaaaaaaaaaaaaaa",
      version: index + 1,
      you: Number(seat),
      table: { status: TableStatus.PLAYING },
      view: { game: { case: GAMES[name][0], value } as never },
    });
  });
}

/** Follow the whole game; after each update the owner moves a card, differently each time. */
function follow(
  name: Name,
  seat: string,
  seen: (order: { before: string[]; after: string[] }, update: Update, former: Update) => void,
): void {
  const updates = updatesOf(name, seat);
  const [first, ...rest] = updates;
  if (first === undefined) throw new Error("an empty game");
  const client = new ReplayClient("aaaaaaaaaaaaaaaa", name);
  client.show(first, false);
  const game = new GAMES[name][1](client);
  game.follow(first);
  let former = first;
  for (const [n, update] of rest.entries()) {
    const { order } = game.hand;
    game.hand.order = moveCard(order, (n * 5) % (order.length || 1), (n * 3) % (order.length || 1));
    const before = game.hand.order.map(({ key }) => key);
    client.show(update, true);
    seen({ before, after: game.hand.order.map(({ key }) => key) }, update, former);
    former = update;
  }
}

function roundOf(update: Update): number {
  const game = update.view?.game;
  return game?.case === "rami" ? game.value.round : 0;
}

function seatsOf(name: Name): string[] {
  const [first] = read<Step>(`golden/${name}.play`);
  return Object.keys(first?.private ?? {});
}

describe.each(Object.keys(GAMES) as Name[])("%s", (name) => {
  test.each(seatsOf(name))("what stays in the hand of seat %s keeps its order", (seat) => {
    let updates = 0;
    follow(name, seat, ({ before, after }, update, former) => {
      // A new round is a new hand.
      if (roundOf(update) !== roundOf(former)) return;
      const stayed = before.filter((key) => after.includes(key));
      expect(after.filter((key) => before.includes(key))).toEqual(stayed);
      // What comes lies behind it; a hand that is dealt anew comes sorted as the game does.
      if (stayed.length > 0) expect(after.slice(0, stayed.length)).toEqual(stayed);
      updates += 1;
    });
    expect(updates).toBeGreaterThan(20);
  });
});

test.each(seatsOf("rami"))("each round of Rami begins with a sorted hand, seat %s", (seat) => {
  let rounds = 0;
  follow("rami", seat, ({ after }, update, former) => {
    if (roundOf(update) === roundOf(former)) return;
    rounds += 1;
    const ranks = after.map((key) => bySuit(key.split(".")[0] ?? ""));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  });
  expect(rounds).toBeGreaterThanOrEqual(1);
});
