import type { Finding } from '../../review/context/finding.ts';
import { type ShownFinding, withCopies } from '../../review/context/finding-copies.ts';
import { type Diagnostic, nameInNamespace } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { plural } from '../../text/words/plural.ts';
import { firstNames, joined } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { isCauseOfPending } from './finding-order.ts';

/** A finding with the findings that follow from it. */
export interface CauseGroup {
  readonly cause: ShownFinding;
  readonly consequences: readonly ShownFinding[];
}

const unschedulable = 'provisioning/pod-unschedulable';

/** Whether a finding is about pods that no node can run. */
export const isPending = ({ diagnostic }: Finding): boolean => diagnostic.code === unschedulable;

/**
 * Puts unschedulable workloads below the finding that explains them: one about the workload itself, or about a NodePool
 * of the same cluster that cannot run them. Where the change removes the NodePool that runs the pods, that is the
 * cause. Findings keep their order, and those without a cause stay where they are.
 */
export function groupByCause(findings: readonly ShownFinding[]): CauseGroup[] {
  const causes = findings.filter(({ diagnostic }) => isCauseOfPending(diagnostic));
  const explained = new Map<ShownFinding, ShownFinding[]>();
  const taken = new Set<ShownFinding>();
  for (const finding of findings.filter((finding) => isPending(finding) && !finding.diagnostic.isOwnCause)) {
    // Each environment may have its own cause. They are all below that of the first.
    const all = withCopies([finding]).map(({ diagnostic }) => causes.find((cause) => explains(cause, diagnostic)));
    const [cause] = all;
    if (cause === undefined || all.includes(undefined)) continue;

    taken.add(finding);
    explained.set(cause, [...(explained.get(cause) ?? []), finding]);
  }

  return findings
    .filter((finding) => !taken.has(finding))
    .map((cause) => ({ cause, consequences: explained.get(cause) ?? [] }));
}

function explains(finding: ShownFinding, pending: Diagnostic): boolean {
  return withCopies([finding]).some(({ diagnostic: { resource, code, cluster } }) => {
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

/**
 * `12 pods become unschedulable: Deployment `a`, Deployment `b``, one line for all of them; `6 pods become unschedulable in prod: …; 2 pods become
 * unschedulable in dev: …` if they are in several clusters, whose pods are never added up.
 */
export function consequenceText(consequences: readonly ShownFinding[]): string | undefined {
  const all = withCopies(consequences);
  const groups = [...groupBy(all, ({ diagnostic: { cluster, clusters = [] } }) => cluster ?? joined(clusters))];
  const texts = groups.flatMap(([clusters, findings]) => {
    const where = textIf(groups.length > 1 && clusters !== '', ` in ${clusters}`);
    const later = findings.filter(isLaterOnly);
    const now = findings.filter((finding) => !isLaterOnly(finding));
    return [now, later].filter((some) => some.length > 0).map((some) => consequencesIn(where, some));
  });

  if (texts.length === 0) return undefined;
  return texts.join('; ');
}

/** Whether pods run on until their node is gone. */
const isLaterOnly = ({ diagnostic }: Finding): boolean => diagnostic.unplacedPods?.isLater === true;

/** The consequences in one cluster, now or later. */
function consequencesIn(where: string, findings: readonly Finding[]): string {
  const counts = findings.map(({ diagnostic }) => diagnostic.measures?.[0]?.value);
  const pods = counts.reduce<number | undefined>((sum, count) => {
    if (sum === undefined || count === undefined) return undefined;
    return sum + count;
  }, 0);
  const names = findings.flatMap(({ diagnostic: { resource } }) => {
    if (resource === null) return [];
    return [nameOf(resource)];
  });
  const list = firstNames([...new Set(names)]);
  const who = pods === undefined ? plural(findings.length, 'workload') : plural(pods, 'pod');
  const isOne = (pods ?? findings.length) === 1;
  const isLater = findings.every(isLaterOnly);
  const whose = isOne ? 'its' : 'their';
  const when = textIf(isLater, ` once ${whose} node is gone`);

  return `${who} ${fitText(findings, { isOne, isLater })}${where}${when}${textIf(list !== '', `: ${list}`)}`;
}

/** Where the existing nodes are unknown, the messages say only that no NodePool fits. Pods that run on are not unschedulable yet. */
function fitText(
  findings: readonly Finding[],
  { isOne, isLater }: { readonly isOne: boolean; readonly isLater: boolean },
): string {
  const isUnknown = findings.every(({ diagnostic }) => diagnostic.unplacedPods?.areNodesUnknown);
  const [fit, become] = isOne ? ['fits', 'becomes'] : ['fit', 'become'];
  if (isUnknown || isLater) return `${fit} no NodePool`;
  return `${become} unschedulable`;
}

const nameOf = (resource: NonNullable<Diagnostic['resource']>): string =>
  `${resource.kind} \`${nameInNamespace(resource)}\``;
