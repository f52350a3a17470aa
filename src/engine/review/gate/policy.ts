import type { GatePolicy, Settings } from '../../karpenter/api/settings.ts';
import type { Severity } from '../../text/diagnostic.ts';

/** The conditions that a change must meet. */
export interface Policy {
  /** The lowest severity at which new findings block; `never` only warns. */
  readonly failOn: Severity | 'never';
  /** Limits on cost, replaced nodes and unschedulable pods; no limits if absent. */
  readonly gate?: GatePolicy;
  /** Environments with limits of their own. */
  readonly environments?: Settings['environments'];
}
