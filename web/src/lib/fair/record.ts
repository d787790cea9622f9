/**
 * A finished game's record, looked at without the rules: its form, the promise, the seed, the deal
 * and the seal. The order and the codes are those of `carteado verify`, which besides lets the
 * rules judge every move and the result.
 */

import { Broken } from "./broken";
import { deal } from "./deal";
import type { Opening } from "./deal";
import { SealCheck } from "./seal";
import { commitmentOf, fromHex, gameSeed, toHex } from "./shuffle";
import type { Bytes } from "./shuffle";

export const STEPS = ["form", "promise", "seed", "deal", "entries"] as const;
export type StepName = (typeof STEPS)[number];

export interface RecordSeat {
  seat: number;
  name: string;
  bot: boolean;
}

export interface Report {
  /** What was looked at, in order. A step that failed is the last one. */
  done: StepName[];
  /** Where the first thing stands that does not hold, and a code; null where all of it does. */
  broken: { step: StepName; path: string; code: string } | null;
  game: string;
  seats: RecordSeat[];
  commitment: string;
  nonces: string[];
  seed: string;
  opening: Opening | null;
  /** The seal's end; null where the record bears no seal. */
  whole: string | null;
  entries: number;
}

type Fields = Readonly<Record<string, unknown>>;

const FORMAT = "carteado-record/1";
const GAMES = new Set(["virae", "rouba-monte", "rami", "hearts", "caravan"]);
const REMARKS = new Set([
  "takeover",
  "reclaim",
  "paused",
  "resumed",
  "extended",
  "absent",
  "present",
  "owner_left",
]);
const ENTRIES_MAX = 20_000;
const SEED_BYTES = 32;
const NONCE_BYTES = [16, 64] as const;

/** Look at a record; any JSON value may be given. */
export async function inspect(value: unknown): Promise<Report> {
  const report: Report = {
    done: [],
    broken: null,
    game: "",
    seats: [],
    commitment: "",
    nonces: [],
    seed: "",
    opening: null,
    whole: null,
    entries: 0,
  };
  let step: StepName = "form";
  const reach = (name: StepName) => {
    step = name;
    report.done.push(name);
  };
  try {
    reach("form");
    const record = asRecord(value);
    report.game = record.game as string;
    report.seats = seatsOf(record.seats);
    reach("promise");
    const serverSeed = await keptPromise(record);
    report.commitment = (record.commitment as string).toLowerCase();
    reach("seed");
    const seed = await seedOf(record, serverSeed, report);
    report.seed = toHex(seed);
    reach("deal");
    report.opening = await openingOf(record, report, seed);
    reach("entries");
    const entries = listOf(record);
    const seal = isGiven(record.seal) ? await SealCheck.begin(record) : null;
    let now = 0;
    for (const [number, entry] of entries.entries()) {
      now = checkEntry(`entries[${String(number)}]`, entry, now);
      await seal?.entry(number, entry);
      report.entries = number + 1;
    }
    checkEnd(record);
    report.whole = (await seal?.end()) ?? null;
  } catch (reason) {
    if (!(reason instanceof Broken)) throw reason;
    report.broken = { step, path: reason.path, code: reason.code };
  }
  return report;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asRecord(value: unknown): Fields {
  if (!isFields(value)) throw new Broken("", "malformed");
  if (value.format !== FORMAT) throw new Broken("format", "unknown_format");
  if (typeof value.game !== "string" || !GAMES.has(value.game)) {
    throw new Broken("game", "unknown_game");
  }
  if (!Number.isSafeInteger(value.rules)) throw new Broken("rules", "wrong_rules");
  return value;
}

function seatsOf(value: unknown): RecordSeat[] {
  if (!Array.isArray(value)) throw new Broken("seats", "malformed");
  const seats = value.map((player: unknown, number): RecordSeat => {
    if (!isFields(player) || (player.kind !== "person" && player.kind !== "bot")) {
      throw new Broken(`seats[${String(number)}]`, "malformed");
    }
    const name = typeof player.name === "string" ? player.name : "";
    return { seat: player.seat as number, name, bot: player.kind === "bot" };
  });
  const ascending = seats.every(
    ({ seat }, i) =>
      Number.isInteger(seat) && seat >= 0 && seat < 256 && seat > (seats[i - 1]?.seat ?? -1),
  );
  if (seats.length === 0 || !ascending) throw new Broken("seats", "bad_seats");
  return seats;
}

function bytesOf(value: unknown, least: number, most: number): Bytes | null {
  if (typeof value !== "string" || !/^([0-9a-f]{2})*$/i.test(value)) return null;
  const bytes = fromHex(value);
  return bytes.length >= least && bytes.length <= most ? bytes : null;
}

async function keptPromise(record: Fields): Promise<Bytes> {
  const serverSeed = bytesOf(record.server_seed, SEED_BYTES, SEED_BYTES);
  if (serverSeed === null) throw new Broken("server_seed", "malformed");
  if (bytesOf(record.commitment, SEED_BYTES, SEED_BYTES) === null) {
    throw new Broken("commitment", "malformed");
  }
  if ((record.commitment as string).toLowerCase() !== toHex(await commitmentOf(serverSeed))) {
    throw new Broken("commitment", "wrong_commitment");
  }
  return serverSeed;
}

async function seedOf(record: Fields, serverSeed: Bytes, report: Report): Promise<Bytes> {
  if (!isFields(record.nonces)) throw new Broken("nonces", "malformed");
  const people = new Map(
    report.seats.filter(({ bot }) => !bot).map(({ seat }) => [String(seat), seat]),
  );
  const nonces = new Map<number, Bytes>();
  for (const [name, text] of Object.entries(record.nonces)) {
    const seat = people.get(name);
    if (seat === undefined) throw new Broken("nonces", "nonce_of_a_bot");
    const nonce = bytesOf(text, 0, Infinity);
    if (nonce === null) throw new Broken(`nonces.${name}`, "malformed");
    if (nonce.length < NONCE_BYTES[0] || nonce.length > NONCE_BYTES[1]) {
      throw new Broken("nonces", "bad_seed");
    }
    nonces.set(seat, nonce);
    report.nonces.push((text as string).toLowerCase());
  }
  return gameSeed(serverSeed, nonces);
}

async function openingOf(record: Fields, report: Report, seed: Bytes): Promise<Opening> {
  const { starter, options } = record;
  if (!isFields(options)) throw new Broken("", "bad_option");
  const seats = report.seats.map(({ seat }) => seat);
  if (starter !== null && !seats.includes(starter as number)) throw new Broken("", "bad_seats");
  const variants = Array.isArray(options.variants) ? (options.variants as string[]) : [];
  const opening = await deal(report.game, {
    seats,
    seed,
    starter: starter as number | null,
    variants,
  });
  if (opening === null) throw new Broken("game", "unknown_game");
  return opening;
}

function listOf(record: Fields): readonly unknown[] {
  const { entries } = record;
  if (!Array.isArray(entries) || entries.length > ENTRIES_MAX) {
    throw new Broken("entries", "malformed");
  }
  return entries;
}

/** The entry's form; its time, which is never before that of the entry before. */
function checkEntry(path: string, entry: unknown, before: number): number {
  if (!isFields(entry)) throw new Broken(path, "malformed");
  const { at } = entry;
  if (typeof at !== "number" || !Number.isSafeInteger(at) || at < 0) {
    throw new Broken(`${path}.at`, "malformed");
  }
  if (at < before) throw new Broken(`${path}.at`, "goes_back_in_time");
  checkDeed(path, entry);
  return at;
}

function checkDeed(path: string, entry: Fields): void {
  const { do: deed, seat, reason } = entry;
  if (typeof deed === "string" && (REMARKS.has(deed) || deed === "expire")) return;
  if (!Number.isSafeInteger(seat)) throw new Broken(`${path}.seat`, "malformed");
  const named = deed === "forfeit" && typeof reason === "string";
  if (deed !== "act" && deed !== "leave" && !named) throw new Broken(`${path}.do`, "malformed");
}

function checkEnd(record: Fields): void {
  const result = record.result ?? null;
  const aborted = record.aborted ?? null;
  if (aborted !== null && typeof aborted !== "string") throw new Broken("aborted", "malformed");
  if (result === null && aborted === null) throw new Broken("entries", "unfinished");
  if (isGiven(record.final) && !isGiven(record.seal)) throw new Broken("seal", "no_seal");
}
