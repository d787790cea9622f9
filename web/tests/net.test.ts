import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { beforeEach, describe, expect, test, vi } from "vitest";

import { ClientFrameSchema, ServerFrameSchema } from "$gen/client_pb";

import { backoffMs } from "../src/lib/net/backoff";
import { ServerClock } from "../src/lib/net/clock";
import { Connection } from "../src/lib/net/connection";
import type { LinkState } from "../src/lib/net/connection";
import type { Ports, Socket } from "../src/lib/net/ports";
import type { ServerBody } from "../src/lib/net/requests";

/** The far end of one socket, moved by hand. */
class Wire implements Socket {
  binaryType: BinaryType = "blob";
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: { id: string; case: string | undefined; value: unknown }[] = [];

  send(bytes: Uint8Array<ArrayBuffer>): void {
    const frame = fromBinary(ClientFrameSchema, bytes);
    this.sent.push({ id: frame.id, case: frame.body.case, value: frame.body.value });
  }

  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  say(frame: MessageInitShape<typeof ServerFrameSchema>): void {
    const bytes = toBinary(ServerFrameSchema, create(ServerFrameSchema, frame));
    this.onmessage?.({ data: bytes.slice().buffer });
  }

  welcome(): void {
    this.open();
    this.say({ body: { case: "welcome", value: { playerId: "p1", version: 1 } } });
  }

  die(): void {
    this.readyState = 3;
    this.onclose?.({ code: 1006 });
  }

  asked(name: string): string[] {
    return this.sent.filter((frame) => frame.case === name).map((frame) => frame.id);
  }
}

const wires: Wire[] = [];
const states: LinkState[] = [];
const frames: ServerBody[] = [];
const renewals: boolean[] = [];
let ids = 0;
let connection: Connection;

const ports: Ports = {
  open() {
    const wire = new Wire();
    wires.push(wire);
    return wire;
  },
  now: () => Date.now(),
  after: (ms, run) => setTimeout(run, ms),
  cancel: (timer) => clearTimeout(timer),
  random: () => 0.5,
  newId: () => `id${++ids}`,
  token(renew) {
    renewals.push(renew);
    return Promise.resolve("token");
  },
};

function wire(): Wire {
  const last = wires.at(-1);
  if (last === undefined) throw new Error("no socket was opened");
  return last;
}

async function online(): Promise<Wire> {
  connection.start();
  await vi.advanceTimersByTimeAsync(0);
  wire().welcome();
  return wire();
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  for (const list of [wires, states, frames, renewals]) list.length = 0;
  connection = new Connection(
    ports,
    {
      state: (state) => states.push(state),
      welcome: () => undefined,
      frame: (body) => frames.push(body),
      clock: () => undefined,
    },
    "test",
  );
  return () => {
    connection.stop();
    vi.useRealTimers();
  };
});

describe("connection", () => {
  test("greets first, with token and version, then is online", async () => {
    const first = await online();
    expect(first.sent[0]).toMatchObject({
      case: "hello",
      value: { token: "token", versions: [1] },
    });
    expect(states.at(-1)).toEqual({ name: "online" });
  });

  test("asks nothing before the welcome", async () => {
    connection.start();
    await vi.advanceTimersByTimeAsync(0);
    wire().open();
    void connection.ask({ case: "watchListing", value: { watch: true } });
    expect(wire().asked("watchListing")).toEqual([]);
    wire().say({ body: { case: "welcome", value: {} } });
    expect(wire().asked("watchListing")).toHaveLength(1);
  });

  test("an unanswered request goes out on the next socket under the same id", async () => {
    const first = await online();
    const answer = connection.ask({ case: "startGame", value: { roomId: "r" } });
    const [id] = first.asked("startGame");
    first.die();
    expect(states.at(-1)).toMatchObject({ name: "waiting", tries: 1 });
    await vi.advanceTimersByTimeAsync(1_000);
    const second = wire();
    expect(second).not.toBe(first);
    second.welcome();
    expect(second.asked("startGame")).toEqual([id]);
    second.say({ replyTo: id, body: { case: "ok", value: {} } });
    expect((await answer).case).toBe("ok");
  });

  test("a request without answer is repeated under its id, and given up at last", async () => {
    const first = await online();
    const answer = connection.ask({ case: "startGame", value: { roomId: "r" } });
    const outcome = expect(answer).rejects.toMatchObject({ code: "unavailable" });
    for (let second = 0; second < 60; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      first.say({ body: { case: "pong", value: {} } });
    }
    await outcome;
    const asked = first.asked("startGame");
    expect(asked.length).toBeGreaterThan(3);
    expect(new Set(asked).size).toBe(1);
  });

  test("`unavailable` is asked again; another refusal is final", async () => {
    const first = await online();
    const answer = connection.ask({ case: "startGame", value: { roomId: "r" } });
    const id = first.asked("startGame")[0] ?? "";
    first.say({ replyTo: id, body: { case: "error", value: { code: "unavailable" } } });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(first.asked("startGame")).toEqual([id, id]);
    first.say({ replyTo: id, body: { case: "error", value: { code: "not_host" } } });
    await expect(answer).rejects.toMatchObject({ code: "not_host" });
  });

  test("a socket that stays silent after a ping is given up", async () => {
    const first = await online();
    expect(first.asked("ping")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(8_100);
    expect(first.readyState).toBe(3);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(wires.length).toBeGreaterThan(1);
  });

  test("what a dead socket still says is not heard", async () => {
    const first = await online();
    first.die();
    first.say({ body: { case: "listing", value: {} } });
    expect(frames).toEqual([]);
  });

  test("a stale session is renewed once", async () => {
    connection.start();
    await vi.advanceTimersByTimeAsync(0);
    wire().open();
    wire().say({ body: { case: "error", value: { code: "stale_session" } } });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(renewals).toEqual([false, true]);
    wire().welcome();
    expect(states.at(-1)).toEqual({ name: "online" });
  });

  test("a welcome that answers a new name settles the request", async () => {
    const first = await online();
    const answer = connection.ask({ case: "rename", value: { name: "Ana" } });
    const id = first.asked("rename")[0] ?? "";
    first.say({ replyTo: id, body: { case: "welcome", value: { playerId: "p1", name: "Ana" } } });
    expect((await answer).case).toBe("welcome");
  });

  test("a refused version ends the tries", async () => {
    connection.start();
    await vi.advanceTimersByTimeAsync(0);
    wire().open();
    wire().say({ body: { case: "error", value: { code: "unsupported_version" } } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wires).toHaveLength(1);
    expect(states.at(-1)).toEqual({ name: "outdated" });
  });

  test("waits grow from try to try and start anew after a welcome", async () => {
    connection.start();
    await vi.advanceTimersByTimeAsync(0);
    const waits: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      wire().die();
      const state = states.at(-1);
      if (state?.name !== "waiting") throw new Error("not waiting");
      waits.push(state.untilMs - Date.now());
      await vi.advanceTimersByTimeAsync(state.untilMs - Date.now());
    }
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    wire().welcome();
    wire().die();
    const after = states.at(-1);
    expect(after?.name === "waiting" && after.untilMs - Date.now()).toBe(waits[0]);
  });
});

test("back-off keeps within its bounds whatever chance says", () => {
  for (let tries = 0; tries < 40; tries += 1) {
    expect(backoffMs(tries, 0)).toBeGreaterThanOrEqual(200);
    expect(backoffMs(tries, 0.999)).toBeLessThanOrEqual(15_000);
  }
});

test("the clock believes the ping with the shortest trip", () => {
  const clock = new ServerClock();
  clock.learn(1_000, 6_500, 2_000);
  expect(clock.offsetMs).toBe(5_000);
  clock.learn(3_000, 8_110, 3_020);
  expect(clock.offsetMs).toBe(5_100);
  clock.learn(4_000, 12_000, 9_000);
  expect(clock.offsetMs).toBe(5_100);
});
