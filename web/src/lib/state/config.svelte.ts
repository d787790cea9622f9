/** What the server offers: the games with their room policies. Asked for once, when first needed. */

import { fetchConfig } from "../net/api";
import type { Policy } from "../net/api";
import { backoffMs } from "../net/backoff";
import { Refusal } from "../net/refusal";

class Config {
  /** Policies of the games that can be played, by game id; null until they are known. */
  games = $state.raw<Readonly<Record<string, Policy>> | null>(null);
  private loading = false;

  load(): void {
    if (this.loading || this.games !== null) return;
    this.loading = true;
    void this.fetch().finally(() => (this.loading = false));
  }

  private async fetch(): Promise<void> {
    for (let tries = 0; this.games === null; tries += 1) {
      try {
        const { games } = await fetchConfig();
        const playable = Object.entries(games).filter(([, policy]) => policy.playable);
        this.games = Object.fromEntries(playable);
      } catch (reason) {
        // Away for a while, as the link says; anything else is a defect.
        if (!(reason instanceof Refusal) && !(reason instanceof TypeError)) throw reason;
        await new Promise((done) => setTimeout(done, backoffMs(tries, Math.random())));
      }
    }
  }
}

export const config = new Config();
