import type { Finding } from '../../review/context/finding.ts';
import type { Diagnostic, Severity } from '../../text/diagnostic.ts';

/**
 * How many steps a finding is away from the line that causes it: 1 for a NodePool that cannot launch, 2 for the pods
 * that need it, 3 for nodes that stay.
 */
function distance({ code }: Diagnostic): 0 | 1 | 2 | 3 {
  // Traffic that goes nowhere comes before pods that restart.
  if (code === 'disruption/no-targets') return 1;
  // Nodes that stay matter less than pods that stop or fit nowhere.
  if (code === 'disruption/rollout-held') return 3;
  if (/^disruption\/|^provisioning\/(?:pod-unschedulable|pod-ignored)$/.test(code)) return 2;
  // What has to be done for an upgrade comes before what it may lead to.
  if (code === 'upgrade/choice') return 1;
  if (/^provisioning\/(?:nodepool-|launch-failed|limit-reached)/.test(code)) return 1;
  return 0;
}

/** Warnings that explain why pods are unschedulable. Other warnings come after the errors, even on changed lines. */
const explaining =
  /^lint\/(?:gpu-taint|limits-below-one-node|min-values|node-class-exists|requirement-units|satisfiable-requirements|startup-taints|taint-tolerations|unknown-instance-type|unknown-label|unknown-zone|unreachable-pool)$|^(?:render|upgrade|yaml)\//;

/** Whether a finding can be the reason why pods are unschedulable. */
export const isCauseOfPending = (diagnostic: Diagnostic): boolean =>
  distance(diagnostic) === 1 || explaining.test(diagnostic.code);

const rank: Record<Severity, number> = { error: 0, warning: 1, note: 2 };

/** Whether the change deletes a NodePool with its nodes. */
const deletesNodes = ({ code, resource }: Diagnostic): boolean =>
  code === 'render/other-owner' && resource?.kind === 'NodePool';

/** The finding with the lowest place is shown first. Of those that are alike, the one that deletes nodes comes first. */
function placeOf(finding: Finding): number {
  return kindOfPlace(finding) - (deletesNodes(finding.diagnostic) ? 0.25 : 0);
}

function kindOfPlace({ diagnostic, isOnChangedLine = false }: Finding): number {
  const { severity, code } = diagnostic;
  const far = distance(diagnostic);
  const isRoot = far === 0 && isOnChangedLine;
  if (isRoot && (severity === 'error' || (severity === 'warning' && explaining.test(code)))) return rank[severity] / 2;
  return 1 + rank[severity] * 10 + far * 2 + (isOnChangedLine ? 0 : 1);
}

/**
 * A field with a wrong name may be the reason why another one of its object is missing, so it comes before those with
 * the same place. It explains no wrong name of the object, for which the API server refuses all of it.
 */
function isMisspelling({ diagnostic }: Finding, of: Finding): boolean {
  const [object, other] = [diagnostic.resource, of.diagnostic.resource];
  return (
    diagnostic.code === 'schema/unknown-field' &&
    of.diagnostic.code !== diagnostic.code &&
    of.diagnostic.code !== 'schema/metadata' &&
    object !== null &&
    other !== null &&
    [object.kind, object.namespace, object.name].join() === [other.kind, other.namespace, other.name].join()
  );
}

/**
 * The order of findings in reports: new before existing. Among these, causes on changed lines come first, then other causes, then
 * their consequences, each by severity.
 */
export function inReadingOrder<F extends Finding>(findings: readonly F[], { hasBase = true } = {}): F[] {
  const placed = findings.map((finding, i) => ({
    finding,
    place: placeOf(finding),
    isOlder: hasBase && !finding.isNew,
    i,
  }));

  const misspellings = placed.filter(({ finding }) => finding.diagnostic.code === 'schema/unknown-field');
  // Just before the first finding that it may explain.
  const first = (entry: (typeof placed)[number]): number => {
    if (!misspellings.includes(entry)) return entry.i;
    const explained = placed.find(
      ({ finding, place }) => place === entry.place && isMisspelling(entry.finding, finding),
    );
    if (explained === undefined) return entry.i;
    return Math.min(entry.i, explained.i - 0.5);
  };

  return placed
    .map((entry) => ({ ...entry, at: first(entry) }))
    .sort((a, b) => Number(a.isOlder) - Number(b.isOlder) || a.place - b.place || a.at - b.at || a.i - b.i)
    .map(({ finding }) => finding);
}

/** Keeps the order of the files, but moves consequences behind their causes. */
export const inFileOrder = <F extends Finding>(findings: readonly F[]): F[] =>
  [...findings].sort((a, b) => distance(a.diagnostic) - distance(b.diagnostic));
