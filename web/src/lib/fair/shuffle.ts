/** The draw that anyone can repeat: commitment, game seed and shuffles, by WebCrypto. */

const ascii = new TextEncoder();

export type Bytes = Uint8Array<ArrayBuffer>;

export function fromHex(text: string): Bytes {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new RangeError("not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** SHA-256 of the server seed: what is shown before the cards are dealt. */
export async function commitmentOf(serverSeed: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", serverSeed));
}

async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

/** The seed of a game from the server's seed and the nonces of the seats that gave one. */
export async function gameSeed(
  serverSeed: Bytes,
  nonces: ReadonlyMap<number, Bytes>,
): Promise<Bytes> {
  const parts = [...ascii.encode("carteado/seed/1")];
  for (const seat of [...nonces.keys()].sort((a, b) => a - b)) {
    const nonce = nonces.get(seat);
    if (nonce !== undefined) parts.push(seat, nonce.length, ...nonce);
  }
  return hmac(serverSeed, Uint8Array.from(parts));
}

/** Endless 32-bit words of one shuffle. */
async function* words(key: Bytes): AsyncGenerator<number, never> {
  for (let block = 0; ; block += 1) {
    const index = new Uint8Array(4);
    new DataView(index.buffer).setUint32(0, block);
    const view = new DataView((await hmac(key, index)).buffer);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

/** Shuffle number `n` of the game; item 0 of the answer is the next card drawn. */
export async function shuffled<T>(seed: Bytes, n: number, items: readonly T[]): Promise<T[]> {
  const stream = words(await hmac(seed, ascii.encode(`carteado/shuffle/1/${n}`)));
  const list = [...items];
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = await uniform(stream, i + 1);
    [list[i], list[j]] = [list[j] as T, list[i] as T];
  }
  return list;
}

async function uniform(stream: AsyncGenerator<number, never>, bound: number): Promise<number> {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const { value } = await stream.next();
    if (value < limit) return value % bound;
  }
}
