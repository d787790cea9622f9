/** A card that flies although neither of its places shows it. */

import { flushSync, mount, unmount } from "svelte";

import { flyAlong } from "../table/flights";

import PlayingCard from "./PlayingCard.svelte";

/** @param layer where copies are kept while they fly */
export function flyFace(
  layer: HTMLElement | undefined,
  card: string,
  from: DOMRect,
  to: DOMRect,
  order = 0,
): void {
  flyFaceAlong(layer, card, [from, to], order);
}

/** As `flyFace`, over several places. */
export function flyFaceAlong(
  layer: HTMLElement | undefined,
  card: string,
  way: readonly DOMRect[],
  order = 0,
): void {
  if (layer === undefined) return;
  const model = document.createElement("div");
  const face = mount(PlayingCard, { target: model, props: { card } });
  flushSync();
  flyAlong(layer, model, way, order);
  void unmount(face);
}
