/** The melds of a table are drawn as large as they fit; only what fits no way scrolls. */

import type { Attachment } from "svelte/attachments";

/** Pixels that a card of a meld is wide. */
const SIZES = [112, 104, 98, 92, 86, 79, 72, 66, 60, 54, 50, 46, 42, 38, 34, 30, 27, 24];
/** Below this the lines of names are given up before cards get smaller still. */
const READABLE = 38;
/** Each player has a field of the table, as long as cards in it are so large. */
const ZONED = 54;
/** A smaller table has no room for fields. */
const ZONES = { width: 560, height: 240 };
/** What scrolls may be read with ease. */
const SCROLLED = 34;
/** No card is wider than this part of the table. */
const SHARE = 0.17;

/** @param stamp changes whenever what lies there does */
export function fitting(stamp: string): Attachment<HTMLElement> {
  return (element) => {
    element.dataset.melds = stamp;
    const most = () => Math.max(SCROLLED, element.clientWidth * SHARE);
    const fits = (size: number) => {
      element.style.setProperty("--meld-w", `${size}px`);
      return element.scrollHeight <= element.clientHeight + 1;
    };
    const within = () =>
      [...element.children].every((zone) => zone.scrollWidth <= zone.clientWidth + 1);
    const fit = () => {
      delete element.dataset.dense;
      delete element.dataset.scrolls;
      const sizes = SIZES.filter((size) => size <= most());
      if (element.clientWidth >= ZONES.width && element.clientHeight >= ZONES.height) {
        element.dataset.zones = "";
        if (sizes.some((size) => size >= ZONED && fits(size) && within())) return;
      }
      delete element.dataset.zones;
      if (sizes.some((size) => size >= Math.min(READABLE, most()) && fits(size))) return;
      element.dataset.dense = "";
      if (sizes.some(fits)) return;
      element.dataset.scrolls = "";
      fits(SCROLLED);
    };
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    fit();
    return () => observer.disconnect();
  };
}
