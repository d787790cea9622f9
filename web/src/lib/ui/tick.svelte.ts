/** The time as a value that changes four times a second, for countdowns in words. */

import { createSubscriber } from "svelte/reactivity";

const EVERY_MS = 250;

const subscribe = createSubscriber((changed) => {
  const timer = setInterval(changed, EVERY_MS);
  return () => clearInterval(timer);
});

/** The client's clock in milliseconds; whoever reads it in a component is kept up to date. */
export function tickingMs(): number {
  subscribe();
  return Date.now();
}
