import { readdirSync, readFileSync } from "node:fs";

import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { expect, test } from "vitest";

import { en } from "../src/i18n/en";
import { chooseLanguage, later } from "../src/i18n/index.svelte";
import { ptBR } from "../src/i18n/pt-BR";
import type { MessageKey } from "../src/i18n/pt-BR";

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

test.each(Object.keys(ptBR) as MessageKey[])("%s takes the same values in both", (key) => {
  expect(en[key].trim()).not.toBe("");
  expect(parameters(parse(en[key]))).toEqual(parameters(parse(ptBR[key])));
});

test("what is loaded later says everything in both languages, with the same values", async () => {
  const root = new URL("../src/", import.meta.url);
  const modules = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.startsWith("i18n"))
    .filter((path) => /\bcatalogue\(/.test(readFileSync(new URL(path, root), "utf8")));
  expect(modules).toContain("games/virae/words.ts");
  for (const path of modules) await import(new URL(path, root).href);
  expect(Object.keys(later.en).sort()).toEqual(Object.keys(later["pt-BR"]).sort());
  for (const [key, pt] of Object.entries(later["pt-BR"])) {
    const english = later.en[key] ?? "";
    expect(english.trim(), key).not.toBe("");
    expect(parameters(parse(english)), key).toEqual(parameters(parse(pt)));
  }
});

test("the language follows the choice, then the browser, then Portuguese", () => {
  expect(chooseLanguage("en", ["pt-BR"])).toBe("en");
  expect(chooseLanguage(null, ["fr", "en-GB", "pt"])).toBe("en");
  expect(chooseLanguage(null, ["pt-PT", "en"])).toBe("pt-BR");
  expect(chooseLanguage("xx", ["ja"])).toBe("pt-BR");
});
