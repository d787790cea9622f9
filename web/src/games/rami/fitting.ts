/** The melds of a table are drawn as large as they fit, and never scroll. */

import type { Attachment } from "svelte/attachments";

/** Pixels that a card of a meld is wide. */
const SIZES = [72, 66, 60, 54, 50, 46, 42, 38, 34, 30, 27, 24];

/** @param stamp changes whenever what lies there does */
export function fitting(stamp: string): Attachment<HTMLElement> {
  return (element) => {
    element.dataset.melds = stamp;
    const fit = () => {
      for (const size of SIZES) {
        element.style.setProperty("--meld-w", `${size}px`);
        if (element.scrollHeight <= element.clientHeight + 1) break;
      }
    };
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    fit();
    return () => observer.disconnect();
  };
}
