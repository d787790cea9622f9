/** What the connection needs of the world; handed in, so that tests own time and chance. */

import { toHex } from "../fair/shuffle";

export interface Socket {
  binaryType: BinaryType;
  readyState: number;
  send(bytes: Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export type Timer = ReturnType<typeof setTimeout>;

export interface Ports {
  open(subprotocol: string): Socket;
  /** The client's clock in milliseconds. */
  now(): number;
  after(ms: number, run: () => void): Timer;
  cancel(timer: Timer): void;
  /** In [0, 1). */
  random(): number;
  /** A request id that no other request of this person bears. */
  newId(): string;
  /** The session's token; made anew where `renew` says that the old one is refused. */
  token(renew: boolean): Promise<string>;
}

export function browserPorts(token: Ports["token"]): Ports {
  return {
    open(subprotocol) {
      const address = new URL("/ws", location.href);
      address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
      return new WebSocket(address, [subprotocol]) as unknown as Socket;
    },
    now: () => Date.now(),
    after: (ms, run) => setTimeout(run, ms),
    cancel: (timer) => clearTimeout(timer),
    random: () => Math.random(),
    // Not `randomUUID`: it is missing where the page came over plain http from another machine.
    newId: () => toHex(crypto.getRandomValues(new Uint8Array(12))),
    token,
  };
}
