/** Something in a record does not hold: where, and a code of what is wrong with it. */
export class Broken extends Error {
  constructor(
    readonly path: string,
    readonly code: string,
  ) {
    super(`${path}: ${code}`);
  }
}
