/** One person's dealings with a Viraê table: what is announced, what colour is asked for. */

import type { GameEvent, Update } from "$gen/table_pb";
import type { ViraeAction, ViraeView } from "$gen/virae_pb";

import { tCode } from "../../i18n/index.svelte";
import type { Held } from "../../lib/cards/order";
import { TableGame } from "../../lib/table/game.svelte";
import type { Moved } from "../../lib/table/game.svelte";

import { isWild } from "./faces";
import type { Color } from "./faces";
import { eventsOf } from "./history";
import { animate } from "./motion";

export function viewOf(update: Update): ViraeView | null {
  const game = update.view?.game;
  return game?.case === "virae" ? game.value : null;
}

export class ViraeGame extends TableGame<ViraeView> {
  /** Announce with the next card, where that is possible. */
  announce = $state(false);
  /** The wild whose colour is being asked for. */
  asking = $state.raw<Held | null>(null);

  protected viewOf(update: Update): ViraeView | null {
    return viewOf(update);
  }

  protected handOf(view: ViraeView): readonly string[] {
    return view.own?.hand ?? [];
  }

  protected remembered(view: ViraeView): GameEvent[] {
    return eventsOf(view.history);
  }

  protected animate(moved: Moved): void {
    animate(moved);
  }

  protected override taken(_: Update, before: ViraeView | null): void {
    if (this.asking !== null && !this.playable(this.asking.card)) this.asking = null;
    // The switch is meant for the cards that are held now, whatever becomes of a single move.
    const held = (view: ViraeView | null) => [...(view?.own?.hand ?? [])].sort().join();
    if (before !== null && held(before) !== held(this.view)) this.announce = false;
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

  private async send(held: Held, color: Color | undefined): Promise<void> {
    const call = this.announce && this.canAnnounce ? true : undefined;
    this.hand.playing(held.key);
    const value = { type: "play", card: held.card, color, call };
    await this.act({ case: "virae", value });
  }

  private async plain(type: string): Promise<void> {
    await this.act({ case: "virae", value: { type } });
  }
}
