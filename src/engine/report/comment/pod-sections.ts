import type { Placement } from '../../cost/estimate.ts';
import { plural } from '../../plural.ts';
import { shortReason } from '../../provisioning/explanations/short-reason.ts';
import type { Review } from '../../review/review-data.ts';
import { code } from '../../text/escape.ts';
import { capped, type Detail, titled } from './detail.ts';
import { escaped } from './finding-items.ts';

/** Unschedulable pods that no finding is about: of workloads that are in a snapshot but in no file, for example. */
export function unschedulableSection({ estimate, findings }: Review, detail: Detail): string[] {
  const { base = null, head = null } = estimate ?? {};
  if (!head) return [];
  const found = new Set(
    findings
      .filter(({ diagnostic }) => diagnostic.code === 'provisioning/pod-unschedulable')
      .flatMap(({ diagnostic: { resource } }) =>
        resource === null ? [] : [`${resource.kind}/${resource.namespace ?? 'default'}/${resource.name}`],
      ),
  );
  const before = new Map(base?.unschedulable.map(({ workload, count }) => [workload, count]));
  const earlier = (workload: string, count: number): string => {
    const was = before.get(workload);
    return was === undefined ? '' : was === count ? ', as before the change' : ` (${was} before the change)`;
  };
  const items = capped(
    head.unschedulable.filter(({ workload }) => !found.has(workload)),
    detail.items,
    ({ workload, count, reasons }) => [
      `- ${code(workload, 120)}: ${plural(count, 'pod')}${earlier(workload, count)}`,
      ...capped(reasons, 3, (entry) => [`- ${reasonText(entry, detail)}`]).map((line) => `  ${line}`),
    ],
  );
  return titled('Unschedulable pods', items);
}

/** The reason, with the NodePool if there is only one. */
const reasonText = (
  { nodePool, plain, reason }: Placement['unschedulable'][number]['reasons'][number],
  detail: Detail,
): string => `${nodePool === '' ? '' : `${code(nodePool)}: `}${escaped(plain ?? shortReason(reason), detail)}`;

/** Pods that Karpenter itself ignores. */
export function ignoredSection(head: Placement | null, detail: Detail): string[] {
  if (!head || detail.items === 0) return [];
  const items = capped(head.ignored, detail.items, ({ workload, count, reason }) => [
    `- ${code(workload, 120)}: ${plural(count, 'pod')}: ${escaped(reason, detail)}`,
  ]);
  return titled('Pods that Karpenter ignores', items);
}
