import { karpenterKinds } from '../manifest/karpenter-kinds.ts';
import { groupOf } from '../manifest/manifest.ts';

/** A kind of Karpenter's that people write and a plan may hold. NodeClaims are the controllers' own. */
export interface PlannedKind {
  readonly kind: string;
  readonly group: string;
  readonly plural: string;
  /** What others refer to comes first. */
  readonly order: number;
}

/** Every kind that is ever written, in the order of writing; whatever else a repository holds is never touched. */
export const plannedKinds: readonly PlannedKind[] = karpenterKinds
  .flatMap(({ kind, group, plural, planOrder: order }) => (order === undefined ? [] : [{ kind, group, plural, order }]))
  .sort((a, b) => a.order - b.order);

/** The planned kind of an object, or undefined for what is not ours to write. */
export const kindOf = (object: { readonly apiVersion: string; readonly kind: string }): PlannedKind | undefined =>
  plannedKinds.find(({ kind, group }) => kind === object.kind && group === groupOf(object.apiVersion));
