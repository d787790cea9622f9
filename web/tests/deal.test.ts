import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { deal } from "../src/lib/fair/deal";
import { fromHex } from "../src/lib/fair/shuffle";

interface Vector {
  game: string;
  seats: number[];
  starter: number | null;
  options: { variants?: string[] };
  seed: string;
  hands: Record<string, string[]>;
  open: string[];
  stock: string[] | Record<string, string[]>;
}

const vectors = JSON.parse(
  readFileSync(new URL("../../tests/golden/deals.json", import.meta.url), "utf8"),
) as Vector[];

const named = vectors.map((vector, number) => ({
  ...vector,
  title: `${String(number)} ${vector.game} ${vector.seats.join("")} ${String(vector.starter)}`,
}));

test("there are vectors for all five games", () => {
  const games = new Set(vectors.map((vector) => vector.game));
  expect([...games].sort()).toEqual(["caravan", "hearts", "rami", "rouba-monte", "virae"]);
});

test.each(named)("$title is dealt as the rules deal it", async (vector) => {
  const opening = await deal(vector.game, {
    seats: vector.seats,
    seed: fromHex(vector.seed),
    starter: vector.starter,
    variants: vector.options.variants ?? [],
  });
  if (opening === null) throw new Error("not known");
  const { hands, open, stock } = opening;
  expect(Object.fromEntries(hands)).toEqual(vector.hands);
  expect(open).toEqual(vector.open);
  expect(stock instanceof Map ? Object.fromEntries(stock) : stock).toEqual(vector.stock);
});

test.each(["", "chess", "toString", "__proto__"])("%s is no game of ours", async (game) => {
  expect(await deal(game, { seats: [0], seed: fromHex("00".repeat(32)), starter: 0 })).toBeNull();
});
