/** One person's dealings with a table of any game: its view, the hand, what is lifted, the log. */

import { tick } from "svelte";

import type { MessageInitShape } from "@bufbuild/protobuf";

import type { ActionSchema, GameEvent, Update } from "$gen/table_pb";

import { HandKeeper } from "../cards/hand.svelte";
import { sortHand } from "../cards/order";
import type { Held } from "../cards/order";
import type { Client } from "../state/client.svelte";
import type { Taken } from "../state/tables";
import { play as playSound } from "../ui/sound";

import { Places } from "./flights";
import type { Snapshot } from "./flights";
import { leaveForHand } from "./focus";
import { TableLog } from "./log.svelte";

const DEAL_MS = 3_000;
const NOWHERE: Snapshot = new Map();

/** What a game's motion is told once the places show the new view. */
export interface Moved {
  update: Update;
  /** Where everything lay before. */
  before: Snapshot;
  places: Places;
  layer: HTMLElement | undefined;
  /** The own cards that left the hand, and those that came. */
  left: readonly Held[];
  came: readonly Held[];
}

export abstract class TableGame<V> {
  readonly places = new Places();
  readonly log = new TableLog();
  readonly hand = new HandKeeper();
  layer = $state<HTMLElement>();
  /** Keys of the lifted cards. */
  lifted = $state.raw<string[]>([]);
  /** Name of the place over which a card of the hand is dragged, and that card's key. */
  aiming = $state<string | null>(null);
  dragged = $state<string | null>(null);
  protected view = $state.raw<V | null>(null);
  protected update = $state.raw<Update | null>(null);

  constructor(protected readonly client: Client) {}

  /** The game's view in an update; null where it is another game's. */
  protected abstract viewOf(update: Update): V | null;
  /** The own hand as the view has it. */
  protected abstract handOf(view: V): readonly string[];
  /** What the view remembers of the game so far, as events. */
  protected abstract remembered(view: V): GameEvent[];
  /** Let the cards travel. */
  protected abstract animate(moved: Moved): void;
  abstract get myTurn(): boolean;

  /** How a hand that has just been dealt is sorted; undefined: it lies as it came. */
  protected get dealtOrder(): ((card: string) => number) | undefined {
    return undefined;
  }

  /** For what a game keeps beside the view; called after each new one. */
  protected taken(update: Update, before: V | null): void {
    void [update, before];
  }

  /** Follow the table from now on; returns what ends it. */
  follow(first: Update): () => void {
    const dealt = this.justDealt(first);
    const view = this.viewOf(first);
    if (dealt) this.log.hear(first);
    else this.log.open(first.gameId, view === null ? [] : this.remembered(view));
    this.take(first);
    if (dealt) this.move(first, NOWHERE, [], this.hand.order);
    return this.client.updates.on((taken) => {
      if (taken.update.gameId === this.client.table?.gameId) this.heard(taken);
    });
  }

  get liftedCards(): Held[] {
    return this.hand.order.filter((held) => this.lifted.includes(held.key));
  }

  /** The one lifted card. */
  get liftedCard(): Held | null {
    return this.liftedCards[0] ?? null;
  }

  sort(rank: (card: string) => number): void {
    this.hand.order = sortHand(this.hand.order, rank);
  }

  /** Ask for a move; whoever steers by keys goes on at the hand. */
  protected act(game: MessageInitShape<typeof ActionSchema>["game"]): Promise<boolean> {
    leaveForHand(this.places);
    return this.client.act({ game });
  }

  /** Whoever opens the table as the cards are dealt sees them come, however they heard of it. */
  private justDealt(update: Update): boolean {
    const age = Date.now() + this.client.offsetMs - Number(update.atMs);
    return age < DEAL_MS && update.events.some(({ kind }) => kind.value?.type === "dealt");
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
    const left = earlier.filter((held) => !now.some((one) => one.key === held.key));
    const came = now.filter((held) => !earlier.some((one) => one.key === held.key));
    this.move(update, before, left, came);
  }

  private move(
    update: Update,
    before: Snapshot,
    left: readonly Held[],
    came: readonly Held[],
  ): void {
    // The first time the hand is measured before its cards are laid.
    void tick()
      .then(tick)
      .then(() => {
        this.animate({ update, before, places: this.places, layer: this.layer, left, came });
      });
  }

  private take(update: Update): void {
    const before = this.view;
    this.update = update;
    this.view = this.viewOf(update);
    const view = this.view;
    if (update.you !== undefined && view !== null) {
      this.hand.sync(update.gameId, this.handOf(view), this.dealtOrder);
    }
    this.taken(update, before);
  }
}
