/** The melds of a table are drawn as large as they fit, and never scroll. */

import type { Attachment } from "svelte/attachments";

const LEAST = 24;
/** Pixels that a card of a meld is wide. */
const SIZES = [92, 86, 79, 72, 66, 60, 54, 50, 46, 42, 38, 34, 30, 27, LEAST];
/** No card is wider than this part of the table. */
const SHARE = 0.17;

/** @param stamp changes whenever what lies there does */
export function fitting(stamp: string): Attachment<HTMLElement> {
  return (element) => {
    element.dataset.melds = stamp;
    const fit = () => {
      const most = element.clientWidth * SHARE;
      for (const size of SIZES.filter((one) => one <= most || one === LEAST)) {
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
