/** How the cards of Hearts travel and sound, from the events of one update. */

import type { HeartsEvent } from "$gen/hearts_pb";

import { flyFace } from "../../lib/cards/flyFace";
import { flyCopy, flyIn, motionReduced } from "../../lib/table/flights";
import type { Places } from "../../lib/table/flights";
import type { Moved } from "../../lib/table/game.svelte";
import { play } from "../../lib/ui/sound";

import type { Finished } from "./game.svelte";
import { placed } from "./tricks";

const COPIES = 3;

/** To be called when the places show the new view. */
export function animate(moved: Moved, finished: Finished | null): void {
  for (const { kind } of moved.update.events) {
    if (kind.case !== "hearts") continue;
    const event = kind.value;
    if (event.type === "played") toTrick(event, moved, finished);
    else if (event.type === "dealt") fromDeck(event, moved);
    else if (event.type === "chose") toTray(event, moved);
    else if (event.type === "passed") toReceiver(event, moved);
    else if (event.type === "broke") play("alarm");
  }
}

/** A whole trick goes to who took it. */
export function sweep(places: Places, layer: HTMLElement | undefined, trick: Finished): void {
  const to = places.rect(`seat:${trick.taker}`);
  if (layer === undefined || to === undefined || motionReduced()) return;
  for (const { seat } of placed(trick.leader, trick.cards)) {
    const card = places.element(`trick:${seat}`);
    if (card !== undefined) flyCopy(layer, card, card.getBoundingClientRect(), to);
  }
}

function toTrick(event: HeartsEvent, moved: Moved, finished: Finished | null): void {
  play("card");
  const own = event.seat === moved.update.you;
  const source = own ? `hand:${moved.left[0]?.key}` : `seat:${event.seat}`;
  const from = moved.before.get(source) ?? moved.before.get(`seat:${event.seat}`);
  const card = moved.places.element(`trick:${event.seat}`);
  if (from !== undefined && card !== undefined) flyIn(card, from);
  if (finished !== null && event.seat === finished.taker) play("draw");
}

function fromDeck(event: HeartsEvent, { update, places, came, layer }: Moved): void {
  const from = places.rect("deck");
  if (from === undefined || from.width === 0) return;
  if (event.seat === update.you) {
    play("draw");
    for (const [i, { key }] of came.entries()) {
      const card = places.element(`hand:${key}`);
      if (card !== undefined) flyIn(card, from, i / 2);
    }
    return;
  }
  const to = places.rect(`seat:${event.seat}`);
  for (let i = 0; to !== undefined && i < COPIES; i += 1) flyFace(layer, "??", from, to, i * 2);
}

function toTray(event: HeartsEvent, { update, before, left, places }: Moved): void {
  if (event.seat !== update.you) return;
  play("card");
  for (const { key, card } of left) {
    const from = before.get(`hand:${key}`);
    const tray = places.element(`tray:${card}`);
    if (from !== undefined && tray !== undefined) flyIn(tray, from);
  }
}

function toReceiver(event: HeartsEvent, moved: Moved): void {
  const { update, before, places, layer, came } = moved;
  if (event.to === update.you) {
    play("draw");
    const from = before.get(`seat:${event.seat}`);
    for (const [i, { key }] of came.entries()) {
      const card = places.element(`hand:${key}`);
      if (card !== undefined && from !== undefined) flyIn(card, from, i);
    }
    return;
  }
  const from = before.get(`seat:${event.seat}`) ?? before.get("deck");
  const to = places.rect(`seat:${event.to}`);
  if (from === undefined || to === undefined) return;
  for (let i = 0; i < COPIES; i += 1) flyFace(layer, "??", small(from, to), to, i);
}

/** A card's size at the middle of a place. */
function small(at: DOMRect, like: DOMRect): DOMRect {
  const width = Math.min(56, like.width);
  const x = at.left + (at.width - width) / 2;
  return new DOMRect(x, at.top + at.height / 2 - width * 0.75, width, width * 1.5);
}
