/** One person's dealings with a Rami table. */

import type { RamiAction, RamiEvent, RamiView } from "$gen/rami_pb";
import type { GameEvent, Update } from "$gen/table_pb";

import { tCode } from "../../i18n/index.svelte";
import type { Held } from "../../lib/cards/order";
import { byRank, bySuit } from "../../lib/cards/suits";
import { notices } from "../../lib/state/notices.svelte";
import { TableGame } from "../../lib/table/game.svelte";
import type { Moved } from "../../lib/table/game.svelte";

import { eventsOf } from "./history";
import { discardOf, layOffsOf, meldOf } from "./melds";
import { animate } from "./motion";
import { growthsIn } from "./sentences";
import type { Growths } from "./sentences";

/** A finished round is shown this long, or until the reader plays on. */
const SHOWN_MS = 10_000;
const DRAWS = ["drew", "took"];

export function viewOf(update: Update): RamiView | null {
  const game = update.view?.game;
  return game?.case === "rami" ? game.value : null;
}

/** How a round ended: what is left in each hand, and what the winner scored. */
export interface Finished {
  round: number;
  counted: RamiEvent[];
  ended: RamiEvent;
}

export class RamiGame extends TableGame<RamiView> {
  readonly growths: Growths = new WeakMap();
  /** The round that has just ended, until it has been looked at. */
  finished = $state.raw<Finished | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The next press of the sort button sorts so. */
  sorting = $state<"suit" | "rank">("rank");

  protected viewOf(update: Update): RamiView | null {
    return viewOf(update);
  }

  protected handOf(view: RamiView): readonly string[] {
    return view.own?.hand ?? [];
  }

  protected override get dealtOrder() {
    return bySuit;
  }

  protected remembered(view: RamiView): GameEvent[] {
    return eventsOf(view.history);
  }

  protected animate(moved: Moved): void {
    animate(moved);
  }

  protected override taken(update: Update, before: RamiView | null): void {
    if (before !== null) {
      for (const [event, grown] of growthsIn(before, update)) this.growths.set(event, grown);
    }
    const events = update.events.flatMap(({ kind }) => (kind.case === "rami" ? [kind.value] : []));
    const ended = events.find(({ type }) => type === "round_ended");
    if (ended !== undefined && this.view?.phase !== "over") {
      const counted = events.filter(({ type }) => type === "counted");
      this.show({ round: (this.view?.round ?? 2) - 1, counted, ended });
    } else if (events.some((event) => DRAWS.includes(event.type) && event.seat === update.you)) {
      this.finished = null;
    }
    if (before?.round !== this.view?.round) this.lifted = [];
    // A new round's hand keeps nothing of the last one's order.
    if (before !== null && before.round !== this.view?.round) this.sort(bySuit);
  }

  get legal(): RamiAction[] {
    return this.view?.own?.legal ?? [];
  }

  get myTurn(): boolean {
    const you = this.update?.you;
    return you !== undefined && this.view?.turn === you;
  }

  get drawing(): boolean {
    return this.myTurn && this.view?.phase === "draw";
  }

  get melding(): boolean {
    return this.myTurn && this.view?.phase === "meld";
  }

  get canTake(): boolean {
    return this.legal.some((action) => action.type === "draw" && action.from === "discard");
  }

  /** Faces of the lifted cards. */
  get chosen(): string[] {
    return this.liftedCards.map((held) => held.card);
  }

  get meld(): RamiAction | undefined {
    return meldOf(this.legal, this.chosen);
  }

  get layOffs(): RamiAction[] {
    return layOffsOf(this.legal, this.chosen);
  }

  get discarding(): RamiAction | undefined {
    return discardOf(this.legal, this.chosen);
  }

  /** The hand holds a set or a run that may be laid down. */
  get canMeld(): boolean {
    return this.legal.some((action) => action.type === "meld");
  }

  isTaken(card: string): boolean {
    return this.melding && this.view?.taken === card;
  }

  /** Cards that go together when one of them is dragged. */
  together(held: Held): Held[] {
    return this.lifted.includes(held.key) ? this.liftedCards : [held];
  }

  /** Faces of the cards that are on their way to the table: dragged, else lifted. */
  get inHand(): string[] {
    const held = this.hand.order.find((one) => one.key === this.dragged);
    return (held === undefined ? this.liftedCards : this.together(held)).map(({ card }) => card);
  }

  /** Names of the places on which the card may be dropped. */
  placesFor(): string[] {
    const melds = this.view?.melds.map((_, index) => `meld:${index}`) ?? [];
    return ["discard", "table", ...melds];
  }

  draw(from: "stock" | "discard"): void {
    const action = this.legal.find((one) => one.type === "draw" && one.from === from);
    if (action !== undefined) void this.send(action, []);
  }

  layDown(): void {
    this.meldCards(this.liftedCards);
  }

  discard(): void {
    this.discardCards(this.liftedCards);
  }

  /** With one meld that takes the lifted cards they go there; else one has to be chosen. */
  layOff(): void {
    const [first, ...others] = this.layOffs;
    if (first?.meld === undefined) return;
    if (others.length === 0) this.layOffOn(this.liftedCards, first.meld);
    else this.places.element(`meld:${first.meld}`)?.focus();
  }

  /** A meld of the table was tapped. */
  tapMeld(index: number): void {
    if (this.lifted.length > 0 && this.myTurn) this.layOffOn(this.liftedCards, index);
  }

  drop(held: Held, place: string): void {
    const cards = this.together(held);
    const [kind, index] = place.split(":");
    if (kind === "discard") this.discardCards(cards);
    else if (kind === "meld") this.layOffOn(cards, Number(index));
    else this.meldCards(cards);
  }

  /** By suit and by rank in turns. */
  sortNext(): void {
    this.sort(this.sorting === "rank" ? byRank : bySuit);
    this.sorting = this.sorting === "rank" ? "suit" : "rank";
  }

  private show(finished: Finished): void {
    clearTimeout(this.timer);
    this.finished = finished;
    this.timer = setTimeout(() => (this.finished = null), SHOWN_MS);
  }

  private meldCards(cards: readonly Held[]): void {
    const faces = cards.map((held) => held.card);
    const whole =
      this.view?.options?.discardToWin === true && cards.length === this.hand.order.length;
    this.try(meldOf(this.legal, faces), cards, whole ? "must_keep_discard" : "not_a_meld");
  }

  private layOffOn(cards: readonly Held[], meld: number): void {
    const faces = cards.map((held) => held.card);
    const action = layOffsOf(this.legal, faces).find((one) => one.meld === meld);
    const whole =
      this.view?.options?.discardToWin === true && cards.length === this.hand.order.length;
    this.try(action, cards, whole ? "must_keep_discard" : "breaks_meld");
  }

  private discardCards(cards: readonly Held[]): void {
    const faces = cards.map((held) => held.card);
    const code = faces.length === 1 ? "cannot_return_taken" : "one_at_a_time";
    this.try(discardOf(this.legal, faces), cards, code);
  }

  /** Do it; or say why not, in the words of the rules' code. */
  private try(action: RamiAction | undefined, cards: readonly Held[], code: string): void {
    if (action !== undefined) {
      void this.send(action, cards);
      return;
    }
    this.lifted = cards.map((held) => held.key);
    if (this.myTurn) notices.say(tCode("error", this.drawing ? "must_draw_first" : code));
  }

  private async send(value: RamiAction, cards: readonly Held[]): Promise<void> {
    const [only] = cards;
    if (only !== undefined) this.hand.playing(only.key);
    await this.act({ case: "rami", value });
  }
}
