/** What a scene says of the hand that `Hand.svelte` shows. */

import type { Snippet } from "svelte";

import type { Held } from "../cards/order";

import type { Places } from "./flights";

export interface HandProps {
  order: Held[];
  /** Keys of the cards that are lifted. */
  lifted: string[];
  /** So many may be lifted at once; with one only, lifting another drops it. */
  most?: number;
  /** Name of the place over which a card is dragged. */
  aiming: string | null;
  /** Key of the card that is dragged. */
  dragged?: string | null;
  playable(card: string): boolean;
  /** Why a card can't be played, in words; null where it can, or where nothing is asked. */
  reason(card: string): string | null;
  name(card: string): string;
  /** What else there is to say of a card, for its name and on hover. */
  note?(held: Held): string | null;
  face: Snippet<[string]>;
  /** What lies on a card. */
  tag?: Snippet<[Held]>;
  places: Places;
  /** Names of the places on which the card may be dropped. */
  targets(held: Held): readonly string[];
  /** A lifted card was tapped again. Where several can be lifted, a tap only drops it. */
  play(held: Held): void;
  /** A card was dropped on one of its targets; else as `play`. */
  drop?(held: Held, place: string): void;
}

/** What there is of it, a sentence after the other. */
export function said(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(". ");
}
