/** Quick play: to a table of a game, one search at a time. */

import { go } from "../lib/router.svelte";
import type { Client } from "../lib/state/client.svelte";
import { notices } from "../lib/state/notices.svelte";

export class Seeking {
  /** The game that a table is sought for; empty: none. */
  game = $state("");

  constructor(private readonly client: Client) {}

  async play(game: string): Promise<void> {
    if (this.game !== "") return;
    this.game = game;
    try {
      const answer = await this.client.ask({ case: "quickPlay", value: { game } });
      if (answer.case === "room") go(`/r/${answer.value.code}`);
    } catch (reason) {
      notices.problem(reason);
    } finally {
      this.game = "";
    }
  }
}
