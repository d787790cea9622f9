/** The seal of a record: digests over everything in it, in order, so that no edit goes unseen. */

import { Broken } from "./broken";
import { canonical } from "./canonical";
import { toHex } from "./shuffle";
import type { Bytes } from "./shuffle";

type Fields = Readonly<Record<string, unknown>>;

const MARK_DIGITS = 8;
const END = ["aborted", "final", "result"];
const OUTSIDE_THE_HEAD = new Set([...END, "entries", "seal"]);

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function joined(first: Bytes, second: Bytes): Bytes {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function spelled(value: unknown, path: string): Bytes {
  try {
    return canonical(value);
  } catch (reason) {
    if (!(reason instanceof RangeError)) throw reason;
    throw new Broken(path, "malformed");
  }
}

function expect(path: string, given: unknown, expected: string): void {
  if (given !== expected) throw new Broken(path, "wrong_seal");
}

/** A record's seal, held against what it covers in the order of the record. All throw `Broken`. */
export class SealCheck {
  private constructor(
    private readonly record: Fields,
    private readonly whole: unknown,
    private readonly marks: readonly unknown[],
    private chain: Bytes,
  ) {}

  /**
   * The form of the seal, the head and the players' names.
   *
   * @param record of which seats and entries are known to be lists of objects
   */
  static async begin(record: Fields): Promise<SealCheck> {
    const { seal } = record;
    if (typeof seal !== "object" || seal === null) throw new Broken("seal", "malformed");
    const given = seal as Fields;
    if (Object.keys(given).sort().join() !== "entries,head,names,whole") {
      throw new Broken("seal", "malformed");
    }
    const seats = record.seats as readonly Fields[];
    if (!Array.isArray(given.entries)) throw new Broken("seal.entries", "malformed");
    const head = await sha256(spelled(headOf(record, seats), "seal.head"));
    const listed = seats.map(({ name }) => name ?? null);
    const names = await sha256(spelled(listed, "seal.head"));
    expect("seal.head", given.head, toHex(head));
    expect("seal.names", given.names, toHex(names));
    return new SealCheck(record, given.whole, given.entries, head);
  }

  /** The entry is the one that was sealed. */
  async entry(number: number, entry: unknown): Promise<void> {
    const path = `entries[${String(number)}]`;
    if (number >= this.marks.length) throw new Broken(path, "wrong_seal");
    this.chain = await sha256(joined(this.chain, spelled(entry, path)));
    expect(path, this.marks[number], toHex(this.chain).slice(0, MARK_DIGITS));
  }

  /** Nothing is missing, and the end is the one that was sealed; the chain's end. */
  async end(): Promise<string> {
    if (this.marks.length !== (this.record.entries as unknown[]).length) {
      throw new Broken("seal.entries", "wrong_seal");
    }
    const end = Object.fromEntries(END.map((name) => [name, this.record[name] ?? null]));
    this.chain = await sha256(joined(this.chain, spelled(end, "seal.whole")));
    expect("seal.whole", this.whole, toHex(this.chain));
    return toHex(this.chain);
  }
}

/** What the seal's head covers: all but entries, end, seal, and the players' names. */
function headOf(record: Fields, seats: readonly Fields[]): Fields {
  const fields = Object.entries(record).filter(([name]) => !OUTSIDE_THE_HEAD.has(name));
  const players = seats.map((player) =>
    Object.fromEntries(Object.entries(player).filter(([name]) => name !== "name")),
  );
  return { ...Object.fromEntries(fields), seats: players };
}
