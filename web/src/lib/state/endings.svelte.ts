/** What finished games leave to this browser: the record, whether it holds, the end of its seal. */

import { checkDraw } from "../fair/check";
import type { Verdict } from "../fair/check";
import { fetchRecord } from "../net/api";
import type { GameRecord } from "../net/api";
import { Refusal } from "../net/refusal";
import { t } from "../../i18n/index.svelte";

import { drawOf } from "./draws";
import { notices } from "./notices.svelte";
import { keepSeal } from "./seals";

export type Standing =
  | Verdict
  /** The draw is right, but something else in the record is not. */
  | "record"
  | "checking"
  /** There is no record, or not yet. */
  | "unknown"
  /** This page may not compute digests. */
  | "insecure";

export interface Ending {
  readonly standing: Standing;
  readonly record: GameRecord | null;
  /** The seal's end as it was computed here; null where it was not. */
  readonly whole: string | null;
}

const NOTHING_YET: Ending = { standing: "checking", record: null, whole: null };
const BAD: readonly Standing[] = ["bad", "nonce", "record"];
const TRIES = 8;
const PAUSE_MS = 1_500;

export function isBad(standing: Standing): boolean {
  return BAD.includes(standing);
}

class Endings {
  private known = $state.raw<Readonly<Record<string, Ending>>>({});

  /** Null where nobody has looked at the game's end. */
  of(gameId: string): Ending | null {
    return this.known[gameId] ?? null;
  }

  /**
   * Fetch and check the record of a game that has just ended, wherever the reader goes meanwhile.
   * What was looked at is not looked at again, unless there was no record.
   *
   * @param commitment as the table showed it from the first card on
   */
  look(gameId: string, commitment: Uint8Array): void {
    const known = this.of(gameId);
    if (known !== null && known.standing !== "unknown") return;
    this.keep(gameId, NOTHING_YET);
    void this.find(gameId, commitment);
  }

  private keep(gameId: string, ending: Ending): void {
    this.known = { ...this.known, [gameId]: ending };
  }

  private async find(gameId: string, commitment: Uint8Array): Promise<void> {
    const record = await awaitRecord(gameId);
    if (record === null) {
      this.keep(gameId, { ...NOTHING_YET, standing: "unknown" });
      return;
    }
    this.keep(gameId, { ...NOTHING_YET, record });
    const checked = await check(gameId, commitment, record);
    this.keep(gameId, { record, ...checked });
    if (isBad(checked.standing)) notices.say(t(`result.fair.${checked.standing}`), "problem");
  }
}

/** A record is written a moment after the last card; null where it does not come. */
async function awaitRecord(gameId: string): Promise<GameRecord | null> {
  for (let n = 0; n < TRIES; n += 1) {
    try {
      return await fetchRecord(gameId);
    } catch (reason) {
      if (!(reason instanceof Refusal) && !(reason instanceof TypeError)) throw reason;
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  }
  return null;
}

async function check(
  gameId: string,
  commitment: Uint8Array,
  record: GameRecord,
): Promise<Pick<Ending, "standing" | "whole">> {
  if (!isSecureContext) return { standing: "insecure", whole: null };
  const nonces = Object.values(record.nonces);
  const draw = await checkDraw(drawOf(gameId), commitment, record.server_seed, nonces);
  if (isBad(draw)) return { standing: draw, whole: null };
  // Not needed before a game has ended, so not loaded before.
  const { inspect } = await import("../fair/record");
  const { broken, whole } = await inspect(record);
  if (broken !== null) return { standing: "record", whole: null };
  if (whole !== null) keepSeal({ gameId, commitment: record.commitment.toLowerCase(), whole });
  return { standing: draw, whole };
}

export const endings = new Endings();
