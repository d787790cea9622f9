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
  throw new Refusal(code, params);
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
