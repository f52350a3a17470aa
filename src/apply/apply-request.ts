import type { Plan } from '../engine/changes/plan/plan.ts';
import type { Schema } from '../engine/files/schema/definitions/crd-pack.ts';
import type { ResourceRef } from '../engine/text/diagnostic.ts';
import type { KubeClient } from '../io/kube/client.ts';
import type { GuardEntry } from './guard.ts';

/** Everything that an apply needs once the plan is approved. */
export interface ApplyRequest {
  readonly plan: Plan;
  /** The CRD's schema of an object's version. */
  readonly schemaOf: (resource: ResourceRef) => Schema;
  /** The minor version of Karpenter that the plan was made for. */
  readonly karpenterVersion: string;
  readonly client: KubeClient;
  /** The commit that the cluster will match afterwards. */
  readonly commit: string;
  /** Who applies: the URL of the run, or a description by the person. */
  readonly run: string;
  /** `NodePool/web` → reviewed states between base and desired, when several pull requests changed the object one after another. */
  readonly between: ReadonlyMap<string, readonly string[]>;
  /** The state of the live objects when the plan was made; undefined if it was not recorded. */
  readonly guard: readonly GuardEntry[] | undefined;
  /** `NodePool/web` → how many nodes its deletion may remove. */
  readonly acknowledged: ReadonlyMap<string, number>;
  readonly delivery: 'apply' | 'verify' | undefined;
  readonly isForced: boolean;
  /** Overwrites changes made in the cluster since the review. Only break-glass sets this. */
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
