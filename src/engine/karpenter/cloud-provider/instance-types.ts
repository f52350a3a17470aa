/** One way to buy an instance type, with the zone, capacity type and price of Karpenter's Offering. */
export interface Offering {
  readonly zone: string;
  readonly zoneId: string | undefined;
  readonly capacityType: 'on-demand' | 'spot' | 'reserved';
  /** The price in USD/hour. For `reserved`, the on-demand price divided by 10,000,000, which is how Karpenter sorts it. */
  readonly price: number;
  /**
   * What a user pays, if Karpenter sorts by a different price: it lists bare metal with dedicated tenancy. Absent or
   * undefined if it is the same as `price`.
   */
  readonly billedPrice?: number | undefined;
  /** A NodeOverlay sets the price that Karpenter uses. */
  readonly isPriceOverlaid?: boolean;
  readonly priceSource: 'live' | 'table' | 'estimated';
  /**
   * False if the NodeClass excludes the type, the price is unknown (NaN), or the reservation is full (before Karpenter 1.15).
   */
  readonly isAvailable: boolean;
  readonly reservation:
    | { readonly id: string; readonly type: string; readonly isInterruptible: boolean; readonly capacity: number }
    | undefined;
}

/** Where and how an instance type is bought. */
export interface OfferingOfType extends Pick<Offering, 'zone' | 'capacityType'> {
  readonly instanceType: string;
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
  /** Resources that a node has only if a pod or its class requests them. */
  readonly onRequest: readonly string[];
  /** Resources of accelerated types, which are launched only if no other types remain. */
  readonly accelerators: readonly string[];
  /** Label → the possible values for each type. An empty list means DoesNotExist. Equal types share lists. */
  readonly labels: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Resource → amount for each type, in the units of `Resources`. NaN if the type does not have the resource. */
  readonly capacity: ReadonlyMap<string, Float64Array>;
  /** kubeReserved + systemReserved + evictionThreshold. */
  readonly overhead: ReadonlyMap<string, Float64Array>;
  readonly allocatable: ReadonlyMap<string, Float64Array>;
  /** For each type, ordered by capacity type, then zone, then reservation. */
  readonly offerings: readonly (readonly Offering[])[];
  /** The most volumes that pods can attach to a running node: CSI driver → number. Undefined if it is unknown. */
  readonly volumeLimits?: (instanceType: string) => ReadonlyMap<string, number> | undefined;
}
