import type { ResourceRef } from './diagnostic.ts';
import type { Path, Value } from './manifest/manifest.ts';
import type { Span } from './source.ts';

/** What a changed field does to running nodes. */
export type Effect = 'none' | 'new-nodes' | 'some-nodes' | 'all-nodes' | 'delete' | 'unknown';

/**
 * Why a changed field has its effect. Of nodes: `hash` (static drift), `requirements`, `ami`, `subnets`, `security-groups` and
 * `capacity-reservations` (dynamic drift), `replicas`, `limits`, `weight`, `budgets`, `consolidation`, `new-nodes`, `overlay`, `version`,
 * `metadata`, `gated`. Of what runs on them: `pod-…` and `node-group`. `other`: a field that nobody described.
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
  | 'pod-requests'
  | 'pod-placement'
  | 'pod-disruption'
  | 'pod-priority'
  | 'node-group'
  | 'other';

/** One field that differs between base and head, after defaults and spelling are taken out. */
export interface FieldChange {
  readonly path: Path;
  readonly before?: Value;
  readonly after?: Value;
  readonly effect: Effect;
  readonly cause: EffectCause;
  /** Why it has that effect, in one sentence. */
  readonly reason: string;
}

/** One object that the change adds, removes or modifies; `unknown` when head can no longer be read. */
export interface Change {
  readonly resource: ResourceRef;
  readonly type: 'added' | 'removed' | 'modified' | 'unknown';
  readonly fields: readonly FieldChange[];
  /** The worst effect of its fields, or of the addition or removal itself. */
  readonly effect: Effect;
  /** What happens, in one sentence. */
  readonly summary: string;
  /** Where it stands in head, or in base when it is gone. */
  readonly span: Span;
  /** Only where roots give it: those in which it changes like this, sorted. */
  readonly roots?: readonly string[];
  /** Only of an environment of the configuration: those in which it changes like this, sorted. */
  readonly environments?: readonly string[];
}
