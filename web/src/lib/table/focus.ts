/** Where the keyboard goes on after a move. */

import type { Places } from "./flights";

/** The hand's card that Tab would reach. */
export function focusHand(places: Places): void {
  places.element("hand")?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
}

/** To be called before a move: whoever uses keys is led back from its target or button. */
export function leaveForHand(places: Places): void {
  const active = document.activeElement;
  if (active === null || places.element("hand")?.contains(active)) return;
  if (active.matches(":focus-visible") && active.closest("dialog") === null) focusHand(places);
}
