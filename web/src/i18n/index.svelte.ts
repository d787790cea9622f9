/** The language in force and the sentences in it. */

import { en } from "./en";
import { formatMessage } from "./format";
import { ptBR } from "./pt-BR";
import type { Catalogue, MessageKey } from "./pt-BR";

export type { MessageKey } from "./pt-BR";

export const LANGUAGES = { "pt-BR": "Português", en: "English" } as const;
export type Language = keyof typeof LANGUAGES;

const CATALOGUES: Record<Language, Catalogue> = { "pt-BR": ptBR, en };
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
export function t(key: MessageKey, values: Record<string, string | number> = {}): string {
  return formatMessage(current, CATALOGUES[current][key], values);
}

/** The sentence for a code of the server; one that this client does not know shows the code. */
export function tCode(prefix: string, code: string): string {
  const key = `${prefix}.${code}`;
  if (key in ptBR) return t(key as MessageKey);
  return t("error.unknown", { code });
}
