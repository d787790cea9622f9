/** A finished game, step by step: what the scenes of running games are shown instead of a server. */

import { create } from "@bufbuild/protobuf";

import type { ReplayPage, ReplayStep } from "$gen/replay_pb";
import { RoomSchema } from "$gen/room_pb";
import type { Update } from "$gen/table_pb";

import { fetchReplay } from "../net/replays";
import { Refusal } from "../net/refusal";
import type { ServerBody } from "../net/requests";

import { Client } from "./client.svelte";
import { SessionKeeper } from "./session";

const PAGE = 50;
const AGAIN_MS = 1_500;
/** Before an id that no server gives: nothing kept for a running game is touched. */
export const REPLAYED = "replay:";

/** A client without a server: it shows the table that it is given, and whatever is asked is refused. */
export class ReplayClient extends Client {
  override readonly live = false;

  constructor(gameId: string, game: string) {
    super(new SessionKeeper(() => ""));
    this.playerId = "";
    this.room = create(RoomSchema, { game, gameId: REPLAYED + gameId });
    // Buttons for moves stay as they looked, and do nothing.
    this.acting = true;
  }

  override ask(): Promise<ServerBody> {
    return Promise.reject(new Refusal("not_running", {}));
  }

  override act(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** @param onward it follows the table shown before, and its events say how */
  show(update: Update, onward: boolean): void {
    const { gameId } = update;
    const before = this.tables[gameId];
    this.tables = { [gameId]: update };
    if (onward) this.updates.emit({ update, animate: true }, before);
  }
}

/** The steps of one game as they come from the server, those asked for first. */
export class Replay {
  /** What is the same on every page; null before the first. */
  frame = $state.raw<Omit<ReplayPage, "steps"> | null>(null);
  steps = $state.raw<readonly (ReplayStep | undefined)[]>([]);
  /** Why it cannot be shown: a code, or null. */
  problem = $state<string | null>(null);
  private ended = false;
  private wanted = 0;

  constructor(
    readonly gameId: string,
    /** Whose view; null: what watchers saw. */
    readonly seat: number | null,
  ) {}

  /** Load the whole game, beginning at a step. */
  async load(first: number): Promise<void> {
    this.wanted = first;
    try {
      let at: number | null = first;
      while (at !== null && !this.ended) {
        this.take(await this.page(at));
        at = this.missing(this.wanted);
      }
    } catch (reason) {
      if (!(reason instanceof Refusal) && !(reason instanceof TypeError)) throw reason;
      this.problem = reason instanceof Refusal ? reason.code : "unavailable";
    }
  }

  stop(): void {
    this.ended = true;
  }

  /** Somebody waits for that step: it comes before the others. */
  want(step: number): void {
    this.wanted = step;
  }

  /** The first step after `at`, then from the beginning, that is not here. */
  private missing(at: number): number | null {
    const holes = Array.from(this.steps.keys()).filter((i) => this.steps[i] === undefined);
    return holes.find((i) => i >= at) ?? holes[0] ?? null;
  }

  private async page(first: number): Promise<ReplayPage> {
    for (;;) {
      try {
        return await fetchReplay(this.gameId, first, PAGE, this.seat);
      } catch (reason) {
        if (!(reason instanceof Refusal) || reason.code !== "rate_limited") throw reason;
        await new Promise((done) => setTimeout(done, AGAIN_MS));
      }
    }
  }

  private take({ steps, ...frame }: ReplayPage): void {
    this.frame = frame;
    const known = Array.from({ length: frame.total }, (_, i) => this.steps[i]);
    for (const step of steps) {
      if (step.update !== undefined) step.update.gameId = REPLAYED + this.gameId;
      known[step.index] = step;
    }
    this.steps = known;
  }
}
