import type { Error as WireError } from "$gen/common_pb";

/** The server said no: a stable code and its parameters, as in the contract. */
export class Refusal extends Error {
  override name = "Refusal";

  constructor(
    readonly code: string,
    readonly params: Record<string, string> = {},
  ) {
    super(code);
  }

  static from(error: WireError): Refusal {
    return new Refusal(error.code, error.params);
  }
}
