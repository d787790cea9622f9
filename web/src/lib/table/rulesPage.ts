/** A game's rules as a page: sections of text with pictures made of cards. */

import type { Language } from "../../i18n/index.svelte";

export interface RulesSection {
  title: string;
  text: readonly string[];
  /** Rows of what and how much. */
  table?: readonly (readonly [string, string])[];
  /**
   * Cards in the notation, `>` an arrow, `+` a plus, `|` a gap; `lit` or `dim` after a card:
   * `7D lit`.
   */
  picture?: readonly string[];
  caption?: string;
}

export type RulesText = Record<Language, readonly RulesSection[]>;
