// A player of Carteado in one file: opens a room, seats bots, and plays a whole game.
//
//     node play.ts http://127.0.0.1:8080 virae        (Node 22.18 or newer; nothing to install)
//
// It knows no rules: what may be done stands in every view. It speaks the JSON subprotocol and comes
// back after a lost connection; docs/clients.md explains each step.

declare const process: { argv: string[] };
const [url = "http://127.0.0.1:8080", game = "virae"] = process.argv.slice(2);

type Json = { [name: string]: any };

const ENDED = ["TABLE_STATUS_OVER", "TABLE_STATUS_ABORTED"];
const PASSING = ["unavailable", "rate_limited"];
const LASTING = ["stale_session", "unsupported_version"];

class Refused extends Error {
  code: string;
  constructor(error: Json) {
    super(`${error.code} ${JSON.stringify(error.params ?? {})}`);
    this.code = error.code;
  }
}

class Lost extends Error {}
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const any = <T>(of: T[]): T => of[Math.floor(Math.random() * of.length)]!;
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

async function http(url: string, body?: Json): Promise<Json> {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(url, body && { method: "POST", body: JSON.stringify(body), headers });
  const document = await answer.json();
  if (answer.ok) return document;
  throw new Refused(document);
}

/** One socket, found again when it is lost; `room` and `update` are always the newest. */
class Client {
  room: Json = {};
  update: Json | undefined;
  private socket: WebSocket | undefined;
  private salt = Math.random().toString(36).slice(2, 10);
  private number = 0;
  private waiting = new Map<string, { land(frame: Json): void; fail(error: Error): void }>();
  private wake = () => {};
  private token: string;

  constructor(token: string) {
    this.token = token;
  }

  /** Connect and say hello; after a loss also enter the room again. Waits ever longer. */
  async open(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await this.connect();
        const hello = { token: this.token, versions: [1], client: "example-typescript 1" };
        const { welcome } = await this.exchange(this.id(), { hello });
        this.token = welcome.token ?? this.token;
        const { code } = this.room;
        if (code) await this.exchange(this.id(), { enter_room: { code } });
        return;
      } catch (error) {
        const lasting = error instanceof Refused && LASTING.includes(error.code);
        if (lasting || !(error instanceof Refused || error instanceof Lost)) throw error;
      }
      await pause((0.5 + Math.random()) * Math.min(10_000, 200 * 2 ** attempt));
    }
  }

  /** Send one frame; its answer. The same id again gets the same answer, so that after a loss, or
   * where the outcome is not known, the very same frame is sent again. */
  async ask(body: Json): Promise<Json> {
    const id = this.id();
    for (;;) {
      try {
        return await this.exchange(id, body);
      } catch (error) {
        if (error instanceof Lost) await this.open();
        else if (error instanceof Refused && PASSING.includes(error.code)) await pause(500);
        else throw error;
      }
    }
  }

  async wait(): Promise<void> {
    if (this.isOpen()) await new Promise<void>((done) => (this.wake = done));
    else await this.open();
  }

  private id = () => `${this.salt}-${++this.number}`;

  close(): void {
    this.socket!.onclose = null;
    this.socket!.close();
  }

  private isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  private connect(): Promise<void> {
    const socket = new WebSocket(url.replace("http", "ws") + "/ws", "carteado.v1+json");
    this.socket = socket;
    socket.onmessage = (message) => this.take(JSON.parse(message.data));
    return new Promise((done, fail) => {
      socket.onopen = () => done();
      socket.onclose = () => {
        fail(new Lost());
        for (const each of this.waiting.values()) each.fail(new Lost());
        this.waiting.clear();
        this.wake();
      };
    });
  }

  private exchange(id: string, body: Json): Promise<Json> {
    return new Promise((land, fail) => {
      if (!this.isOpen()) return fail(new Lost());
      this.waiting.set(id, { land, fail });
      this.socket!.send(JSON.stringify({ id, ...body }));
    });
  }

  /** A room or an update replaces the one before; neither goes back. */
  private take(frame: Json): void {
    if (frame.room && Number(frame.room.revision) >= Number(this.room.revision ?? 0))
      this.room = frame.room;
    if (frame.update) this.update = frame.update;
    const asked = this.waiting.get(frame.reply_to ?? "");
    this.waiting.delete(frame.reply_to ?? "");
    if (frame.error) asked?.fail(new Refused(frame.error));
    else asked?.land(frame);
    this.wake();
  }
}

/** An action that the view calls legal, or nothing where nothing is to be done. */
function choose(update: Json): Json | undefined {
  const [game, view] = Object.entries<Json>(update.view)[0]!;
  const legal: Json[] = view.own?.legal ?? [];
  if (!legal.length || update.table.status !== "TABLE_STATUS_PLAYING") return;
  const eager = legal.filter((a) => ["meld", "lay_off", "capture"].includes(a.type) || a.call);
  const action = any(eager.length ? eager : legal);
  if (action.choose === undefined) return { [game]: action };
  // "Any so many of these": name them.
  const cards = [...action.from].sort(() => Math.random() - 0.5).slice(0, action.choose);
  return { [game]: { type: action.type, cards } };
}

async function play(client: Client, bots: number): Promise<Json> {
  const { room } = await client.ask({ create_room: { game, private: true } });
  const room_id = room.room_id;
  if (!room.seats.some((seat: Json) => seat.player_id === room.host_id))
    await client.ask({ take_seat: { room_id, seat: 0 } });
  for (let i = 0; i < bots; i++)
    await client.ask({ add_bot: { room_id, level: "BOT_LEVEL_EASY" } });
  while (!client.room.commitment) await client.wait();
  // My part of the chance; the commitment has fixed the server's.
  const nonce = base64(crypto.getRandomValues(new Uint8Array(32)));
  await client.ask({ contribute: { room_id, game_id: client.room.game_id, nonce } });
  const { commitment } = client.room;
  await client.ask({ start_game: { room_id } });
  console.log("dealt");
  let tried = 0;
  while (!ENDED.includes(client.update?.table.status)) {
    const update = client.update;
    const action = update && update.version > tried ? choose(update) : undefined;
    if (!update || !action) {
      await client.wait();
      continue;
    }
    tried = update.version;
    try {
      await client.ask({ act: { game_id: update.game_id, version: tried, action } });
    } catch (error) {
      if (!(error instanceof Refused)) throw error; // else somebody was faster: look again
    }
  }
  const seed = Uint8Array.from(atob(client.update!.table.server_seed), (c) => c.charCodeAt(0));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", seed));
  console.log(
    "the seed is",
    base64(digest) === commitment ? "the one committed to" : "ANOTHER ONE",
  );
  await client.ask({ leave_room: { room_id } });
  return client.update!;
}

const { games } = await http(`${url}/api/config`);
const session = await http(`${url}/api/session`, { name: "Example" });
const client = new Client(session.token);
await client.open();
const { table, version } = await play(client, games[game].bots_max);
client.close();
const names = new Map(table.seats.map((seat: Json) => [seat.seat ?? 0, seat.name]));
const winners = (table.result?.winners ?? []).map((seat: number) => names.get(seat));
console.log(`${game}: ${version} versions, won by ${winners.join(", ") || "nobody"}`);
