import { create } from "@bufbuild/protobuf";
import { expect, test, vi } from "vitest";

import { TableStatus, UpdateSchema } from "$gen/table_pb";
import type { Update } from "$gen/table_pb";

import { ViraeGame } from "../src/games/virae/game.svelte";
import { ReplayClient } from "../src/lib/state/replay.svelte";

// What the client remembers between visits: nothing.
vi.hoisted(() => {
  const empty = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  const document = { activeElement: null, body: null };
  Object.assign(globalThis, { localStorage: empty, sessionStorage: empty, document });
});

const GAME = "replay:aaaaaaaaaaaaaaaa";

function update(version: number, hand: string[]): Update {
  const legal = hand.map((card) => ({ type: "play", card, call: true }));
  return create(UpdateSchema, {
    gameId: GAME,
    version,
    you: 0,
    table: { status: TableStatus.PLAYING },
    view: { game: { case: "virae", value: { turn: 0, phase: "play", own: { hand, legal } } } },
  });
}

let answer: (accepted: boolean) => void = () => undefined;

/** A client whose server takes its time. */
class SlowClient extends ReplayClient {
  override act(): Promise<boolean> {
    return new Promise((done) => (answer = done));
  }
}

function sitDown(hand: string[]): { client: SlowClient; game: ViraeGame } {
  const client = new SlowClient("aaaaaaaaaaaaaaaa", "virae");
  const first = update(4, hand);
  client.show(first, false);
  const game = new ViraeGame(client);
  game.follow(first);
  return { client, game };
}

test("the announcement waits for its cards, not for the answer to a single move", async () => {
  const { client, game } = sitDown(["R1", "R2"]);
  const [held] = game.hand.order;
  if (held === undefined) throw new Error("no card");
  game.announce = true;
  game.play(held);
  answer(false);
  await Promise.resolve();
  expect(game.announce).toBe(true);

  // Others move; the cards are the same.
  client.show(update(5, ["R1", "R2"]), true);
  expect(game.announce).toBe(true);

  // The next hand: the switch is off, and a late answer leaves alone what is set for it.
  game.play(held);
  client.show(update(6, ["R2"]), true);
  expect(game.announce).toBe(false);
  client.show(update(7, ["R2", "G4"]), true);
  game.announce = true;
  answer(true);
  await Promise.resolve();
  await Promise.resolve();
  expect(game.announce).toBe(true);
});
