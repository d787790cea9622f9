/** A card that flies although neither of its places shows it. */

import { mount } from "svelte";

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
  flyAlong(layer, modelOf(card), way, order);
}

/** Drawn once each; what flies is a copy. */
const models = new Map<string, HTMLElement>();

function modelOf(card: string): HTMLElement {
  let model = models.get(card);
  if (model === undefined) {
    model = document.createElement("div");
    mount(PlayingCard, { target: model, props: { card } });
    models.set(card, model);
  }
  return model;
}
