/** How Viraê's cards travel and sound, from the events of one update. */

import type { ViraeEvent } from "$gen/virae_pb";

import { flyCopy, flyIn } from "../../lib/table/flights";
import type { Moved } from "../../lib/table/game.svelte";
import { play } from "../../lib/ui/sound";

const COPIES_AT_MOST = 4;

/** To be called when the places show the new view. */
export function animate(moved: Moved): void {
  let order = 0;
  for (const { kind } of moved.update.events) {
    if (kind.case !== "virae") continue;
    const event = kind.value;
    if (event.type === "played") fromHandToDiscard(event, moved);
    else if (event.type === "drew" || event.type === "dealt")
      order = fromStock(event, moved, order);
    else if (event.type === "reshuffled") backToStock(moved);
    else if (event.type === "forgot") play("alarm");
  }
}

function isOwn(event: ViraeEvent, { update }: Moved): boolean {
  return event.seat !== undefined && event.seat === update.you;
}

function fromHandToDiscard(event: ViraeEvent, moved: Moved): void {
  play("card");
  const source = isOwn(event, moved) ? `hand:${moved.left[0]?.key}` : `seat:${event.seat}`;
  const from = moved.before.get(source) ?? moved.before.get("hand");
  const top = moved.places.element("top");
  if (from !== undefined && top !== undefined) flyIn(top, from);
}

function fromStock(event: ViraeEvent, moved: Moved, order: number): number {
  const { places, before, layer } = moved;
  const from = before.get("stock") ?? places.rect("stock");
  if (from === undefined || event.cards.length === 0) return order;
  play("draw");
  if (isOwn(event, moved)) {
    for (const [i, { key }] of moved.came.entries()) {
      const card = places.element(`hand:${key}`);
      if (card !== undefined) flyIn(card, from, order + i);
    }
    return order + moved.came.length;
  }
  const to = places.rect(`seat:${event.seat}`);
  const model = places.element("stock-back");
  if (to === undefined || model === undefined || layer === undefined) return order;
  const copies = Math.min(COPIES_AT_MOST, event.cards.length);
  for (let i = 0; i < copies; i += 1) flyCopy(layer, model, from, to, order + i);
  return order + (event.type === "dealt" ? 1 : copies);
}

function backToStock({ places, before, layer }: Moved): void {
  const from = before.get("discard");
  const to = places.rect("stock");
  const model = places.element("stock-back");
  if (from === undefined || to === undefined || model === undefined || layer === undefined) return;
  for (let i = 0; i < COPIES_AT_MOST; i += 1) flyCopy(layer, model, from, to, i);
}
