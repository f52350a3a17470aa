import { groupBy } from '../../group-by.ts';
import { workloadsOf } from '../../lint/fields/workload-fields.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { plural } from '../../plural.ts';
import { firstNames, quoted } from '../../text/quoted-names.ts';
import type { Context } from '../context.ts';

/**
 * Why no workload of head counts for a scope: ``2 workloads are in `examples`, whose files no cluster has; 1 is a DaemonSet``. Undefined if
 * there are no workloads.
 */
export function leftOutWorkloads(context: Context): string | undefined {
  const workloads = workloadsOf(context.everything).map(({ manifest }) => manifest);
  const reasons = [...groupBy(workloads, (manifest) => reasonFor(manifest, context))];
  return reasons.length === 0
    ? undefined
    : reasons.map(([reason, { length }], i) => `${countText(length, i === 0)} ${reason}`).join('; ');
}

const countText = (count: number, isFirst: boolean): string =>
  `${isFirst ? plural(count, 'workload') : count} ${count === 1 ? 'is' : 'are'}`;

function reasonFor({ source, kind }: Manifest, { clusters, sees }: Context): string {
  if (sees(source.file)) return kind === 'DaemonSet' ? 'on the nodes of other pods (DaemonSet)' : 'incomplete';
  const owners = clusters.clustersOf(source);
  const names = firstNames(owners.map(({ name }) => quoted(name)));
  return owners.some(({ isExample }) => isExample)
    ? `in ${names}, whose files no cluster has`
    : `in another environment, ${names}`;
}
