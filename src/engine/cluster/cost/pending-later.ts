import type { Diagnostic } from '../../text/diagnostic.ts';
import { byCount } from '../../text/words/plural.ts';
import { placedPods } from '../provisioning/input/results.ts';
import { workloadKey } from '../provisioning/pods/owner-references.ts';
import type { Simulation } from '../provisioning/simulation.ts';

/** Workloads with pods that cannot be scheduled if none of Karpenter's nodes exist yet. */
const unscheduledFromScratch = ({ cases }: Simulation): ReadonlySet<string> =>
  new Set(placedPods(cases.likely.results).podErrors.map(({ workload }) => workload));

/** What pending pods are looked for in. */
interface ChangedSides {
  readonly base: Simulation;
  readonly head: Simulation;
  /** Head's simulation at the end of the change. */
  readonly ended: Simulation;
}

/**
 * Workloads whose pods run on after a change, but cannot be scheduled again once their node is gone. A snapshot has nodes on both
 * sides, so it shows none.
 */
export function unscheduledLater({ base, head, ended }: ChangedSides): readonly string[] {
  if (head.existing.fromLive > 0) return [];
  const unscheduled = [base, ended].map(unscheduledFromScratch);
  return [...unscheduledFromScratch(head)].filter(
    (workload) => !unscheduled.some((workloads) => workloads.has(workload)),
  );
}

/**
 * A limit that is enough for a cluster without any node, which running nodes may exceed:
 * `To fix this, raise `limits.cpu` of NodePool `web` from 12 to 16.`
 */
const raisedLimit = / To fix this, raise `limits\.[^`]+` of NodePool `[^`]+` from \S+ to [^ ]+(?=\s|$)/g;

/** What keeps pods off each NodePool for good. Limits may leave room once other nodes are gone. */
const structural: ReadonlySet<string> = new Set(['taints', 'requirement']);

const isForGood = ({ because = [] }: Diagnostic): boolean =>
  because.length > 0 && because.every(({ kind }) => structural.has(kind));

/** Findings about these workloads, given what is unschedulable in head's simulation. */
export function pendingLater(later: readonly string[], findings: readonly Diagnostic[]): readonly Diagnostic[] {
  return findings.flatMap((finding): Diagnostic[] => {
    const { code, resource, message, help, measures, unplacedPods } = finding;
    const { advisedLimits: _, ...unadvised } = finding;
    const key = resource && workloadKey(resource.kind, resource.namespace ?? 'default', resource.name);
    if (code !== 'provisioning/pod-unschedulable' || key === null || !later.includes(key)) return [];

    const pronoun = byCount(measures?.[0]?.value ?? 0, 'its', 'their');

    return [
      {
        ...unadvised,
        severity: finding.severity === 'error' && isForGood(finding) ? 'error' : 'warning',
        message: `${message} once ${pronoun} node is gone`,
        unplacedPods: { areNodesUnknown: unplacedPods?.areNodesUnknown ?? false, isLater: true },
        help: `Running pods stay until then. ${(help ?? '').replace(raisedLimit, '')}`.trim(),
      },
    ];
  });
}
