/** A card that flies although neither of its places shows it. */

import { flushSync, mount, unmount } from "svelte";

import { flyCopy } from "../table/flights";

import PlayingCard from "./PlayingCard.svelte";

/** @param layer where copies are kept while they fly */
export function flyFace(
  layer: HTMLElement | undefined,
  card: string,
  from: DOMRect,
  to: DOMRect,
  order = 0,
): void {
  if (layer === undefined) return;
  const model = document.createElement("div");
  const face = mount(PlayingCard, { target: model, props: { card } });
  flushSync();
  flyCopy(layer, model, from, to, order);
  void unmount(face);
}
