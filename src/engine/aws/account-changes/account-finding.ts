import type { Diagnostic } from '../../text/diagnostic.ts';

type AccountFinding = Omit<Diagnostic, 'labels' | 'resource' | 'isChanged'> &
  Partial<Pick<Diagnostic, 'labels' | 'resource'>>;

/** A finding about what the change does to an account. The change is its cause, and most are about no object of a cluster. */
export const accountFinding = ({ labels = [], resource = null, ...finding }: AccountFinding): Diagnostic => ({
  ...finding,
  labels,
  resource,
  isChanged: true,
});
