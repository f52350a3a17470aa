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
export const plannedKinds: readonly PlannedKind[] = [
  { kind: 'EC2NodeClass', group: 'karpenter.k8s.aws', plural: 'ec2nodeclasses', order: 0 },
  { kind: 'NodeOverlay', group: 'karpenter.sh', plural: 'nodeoverlays', order: 1 },
  { kind: 'NodePool', group: 'karpenter.sh', plural: 'nodepools', order: 2 },
];

/** The planned kind of an object, or undefined for what is not ours to write. */
export const kindOf = (object: { readonly apiVersion: string; readonly kind: string }): PlannedKind | undefined =>
  plannedKinds.find(({ kind, group }) => kind === object.kind && group === groupOf(object.apiVersion));
