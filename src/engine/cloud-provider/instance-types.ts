/** One way to buy an instance type. Zone, capacity type and price as Karpenter's Offering has them. */
export interface Offering {
  readonly zone: string;
  readonly zoneId: string | undefined;
  readonly capacityType: 'on-demand' | 'spot' | 'reserved';
  /** USD an hour; for `reserved` the on-demand price divided by 10,000,000, as Karpenter orders them. */
  readonly price: number;
  /**
   * What a user pays instead, where Karpenter orders by another price: its list has bare metal at dedicated tenancy.
   * Absent or undefined where that is `price`.
   */
  readonly billedPrice?: number | undefined;
  /** A NodeOverlay says what Karpenter takes for the price. */
  readonly isPriceOverlaid?: boolean;
  readonly priceSource: 'live' | 'table' | 'estimated';
  /**
   * False where the NodeClass rules the type out, nobody knows the price, which then is NaN, or the reservation is full (before
   * Karpenter 1.15).
   */
  readonly isAvailable: boolean;
  readonly reservation:
    | { readonly id: string; readonly type: string; readonly isInterruptible: boolean; readonly capacity: number }
    | undefined;
}

/** Whether a node can be launched into an offering now. Source: core pkg/cloudprovider/types.go Offering.Launchable. */
export const isLaunchable = ({ isAvailable, reservation }: Offering): boolean =>
  isAvailable && (reservation === undefined || reservation.capacity > 0);

/**
 * The instance types that one NodeClass resolves to, in columns: index i of every column is one type, ordered by name.
 * Source: provider-aws pkg/providers/instancetype/{types,instancetype}.go, v1.14.1.
 */
export interface InstanceTypes {
  readonly names: readonly string[];
  /** Resources that a node has only where a pod or its class asks for them. */
  readonly onRequest: readonly string[];
  /** Resources that make a type one to be left aside while others remain. */
  readonly accelerators: readonly string[];
  /** Label → per type the values it can take; an empty list is DoesNotExist. Lists are shared between equal types. */
  readonly labels: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Resource → amounts per type, in the units of `Resources`. NaN where the type does not carry the resource. */
  readonly capacity: ReadonlyMap<string, Float64Array>;
  /** kubeReserved + systemReserved + evictionThreshold. */
  readonly overhead: ReadonlyMap<string, Float64Array>;
  readonly allocatable: ReadonlyMap<string, Float64Array>;
  /** Per type, ordered by capacity type, then zone, then reservation. */
  readonly offerings: readonly (readonly Offering[])[];
}
