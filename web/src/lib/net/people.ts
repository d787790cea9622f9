/** What the server keeps of people, over HTTP; who asks is known by their session's token. */

import { refusalOf } from "./api";
import type { Session } from "./api";

export interface Rating {
  game: string;
  rank: number;
  /** What is shown and sorted by: `mu` less three deviations. */
  ordinal: number;
  mu: number;
  deviation: number;
  games: number;
  won: number;
  provisional: boolean;
}

export interface Statistics {
  game: string;
  played: number;
  won: number;
  best: number | null;
}

export interface Person {
  player_id: string;
  name: string;
  since_ms: number;
  ratings: Rating[];
  statistics: Statistics[];
}

export interface PastSeat {
  seat: number;
  /** Empty where the person had their data deleted. */
  name: string;
  bot_level: string | null;
  /** Of a rated game only. */
  ordinal_before: number | null;
  ordinal_after: number | null;
}

export interface PastGame {
  game_id: string;
  game: string;
  /** One's own. */
  seat: number;
  seats: PastSeat[];
  winners: number[];
  /** By seat. */
  scores: Record<string, number>;
  reason: string;
  /** Why it came to no result; empty where it did. */
  aborted: string;
  started_ms: number;
  ended_ms: number;
  rated: boolean;
}

export interface History {
  games: PastGame[];
  /** The `before` of the next page; null: there are no older ones. */
  next: string | null;
  total: number;
}

export interface Leaderboard {
  game: string;
  total: number;
  people: (Rating & { player_id: string; name: string })[];
}

export type Recovered = Session & { recovery_code: string };

async function ask<T>(path: string, token: string | null, options: RequestInit = {}): Promise<T> {
  const headers = new Headers(options.headers);
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  const response = await fetch(`/api${path}`, { ...options, headers });
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as T;
}

export function fetchMe(token: string): Promise<Person> {
  return ask("/me", token);
}

/** @param before the `next` of the page before; null: the newest */
export function fetchHistory(token: string, before: string | null): Promise<History> {
  const query = new URLSearchParams({ count: "20" });
  if (before !== null) query.set("before", before);
  return ask(`/me/history?${query.toString()}`, token);
}

/** Everything that is kept of this person is gone afterwards; the token is refused. */
export async function deleteMe(token: string): Promise<void> {
  await ask("/me", token, { method: "DELETE" });
}

/** A new secret with which another device takes this identity over; the one before is void. */
export async function makeRecoveryCode(token: string): Promise<string> {
  return (await ask<{ code: string }>("/me/recovery", token, { method: "POST" })).code;
}

/**
 * Take the identity of a recovery code to this browser.
 *
 * @param requestId the same for every try of one attempt
 */
export function recover(code: string, requestId: string): Promise<Recovered> {
  return ask("/recover", null, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code, request_id: requestId }),
  });
}

export function fetchLeaderboard(game: string, first: number): Promise<Leaderboard> {
  return ask(`/leaderboard/${encodeURIComponent(game)}?first=${String(first)}&count=50`, null);
}
