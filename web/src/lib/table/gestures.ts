/** What fingers, mice and the focus do to a card of the hand. */

import { DragGesture } from "@use-gesture/vanilla";
import type { Attachment } from "svelte/attachments";

import type { Held } from "../cards/order";

const HOLD_MS = 450;

export interface HandGestures {
  find(key: string): Held | undefined;
  begin(): void;
  /** The pointer is at (x, y) of the page with this card. */
  move(held: Held, x: number, y: number): void;
  end(held: Held, canceled: boolean): void;
  explain(key: string): void;
  hush(key: string): void;
}

/** Taps pass through as clicks; a movement of more than a few pixels is a drag. */
export function dragging(key: string, hand: HandGestures): Attachment<HTMLElement> {
  return (element) => {
    const gesture = new DragGesture(
      element,
      ({ xy: [x, y], first, last, canceled, tap }) => {
        const held = hand.find(key);
        if (held === undefined || tap) return;
        if (first) hand.begin();
        if (last) hand.end(held, canceled);
        else hand.move(held, x, y);
      },
      { filterTaps: true, threshold: 6, pointer: { keys: false } },
    );
    return () => gesture.destroy();
  };
}

/** Hover, focus and a long press tell why a card can't be played. */
export function explaining(key: string, hand: HandGestures): Attachment<HTMLElement> {
  return (element) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => hand.explain(key);
    const still = () => clearTimeout(timer);
    const hide = () => {
      still();
      // A focused card that leaves the page tells so in the midst of the page's own change.
      queueMicrotask(() => hand.hush(key));
    };
    const listeners: [string, (event: Event) => void][] = [
      ["pointerenter", (event) => (event as PointerEvent).pointerType === "mouse" && show()],
      ["pointerleave", hide],
      ["pointerdown", () => (timer = setTimeout(show, HOLD_MS))],
      ["pointerup", still],
      ["pointercancel", still],
      ["contextmenu", (event) => event.preventDefault()],
      ["focusin", show],
      ["focusout", hide],
    ];
    for (const [name, listener] of listeners) element.addEventListener(name, listener);
    return () => {
      still();
      for (const [name, listener] of listeners) element.removeEventListener(name, listener);
    };
  };
}
