/** How the cards of Rouba Monte travel and sound, from the events of one update. */

import type { RoubaMonteEvent } from "$gen/rouba_monte_pb";

import { flyFace, flyFaceAlong } from "../../lib/cards/flyFace";
import { fadeIn, flyIn, FLIGHT_MS } from "../../lib/table/flights";
import type { Moved } from "../../lib/table/game.svelte";
import { play } from "../../lib/ui/sound";

import { openPlace, pilePlace } from "./targets";

const COPIES = 3;

/**
 * To be called when the places show the new view.
 *
 * @param stolen the top of the pile that was stolen, if one was
 */
export function animate(moved: Moved, stolen: string): void {
  let order = 0;
  for (const { kind } of moved.update.events) {
    if (kind.case !== "roubaMonte") continue;
    const event = kind.value;
    if (event.type === "captured") capture(event, moved);
    else if (event.type === "stole") steal(event, moved, stolen);
    else if (event.type === "discarded") layOpen(event, moved);
    else if (event.type === "opened") open(event, moved);
    else if (event.type === "dealt") deal(event, moved, order++);
    else if (event.type === "left") comeBack(event, moved);
  }
}

/** Where the played card came from. */
function origin(event: RoubaMonteEvent, { before, left, update }: Moved): DOMRect | undefined {
  const own = event.seat === update.you ? before.get(`hand:${left[0]?.key}`) : undefined;
  return own ?? before.get(`seat:${event.seat}`) ?? before.get("hand");
}

/** The card goes to what it takes, and both to the pile. */
function take(event: RoubaMonteEvent, moved: Moved, target: string, face: string): void {
  const { before, places, layer } = moved;
  const from = origin(event, moved);
  const over = before.get(target);
  const to = places.rect(pilePlace(event.seat ?? -1));
  if (from === undefined || over === undefined || to === undefined) return;
  flyFaceAlong(layer, face, [over, over, to]);
  flyFaceAlong(layer, event.card ?? "", [from, over, to]);
  const top = places.element(`top:${event.seat}`);
  if (top !== undefined) fadeIn(top, 2 * FLIGHT_MS);
}

function capture(event: RoubaMonteEvent, moved: Moved): void {
  play("card");
  take(event, moved, openPlace(event.center ?? ""), event.center ?? "");
}

function steal(event: RoubaMonteEvent, moved: Moved, stolen: string): void {
  play(event.pile === moved.update.you ? "alarm" : "card");
  take(event, moved, pilePlace(event.pile ?? -1), stolen);
}

function layOpen(event: RoubaMonteEvent, moved: Moved): void {
  play("card");
  const from = origin(event, moved);
  const card = moved.places.element(openPlace(event.card ?? ""));
  if (from !== undefined && card !== undefined) flyIn(card, from);
}

function open(event: RoubaMonteEvent, { places }: Moved): void {
  const from = places.rect("stock");
  for (const [i, face] of event.cards.entries()) {
    const card = places.element(openPlace(face));
    if (card !== undefined && from !== undefined) flyIn(card, from, i);
  }
}

function deal(event: RoubaMonteEvent, moved: Moved, order: number): void {
  const { update, places, came, layer } = moved;
  const from = places.rect("stock");
  if (from === undefined) return;
  if (event.seat === update.you) {
    play("draw");
    for (const [i, { key }] of came.entries()) {
      const card = places.element(`hand:${key}`);
      if (card !== undefined) flyIn(card, from, order + i);
    }
    return;
  }
  const to = places.rect(`seat:${event.seat}`);
  const copies = Math.min(COPIES, event.cards.length);
  for (let i = 0; to !== undefined && i < copies; i += 1) flyFace(layer, "??", from, to, order + i);
}

function comeBack(event: RoubaMonteEvent, { before, places }: Moved): void {
  const from = before.get(`seat:${event.seat}`);
  for (const [i, face] of event.cards.entries()) {
    const card = places.element(openPlace(face));
    if (card !== undefined && from !== undefined) flyIn(card, from, i / 2);
  }
}
