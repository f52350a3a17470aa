import type { Diagnostic } from '../diagnostic.ts';
import type { Manifest, Path } from '../manifest/manifest.ts';
import { type Finding, finding, plural } from './finding.ts';
import type { KnownNodePool, NodePoolProblem } from './node-pools.ts';
import type { Simulation } from './simulate.ts';
import { mapping } from './value-reader.ts';

/** NodePools that launch nothing, reach their limits or can not be launched; status that nobody reads. */
export const nodePoolDiagnostics = (simulation: Simulation): readonly Diagnostic[] => [
  ...refusedPools(simulation),
  ...emptyPools(simulation),
  ...reachedLimits(simulation),
  ...failedLaunches(simulation),
  ...idleStatus(simulation),
];

function refusedPools({ nodePools, isLiveKnown }: Simulation): readonly Diagnostic[] {
  return nodePools.refused.flatMap(({ name, manifest, problem }) => {
    const found = refusal(name, problem, isLiveKnown);
    return found ? [finding(manifest, found)] : [];
  });
}

function refusal(name: string, problem: NodePoolProblem, isLiveKnown: boolean): Finding | undefined {
  if (problem.kind !== 'not-ready') return undefined;
  const isMissing = problem.reason === 'NodeClassNotFound';
  return {
    code: 'provisioning/nodepool-not-ready',
    // Without the cluster's own objects the class may stand elsewhere.
    severity: isMissing && !isLiveKnown ? 'warning' : 'error',
    at: isMissing ? ['spec', 'template', 'spec', 'nodeClassRef', 'name'] : ['spec', 'template', 'spec'],
    message: isMissing
      ? `The EC2NodeClass of NodePool \`${name}\` is not there, so the pool launches nothing`
      : `NodePool \`${name}\` is not ready, so it launches nothing`,
    help: `Karpenter says: ${problem.reason}: ${problem.message}`,
  };
}

const byName = ({ nodePools }: Simulation): ReadonlyMap<string, KnownNodePool> =>
  new Map(nodePools.known.map((pool) => [pool.name, pool]));

/** A Provisioner is judged as the NodePool it becomes, and is pointed at as it stands. */
const requirementsPath = ({ kind }: Manifest): Path =>
  kind === 'Provisioner' ? ['spec', 'requirements'] : ['spec', 'template', 'spec', 'requirements'];

function emptyPools(simulation: Simulation): readonly Diagnostic[] {
  const pools = byName(simulation);
  return simulation.cases.likely.results.emptyNodePools.flatMap(({ nodePool, reason }) => {
    const pool = pools.get(nodePool);
    if (pool === undefined) return [];
    return [
      finding(pool.manifest, {
        code: 'provisioning/nodepool-empty',
        severity: 'error',
        at: requirementsPath(pool.manifest),
        message: `No instance type meets all requirements of NodePool \`${nodePool}\`, so it launches nothing`,
        help: `Karpenter says: ${reason}`,
      }),
    ];
  });
}

const isLimit = (reason: string): boolean =>
  /exceed limits for nodepool|limits have been exhausted for nodepool/.test(reason);

function reachedLimits(simulation: Simulation): readonly Diagnostic[] {
  const { results, input } = simulation.cases.likely;
  return simulation.nodePools.known.flatMap((pool) => {
    const unplaced = results.podErrors
      .filter(({ reasons }) => reasons.some(({ nodePool, reason }) => nodePool === pool.name && isLimit(reason)))
      .reduce((sum, { count }) => sum + count, 0);
    if (unplaced === 0) return [];
    const launched = results.newNodeClaims.filter(({ nodePool }) => nodePool === pool.name).length;
    const running = input.existingNodes.filter(({ nodePool }) => nodePool === pool.name).length;
    const beside = running === 0 ? '' : ` beside ${plural(running, 'running node')}`;
    return [
      finding(pool.manifest, {
        code: 'provisioning/limit-reached',
        severity: 'warning',
        at: ['spec', 'limits'],
        message: `The limits of NodePool \`${pool.name}\` leave room for ${plural(launched, 'new node')}${beside}: ${plural(unplaced, 'pod')} find none`,
        help: 'Raise `spec.limits`, or lower what the pods request.',
      }),
    ];
  });
}

function failedLaunches(simulation: Simulation): readonly Diagnostic[] {
  const pools = byName(simulation);
  const failed = new Map<string, string>();
  for (const { nodePool, launch } of simulation.cases.likely.results.newNodeClaims) {
    if ('error' in launch && !failed.has(nodePool)) failed.set(nodePool, launch.error);
  }
  return [...failed].flatMap(([name, error]) => {
    const pool = pools.get(name);
    if (pool === undefined) return [];
    return [
      finding(pool.manifest, {
        code: 'provisioning/launch-failed',
        severity: 'warning',
        at: requirementsPath(pool.manifest),
        message: `NodePool \`${name}\` would open a node that can not be launched`,
        help: `Karpenter says: ${error}`,
      }),
    ];
  });
}

/** Status belongs to the cluster: in a repository it is somebody's copy, and nothing reads it. */
function idleStatus({ objects, isFromLive }: Simulation): readonly Diagnostic[] {
  return objects.objects
    .filter(({ kind, manifest }) => kind === 'EC2NodeClass' && !isFromLive(manifest))
    .filter(({ manifest }) => {
      const { subnets, capacityReservations } = mapping(manifest.object.status);
      return subnets !== undefined || capacityReservations !== undefined;
    })
    .map(({ manifest }) =>
      finding(manifest, {
        code: 'provisioning/status-ignored',
        severity: 'note',
        at: ['status'],
        message: `The status of EC2NodeClass \`${manifest.name}\` is not taken from the repository`,
        help: 'Hand in the cluster’s own object with `--cluster`, or set `zones` and `capacityReservations` in the configuration.',
      }),
    );
}
