/**
 * How cards travel, for all games. Places on the table are named; a snapshot before an update and
 * the places after it give each card where it comes from. What is shown is always the truth at
 * once: a flight only moves the finished picture, and neither waits for the other.
 */

import type { Attachment } from "svelte/attachments";

/** How long a card is on its way from one place to the next. */
export const FLIGHT_MS = 380;
const STAGGER_MS = 90;
const EASE = "cubic-bezier(0.22, 0.8, 0.3, 1)";

export type Snapshot = ReadonlyMap<string, DOMRect>;

/** Whose rectangle it is: so that who flies there needs no other word for the place. */
const measured = new WeakMap<DOMRect, HTMLElement>();
/** When the last card lands on an element, by the page's own clock. */
const landings = new WeakMap<Element, number>();

function lands(element: HTMLElement | undefined, inMs: number): void {
  if (element === undefined) return;
  landings.set(element, Math.max(landings.get(element) ?? 0, performance.now() + inMs));
}

/** Milliseconds until the last card lands that is under way to what an element is part of; 0: none. */
export function landsIn(element: Element): number {
  let last = 0;
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    last = Math.max(last, landings.get(at) ?? 0);
  }
  return Math.max(0, last - performance.now());
}

export class Places {
  private readonly elements = new Map<string, HTMLElement>();

  /** Names an element: `{@attach places.at("discard")}`. */
  at(name: string): Attachment<HTMLElement> {
    return (element) => {
      this.elements.set(name, element);
      return () => {
        if (this.elements.get(name) === element) this.elements.delete(name);
      };
    };
  }

  element(name: string): HTMLElement | undefined {
    return this.elements.get(name);
  }

  rect(name: string): DOMRect | undefined {
    const element = this.elements.get(name);
    const rect = element?.getBoundingClientRect();
    if (element !== undefined && rect !== undefined) measured.set(rect, element);
    return rect;
  }

  snapshot(): Snapshot {
    return new Map([...this.elements].map(([name, el]) => [name, el.getBoundingClientRect()]));
  }

  /** Whether a point of the page lies on a place, or within `margin` pixels of it. */
  holds(name: string, x: number, y: number, margin = 0): boolean {
    const rect = this.rect(name);
    return rect !== undefined && outside(rect, x, y) <= margin;
  }

  /** Which of the places a point of the page means: the smallest it lies on, else the nearest. */
  nearest(names: readonly string[], x: number, y: number, margin = 28): string | null {
    const near = names.flatMap((name) => {
      const rect = this.rect(name);
      const far = rect === undefined ? Infinity : outside(rect, x, y);
      return rect === undefined || far > margin
        ? []
        : [{ name, far, area: rect.width * rect.height }];
    });
    near.sort((a, b) => a.far - b.far || a.area - b.area);
    return near[0]?.name ?? null;
  }
}

/** Pixels from a point to a rectangle; 0 within. */
function outside(rect: DOMRect, x: number, y: number): number {
  const dx = Math.max(rect.left - x, 0, x - rect.right);
  const dy = Math.max(rect.top - y, 0, y - rect.bottom);
  return Math.max(dx, dy);
}

let reduced: MediaQueryList | undefined;

export function motionReduced(): boolean {
  reduced ??= matchMedia("(prefers-reduced-motion: reduce)");
  return reduced.matches;
}

let departures: (() => void)[] = [];

/**
 * Set off once everything of this update has been measured, still before the next picture. What sets
 * off changes the page, and to measure after a change has the page laid out anew each time.
 */
function depart(start: () => void): void {
  if (departures.length === 0) {
    queueMicrotask(() => {
      const all = departures;
      departures = [];
      for (const one of all) one();
    });
  }
  departures.push(start);
}

function betweenCentres(from: DOMRect, to: DOMRect): { dx: number; dy: number; scale: number } {
  return {
    dx: from.left + from.width / 2 - (to.left + to.width / 2),
    dy: from.top + from.height / 2 - (to.top + to.height / 2),
    scale: to.width === 0 ? 1 : from.width / to.width,
  };
}

/** Let an element that has just arrived come from where its card was. */
export function flyIn(element: HTMLElement, from: DOMRect, order = 0): void {
  if (motionReduced()) return;
  const { dx, dy, scale } = betweenCentres(from, element.getBoundingClientRect());
  const lift = Math.min(40, Math.hypot(dx, dy) / 8);
  const frames = [
    { transform: `translate(${dx}px, ${dy}px) scale(${scale})` },
    { transform: `translate(${dx / 2}px, ${dy / 2 - lift}px) scale(${(1 + scale) / 2 + 0.04})` },
    { transform: "none" },
  ];
  const delay = order * STAGGER_MS;
  depart(() => {
    element.animate(frames, { duration: FLIGHT_MS, delay, easing: EASE, fill: "backwards" });
  });
}

/**
 * Send a copy of what lies at one place to another, where the card itself is not shown: a face-down
 * card to somebody's hand.
 *
 * @param layer where copies are kept while they fly
 * @param model the element that is copied
 */
export function flyCopy(
  layer: HTMLElement,
  model: HTMLElement,
  from: DOMRect,
  to: DOMRect,
  order = 0,
): void {
  flyAlong(layer, model, [from, to], order);
}

/** As `flyCopy`, over several places; the same place twice is a rest of one flight's length. */
export function flyAlong(
  layer: HTMLElement,
  model: HTMLElement,
  way: readonly DOMRect[],
  order = 0,
): void {
  const [from, ...stops] = way;
  if (motionReduced() || from === undefined || stops.length === 0) return;
  const frames: Keyframe[] = stops.map((to, i) => {
    const { dx, dy } = betweenCentres(to, from);
    const small = Math.max(0.35, Math.min(1, to.width / from.width));
    const transform = `translate(${dx}px, ${dy}px) scale(${small})`;
    return { transform, opacity: 1, offset: (i + 1) / stops.length, easing: EASE };
  });
  const last = frames.at(-1);
  if (last !== undefined) last.offset = 1 - 0.1 / stops.length;
  const keyframes = [
    { transform: "none", opacity: 1, offset: 0, easing: EASE },
    ...frames,
    { ...last, opacity: 0, offset: 1 },
  ];
  // What lies there may be another card by the time that it sets off.
  const copy = copyAt(model, from);
  const duration = FLIGHT_MS * stops.length;
  const delay = order * STAGGER_MS;
  const end = stops.at(-1);
  if (end !== undefined) lands(measured.get(end), delay + duration);
  depart(() => {
    layer.append(copy);
    const flight = copy.animate(keyframes, { duration, delay, fill: "both" });
    flight.onfinish = flight.oncancel = () => copy.remove();
  });
}

function copyAt(model: HTMLElement, at: DOMRect): HTMLElement {
  const copy = model.cloneNode(true) as HTMLElement;
  copy.removeAttribute("id");
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  Object.assign(copy.style, {
    position: "absolute",
    left: `${at.left}px`,
    top: `${at.top}px`,
    width: `${at.width}px`,
    height: `${at.height}px`,
    margin: "0",
    transform: "none",
  });
  return copy;
}

/** Keep an element unseen until the copies that fly to it have arrived. */
export function fadeIn(element: HTMLElement, afterMs: number): void {
  if (motionReduced()) return;
  depart(() => {
    element.animate([{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }], afterMs);
  });
}
