import type { ResourceRef } from '../engine/diagnostic.ts';
import type { Plan } from '../engine/plan/plan.ts';
import type { Schema } from '../engine/schema/definitions/crd-pack.ts';
import type { KubeClient } from '../io/kube/client.ts';
import type { GuardEntry } from './guard.ts';

/** Everything an apply rests on once the plan is approved. */
export interface ApplyRequest {
  readonly plan: Plan;
  /** The CRD's schema of an object's version. */
  readonly schemaOf: (resource: ResourceRef) => Schema;
  /** Karpenter's minor that the plan was made for. */
  readonly karpenterVersion: string;
  readonly client: KubeClient;
  /** The commit that the cluster is brought to. */
  readonly commit: string;
  /** Who applies: the address of the run, or a person's words. */
  readonly run: string;
  /** `NodePool/web` → reviewed states between base and desired, where several changes follow each other. */
  readonly between: ReadonlyMap<string, readonly string[]>;
  /** What was looked at when the plan was reviewed, where somebody did. */
  readonly guard: readonly GuardEntry[] | undefined;
  /** `NodePool/web` → nodes that may go with it. */
  readonly acknowledged: ReadonlyMap<string, number>;
  readonly delivery: 'apply' | 'verify' | undefined;
  readonly isForced: boolean;
  /** Overwrites what was changed in the cluster since the review; for break-glass alone. */
  readonly ignoresGuard: boolean;
  readonly isRolledBack: boolean;
  readonly leaseNamespace: string;
  readonly leaseSeconds: number;
  readonly readySeconds: number;
  readonly pollSeconds: number;
  readonly log: (line: string) => void;
}

export const fieldManager = 'plumbline';

/** `NodePool/web`. */
export const resourceKey = ({ kind, name }: { readonly kind: string; readonly name: string }): string =>
  `${kind}/${name}`;
