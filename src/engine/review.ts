import type { Estimate } from './cost/estimate.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Change } from './diff/change.ts';
import type { Disruption } from './disruption/disruption.ts';

/** A finding in head. */
export interface Finding {
  readonly diagnostic: Diagnostic;
  /** The change brings it; older ones are listed and do not fail. */
  readonly isNew: boolean;
}

/** A finding that somebody silenced, with the reason given. */
export interface Suppressed {
  readonly diagnostic: Diagnostic;
  readonly reason: string;
  readonly by: 'comment' | 'configuration';
  /** The suppression comes with the change itself: shown, and never satisfies the gate. */
  readonly isNew: boolean;
}

/** Everything a report says, as data. */
export interface Review {
  readonly tool: { readonly name: 'plumbline'; readonly version: string };
  /** False: there is nothing to compare with, everything is new. */
  readonly hasBase: boolean;
  /** In total order: file, start, code. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  readonly changes: readonly Change[];
  readonly disruption: Disruption;
  /** Null for `check`, and when there is nothing to simulate. */
  readonly estimate: Estimate | null;
  /** The canonical plan has its own issue. */
  readonly plan: null;
  /** Karpenter's minor, and where it was found. */
  readonly karpenterVersion: string;
  readonly karpenterVersionSource: string;
  /** File → text of head (of base where only base has the file), for code frames. */
  readonly texts: ReadonlyMap<string, string>;
  /** False: the change touches nothing that plumbline looks at. */
  readonly isRelevant: boolean;
}
