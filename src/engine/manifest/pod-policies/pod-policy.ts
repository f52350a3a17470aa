import type { Manifest, Mapping, Value } from '../model/manifest.ts';

import type { PodConditions } from './pod-conditions.ts';

/** A change of a pod, as RFC 6902 writes it. */
export interface PatchOperation {
  readonly op: string;
  readonly path: string;
  readonly value: Value | undefined;
}

/** What a policy does to a pod: a merge of its fields, or a list of operations. */
export type PodPatch =
  | { readonly kind: 'merge'; readonly value: Mapping }
  | { readonly kind: 'operations'; readonly operations: readonly PatchOperation[] };

/** Which pods a policy is about. All conditions hold. */
export interface PodMatch {
  /** Patterns with `*` and `?`; undefined: all. */
  readonly namespaces: readonly string[] | undefined;
  readonly names: readonly string[] | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly namespaceLabels: Readonly<Record<string, string>>;
}

/** A plain change that the cluster makes to the pods that it is about: nothing in it depends on anything but the pod and its namespace. */
export interface PodPolicy {
  /** `ClusterPolicy requests`. */
  readonly name: string;
  readonly manifest: Manifest;
  /** The pod matches one of these. */
  readonly matches: readonly PodMatch[];
  /** And none of these. */
  readonly excludes: readonly PodMatch[];
  /** What the pod also has to have. */
  readonly conditions: PodConditions;
  readonly patch: PodPatch;
}

/** The policies of an object. */
export interface ReadPolicies {
  readonly plain: readonly Omit<PodPolicy, 'name' | 'manifest'>[];
  /** Whether it also changes pods in a way that is not plain. */
  readonly isPartlyUnknown: boolean;
}

export const everyPod: PodMatch = { namespaces: undefined, names: undefined, labels: {}, namespaceLabels: {} };
