/** Waiting times between tries to reach the server, in milliseconds. */

const FIRST_MS = 400;
const LONGEST_MS = 15_000;

/**
 * How long to wait before try number `tries` (0 for the first). Half of it is chance, so that
 * everybody whom one restart cut off does not come back at the same instant.
 *
 * @param random a number in [0, 1)
 */
export function backoffMs(tries: number, random: number): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries, 10));
  return Math.round(whole / 2 + (whole / 2) * random);
}
