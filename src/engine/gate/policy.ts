import type { GatePolicy, Settings } from '../api/settings.ts';
import type { Severity } from '../diagnostic.ts';

/** The conditions that a change must meet. */
export interface Policy {
  /** The lowest severity at which new findings block; `never` only warns. */
  readonly failOn: Severity | 'never';
  /** Limits on cost, replaced nodes and unschedulable pods; no limits if absent. */
  readonly gate?: GatePolicy;
  /** Environments with limits of their own. */
  readonly environments?: Settings['environments'];
}
