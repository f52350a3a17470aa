import type { Placement } from '../../cluster/cost/estimate.ts';
import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { quoted, quotedNames } from '../../text/words/quoted-names.ts';
import type { ChangeSeen } from './change-seen.ts';

/**
 * An error if the change deletes the last NodePools, although pods that ran on their nodes stay in the files. Nothing is said if a file cannot
 * be read, because it may have another NodePool.
 */
export function lastPool({ head, changes, result }: ChangeSeen): readonly Diagnostic[] {
  const { base: before, head: after } = result.estimate;
  const removed = changes.filter(
    ({ type, resource, stays }) => type === 'removed' && stays === undefined && resource.kind === 'NodePool',
  );
  const isPoolLeft = head.manifests.some(({ kind }) => kind === 'NodePool' || kind === 'Provisioner');
  if (removed.length === 0 || before === null || after === null || isPoolLeft) return [];
  if (head.files.some(({ isBroken }) => isBroken)) return [];

  const ran = podsOnPools(before);
  const lost = after.unschedulable.filter(({ workload }) => (ran.get(workload) ?? 0) > 0);
  const workload = head.manifests.find((manifest) => lost.some((pods) => pods.workload === keyOf(manifest)));
  if (!workload) return [];

  const pods = lost.reduce((sum, { count }) => sum + count, 0);
  const pools = removed.map(({ resource }) => resource.name);
  const [last, nodes] = pools.length === 1 ? ['the last NodePool', 'its nodes'] : ['the last NodePools', 'their nodes'];

  return [
    manifestDiagnostic(workload, {
      code: 'disruption/last-node-pool',
      severity: 'error',
      at: ['metadata', 'name'],
      message: `The change deletes ${last} ${quotedNames(pools, ' and ')} with ${nodes}, and ${plural(pods, 'pod')} that ran there ${byCount(pods, 'fits', 'fit')} no other: ${lost.map((pods) => quoted(pods.workload)).join(', ')}`,
      help: 'Keep a NodePool for these pods, or delete them in the same change. If other nodes have room for them, suppress this finding with that reason.',
    }),
  ];
}

const keyOf = ({ kind, namespace = 'default', name }: ChangeSeen['head']['manifests'][number]): string =>
  `${kind}/${namespace}/${name}`;

/** How many pods of each workload ran on nodes of NodePools. */
function podsOnPools({ nodePools }: Placement): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { workloads } of nodePools.flatMap(({ nodeClaims }) => nodeClaims))
    for (const [workload, count] of Object.entries(workloads))
      counts.set(workload, (counts.get(workload) ?? 0) + count);
  return counts;
}
