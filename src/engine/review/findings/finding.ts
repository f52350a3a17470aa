import type { Diagnostic } from '../../diagnostic.ts';

/** A finding in head. */
export interface Finding {
  readonly diagnostic: Diagnostic;
  /** The change brings it; older ones are listed and do not fail. */
  readonly isNew: boolean;
  /** It is new and points at a line that the change touches: most likely what somebody did is what is wrong. */
  readonly isOnChangedLine?: boolean;
}

/** A finding that somebody silenced, with the reason given. */
export interface Suppressed {
  readonly diagnostic: Diagnostic;
  readonly reason: string;
  readonly by: 'comment' | 'configuration' | 'baseline' | 'unchanged line';
  /** The suppression comes with the change itself: shown, and never satisfies the gate. */
  readonly isNew: boolean;
}
