import type { CompiledInstanceTypes } from './compiled-instance-types.ts';
import type { ReservedOffering } from './offering-kinds.ts';

/**
 * Free instances of capacity reservations, shared by all NodeClaims of a pass. Each NodeClaim holds every reservation it
 * might use.
 * Source: core …/scheduling/reservationmanager.go.
 */
export class Reservations {
  readonly #free = new Map<string, number>();
  readonly #held = new Map<number, Set<string>>();

  constructor(tables: Iterable<CompiledInstanceTypes>) {
    for (const { reservations } of tables) {
      for (const { id, capacity } of reservations)
        this.#free.set(id, Math.min(this.#free.get(id) ?? Number.POSITIVE_INFINITY, capacity));
    }
  }

  /** Whether a NodeClaim holds the reservation or can still do so. */
  canReserve(claim: number, { reservation }: ReservedOffering): boolean {
    return this.#held.get(claim)?.has(reservation.id) || (this.#free.get(reservation.id) ?? 0) > 0;
  }

  /** Holds the reservations of these offerings for a NodeClaim, and releases all others that it held. */
  hold(claim: number, offerings: readonly ReservedOffering[]): void {
    const wanted = new Set(offerings.map(({ reservation }) => reservation.id));
    const held = this.#held.get(claim) ?? new Set();
    for (const id of wanted) if (!held.has(id)) this.#free.set(id, this.#free.get(id)! - 1);
    for (const id of held) if (!wanted.has(id)) this.#free.set(id, this.#free.get(id)! + 1);
    this.#held.set(claim, wanted);
  }
}
