/** All that the screens show of the server, and all that they may ask of it. */

import type { MessageInitShape } from "@bufbuild/protobuf";

import type { Queue, Reaction, Welcome } from "$gen/client_pb";
import { RoomPhase } from "$gen/room_pb";
import type { Room, RoomListing } from "$gen/room_pb";
import type { ActionSchema, Update } from "$gen/table_pb";

import type { Session } from "../net/api";
import { Connection } from "../net/connection";
import type { LinkState } from "../net/connection";
import { browserPorts } from "../net/ports";
import { Refusal } from "../net/refusal";
import { lastUpdate } from "../net/replays";
import type { ClientBody, ServerBody } from "../net/requests";

import { Contribution } from "./contribution";
import { silenced } from "./muted.svelte";
import { notices } from "./notices.svelte";
import type { SessionKeeper } from "./session";
import { Signal } from "./signal";
import { takeUpdate } from "./tables";
import type { Taken } from "./tables";

const CLIENT_NAME = "carteado-web/0.1";
/** Smaller corrections of the clock would only make countdowns jump. */
const CLOCK_STEP_MS = 60;

export type MyRoom = Pick<RoomListing, "roomId" | "code" | "game">;

export class Client {
  /** There is a server that plays; else the table is only looked at. */
  readonly live: boolean = true;
  link = $state.raw<LinkState>({ name: "off" });
  playerId = $state("");
  name = $state("");
  /** Rooms of this person, to return to. */
  mine = $state.raw<MyRoom[]>([]);
  listing = $state.raw<RoomListing[] | null>(null);
  /** The rated queue in which this person waits. */
  queue = $state.raw<Queue | null>(null);
  room = $state.raw<Room | null>(null);
  /** Why there is no room although one was asked for: a code, or null. */
  gone = $state<string | null>(null);
  /** An action of this person waits for its answer. */
  acting = $state(false);
  /** The server's time minus the client's, in milliseconds. */
  offsetMs = $state(0);
  protected tables = $state.raw<Readonly<Record<string, Update>>>({});
  /** The table of the room: the running game's, else the last one's. */
  table = $derived.by<Update | null>(() => {
    if (this.room === null) return null;
    return this.tables[this.room.gameId] ?? this.tables[this.room.lastGameId] ?? null;
  });

  private readonly connection: Connection;
  /** Every update that is shown, with the table that was shown before. */
  readonly updates = new Signal<[taken: Taken, before: Update | undefined]>();
  readonly reactions = new Signal<[reaction: Reaction]>();
  /** A wait in the rated queue has ended: `ended` says how. */
  readonly queueEnds = new Signal<[queue: Queue]>();
  /** The room is left for good; what is shown is how its last game ended. */
  parted = $state(false);
  private parting: { roomId: string; alone: boolean } | null = null;
  private following: string | null = null;
  private watching = false;
  private readonly contribution = new Contribution();

  constructor(private readonly session: SessionKeeper) {
    this.playerId = session.playerId;
    this.name = session.name;
    const ports = browserPorts((renew) => session.token(renew));
    this.connection = new Connection(
      ports,
      {
        state: (state) => (this.link = state),
        welcome: (welcome) => this.welcomed(welcome),
        frame: (body) => this.heard(body),
        clock: (offsetMs) => {
          if (Math.abs(offsetMs - this.offsetMs) > CLOCK_STEP_MS) this.offsetMs = offsetMs;
        },
      },
      CLIENT_NAME,
    );
  }

  start(): void {
    this.connection.start();
    addEventListener("online", () => this.connection.hurry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.connection.hurry();
    });
  }

  hurry(): void {
    this.connection.hurry();
  }

  /** @throws Refusal */
  ask(body: ClientBody): Promise<ServerBody> {
    return this.connection.ask(body);
  }

  /** As `ask`, but a refusal is told to the person; says whether it was accepted. */
  async tell(body: ClientBody): Promise<boolean> {
    try {
      await this.ask(body);
      return true;
    } catch (reason) {
      notices.problem(reason);
      return false;
    }
  }

  /** Follow the room with this code from now on, over reconnects too. */
  async enter(code: string): Promise<void> {
    if (this.following !== code) {
      this.room = null;
      this.tables = {};
    }
    this.following = code;
    this.gone = null;
    try {
      await this.ask({ case: "enterRoom", value: { code } });
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      // What is no code at all leads to no room either.
      const why = reason.code === "malformed" ? "room_not_found" : reason.code;
      if (this.following === code) this.gone = why;
    }
  }

  /**
   * Leave the room for good and see how the game ended: with those who are still there, else as it
   * was written down. Says whether there is anything left to look at.
   */
  async part(): Promise<boolean> {
    const { room, table } = this;
    if (room === null || table === null) return false;
    const { roomId, code, members } = room;
    const alone = members.every((member) => member.playerId === this.playerId);
    this.parting = { roomId, alone };
    if (!(await this.tell({ case: "leaveRoom", value: { roomId } }))) {
      this.parting = null;
      return true;
    }
    if (!alone) {
      await this.enter(code);
      return true;
    }
    this.following = null;
    const update = await lastUpdate(table.gameId, table.you ?? null);
    if (update === null || this.room?.roomId !== roomId) return false;
    this.parted = true;
    this.tables = { [table.gameId]: update };
    this.updates.emit({ update, animate: false }, table);
    return true;
  }

  /** Look away from the room; the seat stays. */
  quit(): void {
    const room = this.parted ? null : this.room;
    this.following = null;
    this.parting = null;
    this.parted = false;
    this.room = null;
    this.gone = null;
    this.tables = {};
    if (room !== null)
      void this.ask({ case: "quitRoom", value: { roomId: room.roomId } }).catch(ignoreRefusal);
  }

  watchListing(watch: boolean): void {
    this.watching = watch;
    void this.askListing();
  }

  /** Play on the table as it is shown; while one action is under way others are not sent. */
  async act(action: MessageInitShape<typeof ActionSchema>): Promise<boolean> {
    const table = this.table;
    if (table === null || this.acting) return false;
    this.acting = true;
    const { gameId, version } = table;
    try {
      await this.ask({ case: "act", value: { gameId, version, action } });
      return true;
    } catch (reason) {
      if (reason instanceof Refusal && reason.code === "stale") this.resync(gameId);
      notices.problem(reason);
      return false;
    } finally {
      this.acting = false;
    }
  }

  /** For documents that are this person's own. @throws Refusal, TypeError */
  token(): Promise<string> {
    return this.session.token(false);
  }

  /** Be somebody else from the next visit of the page on; null: nobody yet. */
  adopt(session: Session | null): void {
    this.connection.stop();
    if (session === null) this.session.forget();
    else this.session.replace(session);
  }

  /** Begin anew at the front door. */
  restart(): void {
    location.assign("/");
  }

  async rename(name: string): Promise<boolean> {
    return this.tell({ case: "rename", value: { name } });
  }

  private resync(gameId: string): void {
    void this.ask({ case: "resync", value: { gameId } }).catch(ignoreRefusal);
  }

  private async askListing(): Promise<void> {
    if (this.link.name !== "online") return;
    await this.ask({ case: "watchListing", value: { watch: this.watching } }).catch(ignoreRefusal);
  }

  private welcomed(welcome: Welcome): void {
    this.session.learn(welcome.playerId, welcome.name, welcome.token);
    this.playerId = welcome.playerId;
    this.name = welcome.name;
    this.mine = welcome.rooms;
    this.queue = welcome.queue ?? null;
    this.contribution.again();
    if (this.watching) void this.askListing();
    if (this.following !== null) void this.enter(this.following);
  }

  private heard(body: ServerBody): void {
    if (body.case === "room") this.heardRoom(body.value);
    else if (body.case === "roomGone") this.heardGone(body.value.roomId, body.value.reason);
    else if (body.case === "update") this.heardUpdate(body.value);
    else if (body.case === "listing") this.listing = body.value.rooms;
    else if (body.case === "listingChanged") this.heardListing(body.value);
    else if (body.case === "queue") this.heardQueue(body.value);
    else if (body.case === "reaction" && !silenced.has(body.value.playerId)) {
      this.reactions.emit(body.value);
    }
  }

  private heardRoom(room: Room): void {
    if (room.code !== this.following) return;
    if (this.room?.roomId === room.roomId && room.revision < this.room.revision) return;
    this.room = room;
    this.gone = null;
    const others = this.mine.filter((one) => one.roomId !== room.roomId);
    const seated = room.seats.some((seat) => seat.playerId === this.playerId);
    this.mine = seated ? [room, ...others] : others;
    this.contribute(room);
  }

  private heardGone(roomId: string, reason: string): void {
    this.mine = this.mine.filter((room) => room.roomId !== roomId);
    if (this.room?.roomId !== roomId) return;
    const { parting } = this;
    // Who leaves to see the end looks on.
    if (parting?.roomId === roomId && (parting.alone || reason === "left")) return;
    this.gone = reason;
    this.room = null;
    this.following = null;
  }

  private heardUpdate(update: Update): void {
    const before = this.tables[update.gameId];
    const taken = takeUpdate(before, update);
    if (taken === null) return;
    this.tables = { ...this.tables, [update.gameId]: update };
    this.updates.emit(taken, before);
  }

  private heardQueue(queue: Queue): void {
    this.queue = queue.ended === "" ? queue : null;
    if (queue.ended !== "") this.queueEnds.emit(queue);
  }

  private heardListing(line: RoomListing): void {
    if (this.listing === null) return;
    const others = this.listing.filter((room) => room.roomId !== line.roomId);
    this.listing = line.phase === RoomPhase.CLOSED ? others : [line, ...others];
  }

  private contribute(room: Room): void {
    const value = this.contribution.due(room, this.playerId);
    if (value !== null) void this.ask({ case: "contribute", value }).catch(ignoreRefusal);
  }
}

/** A refusal of what the client asked by itself is no news for the person; anything else is. */
function ignoreRefusal(reason: unknown): void {
  if (!(reason instanceof Refusal)) throw reason;
}
