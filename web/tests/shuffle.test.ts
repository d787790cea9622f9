import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { commitmentOf, fromHex, gameSeed, shuffled, toHex } from "../src/lib/fair/shuffle";

interface Case {
  id: string;
  new: { seats: number[]; seed: string };
  expect: { position: { stock: string[]; hands: Record<string, string[]>; discard: string[] } };
}

const cases = JSON.parse(
  readFileSync(new URL("../../tests/conformance/virae.json", import.meta.url), "utf8"),
) as Case[];

/** The 108 cards as a fresh deck lies. */
function freshDeck(): string[] {
  const twice = [..."123456789SVD"].flatMap((face) => [face, face]);
  const colours = [..."RYGB"].flatMap((colour) => ["0", ...twice].map((face) => colour + face));
  return [...colours, ..."WWWW", "W4", "W4", "W4", "W4"];
}

test("shuffle 0 of a conformance case deals its hands, discard and stock", async () => {
  const found = cases.find((one) => one.id === "V-01");
  if (found === undefined) throw new Error("V-01 is gone");
  const { seats, seed } = found.new;
  const { hands, stock, discard } = found.expect.position;
  const deck = await shuffled(fromHex(seed), 0, freshDeck());
  const dealt = 7 * seats.length;
  for (const [place, seat] of seats.entries()) {
    const own = deck.slice(0, dealt).filter((_, i) => i % seats.length === place);
    expect([...own].sort()).toEqual([...(hands[seat] ?? [])].sort());
  }
  const rest = deck.slice(dealt);
  const first = rest.findIndex((card) => /^[RYGB]\d$/.test(card));
  expect(rest[first]).toBe(discard[0]);
  expect([...rest.slice(first + 1), ...rest.slice(0, first)]).toEqual(stock);
});

test("the golden game's deal comes from its seed", async () => {
  const play = readFileSync(new URL("../../tests/golden/virae.play", import.meta.url), "utf8");
  const first = JSON.parse(play.split("\n")[0] ?? "") as {
    new: { seats: number[]; seed: string; starter: number };
    private: Record<string, { hand: string[] }>;
  };
  const { seats, seed, starter } = first.new;
  const deck = await shuffled(fromHex(seed), 0, freshDeck());
  const opener = seats.indexOf(starter);
  for (const [place, seat] of seats.entries()) {
    const turn = (place - opener + seats.length) % seats.length;
    const dealt = deck.slice(0, 7 * seats.length).filter((_, i) => i % seats.length === turn);
    expect(dealt).toEqual(first.private[seat]?.hand);
  }
});

test("the commitment is the SHA-256 of the seed", async () => {
  expect(toHex(await commitmentOf(fromHex("616263")))).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

test("nonces go in by seat, whatever order they came in", async () => {
  const server = new Uint8Array(32).fill(7);
  const a = new Uint8Array(16).fill(1);
  const b = new Uint8Array(20).fill(2);
  const one = await gameSeed(
    server,
    new Map([
      [3, b],
      [0, a],
    ]),
  );
  const two = await gameSeed(
    server,
    new Map([
      [0, a],
      [3, b],
    ]),
  );
  expect(toHex(one)).toBe(toHex(two));
  expect(toHex(await gameSeed(server, new Map([[0, a]])))).not.toBe(toHex(one));
});
