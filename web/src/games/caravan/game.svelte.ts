/** One person's dealings with a Caravan table. */

import type { CaravanAction, CaravanView } from "$gen/caravan_pb";
import type { GameEvent, Update } from "$gen/table_pb";

import { isKnown, tCode } from "../../i18n/index.svelte";
import type { Held } from "../../lib/cards/order";
import { bySuit } from "../../lib/cards/suits";
import { notices } from "../../lib/state/notices.svelte";
import { focusHand } from "../../lib/table/focus";
import { TableGame } from "../../lib/table/game.svelte";
import type { Moved } from "../../lib/table/game.svelte";

import { eventsOf } from "./history";
import { animate } from "./motion";
import { changedRoutes, routeOf, ROUTES } from "./routes";
import type { At } from "./routes";
import { targetsIn } from "./sentences";
import type { Targets } from "./sentences";
import { actionAt, aimsOf, isFigure, placeOf, whyNot } from "./targets";
import type { Target } from "./targets";
import { c } from "./texts";
import type { CaravanKey } from "./texts";

export function viewOf(update: Update): CaravanView | null {
  const game = update.view?.game;
  return game?.case === "caravan" ? game.value : null;
}

export class CaravanGame extends TableGame<CaravanView> {
  readonly targets: Targets = new WeakMap();
  /** The routes that the last update changed. */
  changed = $state.raw<At[]>([]);
  /** The route whose cards are shown large; with a card in hand, to choose one of them. */
  opened = $state.raw<At | null>(null);
  /** Where the tutorial wants a card, by the place's name, and which card. */
  hinted = $state<string | null>(null);
  hintedCard = $state<string | null>(null);
  /** The own routes are offered for disbanding. */
  disbanding = $state(false);

  protected viewOf(update: Update): CaravanView | null {
    return viewOf(update);
  }

  protected handOf(view: CaravanView): readonly string[] {
    return view.own?.hand ?? [];
  }

  protected remembered(view: CaravanView): GameEvent[] {
    return eventsOf(view.history);
  }

  protected animate(moved: Moved): void {
    animate(moved);
  }

  protected override taken(update: Update, before: CaravanView | null): void {
    this.changed = changedRoutes(before, this.view);
    if (before !== null) {
      for (const [event, lying] of targetsIn(before, update)) this.targets.set(event, lying);
    }
    if (!this.myTurn) this.disbanding = false;
  }

  /** The tutorial says what to do. */
  get taught(): boolean {
    return this.hintedCard !== null;
  }

  get you(): number {
    return this.update?.you ?? -1;
  }

  /** The seat whose routes are drawn on this side: the own one, for watchers the first. */
  get near(): number {
    return this.update?.you ?? 0;
  }

  /** The card that is on its way to the table: dragged, else lifted. */
  get inHand(): Held | null {
    const held = this.hand.order.find((one) => one.key === this.dragged);
    return held ?? this.liftedCard;
  }

  get legal(): CaravanAction[] {
    return this.view?.own?.legal ?? [];
  }

  get myTurn(): boolean {
    return this.view?.turn !== undefined && this.view.turn === this.you;
  }

  get opening(): boolean {
    return (this.view?.sides.find((side) => side.seat === this.you)?.moves ?? 0) < ROUTES.length;
  }

  get canDisband(): number[] {
    return this.legal.flatMap(({ type, route }) =>
      type === "disband" && route !== undefined ? [route] : [],
    );
  }

  playable(card: string): boolean {
    return this.legal.some((action) => action.card === card);
  }

  /** Why the card is of no use now, in words; null where it is or where it is not one's turn. */
  reason(card: string): string | null {
    if (!this.myTurn) return null;
    const own = this.view?.own;
    const code = own?.reasons[own.hand.indexOf(card)] ?? "";
    return code === "" ? null : tCode("error", code);
  }

  aims(card: string): Target[] {
    return aimsOf(this.legal, card, this.you);
  }

  /** Whether the card may be brought to the target now. */
  fits(card: string, target: Target): boolean {
    return actionAt(this.legal, card, target, this.you) !== undefined;
  }

  /** The places over which a dragged card is seen, also those that will refuse it with a reason. */
  placesFor(held: Held): string[] {
    const names = [placeOf({ kind: "discard", seat: this.you })];
    for (const { seat } of this.view?.sides ?? []) {
      for (const route of ROUTES) {
        const cards = this.view === null ? [] : (routeOf(this.view, seat, route)?.cards ?? []);
        if (!isFigure(held.card) || cards.length === 0) {
          names.push(placeOf({ kind: "route", seat, route }));
        } else {
          for (const index of cards.keys())
            names.push(placeOf({ kind: "card", seat, route, index }));
        }
      }
    }
    return names;
  }

  /** A lifted card was tapped again, or Play was pressed. */
  play(held: Held): void {
    const aims = this.aims(held.card);
    const [only] = aims;
    if (only !== undefined && aims.length === 1) this.playAt(held, only);
    else this.focusTarget(aims);
  }

  drop(held: Held, place: string): void {
    const target = targetOfPlace(place);
    if (target !== null) this.playAt(held, target);
  }

  /** Bring a card to a target; where that is not allowed, say why and keep it lifted. */
  playAt(held: Held, target: Target): void {
    if (this.view === null) return;
    const action = actionAt(this.legal, held.card, target, this.you);
    if (action !== undefined) {
      this.hand.playing(held.key);
      void this.send(action);
      return;
    }
    this.lifted = [held.key];
    if (!this.myTurn) return;
    const key = whyNot(this.view, held.card, target, this.you);
    notices.say(isKnown(key) ? c(key as CaravanKey) : key);
  }

  discard(held: Held): void {
    this.playAt(held, { kind: "discard", seat: this.you });
  }

  disband(route: number): void {
    this.disbanding = false;
    const action = this.legal.find((one) => one.type === "disband" && one.route === route);
    if (action !== undefined) void this.send(action);
  }

  putBack(): void {
    this.lifted = [];
    focusHand(this.places);
  }

  sortBySuit(): void {
    this.sort(bySuit);
  }

  private focusTarget(aims: readonly Target[]): void {
    const [first] = aims.length > 0 ? aims : [{ kind: "discard", seat: this.you } as const];
    if (first === undefined) return;
    const element = this.places.element(placeOf(first));
    element?.closest<HTMLElement>("button")?.focus();
  }

  private async send(value: CaravanAction): Promise<void> {
    this.opened = null;
    await this.act({ case: "caravan", value });
  }
}

/** The target at a place of the table, by the place's name. */
export function targetOfPlace(place: string): Target | null {
  const [kind, at = ""] = place.split(":");
  const [seat = 0, route = 0, index = 0] = at.split(".").map(Number);
  if (kind === "discard") return { kind, seat };
  if (kind === "route") return { kind, seat, route };
  return kind === "card" ? { kind, seat, route, index } : null;
}
