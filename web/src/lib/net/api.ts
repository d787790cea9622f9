/** The documents that the gateway serves over HTTP. */

import { Refusal } from "./refusal";

export interface Session {
  player_id: string;
  name: string;
  token: string;
  expires_ms: number;
}

async function answer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  throw await refusalOf(response);
}

/** What a refused request says, in the gateway's own form. */
export async function refusalOf(response: Response): Promise<Refusal> {
  let code = "unavailable";
  let params: Record<string, string> = {};
  try {
    const body = (await response.json()) as {
      code?: string;
      params?: Record<string, string>;
      error?: { code?: string; params?: Record<string, string> };
    };
    code = body.error?.code ?? body.code ?? code;
    params = body.error?.params ?? body.params ?? params;
  } catch {
    // Not the gateway's own answer: a proxy's page says nothing that the client could use.
  }
  return new Refusal(code, params);
}

/** @throws Refusal such as `name_refused`; a TypeError where the network is away */
export async function newSession(name: string): Promise<Session> {
  const response = await fetch("/api/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name }),
  });
  return answer<Session>(response);
}

/** One game's record, as JSON text, in the format `carteado-record/1`. */
export async function fetchRecord(gameId: string): Promise<GameRecord> {
  return answer<GameRecord>(await fetch(`/api/records/${encodeURIComponent(gameId)}`));
}

/** What the client reads of a record; the rest is passed on as it is. */
export interface GameRecord {
  format: string;
  game: string;
  commitment: string;
  server_seed: string;
  nonces: Record<string, string>;
  [other: string]: unknown;
}

/** One option of a game, as the room's host may set it. */
export interface OptionSpec {
  name: string;
  type: "integer" | "boolean" | "set";
  default: number | boolean | string[];
  minimum: number | null;
  maximum: number | null;
  choices: string[];
  /** Groups of choices of which only one may be taken. */
  excludes: string[][];
}

/** What the client reads of a game's room policy. Durations in milliseconds. */
export interface Policy {
  game: string;
  playable: boolean;
  seats: number;
  players_min: number;
  players_max: number;
  bots_max: number;
  fill_with_bots: boolean;
  limit: {
    default_ms: number;
    min_ms: number;
    max_ms: number;
    none_allowed: boolean;
    /** Phases of the game that have another default. */
    phases: [phase: string, limitMs: number][];
  } | null;
  clock: {
    initial_ms: number;
    increment_ms: number;
    initial_min_ms: number;
    initial_max_ms: number;
    increment_max_ms: number;
    none_allowed: boolean;
  } | null;
  rated: boolean;
  /** What somebody's best in this game is. */
  best: "lowest" | "highest" | "rivals" | "streak";
  options: OptionSpec[];
}

/** What the server offers: games with their policies by id, and the scale of its durations. */
export interface ServerConfig {
  games: Record<string, Policy>;
  time_scale: number;
}

export async function fetchConfig(): Promise<ServerConfig> {
  return answer<ServerConfig>(await fetch("/api/config"));
}
