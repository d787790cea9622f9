/** One person's dealings with a table of Rouba Monte: which card, and what it takes. */

import { tick } from "svelte";

import type { RoubaMonteAction, RoubaMonteEvent, RoubaMonteView } from "$gen/rouba_monte_pb";
import type { GameEvent, Update } from "$gen/table_pb";

import { tCode } from "../../i18n/index.svelte";
import type { Held } from "../../lib/cards/order";
import { byRank } from "../../lib/cards/suits";
import { notices } from "../../lib/state/notices.svelte";
import { TableGame } from "../../lib/table/game.svelte";
import type { Moved } from "../../lib/table/game.svelte";

import { eventsOf } from "./history";
import { animate } from "./motion";
import { actionsOf, meant, openPlace, pilePlace, placeOf, TABLE } from "./targets";

export function viewOf(update: Update): RoubaMonteView | null {
  const game = update.view?.game;
  return game?.case === "roubaMonte" ? game.value : null;
}

export function monteEvents(update: Update): RoubaMonteEvent[] {
  return update.events.flatMap(({ kind }) => (kind.case === "roubaMonte" ? [kind.value] : []));
}

export class MonteGame extends TableGame<RoubaMonteView> {
  /** Whose pile grew last and by how much: while cards fly there its former top is seen. */
  grown = $state.raw<{ seat: number; by: number } | null>(null);
  /** The top of the pile that was stolen last. */
  private stolen = "";

  protected viewOf(update: Update): RoubaMonteView | null {
    return viewOf(update);
  }

  protected handOf(view: RoubaMonteView): readonly string[] {
    return view.own?.hand ?? [];
  }

  protected override get dealtOrder() {
    return byRank;
  }

  protected remembered(view: RoubaMonteView): GameEvent[] {
    return eventsOf(view.history);
  }

  protected animate(moved: Moved): void {
    animate(moved, this.stolen);
  }

  protected override taken(update: Update, before: RoubaMonteView | null): void {
    const move = monteEvents(update).find(({ type }) => type === "captured" || type === "stole");
    this.grown = null;
    if (move?.seat !== undefined) {
      const by = move.type === "captured" ? 2 : move.number + 1;
      this.grown = { seat: move.seat, by };
    }
    const robbed = before?.seats.find(({ seat }) => seat === move?.pile);
    this.stolen = robbed?.pile.at(-1) ?? "";
    const target = document.activeElement?.closest("button[data-target]") ?? null;
    // Where the focus was on what has been taken, it goes to the hand.
    void tick().then(() => {
      if (target !== null && !target.isConnected) this.focusHand();
    });
  }

  get legal(): RoubaMonteAction[] {
    return this.view?.own?.legal ?? [];
  }

  get myTurn(): boolean {
    const you = this.update?.you;
    return you !== undefined && this.view?.turn === you && this.legal.length > 0;
  }

  /** Something can be taken, so something must. */
  get mustTake(): boolean {
    return this.legal.some(({ type }) => type === "capture");
  }

  playable(card: string): boolean {
    return actionsOf(this.legal, card).length > 0;
  }

  /** Why the card can't be played, in words; null where it can or where it is not one's turn. */
  reason(card: string): string | null {
    if (!this.myTurn) return null;
    const own = this.view?.own;
    const code = own?.reasons[own.hand.indexOf(card)] ?? "";
    return code === "" ? null : tCode("error", code);
  }

  /** The card in the fingers, else the one that is lifted. */
  get inHand(): Held | null {
    const key = this.dragged ?? this.lifted[0];
    return this.hand.order.find((held) => held.key === key) ?? null;
  }

  /** What the card in the hand can do now. */
  get able(): RoubaMonteAction[] {
    return this.inHand === null ? [] : actionsOf(this.legal, this.inHand.card);
  }

  /** It is a place where the card in the hand may go. */
  lit(place: string): boolean {
    return this.able.some((action) => placeOf(action) === place);
  }

  /** Some card of the hand could take what lies there. */
  within(place: string): boolean {
    return this.legal.some((action) => placeOf(action) === place);
  }

  /** All places on which a card may be dropped, legal or not: what is meant is then known. */
  get targets(): string[] {
    const view = this.view;
    if (view === null) return [];
    const piles = view.seats.filter(
      ({ seat, pile }) => seat !== this.update?.you && pile.length > 0,
    );
    return [...view.center.map(openPlace), ...piles.map(({ seat }) => pilePlace(seat)), TABLE];
  }

  /** Play the card: at once where there is one target, else the targets are offered. */
  play(held: Held): void {
    const able = actionsOf(this.legal, held.card);
    const only = able[0];
    if (able.length === 1 && only !== undefined) void this.send(held, only);
    else if (able.length > 1) {
      this.lifted = [held.key];
      void tick().then(() => this.focusTarget(0));
    }
  }

  /** A target was pressed: for the lifted card, else for the first card that could take it. */
  choose(place: string): void {
    const held = this.liftedCard;
    const action = held === null ? null : meant(this.legal, held.card, place);
    if (held !== null && action !== null) {
      void this.send(held, action);
      return;
    }
    const other = this.hand.order.find((one) => meant(this.legal, one.card, place) !== null);
    if (other !== undefined) this.lifted = [other.key];
    else if (this.myTurn) notices.say(tCode("error", "rank_differs"));
  }

  drop(held: Held, place: string): void {
    const action = meant(this.legal, held.card, place);
    if (action !== null) {
      void this.send(held, action);
      return;
    }
    this.lifted = [held.key];
    if (place !== TABLE) notices.say(tCode("error", "rank_differs"));
  }

  /** Put the focus on target number `index` of the lifted card, counted around. */
  focusTarget(index: number): void {
    const able = this.able;
    const action = able[(index + able.length) % able.length];
    if (action === undefined) return;
    this.places.element(placeOf(action))?.closest("button")?.focus();
  }

  /** Which target of the lifted card has the focus; -1: none. */
  focusedTarget(): number {
    const focused = document.activeElement;
    return this.able.findIndex((action) => {
      const button = this.places.element(placeOf(action))?.closest("button");
      return button !== undefined && button === focused;
    });
  }

  /** Put the focus on the lifted card, else where it was in the hand. */
  focusHand(): void {
    const key = this.lifted[0];
    const root = this.places.element(key === undefined ? "hand" : `hand:${key}`);
    (root?.querySelector<HTMLElement>("button[tabindex='0'], button") ?? root)?.focus();
  }

  private async send(held: Held, action: RoubaMonteAction): Promise<void> {
    this.hand.playing(held.key);
    const { type, card, center, pile } = action;
    const value = { type, card, center, pile };
    // The lifted card drops when it leaves the hand: the answer may come after the next turn began.
    await this.act({ case: "roubaMonte", value });
  }
}
