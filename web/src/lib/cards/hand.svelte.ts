/** The player's own order of the hand, kept over updates and reloads. */

import { mergeHand } from "./order";
import type { Held } from "./order";

const PREFIX = "carteado.hand.";

export class HandKeeper {
  private held = $state.raw<Held[]>([]);
  private gameId = "";
  private leaving: string | null = null;

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

  /** Take over what the view says of the hand. */
  sync(gameId: string, hand: readonly string[]): void {
    if (gameId !== this.gameId) {
      this.gameId = gameId;
      this.held = this.kept();
    }
    const merged = mergeHand(this.held, hand, this.leaving);
    if (merged.length < this.held.length) this.leaving = null;
    this.held = merged;
    this.keep();
  }

  private kept(): Held[] {
    try {
      return JSON.parse(sessionStorage.getItem(PREFIX + this.gameId) ?? "[]") as Held[];
    } catch {
      return [];
    }
  }

  private keep(): void {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX) && key !== PREFIX + this.gameId) sessionStorage.removeItem(key);
    }
    sessionStorage.setItem(PREFIX + this.gameId, JSON.stringify(this.held));
  }
}
