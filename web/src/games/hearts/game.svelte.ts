/** One person's dealings with a table of Hearts: what is passed, what lies on the table. */

import type { HeartsAction, HeartsEvent, HeartsView } from "$gen/hearts_pb";
import type { GameEvent, Update } from "$gen/table_pb";

import { tCode } from "../../i18n/index.svelte";
import type { Held } from "../../lib/cards/order";
import { bySuit } from "../../lib/cards/suits";
import { TableGame } from "../../lib/table/game.svelte";
import type { Moved } from "../../lib/table/game.svelte";

import { eventsOf } from "./history";
import { animate, sweep } from "./motion";

/** A whole trick stays this long before it goes to its taker. */
const TRICK_MS = 1_300;
/** A finished hand's points stay this long. */
const SCORED_MS = 8_000;
const PASSED = 3;

export interface Finished {
  leader: number;
  cards: string[];
  taker: number;
}

export function viewOf(update: Update): HeartsView | null {
  const game = update.view?.game;
  return game?.case === "hearts" ? game.value : null;
}

export function heartsEvents(update: Update): HeartsEvent[] {
  return update.events.flatMap(({ kind }) => (kind.case === "hearts" ? [kind.value] : []));
}

export class HeartsGame extends TableGame<HeartsView> {
  /** A trick that is over but still shown; the view is already ahead of it. */
  finished = $state.raw<Finished | null>(null);
  /** The points of a hand that has just ended. */
  scored = $state.raw<HeartsEvent | null>(null);
  private trickTimer: ReturnType<typeof setTimeout> | undefined;
  private scoreTimer: ReturnType<typeof setTimeout> | undefined;

  protected viewOf(update: Update): HeartsView | null {
    return viewOf(update);
  }

  /** What was chosen to be passed lies apart until all have chosen. */
  protected handOf(view: HeartsView): readonly string[] {
    const hand = view.own?.hand ?? [];
    return view.phase === "pass" ? hand.filter((card) => !this.given(view).includes(card)) : hand;
  }

  protected override get dealtOrder() {
    return bySuit;
  }

  protected remembered(view: HeartsView): GameEvent[] {
    return eventsOf(view);
  }

  protected animate(moved: Moved): void {
    animate(moved, this.finished);
  }

  protected override taken(update: Update, before: HeartsView | null): void {
    const events = heartsEvents(update);
    if (events.some(({ type }) => type === "played")) this.clearTrick();
    const took = events.find(({ type }) => type === "took");
    const following = before?.trick.every((card, i) => card === took?.cards[i]);
    if (took?.seat !== undefined && before !== null && following) {
      this.finished = { leader: before.leader ?? 0, cards: took.cards, taker: took.seat };
      this.trickTimer = setTimeout(() => this.clearTrick(), TRICK_MS);
    }
    const scored = events.find(({ type }) => type === "scored");
    if (scored !== undefined && this.view?.phase !== "over") this.show(scored);
    else if (events.some(({ type }) => type === "passed" || type === "played")) this.scored = null;
    if (before?.phase !== this.view?.phase) this.lifted = [];
  }

  /** The cards that lie apart to be passed. */
  given(view: HeartsView): string[] {
    return view.phase === "pass" ? (view.own?.passed ?? []) : [];
  }

  get legal(): HeartsAction[] {
    return this.view?.own?.legal ?? [];
  }

  /** It is for the reader to choose what to pass. */
  get passing(): boolean {
    return this.legal.some(({ type }) => type === "pass");
  }

  get myTurn(): boolean {
    return this.legal.length > 0;
  }

  get most(): number {
    return this.passing ? PASSED : 1;
  }

  get canPass(): boolean {
    return this.passing && this.lifted.length === PASSED;
  }

  playable(card: string): boolean {
    if (this.passing) return true;
    return this.legal.some((action) => action.type === "play" && action.card === card);
  }

  /** Why the card can't be played, in words; null where it can or where it is not one's turn. */
  reason(card: string): string | null {
    if (!this.myTurn) return null;
    const own = this.view?.own;
    const code = own?.reasons[own.hand.indexOf(card)] ?? "";
    return code === "" ? null : tCode("error", code);
  }

  received(card: string): boolean {
    return this.view?.own?.received.includes(card) ?? false;
  }

  /** In the exchange a card that is dropped on the table is only lifted. */
  drop(held: Held): void {
    if (!this.passing) this.play(held);
    else if (this.lifted.length < PASSED && !this.lifted.includes(held.key)) {
      this.lifted = [...this.lifted, held.key];
    }
  }

  play(held: Held): void {
    if (this.passing || !this.playable(held.card)) return;
    this.hand.playing(held.key);
    void this.act({ case: "hearts", value: { type: "play", card: held.card } });
  }

  pass(): void {
    if (!this.canPass) return;
    const cards = this.liftedCards.map((held) => held.card);
    void this.act({ case: "hearts", value: { type: "pass", cards } });
  }

  private show(scored: HeartsEvent): void {
    clearTimeout(this.scoreTimer);
    this.scored = scored;
    this.scoreTimer = setTimeout(() => (this.scored = null), SCORED_MS);
  }

  private clearTrick(): void {
    clearTimeout(this.trickTimer);
    if (this.finished === null) return;
    sweep(this.places, this.layer, this.finished);
    this.finished = null;
  }
}
