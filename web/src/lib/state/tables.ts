/** Which of the updates that arrive are shown, and how. */

import type { Update } from "$gen/table_pb";

export interface Taken {
  update: Update;
  /** Its events say how the table shown before became this one. */
  animate: boolean;
}

/**
 * The update to show in place of `shown`, or null where it tells nothing new. Versions never go
 * down; one that does not follow directly, or that is marked as a resync, is drawn but not played.
 */
export function takeUpdate(shown: Update | undefined, incoming: Update): Taken | null {
  if (shown === undefined) {
    return { update: incoming, animate: incoming.version === 1 && !incoming.resync };
  }
  if (incoming.version < shown.version) return null;
  if (incoming.version === shown.version && !incoming.resync) return null;
  return {
    update: incoming,
    animate: incoming.version === shown.version + 1 && !incoming.resync,
  };
}
