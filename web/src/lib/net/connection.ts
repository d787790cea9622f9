/**
 * One lasting connection to the gateway over any number of sockets: it comes back by itself with
 * growing waits, repeats what was not answered under the same id, notices a silent socket, and
 * measures the server's clock.
 */

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";

import { ClientFrameSchema, ServerFrameSchema } from "$gen/client_pb";
import type { Welcome } from "$gen/client_pb";

import { backoffMs } from "./backoff";
import { ServerClock } from "./clock";
import type { Ports, Socket, Timer } from "./ports";
import { Requests } from "./requests";
import type { ClientBody, ServerBody } from "./requests";

export const SUBPROTOCOL = "carteado.v1+proto";
export const VERSION = 1;

const OPEN = 1;
const PING_MS = 15_000;
const FIRST_PINGS_MS = 1_500;
const FIRST_PINGS = 4;
const SILENCE_MS = 8_000;

export type LinkState =
  | { name: "off" }
  | { name: "connecting"; tries: number }
  | { name: "online" }
  | { name: "waiting"; tries: number; untilMs: number }
  /** The server does not speak this client's version: only a newer page helps. */
  | { name: "outdated" };

export interface Listener {
  state(state: LinkState): void;
  welcome(welcome: Welcome): void;
  /** Whatever came by itself, and the answers that change what is shown. */
  frame(body: ServerBody): void;
  /** The server's time minus the client's, measured anew. */
  clock(offsetMs: number): void;
}

export class Connection {
  readonly clock = new ServerClock();
  private readonly requests: Requests;
  private socket: Socket | null = null;
  private greeted = false;
  private tries = 0;
  private attempts = 0;
  private pings = 0;
  private timer: Timer | null = null;
  private silence: Timer | null = null;
  private renew = false;
  private stopped = true;
  private restarting = false;

  constructor(
    private readonly ports: Ports,
    private readonly listener: Listener,
    private readonly clientName: string,
  ) {
    this.requests = new Requests(ports, (id, body) => {
      if (this.greeted) this.transmit(id, body);
    });
  }

  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    void this.connect();
  }

  stop(): void {
    this.stopped = true;
    this.drop();
    this.listener.state({ name: "off" });
  }

  /** Do not wait any longer: the network is back, or the page is looked at again. */
  hurry(): void {
    if (this.stopped) return;
    if (this.greeted) this.ping();
    else if (this.socket === null && this.timer !== null) void this.connect();
  }

  /** Drop the socket and come back, with a new session's token where the old one is refused. */
  restart(): void {
    if (this.stopped) return;
    this.drop();
    void this.connect();
  }

  /**
   * Ask for something; repeated under one id until it is answered.
   *
   * @throws Refusal with the server's code
   */
  ask(body: ClientBody): Promise<ServerBody> {
    return this.requests.ask(body);
  }

  private async connect(): Promise<void> {
    this.clearTimers();
    this.listener.state({ name: "connecting", tries: this.tries });
    const attempt = ++this.attempts;
    let token: string;
    try {
      token = await this.ports.token(this.renew);
    } catch {
      if (attempt === this.attempts) this.retry();
      return;
    }
    if (this.stopped || attempt !== this.attempts) return;
    this.renew = false;
    const socket = this.ports.open(SUBPROTOCOL);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.transmit(this.ports.newId(), {
        case: "hello",
        value: { token, versions: [VERSION], client: this.clientName },
      });
      this.listen();
    };
    socket.onmessage = (event) => {
      if (socket === this.socket && event.data instanceof ArrayBuffer) this.receive(event.data);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.retry();
    };
    this.listen();
  }

  private receive(bytes: ArrayBuffer): void {
    this.listen(false);
    const frame = fromBinary(ServerFrameSchema, new Uint8Array(bytes));
    const body = frame.body;
    if (body.case === undefined) return;
    if (body.case === "welcome" && !this.greeted) this.greet(body.value);
    else if (body.case === "pong") {
      const { clientMs, serverMs } = body.value;
      this.clock.learn(Number(clientMs), Number(serverMs), this.ports.now());
      this.listener.clock(this.clock.offsetMs);
    } else if (body.case === "goodbye") this.restarting = body.value.reason === "restart";
    else if (body.case === "error" && !this.greeted) this.refused(body.value.code);
    else {
      if (body.case === "welcome") this.listener.welcome(body.value);
      else if (body.case !== "error") this.listener.frame(body);
      else if (body.value.code === "stale_session") return this.refused(body.value.code);
      if (frame.replyTo !== "") this.requests.settle(frame.replyTo, body);
    }
  }

  private greet(welcome: Welcome): void {
    this.greeted = true;
    this.tries = 0;
    this.pings = 0;
    this.listener.state({ name: "online" });
    this.listener.welcome(welcome);
    this.requests.resend();
    this.ping();
  }

  private refused(code: string): void {
    if (code === "unsupported_version") {
      this.stopped = true;
      this.drop();
      this.requests.refuseAll(code);
      this.listener.state({ name: "outdated" });
      return;
    }
    if (code === "stale_session") this.renew = true;
    this.retry();
  }

  private retry(): void {
    this.drop();
    if (this.stopped) return;
    const random = this.ports.random();
    const ms = this.restarting ? 200 + 1_500 * random : backoffMs(this.tries, random);
    this.restarting = false;
    this.tries += 1;
    this.listener.state({ name: "waiting", tries: this.tries, untilMs: this.ports.now() + ms });
    this.timer = this.ports.after(ms, () => void this.connect());
  }

  private ping(): void {
    if (!this.greeted) return;
    if (this.timer !== null) this.ports.cancel(this.timer);
    const clientMs = BigInt(Math.round(this.ports.now()));
    this.transmit(this.ports.newId(), { case: "ping", value: { clientMs } });
    this.listen();
    this.pings += 1;
    const next = this.pings < FIRST_PINGS ? FIRST_PINGS_MS : PING_MS;
    this.timer = this.ports.after(next, () => this.ping());
  }

  /** Something is expected to arrive soon; a socket that stays silent is taken for dead. */
  private listen(expecting = true): void {
    if (expecting && this.silence !== null) return;
    if (this.silence !== null) this.ports.cancel(this.silence);
    this.silence = expecting ? this.ports.after(SILENCE_MS, () => this.retry()) : null;
  }

  private transmit(id: string, body: ClientBody): void {
    if (this.socket === null || this.socket.readyState !== OPEN) return;
    this.socket.send(toBinary(ClientFrameSchema, create(ClientFrameSchema, { id, body })));
  }

  private drop(): void {
    this.clearTimers();
    this.attempts += 1;
    const socket = this.socket;
    this.socket = null;
    this.greeted = false;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close(1000);
  }

  private clearTimers(): void {
    if (this.timer !== null) this.ports.cancel(this.timer);
    if (this.silence !== null) this.ports.cancel(this.silence);
    this.timer = this.silence = null;
  }
}
