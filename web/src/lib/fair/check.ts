/** Whether a finished game kept the promise that was shown before it. */

import { commitmentOf, fromHex, toHex } from "./shuffle";
import type { Bytes } from "./shuffle";

export type Verdict =
  /** The seed is the promised one, and one's own nonce is in the record. */
  | "ok"
  /** The seed is the promised one; this browser gave no nonce. */
  | "seed"
  /** The seed is not the one that was promised. */
  | "bad"
  /** The record leaves one's nonce out. */
  | "nonce";

export interface Promised {
  commitment: string;
  nonce: string;
}

/**
 * @param promised what this browser saw and gave before the deal; null where it was not there
 * @param commitment as the table showed it from the first card on
 * @param nonces of the record, hexadecimal
 */
export async function checkDraw(
  promised: Promised | null,
  commitment: Uint8Array,
  serverSeed: string,
  nonces: readonly string[],
): Promise<Verdict> {
  const shown = toHex(commitment);
  let made: Bytes;
  try {
    made = await commitmentOf(fromHex(serverSeed));
  } catch {
    return "bad";
  }
  if (toHex(made) !== shown) return "bad";
  if (promised === null) return "seed";
  if (promised.commitment !== shown) return "bad";
  return nonces.includes(promised.nonce) ? "ok" : "nonce";
}
