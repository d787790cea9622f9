/**
 * Whoever steers by keys never stands nowhere: when what has the focus leaves the page or can no
 * longer be used, the focus goes on at once to the nearest place where a key that was meant for it
 * does nothing.
 *
 * At a table that is the hand; elsewhere the nearest part of the page that is still there, by its
 * heading where it has one. While a page is still on its way, it is the page as a whole.
 */

/** Where a table's focus is at home. */
const HOME = ".hand";
const HEADING = "h1, h2, h3";
const PART = "li, section, form, fieldset, [role=group]";

/** What each open dialog gives the focus back to. */
const openers = new WeakMap<Element, Element>();

/** A dialog that is taken off the page leaves the focus to `opener`. */
export function leavesFocusTo(dialog: Element, opener: Element): void {
  if (opener !== document.body) openers.set(dialog, opener);
}

/** What opened the menu that the element lies in; the element itself where it lies in none. */
export function openerOf(element: Element): Element | null {
  const menu = element.closest("[role=menu]");
  return menu === null ? element : document.querySelector(`[aria-controls="${menu.id}"]`);
}

/** Watch over `root` and all that comes to lie in it; returns what ends it. */
export function keepFocus(root: HTMLElement): () => void {
  let last: Element | null = null;
  /** From `last` outwards: what is taken off the page knows no longer where it lay. */
  let path: Element[] = [];
  let keyed = false;
  root.style.outline = "none";

  function noted(event: Event): void {
    // There it only waits.
    if (event.target === root) return;
    const at = openerOf(event.target as Element);
    last = at !== null && root.contains(at) ? at : null;
    path = [];
    for (let one = last; one !== null && one !== root; one = one.parentElement) path.push(one);
  }

  function restored(): void {
    const active = document.activeElement;
    const lost = active === null || active === document.body || active === root || active === last;
    if (!keyed || last === null || !lost || usable(last)) return;
    const heir = heirOf(root, [...path, root]);
    if (heir.tabIndex < 0) heir.tabIndex = -1;
    if (heir !== active) heir.focus({ preventScroll: heir.matches(HEADING) || heir === root });
  }

  const observer = new MutationObserver(restored);
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributeFilter: ["disabled", "inert", "hidden"],
  });
  const listening = new AbortController();
  const { signal } = listening;
  const capture = true;
  document.addEventListener("focusin", noted, { capture, signal });
  document.addEventListener("keydown", () => (keyed = true), { capture, signal });
  document.addEventListener("pointerdown", () => (keyed = false), { capture, signal });
  return () => {
    observer.disconnect();
    listening.abort();
  };
}

function usable(element: Element): boolean {
  return (
    element.isConnected &&
    !element.matches(":disabled") &&
    element.closest("[inert]") === null &&
    element.checkVisibility({ visibilityProperty: true })
  );
}

/** @param path from what is gone outwards, to the root */
function heirOf(root: HTMLElement, path: readonly Element[]): HTMLElement {
  for (const around of path.slice(1)) {
    const opener = openers.get(around);
    if (!around.isConnected) {
      if (opener !== undefined && usable(opener)) return opener as HTMLElement;
      continue;
    }
    const home = around.closest("dialog") === null ? first(root, HOME) : null;
    const card = home === null ? null : first(home, "[tabindex='0']");
    const heir = card ?? home ?? first(around, HEADING);
    if (heir !== null) return heir;
    if (around.matches(PART)) return around as HTMLElement;
  }
  return root;
}

function first(around: Element, what: string): HTMLElement | null {
  return [...around.querySelectorAll<HTMLElement>(what)].find(usable) ?? null;
}
