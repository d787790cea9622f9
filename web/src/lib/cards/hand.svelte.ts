/** The player's own order of the hand, kept over updates and reloads. */

import { mergeHand, sortHand } from "./order";
import type { Held } from "./order";

const PREFIX = "carteado.hand.";

export class HandKeeper {
  private held = $state.raw<Held[]>([]);
  private gameId = "";
  private leaving: string | null = null;

  private get stored(): boolean {
    return !this.gameId.includes(":");
  }

  get order(): Held[] {
    return this.held;
  }

  set order(order: Held[]) {
    this.held = order;
    this.keep();
  }

  /** The card that is about to be played: of two equal ones it is this that goes. */
  playing(key: string): void {
    this.leaving = key;
  }

  /**
   * Take over what the view says of the hand.
   *
   * @param rank sorts a hand that has just been dealt, before its owner makes it their own
   */
  sync(gameId: string, hand: readonly string[], rank?: (card: string) => number): void {
    if (gameId !== this.gameId) {
      this.gameId = gameId;
      this.held = this.kept();
    }
    const merged = mergeHand(this.held, hand, this.leaving);
    if (merged.length < this.held.length) this.leaving = null;
    const old = merged.some(({ key }) => this.held.some((one) => one.key === key));
    this.held = rank === undefined || old ? merged : sortHand(merged, rank);
    this.keep();
  }

  private kept(): Held[] {
    if (!this.stored) return [];
    try {
      return JSON.parse(sessionStorage.getItem(PREFIX + this.gameId) ?? "[]") as Held[];
    } catch {
      return [];
    }
  }

  private keep(): void {
    // What is only looked at leaves the order of a running game alone.
    if (!this.stored) return;
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX) && key !== PREFIX + this.gameId) sessionStorage.removeItem(key);
    }
    sessionStorage.setItem(PREFIX + this.gameId, JSON.stringify(this.held));
  }
}
