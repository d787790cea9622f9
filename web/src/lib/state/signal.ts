/** Something that happens and that any number of others hear. */
export class Signal<A extends unknown[]> {
  private readonly hearers = new Set<(...args: A) => void>();

  /** Hear from now on; returns what ends it. */
  on(hear: (...args: A) => void): () => void {
    this.hearers.add(hear);
    return () => {
      this.hearers.delete(hear);
    };
  }

  emit(...args: A): void {
    for (const hear of [...this.hearers]) hear(...args);
  }
}
