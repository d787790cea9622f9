import { expect, test } from "vitest";

import { setLanguage } from "../src/i18n/index.svelte";
import { bySuit, cardName, cardTexts, faceOf, JOKER, RANKS, SUITS } from "../src/lib/cards/suits";

const deck = SUITS.flatMap((suit) => [...RANKS].map((rank) => rank + suit));

test("every card of the notation has its parts, and nothing else has", () => {
  for (const card of deck) expect(faceOf(card)).toEqual({ rank: card[0], suit: card[1] });
  expect(faceOf(JOKER)).toEqual({ rank: "X", suit: null });
  for (const other of ["??", "", "1C", "10C", "QX", "Q", "cc"]) expect(faceOf(other)).toBeNull();
});

test("every card has a name of its own in both languages", () => {
  const store = new Map<string, string>();
  Object.assign(globalThis, { localStorage: { setItem: store.set.bind(store) } });
  for (const language of ["pt-BR", "en"] as const) {
    setLanguage(language);
    const names = [...deck, JOKER].map(cardName);
    expect(new Set(names).size).toBe(53);
    for (const name of names) expect(name).toMatch(/^[\p{L}\d ]+$/u);
  }
  expect(cardName("TD")).toBe("10 of diamonds");
  setLanguage("pt-BR");
  expect(cardName("QS")).toBe("Dama de espadas");
  expect(Object.keys(cardTexts.en)).toEqual(Object.keys(cardTexts["pt-BR"]));
});

test("sorted, black and red suits take turns and jokers come last", () => {
  const sorted = ["AH", JOKER, "2S", "KD", "3C", "AC"].sort((a, b) => bySuit(a) - bySuit(b));
  expect(sorted).toEqual(["3C", "AC", "KD", "2S", "AH", JOKER]);
});
