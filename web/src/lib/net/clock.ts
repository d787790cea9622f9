/** Server time from pings: what the table's deadlines are measured against. */

const KEPT = 8;

interface Sample {
  offsetMs: number;
  tripMs: number;
}

export class ServerClock {
  private samples: Sample[] = [];

  /**
   * Learn from one ping.
   *
   * @param sentMs the client's clock when the ping left
   * @param serverMs the server's clock in the answer
   * @param nowMs the client's clock when the answer came
   */
  learn(sentMs: number, serverMs: number, nowMs: number): void {
    const tripMs = Math.max(0, nowMs - sentMs);
    this.samples.push({ offsetMs: serverMs - (sentMs + tripMs / 2), tripMs });
    if (this.samples.length > KEPT) this.samples.shift();
  }

  /** Milliseconds to add to the client's clock; from the sample with the shortest trip. */
  get offsetMs(): number {
    const best = this.samples.reduce<Sample | null>(
      (found, sample) => (found === null || sample.tripMs < found.tripMs ? sample : found),
      null,
    );
    return best?.offsetMs ?? 0;
  }

  /** Shortest measured round trip in milliseconds; null before the first answer. */
  get tripMs(): number | null {
    return this.samples.length === 0 ? null : Math.min(...this.samples.map((s) => s.tripMs));
  }
}
