import type { GatePolicy, Settings } from '../api/settings.ts';
import type { Severity } from '../diagnostic.ts';

/** What a change must satisfy. */
export interface Policy {
  /** From which severity on new findings fail; `never` only warns. */
  readonly failOn: Severity | 'never';
  /** Limits beside the findings; without them there are none. */
  readonly gate?: GatePolicy;
  /** Environments with limits of their own. */
  readonly environments?: Settings['environments'];
}
