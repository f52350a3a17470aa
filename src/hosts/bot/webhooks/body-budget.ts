/** How much of unverified request bodies is kept in memory. */
export interface BodyLimits {
  /** Total bytes of all bodies. */
  readonly bytes: number;
  /** Number of bodies at the same time. */
  readonly bodies: number;
}

/** One body's share of the budget. */
interface BodyShare {
  /** Counts bytes that arrived. May cut off any share, including this one. */
  add(bytes: number): void;
  /** Releases the share. */
  end(): void;
}

interface Holder {
  bytes: number;
  readonly cut: () => void;
}

/**
 * Limits the memory for all bodies together. If they have too many bytes, the largest body is cut off. If there are too many
 * bodies, the oldest one is. A flood of large or slow bodies thus hits itself, and a delivery of usual size still gets through.
 */
export class BodyBudget {
  readonly #limits: BodyLimits;
  /** The oldest first. */
  readonly #holders = new Set<Holder>();
  #bytes = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** Bytes in memory now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Opens a share. `cut` is called at most once, after the share was released. */
  open(cut: () => void): BodyShare {
    const holder: Holder = { bytes: 0, cut };
    this.#holders.add(holder);
    if (this.#holders.size > this.#limits.bodies) this.#cut(this.#holders.values().next().value!);
    return { add: (bytes) => this.#add(holder, bytes), end: () => this.#end(holder) };
  }

  #add(holder: Holder, bytes: number): void {
    if (!this.#holders.has(holder)) return;
    holder.bytes += bytes;
    this.#bytes += bytes;
    while (this.#bytes > this.#limits.bytes) this.#cut(this.#largest());
  }

  /** The largest share; the oldest if several are equal. */
  #largest(): Holder {
    return [...this.#holders].reduce((most, holder) => {
      if (holder.bytes > most.bytes) return holder;
      return most;
    });
  }

  #cut(holder: Holder): void {
    this.#end(holder);
    holder.cut();
  }

  #end(holder: Holder): void {
    if (!this.#holders.delete(holder)) return;
    this.#bytes -= holder.bytes;
  }
}
