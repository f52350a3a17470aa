/** How much of request bodies is held in memory while nobody knows yet who sent them. */
export interface BodyLimits {
  /** Bytes of all bodies together. */
  readonly bytes: number;
  /** Bodies at the same time. */
  readonly bodies: number;
}

/** One body's share of the budget. */
export interface BodyShare {
  /** Counts bytes that arrived. May cut any share, also this one. */
  add(bytes: number): void;
  /** Gives everything back. */
  end(): void;
}

interface Holder {
  bytes: number;
  readonly cut: () => void;
}

/**
 * Bounds what is held of all bodies together. When that is too much, the largest body is cut, and when there are too many bodies,
 * the oldest: a flood of large or slow bodies cuts itself, and a delivery of usual size still gets through.
 */
export class BodyBudget {
  readonly #limits: BodyLimits;
  /** The oldest first. */
  readonly #holders = new Set<Holder>();
  #bytes = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Opens a share. `cut` is called at most once, and the share is over by then. */
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

  /** Of equal ones the oldest. */
  #largest(): Holder {
    return [...this.#holders].reduce((most, one) => (one.bytes > most.bytes ? one : most));
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
