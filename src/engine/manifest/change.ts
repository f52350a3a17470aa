import type { ResourceRef } from '../text/diagnostic.ts';
import type { Span } from '../text/source.ts';
import type { Path, Value } from './model/manifest.ts';

/** What a changed field does to running nodes. */
export type Effect = 'none' | 'new-nodes' | 'some-nodes' | 'all-nodes' | 'delete' | 'unknown';

/**
 * Why a changed field has its effect. For nodes: `hash` (static drift), `requirements`, `ami`, `subnets`,
 * `security-groups` and `capacity-reservations` (dynamic drift), `replicas`, `limits`, `weight`, `budgets`,
 * `consolidation`, `new-nodes`, `overlay`, `version`, `metadata`, `gated`. For what runs on nodes: `pod-…`,
 * `autoscaled` (an autoscaler sets it again) and `node-group`. `other`: a field without a description.
 */
export type EffectCause =
  | 'hash'
  | 'requirements'
  | 'ami'
  | 'subnets'
  | 'security-groups'
  | 'capacity-reservations'
  | 'replicas'
  | 'limits'
  | 'weight'
  | 'budgets'
  | 'consolidation'
  | 'new-nodes'
  | 'overlay'
  | 'version'
  | 'metadata'
  | 'gated'
  | 'pod-count'
  | 'autoscaled'
  | 'pod-requests'
  | 'pod-placement'
  | 'pod-disruption'
  | 'pod-priority'
  | 'node-group'
  | 'other';

/** A field that differs between base and head, ignoring defaults and notation. */
export interface FieldChange {
  readonly path: Path;
  readonly before?: Value;
  readonly after?: Value;
  readonly effect: Effect;
  readonly cause: EffectCause;
  /** Whether a node class may select nothing because of it, so that Karpenter launches no nodes. A finding says so. */
  readonly selectsNothing?: true;
  /** Whether it allows nodes that may be cheaper, in a NodePool whose running nodes Karpenter consolidates. */
  readonly mayConsolidate?: true;
  /** Why it has that effect: a predicate whose subject is the field. */
  readonly reason: string;
}

/** Why a removed object stays in the cluster. */
interface Staying {
  /** A clause: "Application `argocd/pools` does not prune (`syncPolicy.automated.prune` is not set)". */
  readonly because: string;
  /** Whether somebody wrote that it stays. Otherwise it may be a surprise. */
  readonly isIntended: boolean;
  /** Whether the object itself is deleted, and only what it installed stays: an Application without a finalizer. */
  readonly isOfParts?: true;
  /** A file of head that has an object of the same name. What applies it may take the object over. */
  readonly alsoIn?: string;
}

/** An object that the change adds, removes or modifies; `unknown` if head can no longer be read. */
export interface Change {
  readonly resource: ResourceRef;
  readonly type: 'added' | 'removed' | 'modified' | 'unknown';
  readonly fields: readonly FieldChange[];
  /** The worst effect of its fields, or of the addition or removal itself. For a NodePool, that of its node class if it is worse. */
  readonly effect: Effect;
  /** Why nothing deletes a removed object in the cluster. Absent if it is deleted, or if nothing says so. */
  readonly stays?: Staying;
  /** What the NodePool or node class is called after the change. */
  readonly renamedTo?: string;
  /** What the NodePool or node class was called before the change. `fields` are the differences from it. */
  readonly renamedFrom?: string;
  /** It installs or runs Karpenter's controller, and nothing else does after the change. */
  readonly endsKarpenter?: true;
  /** It installs Karpenter as one release of Helm, and another release does after the change. */
  readonly reinstallsKarpenter?: true;
  /** It installs Karpenter, and nothing did before the change. */
  readonly startsKarpenter?: true;
  /** What applies it, if that deletes it and creates it again. */
  readonly recreatedBy?: 'Terraform' | 'Flux' | 'Argo CD' | 'Helm';
  /** Whether it is not created again. */
  readonly staysDeleted?: true;
  /** The expression on which it depends whether the object exists, if nothing here decides it. */
  readonly condition?: string;
  /** What happens, in one sentence. */
  readonly summary: string;
  /** Why it has no effect on running nodes, or why that is unknown: a sentence for the first line of a report, without its full stop. */
  readonly remark?: string;
  /** Why nothing of it is applied at first: "Kustomization `flux-system/pools` is suspended". Absent if it is, or if that is unknown. */
  readonly delayedBecause?: string;
  /** Whether it creates pods, and nothing says in which of several clusters. */
  readonly isOfUnknownCluster?: true;
  /** The file of base that its environment may have used. Only if that decides its effect, and no file says so. */
  readonly usedFile?: string;
  /** Its place in head, or in base if it was removed. */
  readonly span: Span;
  /** Only for rendered objects and templates of a file next to them: the roots, or the template, in which it changes in the same way, sorted. */
  readonly roots?: readonly string[];
  /** Only if it belongs to environments: those in which it changes in the same way, sorted. */
  readonly environments?: readonly string[];
}
