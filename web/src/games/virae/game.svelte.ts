/** One person's dealings with a Viraê table: the hand, what is lifted, what is asked. */

import { tick } from "svelte";

import type { Update } from "$gen/table_pb";
import type { ViraeAction, ViraeView } from "$gen/virae_pb";

import { tCode } from "../../i18n/index.svelte";
import { HandKeeper } from "../../lib/cards/hand.svelte";
import type { Held } from "../../lib/cards/order";
import { sortHand } from "../../lib/cards/order";
import type { Client } from "../../lib/state/client.svelte";
import type { Taken } from "../../lib/state/tables";
import { Places } from "../../lib/table/flights";
import type { Snapshot } from "../../lib/table/flights";
import { TableLog } from "../../lib/table/log.svelte";
import { play as playSound } from "../../lib/ui/sound";

import { isWild, rankOf } from "./faces";
import type { Color } from "./faces";
import { eventsOf } from "./history";
import { animate } from "./motion";

const DEAL_MS = 3_000;
const NOWHERE: Snapshot = new Map();

export function viewOf(update: Update): ViraeView | null {
  const game = update.view?.game;
  return game?.case === "virae" ? game.value : null;
}

export class ViraeGame {
  readonly places = new Places();
  readonly log = new TableLog();
  readonly hand = new HandKeeper();
  layer = $state<HTMLElement>();
  lifted = $state<string | null>(null);
  /** Announce with the next card, where that is possible. */
  announce = $state(false);
  /** A card of the hand is dragged over the discard. */
  aiming = $state(false);
  /** The wild whose colour is being asked for. */
  asking = $state.raw<Held | null>(null);
  private view = $state.raw<ViraeView | null>(null);
  private update = $state.raw<Update | null>(null);

  constructor(private readonly client: Client) {}

  /** Follow the table from now on; returns what ends it. */
  follow(first: Update): () => void {
    const dealt = this.justDealt(first);
    if (dealt) this.log.hear(first);
    else this.log.open(first.gameId, eventsOf(viewOf(first)?.history ?? []));
    this.take(first);
    if (dealt) {
      this.move(first, NOWHERE, null, this.hand.order);
    }
    return this.client.updates.on((taken) => {
      if (taken.update.gameId === this.client.table?.gameId) this.heard(taken);
    });
  }

  /** Whoever opens the table as the cards are dealt sees them come, however they heard of it. */
  private justDealt(update: Update): boolean {
    const age = Date.now() + this.client.offsetMs - Number(update.atMs);
    return age < DEAL_MS && update.events.some(({ kind }) => kind.value?.type === "dealt");
  }

  get legal(): ViraeAction[] {
    return this.view?.own?.legal ?? [];
  }

  get myTurn(): boolean {
    const you = this.update?.you;
    return you !== undefined && this.view?.turn === you && this.view.phase !== "window";
  }

  can(type: string): boolean {
    return this.legal.some((action) => action.type === type);
  }

  playable(card: string): boolean {
    return this.legal.some((action) => action.type === "play" && action.card === card);
  }

  get canPlay(): boolean {
    return this.can("play");
  }

  get canAnnounce(): boolean {
    return this.legal.some((action) => action.type === "play" && action.call === true);
  }

  /** Why the card can't be played, in words; null where it can or where it is not one's turn. */
  reason(card: string): string | null {
    if (!this.myTurn) return null;
    const own = this.view?.own;
    const code = own?.reasons[own.hand.indexOf(card)] ?? "";
    return code === "" ? null : tCode("error", code);
  }

  play(held: Held): void {
    if (!this.playable(held.card)) return;
    if (isWild(held.card)) this.asking = held;
    else void this.send(held, undefined);
  }

  /** Answer of the colour dialog. */
  choose(color: Color): void {
    const held = this.asking;
    this.asking = null;
    if (held !== null) void this.send(held, color);
  }

  cancel(): void {
    this.asking = null;
  }

  draw(): void {
    if (this.can("draw")) void this.plain("draw");
  }

  keep(): void {
    if (this.can("keep")) void this.plain("keep");
  }

  call(): void {
    if (this.can("call")) void this.plain("call");
  }

  catch(): void {
    if (this.can("catch")) void this.plain("catch");
  }

  sort(): void {
    this.hand.order = sortHand(this.hand.order, rankOf);
  }

  private async send(held: Held, color: Color | undefined): Promise<void> {
    const call = this.announce && this.canAnnounce ? true : undefined;
    this.hand.playing(held.key);
    const value = { type: "play", card: held.card, color, call };
    if (await this.client.act({ game: { case: "virae", value } })) this.announce = false;
  }

  private async plain(type: string): Promise<void> {
    await this.client.act({ game: { case: "virae", value: { type } } });
  }

  private heard({ update, animate: moving }: Taken): void {
    const before = moving ? this.places.snapshot() : null;
    const wasMine = this.myTurn;
    const earlier = this.hand.order;
    this.log.hear(update);
    this.take(update);
    const now = this.hand.order;
    if (this.myTurn && !wasMine) playSound("turn");
    if (before === null) return;
    const leftKey = earlier.find((held) => !now.some((one) => one.key === held.key))?.key ?? null;
    const came = now.filter((held) => !earlier.some((one) => one.key === held.key));
    this.move(update, before, leftKey, came);
  }

  /** Let the cards travel once the new view is on the page. */
  private move(
    update: Update,
    before: Snapshot,
    leftKey: string | null,
    came: readonly Held[],
  ): void {
    // The first time the hand is measured before its cards are laid.
    void tick()
      .then(tick)
      .then(() => {
        const cameKeys = came.map((held) => held.key);
        animate({ update, before, places: this.places, layer: this.layer, leftKey, cameKeys });
      });
  }

  private take(update: Update): void {
    this.update = update;
    this.view = viewOf(update);
    if (update.you !== undefined) this.hand.sync(update.gameId, this.view?.own?.hand ?? []);
    if (this.asking !== null && !this.playable(this.asking.card)) this.asking = null;
  }
}
