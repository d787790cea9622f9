/** How Rami's cards travel and sound, from the events of one update. */

import type { RamiEvent } from "$gen/rami_pb";

import { flyFace } from "../../lib/cards/flyFace";
import { flyCopy, flyIn } from "../../lib/table/flights";
import type { Moved } from "../../lib/table/game.svelte";
import { play } from "../../lib/ui/sound";

const BACKS_AT_MOST = 3;

/** To be called when the places show the new view. */
export function animate(moved: Moved): void {
  const events = moved.update.events.flatMap(({ kind }) =>
    kind.case === "rami" ? [kind.value] : [],
  );
  const dealt = events.filter((event) => event.type === "dealt");
  if (dealt.length > 0) {
    play("draw");
    // A round ends and the next is dealt in one: what lay there is gone.
    for (const [order, event] of dealt.entries()) fromStock(event, moved, order);
    return;
  }
  for (const event of events) {
    if (event.type === "drew") fromStock(event, moved, 0);
    else if (event.type === "took") fromDiscard(event, moved);
    else if (event.type === "melded" || event.type === "laid_off") toMeld(event, moved);
    else if (event.type === "discarded") toDiscard(event, moved);
  }
}

function isOwn(event: RamiEvent, { update }: Moved): boolean {
  return event.seat !== undefined && event.seat === update.you;
}

function fromStock(event: RamiEvent, moved: Moved, order: number): void {
  const { places, before, layer } = moved;
  const from = before.get("stock") ?? places.rect("stock");
  if (from === undefined) return;
  if (event.type === "drew") play("draw");
  if (isOwn(event, moved)) {
    for (const [i, { key }] of moved.came.entries()) {
      const card = places.element(`hand:${key}`);
      if (card !== undefined) flyIn(card, from, order + i);
    }
    return;
  }
  const to = places.rect(`seat:${event.seat}`);
  const model = places.element("stock-back");
  if (to === undefined || model === undefined || layer === undefined) return;
  const copies = Math.min(BACKS_AT_MOST, event.cards.length);
  for (let i = 0; i < copies; i += 1) flyCopy(layer, model, from, to, order + i);
}

function fromDiscard(event: RamiEvent, moved: Moved): void {
  const { places, before, layer } = moved;
  const from = before.get("top") ?? before.get("discard");
  if (from === undefined) return;
  play("draw");
  const key = moved.came[0]?.key;
  const own = isOwn(event, moved) && key !== undefined ? places.element(`hand:${key}`) : undefined;
  if (own !== undefined) flyIn(own, from);
  else {
    const to = places.rect(`seat:${event.seat}`);
    if (to !== undefined) flyFace(layer, event.card ?? "", from, to);
  }
}

/** Where a card was that somebody has just played. */
function source(event: RamiEvent, card: string, moved: Moved): DOMRect | undefined {
  if (!isOwn(event, moved)) return moved.before.get(`seat:${event.seat}`);
  const held = moved.left.find((one) => one.card === card);
  return moved.before.get(`hand:${held?.key}`) ?? moved.before.get("hand");
}

function toMeld(event: RamiEvent, moved: Moved): void {
  play("card");
  for (const [order, card] of event.cards.entries()) {
    const from = source(event, card, moved);
    const lain = moved.places.element(`lain:${card}`);
    if (from !== undefined && lain !== undefined) flyIn(lain, from, order / 2);
  }
}

function toDiscard(event: RamiEvent, moved: Moved): void {
  play("card");
  const from = source(event, event.card ?? "", moved);
  const top = moved.places.element("top");
  if (from !== undefined && top !== undefined) flyIn(top, from);
}
