import type { NodeSelectorRequirement } from './pod.ts';

/** The fields of a karpenter.sh/v1alpha1 NodeOverlay that plumbline uses. */
export interface NodeOverlay {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly requirements?: readonly NodeSelectorRequirement[];
    /** The price in USD per hour that replaces the offering's. */
    readonly price?: string;
    /** The change of the offering's price, such as `+0.1` or `-5%`. */
    readonly priceAdjustment?: string;
    readonly capacity?: Readonly<Record<string, string | number>>;
    readonly weight?: number;
  };
}
