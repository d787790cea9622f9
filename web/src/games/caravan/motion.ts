/** How Caravan's cards travel and sound, from the events of one update. */

import type { CaravanEvent } from "$gen/caravan_pb";

import { flyFace } from "../../lib/cards/flyFace";
import { flyCopy, flyIn } from "../../lib/table/flights";
import type { Moved } from "../../lib/table/game.svelte";
import { play } from "../../lib/ui/sound";

import { faceAt } from "./routes";

const BACKS_AT_MOST = 4;

/** To be called when the places show the new view. */
export function animate(moved: Moved): void {
  let order = 0;
  for (const { kind } of moved.update.events) {
    if (kind.case !== "caravan") continue;
    const event = kind.value;
    if (event.type === "placed") onRoute(event, moved);
    else if (event.type === "attached") onCard(event, moved);
    else if (event.type === "discarded") toDiscard(event, moved);
    else if (event.type === "removed") away(event, moved, (order += 1));
    else if (event.type === "disbanded") emptied(event, moved);
    else if (event.type === "drew" || event.type === "dealt") order = fromDeck(event, moved, order);
    else if (event.type === "reshuffled") backToDeck(event, moved);
  }
}

function isOwn(event: CaravanEvent, { update }: Moved): boolean {
  return event.seat !== undefined && event.seat === update.you;
}

/** Where the card was that somebody has just played. */
function source(event: CaravanEvent, moved: Moved): DOMRect | undefined {
  const key = isOwn(event, moved) ? moved.left[0]?.key : undefined;
  const name = key === undefined ? `seat:${event.seat}` : `hand:${key}`;
  return moved.before.get(name) ?? moved.before.get("hand");
}

function land(name: string, event: CaravanEvent, moved: Moved): boolean {
  const from = source(event, moved);
  const card = moved.places.element(name);
  if (from === undefined || card === undefined) return false;
  flyIn(card, from);
  return true;
}

function onRoute(event: CaravanEvent, moved: Moved): void {
  play("card");
  land(`newest:${event.seat}.${event.route}`, event, moved);
}

function onCard(event: CaravanEvent, moved: Moved): void {
  play("card");
  const at = `${event.owner}.${event.route}.${event.place}`;
  if (land(`figure:${at}`, event, moved)) return;
  // A jack does not stay: it goes by way of the card that it takes along.
  const from = source(event, moved);
  const to = moved.before.get(`lies:${at}`);
  if (from !== undefined && to !== undefined) flyFace(moved.layer, event.card ?? "", from, to);
}

function toDiscard(event: CaravanEvent, moved: Moved): void {
  play("card");
  land(`top:${event.seat}`, event, moved);
}

function away(event: CaravanEvent, moved: Moved, order: number): void {
  const from = moved.before.get(`lies:${event.owner}.${event.route}.${event.place}`);
  if (from !== undefined) toDiscards(event.cards, event.owner ?? 0, moved, () => from, order);
}

function emptied(event: CaravanEvent, moved: Moved): void {
  play("card");
  let index = -1;
  toDiscards(
    event.cards,
    event.seat ?? 0,
    moved,
    (card) => {
      if (!card.includes("@")) index += 1;
      return moved.before.get(`lies:${event.seat}.${event.route}.${index}`);
    },
    0,
  );
}

/** Each card goes to the discard of the deck that it came from. */
function toDiscards(
  cards: readonly string[],
  owner: number,
  { places, layer }: Moved,
  from: (card: string) => DOMRect | undefined,
  order: number,
): void {
  for (const [i, card] of cards.entries()) {
    const start = from(card);
    const to = places.rect(`discard:${card.split("@")[1] ?? owner}`);
    if (start !== undefined && to !== undefined) {
      flyFace(layer, faceAt(card), start, to, order + i / 2);
    }
  }
}

function fromDeck(event: CaravanEvent, moved: Moved, order: number): number {
  const { places, before, layer } = moved;
  const from = before.get(`deck:${event.seat}`) ?? places.rect(`deck:${event.seat}`);
  if (from === undefined || event.cards.length === 0) return order;
  play("draw");
  if (isOwn(event, moved)) {
    for (const [i, { key }] of moved.came.entries()) {
      const card = places.element(`hand:${key}`);
      if (card !== undefined) flyIn(card, from, order + i + 1);
    }
    return order;
  }
  const to = places.rect(`seat:${event.seat}`);
  const model = places.element(`deck:${event.seat}`);
  if (to === undefined || model === undefined || layer === undefined) return order;
  const copies = Math.min(BACKS_AT_MOST, event.cards.length);
  for (let i = 0; i < copies; i += 1) flyCopy(layer, model, from, to, order + i + 1);
  return order;
}

function backToDeck(event: CaravanEvent, { places, before, layer }: Moved): void {
  const from = before.get(`discard:${event.seat}`);
  const to = places.rect(`deck:${event.seat}`);
  const model = places.element(`deck:${event.seat}`);
  if (from === undefined || to === undefined || model === undefined || layer === undefined) return;
  for (let i = 0; i < BACKS_AT_MOST; i += 1) flyCopy(layer, model, from, to, i);
}
