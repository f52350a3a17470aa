import type { Workloads } from '../../cluster/provisioning/pods/workloads.ts';
import { workloadsOf } from '../../karpenter/workloads/workload-fields.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { groupBy } from '../../text/group-by.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import type { Context } from '../context/context.ts';

/**
 * Why no workload of head counts for a scope: ``2 workloads are in `examples`, whose files no cluster has; 1 is a DaemonSet``. Undefined if
 * there are no workloads. `uncounted` are those of the scope that the simulation does not count.
 */
export function leftOutWorkloads(context: Context, uncounted: Workloads['uncounted']): string | undefined {
  const workloads = workloadsOf(context.written).map(({ manifest }) => manifest);
  const texts = new Map(uncounted.map(({ manifest, why }) => [manifest, uncountedTexts[why]]));
  const reasons = [...groupBy(workloads, (manifest) => texts.get(manifest) ?? reasonFor(manifest, context))];
  if (reasons.length === 0) return undefined;
  return reasons.map(([reason, { length }], i) => `${countText(length, i === 0)} ${reason}`).join('; ');
}

const uncountedTexts = {
  fragment: 'only a part of an object',
  kind: 'of a kind whose pods are not counted',
  'short-job': 'a Job that runs once and requests nothing',
  'managed-group': 'for nodes of a node group',
  cloud: 'run by the cloud without nodes',
  scheduler: 'for another scheduler',
  gates: 'held by scheduling gates',
} as const;

const countText = (count: number, isFirst: boolean): string => {
  const counted = isFirst ? plural(count, 'workload') : count;
  return `${counted} ${byCount(count, 'is', 'are')}`;
};

function reasonFor({ source, kind }: Manifest, { clusters, sees }: Context): string {
  if (sees(source.file)) {
    if (kind === 'DaemonSet') return 'on the nodes of other pods (DaemonSet)';
    return 'not counted';
  }
  const owners = clusters.clustersOf(source);
  if (owners.length === 0) return 'in the files of no cluster, which `environments` in plumbline.yaml can name';

  const names = firstNames(owners.map(({ name }) => quoted(name)));
  if (owners.some(({ isExample }) => isExample)) return `in ${names}, whose files no cluster has`;
  return `in another environment, ${names}`;
}
