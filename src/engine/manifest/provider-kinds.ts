import { groupOf } from './manifest.ts';

/** A kind that belongs to a provider of Karpenter and to none of Karpenter's own releases. */
export interface ProviderKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
}

/** The node classes of EKS Auto Mode. */
export const autoModeGroup = 'eks.amazonaws.com';

/** All such kinds. Their definitions are in data/node-classes. */
export const providerKinds: readonly ProviderKind[] = [
  { group: autoModeGroup, kind: 'NodeClass', plural: 'nodeclasses' },
];

/** The kind of an object, by kind and group. */
export const providerKindOf = (object: {
  readonly apiVersion: string;
  readonly kind: string;
}): ProviderKind | undefined =>
  providerKinds.find(({ kind, group }) => kind === object.kind && group === groupOf(object.apiVersion));

/** A regular expression for API versions of these kinds. Labels and annotations may start with the same groups. */
export const providerApiPattern = String.raw`(?:${[...new Set(providerKinds.map(({ group }) => group.replaceAll('.', String.raw`\.`)))].join('|')})/v\d`;
