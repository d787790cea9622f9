/** The language in force and the sentences in it. */

import { en } from "./en";
import { formatMessage } from "./format";
import { ptBR } from "./pt-BR";
import type { Catalogue, MessageKey } from "./pt-BR";

export type { MessageKey } from "./pt-BR";

export const LANGUAGES = { "pt-BR": "Português", en: "English" } as const;
export type Language = keyof typeof LANGUAGES;
export type Values = Record<string, string | number>;

const CATALOGUES: Record<Language, Catalogue> = { "pt-BR": ptBR, en };
/** Sentences that came with a part that is loaded when needed, for the codes of the server. */
export const later: Record<Language, Record<string, string>> = { "pt-BR": {}, en: {} };
const STORED = "carteado.language";

let current = $state<Language>(firstLanguage());

/** The stored choice, else the first of the browser's languages that is spoken here. */
export function chooseLanguage(stored: string | null, wanted: readonly string[]): Language {
  if (stored !== null && stored in CATALOGUES) return stored as Language;
  for (const tag of wanted) {
    const base = tag.toLowerCase().split("-")[0];
    if (base === "pt") return "pt-BR";
    if (base === "en") return "en";
  }
  return "pt-BR";
}

function firstLanguage(): Language {
  if (typeof localStorage === "undefined") return "pt-BR";
  return chooseLanguage(localStorage.getItem(STORED), navigator.languages);
}

export function language(): Language {
  return current;
}

export function setLanguage(wanted: Language): void {
  current = wanted;
  localStorage.setItem(STORED, wanted);
}

/** The sentence for a key, in the language in force; re-rendered when that changes. */
export function t(key: MessageKey, values: Values = {}): string {
  return formatMessage(current, CATALOGUES[current][key], values);
}

/**
 * A catalogue of a part that is loaded when it is first needed, such as a game's scene: its own
 * `t`, typed by its own keys. Its sentences for codes (`error.…`) are found by `tCode` from then on.
 */
export function catalogue<K extends string>(
  pt: Readonly<Record<K, string>>,
  english: Readonly<Record<K, string>>,
): (key: K, values?: Values) => string {
  Object.assign(later["pt-BR"], pt);
  Object.assign(later.en, english);
  return (key, values = {}) =>
    formatMessage(current, (current === "en" ? english : pt)[key], values);
}

/** Whether there is a sentence for this key, in the first catalogue or in one that was loaded. */
export function isKnown(key: string): boolean {
  return Object.hasOwn(ptBR, key) || Object.hasOwn(later["pt-BR"], key);
}

/** The sentence for a code of the server; one that this client does not know shows the code. */
export function tCode(prefix: string, code: string, values: Values = {}): string {
  const key = `${prefix}.${code}`;
  if (Object.hasOwn(ptBR, key)) return t(key as MessageKey, values);
  const text = later[current][key];
  if (text !== undefined) return formatMessage(current, text, values);
  return t("error.unknown", { code });
}
