import type { Placement } from '../../cluster/cost/estimate.ts';
import { shortReason } from '../../cluster/provisioning/explanations/short-reason.ts';
import type { Review } from '../../review/context/review-data.ts';
import { groupBy } from '../../text/group-by.ts';
import { code } from '../../text/words/escape.ts';
import { plural } from '../../text/words/plural.ts';
import { textIf } from '../../text/words/text-if.ts';
import { capped, type Detail, titled } from './detail.ts';
import { escaped } from './finding-items.ts';

/** Unschedulable pods that no finding is about: of workloads that are in a snapshot but in no file, for example. */
export function unschedulableSection({ estimate, findings }: Review, detail: Detail): string[] {
  const { base = null, head = null } = estimate ?? {};
  if (!head) return [];

  const workloads = new Set(
    findings
      .filter(({ diagnostic }) => diagnostic.code === 'provisioning/pod-unschedulable')
      .flatMap(({ diagnostic: { resource } }) => {
        if (resource === null) return [];
        return [`${resource.kind}/${resource.namespace ?? 'default'}/${resource.name}`];
      }),
  );

  const before = new Map(base?.unschedulable.map(({ workload, count }) => [workload, count]));

  // Workloads with the same reason are told together: one invalid NodePool may leave all pods of a cluster without a node.
  const groups = groupBy(
    head.unschedulable.filter(({ workload }) => !workloads.has(workload)),
    ({ reasons }) => JSON.stringify(reasons),
  );

  const items = capped([...groups.values()], detail.items, (group) => {
    const sum = (count: (one: (typeof group)[number]) => number): number =>
      group.reduce((total, pods) => total + count(pods), 0);

    const earlier = earlierText(
      sum(({ workload }) => before.get(workload) ?? 0),
      sum(({ count }) => count),
    );

    return [
      `- ${namesText(group.map(({ workload }) => workload))}: ${plural(
        sum(({ count }) => count),
        'pod',
      )}${earlier}`,
      ...capped(group[0]!.reasons, 3, (entry) => [`- ${reasonText(entry, detail)}`]).map((line) => `  ${line}`),
    ];
  });

  return titled('Unschedulable pods', items);
}

const shownNames = 3;

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, shownNames).map((name) => code(name, 120));
  return `${shown.join(', ')}${textIf(names.length > shownNames, ` and ${plural(names.length - shownNames, 'more workload')}`)}`;
}

const earlierText = (before: number, after: number): string => {
  if (before === 0) return '';
  if (before === after) return ', as before the change';
  return ` (${before} before the change)`;
};

/** The reason, with the NodePool if there is only one. */
const reasonText = (
  { nodePool, plain, reason }: Placement['unschedulable'][number]['reasons'][number],
  detail: Detail,
): string => `${textIf(nodePool !== '', `${code(nodePool)}: `)}${escaped(plain ?? shortReason(reason), detail)}`;

/** Pods that Karpenter itself ignores. */
export function ignoredSection(head: Placement | null, detail: Detail): string[] {
  if (!head || detail.items === 0) return [];
  const items = capped(head.ignored, detail.items, ({ workload, count, reason }) => [
    `- ${code(workload, 120)}: ${plural(count, 'pod')}: ${escaped(reason, detail)}`,
  ]);
  return titled('Pods that Karpenter ignores', items);
}
