/** Requests under way: each keeps its id until it is answered, over any number of sockets. */

import type { MessageInitShape } from "@bufbuild/protobuf";

import type { ClientFrameSchema, ServerFrame } from "$gen/client_pb";

import type { Ports, Timer } from "./ports";
import { Refusal } from "./refusal";

/** What a frame to the server says; fields left out have their defaults. */
export type ClientBody = Exclude<
  NonNullable<MessageInitShape<typeof ClientFrameSchema>["body"]>,
  { case?: undefined }
>;
export type ServerBody = Exclude<ServerFrame["body"], { case: undefined }>;

/** An answer that did not come is asked for again after this many milliseconds. */
const REPEAT_MS = 5_000;
/** After this many milliseconds without an answer the request is given up as `unavailable`. */
const GIVE_UP_MS = 45_000;

interface Request {
  body: ClientBody;
  startedMs: number;
  timer: Timer | null;
  resolve(body: ServerBody): void;
  reject(reason: Refusal): void;
}

export class Requests {
  private readonly waiting = new Map<string, Request>();

  /** @param transmit sends a frame if there is a socket to send it on; else does nothing */
  constructor(
    private readonly ports: Ports,
    private readonly transmit: (id: string, body: ClientBody) => void,
  ) {}

  get size(): number {
    return this.waiting.size;
  }

  /** @throws Refusal with the server's code; `unavailable` when no answer came in time */
  ask(body: ClientBody): Promise<ServerBody> {
    const id = this.ports.newId();
    return new Promise((resolve, reject) => {
      const startedMs = this.ports.now();
      this.waiting.set(id, { body, startedMs, timer: null, resolve, reject });
      this.send(id);
    });
  }

  /** After a new socket: everything unanswered goes out again under its old id. */
  resend(): void {
    for (const id of [...this.waiting.keys()]) this.send(id);
  }

  settle(id: string, body: ServerBody): void {
    const request = this.waiting.get(id);
    if (request === undefined) return;
    if (body.case === "error" && body.value.code === "unavailable" && this.inTime(request)) {
      this.later(id, request, 700 + 600 * this.ports.random());
      return;
    }
    this.forget(id, request);
    if (body.case === "error") request.reject(Refusal.from(body.value));
    else request.resolve(body);
  }

  refuseAll(code: string): void {
    for (const [id, request] of [...this.waiting]) {
      this.forget(id, request);
      request.reject(new Refusal(code));
    }
  }

  private send(id: string): void {
    const request = this.waiting.get(id);
    if (request === undefined) return;
    if (!this.inTime(request)) {
      this.forget(id, request);
      request.reject(new Refusal("unavailable"));
      return;
    }
    this.transmit(id, request.body);
    this.later(id, request, REPEAT_MS);
  }

  private later(id: string, request: Request, ms: number): void {
    if (request.timer !== null) this.ports.cancel(request.timer);
    request.timer = this.ports.after(ms, () => this.send(id));
  }

  private inTime(request: Request): boolean {
    return this.ports.now() - request.startedMs < GIVE_UP_MS;
  }

  private forget(id: string, request: Request): void {
    if (request.timer !== null) this.ports.cancel(request.timer);
    this.waiting.delete(id);
  }
}
