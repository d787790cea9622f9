import { readFileSync } from "node:fs";

import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { describe, expect, test } from "vitest";

import { rulesText as heartsRules } from "../src/games/hearts/rulesText";
import { heartsTexts } from "../src/games/hearts/words";
import { rulesText as monteRules } from "../src/games/rouba-monte/rulesText";
import { monteTexts } from "../src/games/rouba-monte/words";
import { ptBR } from "../src/i18n/pt-BR";
import { cardTexts, faceOf } from "../src/lib/cards/suits";
import { frameTexts } from "../src/lib/table/words";

function parameters(elements: MessageFormatElement[], found = new Set<string>()): Set<string> {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    found.add(element.value);
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const option of Object.values(element.options)) parameters(option.value, found);
    }
  }
  return found;
}

describe.each(Object.entries({ heartsTexts, monteTexts, cardTexts, frameTexts }))(
  "%s",
  (_, texts) => {
    const en = texts.en as Record<string, string>;

    test.each(Object.entries<string>(texts["pt-BR"]))("%s takes the same in both", (key, text) => {
      expect(en[key]?.trim()).not.toBe("");
      expect(parameters(parse(en[key] ?? ""))).toEqual(parameters(parse(text)));
    });
  },
);

test.each(Object.entries({ heartsRules, monteRules }))("%s says the same in both", (_, rules) => {
  expect(rules.en).toHaveLength(rules["pt-BR"].length);
  for (const [i, section] of rules["pt-BR"].entries()) {
    const other = rules.en[i];
    expect(other?.picture).toEqual(section.picture);
    expect(other?.text).toHaveLength(section.text.length);
    expect(other?.table?.length).toBe(section.table?.length);
    for (const part of section.picture ?? []) {
      const card = part.split(" ")[0] ?? "";
      expect(faceOf(card) !== null || [">", "+", "??"].includes(card), part).toBe(true);
    }
  }
});

test.each(Object.entries({ hearts: heartsTexts, "rouba-monte": monteTexts }))(
  "every reason that %s gives has its sentence",
  (game, texts) => {
    const page = readFileSync(new URL(`../../docs/rules/${game}.md`, import.meta.url), "utf8");
    const section = page.split("## Why a card can't be played\n")[1]?.split("\n## ")[0] ?? "";
    const codes = [...section.matchAll(/`(\w+)`/g)].map(([, code]) => `error.${code}`);
    expect(codes.length).toBeGreaterThan(9);
    const known = { ...ptBR, ...frameTexts["pt-BR"], ...texts["pt-BR"] };
    // Hand-made positions are no matter of the table.
    for (const code of codes) if (code !== "error.no_seed") expect(known).toHaveProperty([code]);
  },
);
