/** Where the keyboard goes on when what had the focus is no longer there. */

import { tick } from "svelte";

import type { Places } from "./flights";

/** The hand's card that Tab would reach. */
export function focusHand(places: Places): void {
  places.element("hand")?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
}

/** Somebody steers by keys: what has the focus shows it. */
export function steersByKeys(): boolean {
  return document.activeElement?.matches(":focus-visible") ?? false;
}

/** To be called before a move whose target or button may go: whoever uses keys is led back. */
export function leaveForHand(places: Places): void {
  const active = document.activeElement;
  if (active === null || places.element("hand")?.contains(active)) return;
  if (active.matches(":focus-visible") && active.closest("dialog") === null) focusHand(places);
}

/** And after it, once the page shows what came of it. */
export async function catchFocus(places: Places): Promise<void> {
  await tick();
  if (document.activeElement === document.body) focusHand(places);
}
