import type { NodePool } from '../../api/node-pool.ts';
import type { Pod } from '../../api/pod.ts';
import type { KnownNodePool } from '../node-pools/node-pools.ts';
import type { Launch } from '../results.ts';
import type { NodePoolInput, SchedulerInput } from '../scheduler-input.ts';
import type { Simulator } from '../simulator.ts';

/** A pod without requests or constraints. */
const anywhere: Pod = {
  metadata: { name: 'probe-0000', namespace: 'default', labels: {} },
  spec: { containers: [], tolerations: [{ operator: 'Exists' }] },
};

/** The NodePool without limits and without fixed replicas. */
function alone(nodePool: NodePool): NodePool {
  const { replicas: _, limits: __, ...spec } = nodePool.spec;
  return { ...nodePool, spec };
}

/** A pass with only this NodePool, without its limits, and one pod without constraints. */
export const passWithProbePod = ({
  nodePool,
  instanceTypes,
}: NodePoolInput): Pick<SchedulerInput, 'nodePools' | 'podClasses' | 'existingNodes'> => ({
  nodePools: [{ instanceTypes, nodePool: alone(nodePool) }],
  podClasses: [{ workload: 'Pod/default/probe', order: 0, firstIndex: 0, count: 1, pod: anywhere }],
  existingNodes: [],
});

/** What a NodePool launches for a pod without constraints, in addition to its DaemonSets; undefined if it launches nothing. */
export function firstLaunch(pool: KnownNodePool, daemonSets: readonly Pod[], simulator: Simulator): Launch | undefined {
  const results = simulator.solve({
    ...simulator.passSettings,
    ...passWithProbePod(pool),
    daemonSets,
    volumeClaims: new Map(),
    namespaces: new Map(),
  });
  const launch = results.newNodeClaims[0]?.launch;
  return launch === undefined || 'error' in launch ? undefined : launch;
}
