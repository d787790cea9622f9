/** What has happened at a table, in order, to be told in the language in force. */

import type { GameEvent, Update } from "$gen/table_pb";

const KEPT = 200;

export interface Entry {
  id: number;
  event: GameEvent;
  /** The faces that the reader may know where the event itself has them blank. */
  cards: string[];
}

/** The events of an update with what the reader alone may add to them. */
export function entriesOf(update: Update): Omit<Entry, "id">[] {
  return update.events.map((event, index) => ({
    event,
    cards: update.reveals.find((reveal) => reveal.index === index)?.cards ?? [],
  }));
}

export class TableLog {
  entries = $state.raw<Entry[]>([]);
  /** Those of the last update, for who cannot see the cards move. */
  latest = $state.raw<Entry[]>([]);
  private gameId = "";
  private next = 0;

  /** What the last update tells, in words. */
  news(describe: (entry: Entry) => string | null): string {
    return this.latest
      .map(describe)
      .filter((text) => text !== null)
      .join(" ");
  }

  /** Begin in the midst of a game with what is known of it. */
  open(gameId: string, events: readonly GameEvent[]): void {
    this.gameId = gameId;
    this.latest = [];
    this.entries = events.map((event) => ({ id: ++this.next, event, cards: [] }));
  }

  hear(update: Update): void {
    if (update.gameId !== this.gameId) {
      this.gameId = update.gameId;
      this.entries = [];
    }
    this.latest = entriesOf(update).map((entry) => ({ ...entry, id: ++this.next }));
    this.entries = [...this.entries, ...this.latest].slice(-KEPT);
  }
}
