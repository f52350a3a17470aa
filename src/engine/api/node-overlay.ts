import type { NodeSelectorRequirement } from './pod.ts';

/** karpenter.sh/v1alpha1 NodeOverlay, as far as the product reads it. */
export interface NodeOverlay {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly requirements?: readonly NodeSelectorRequirement[];
    /** USD an hour, instead of the offering's own. */
    readonly price?: string;
    /** `+0.1`, `-5%`: what is added to the offering's own price. */
    readonly priceAdjustment?: string;
    readonly capacity?: Readonly<Record<string, string | number>>;
    readonly weight?: number;
  };
}
