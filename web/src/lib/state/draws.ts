/** This browser's part in the draws: its nonce for each game, and what was promised before. */

import { fromHex, toHex } from "../fair/shuffle";
import type { Bytes } from "../fair/shuffle";

const PREFIX = "carteado.draw.";
const KEPT = 20;
const NONCE_BYTES = 32;

export interface Draw {
  commitment: string;
  nonce: string;
  at: number;
}

export function drawOf(gameId: string): Draw | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + gameId) ?? "null") as Draw | null;
  } catch {
    return null;
  }
}

/** What this browser saw promised with this commitment, whichever game it was; null: nothing. */
export function drawWith(commitment: string): Draw | null {
  const known = Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => drawOf(key.slice(PREFIX.length)));
  return known.find((draw) => draw?.commitment === commitment) ?? null;
}

/** The nonce for a game: made once, from the browser's secure source, after the commitment. */
export function nonceFor(gameId: string, commitment: Uint8Array): Bytes {
  const known = drawOf(gameId);
  if (known !== null && known.commitment === toHex(commitment)) return fromHex(known.nonce);
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const draw: Draw = { commitment: toHex(commitment), nonce: toHex(nonce), at: Date.now() };
  forgetOldest();
  localStorage.setItem(PREFIX + gameId, JSON.stringify(draw));
  return nonce;
}

function forgetOldest(): void {
  const ids = Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length));
  const aged = ids.map((id) => ({ id, at: drawOf(id)?.at ?? 0 })).sort((a, b) => b.at - a.at);
  for (const { id } of aged.slice(KEPT - 1)) localStorage.removeItem(PREFIX + id);
}
