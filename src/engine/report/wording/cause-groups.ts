import type { Finding } from '../../review/findings/finding.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { plural } from '../../text/words/plural.ts';
import { firstNames } from '../../text/words/quoted-names.ts';
import { isCauseOfPending, type ShownFinding } from './finding-order.ts';

/** A finding with the findings that follow from it. */
export interface CauseGroup {
  readonly cause: ShownFinding;
  readonly consequences: readonly ShownFinding[];
}

const unschedulable = 'provisioning/pod-unschedulable';

/** Whether a finding is about pods that no node can run. */
export const isPending = ({ diagnostic }: Finding): boolean => diagnostic.code === unschedulable;

/**
 * Puts unschedulable workloads below the finding that explains them: one about the workload itself, or about a NodePool of the same cluster
 * that cannot run them. Where the change removes the NodePool that runs the pods, that is the cause. Findings keep their order, and those without a cause stay where they are.
 */
export function groupByCause(findings: readonly ShownFinding[]): CauseGroup[] {
  const causes = findings.filter(({ diagnostic }) => isCauseOfPending(diagnostic));
  const explained = new Map<ShownFinding, ShownFinding[]>();
  const taken = new Set<ShownFinding>();
  for (const finding of findings.filter((finding) => isPending(finding) && !finding.diagnostic.isOwnCause)) {
    const all = [finding, ...finding.copies];
    const cause = causes.find((cause) => all.every(({ diagnostic }) => explains(cause, diagnostic)));
    if (cause === undefined) continue;

    taken.add(finding);
    explained.set(cause, [...(explained.get(cause) ?? []), finding]);
  }

  return findings
    .filter((finding) => !taken.has(finding))
    .map((cause) => ({ cause, consequences: explained.get(cause) ?? [] }));
}

function explains({ diagnostic, copies }: ShownFinding, pending: Diagnostic): boolean {
  return [diagnostic, ...copies.map((copy) => copy.diagnostic)].some(({ resource, code, cluster }) => {
    if (resource === null) return false;

    if (resource.kind === 'NodePool') {
      if (cluster !== undefined && pending.cluster !== undefined && cluster !== pending.cluster) return false;

      // Pods may fit no node of a NodePool for another reason than its limits.
      const isOfLimit = code === 'provisioning/limit-reached';

      return (pending.because ?? []).some(
        ({ nodePool, kind }) => nodePool === resource.name && (!isOfLimit || kind === 'limits'),
      );
    }

    const of = pending.resource;
    return of !== null && of.kind === resource.kind && of.name === resource.name && of.namespace === resource.namespace;
  });
}

/** `12 pods of 3 workloads become unschedulable: ...`, one line for all of them; workloads in backticks. */
export function consequenceText(consequences: readonly ShownFinding[]): string | undefined {
  const all = consequences.flatMap((consequence) => [consequence, ...consequence.copies]);
  if (all.length === 0) return undefined;

  const counts = all.map(({ diagnostic }) => Number(/^(\d+)/.exec(diagnostic.message)?.[1] ?? 'NaN'));
  const pods = counts.reduce((sum, count) => sum + count, 0);
  const names = all.flatMap(({ diagnostic: { resource } }) => (resource === null ? [] : [nameOf(resource)]));
  const list = firstNames(names);
  const who = Number.isNaN(pods) ? plural(all.length, 'workload') : plural(pods, 'pod');
  const isOne = (Number.isNaN(pods) ? all.length : pods) === 1;
  // Where the existing nodes are unknown, the messages say only that no NodePool fits.
  const what = all.every(({ diagnostic }) => diagnostic.message.includes(' no NodePool'))
    ? `${isOne ? 'fits' : 'fit'} no NodePool`
    : `${isOne ? 'becomes' : 'become'} unschedulable`;

  return `${who} ${what}${list === '' ? '' : `: ${list}`}`;
}

const nameOf = ({ kind, namespace, name }: NonNullable<Diagnostic['resource']>): string =>
  `${kind} \`${namespace === undefined ? name : `${namespace}/${name}`}\``;
