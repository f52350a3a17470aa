import type { NodePool } from '../../api/node-pool.ts';
import type { Pod } from '../../api/pod.ts';
import type { KnownNodePool } from '../node-pools/node-pools.ts';
import type { Launch } from '../results.ts';
import type { NodePoolInput, SchedulerInput } from '../scheduler-input.ts';
import type { Simulator } from '../simulator.ts';

/** A pod that asks for nothing and runs anywhere. */
const anywhere: Pod = {
  metadata: { name: 'probe-0000', namespace: 'default', labels: {} },
  spec: { containers: [], tolerations: [{ operator: 'Exists' }] },
};

/** The pool as if it launched nodes for pods, whatever it is limited to. */
function alone(nodePool: NodePool): NodePool {
  const { replicas: _, limits: __, ...spec } = nodePool.spec;
  return { ...nodePool, spec };
}

/** A pass in which a NodePool on its own, whatever it is limited to, has one pod to place that runs anywhere. */
export const aloneWithProbe = ({
  nodePool,
  instanceTypes,
}: NodePoolInput): Pick<SchedulerInput, 'nodePools' | 'podClasses' | 'existingNodes'> => ({
  nodePools: [{ instanceTypes, nodePool: alone(nodePool) }],
  podClasses: [{ workload: 'Pod/default/probe', order: 0, firstIndex: 0, count: 1, pod: anywhere }],
  existingNodes: [],
});

/** What a NodePool on its own launches for a pod that runs anywhere, beside the daemons; undefined when it launches nothing. */
export function firstLaunch(pool: KnownNodePool, daemonSets: readonly Pod[], simulator: Simulator): Launch | undefined {
  const results = simulator.solve({
    ...simulator.passSettings,
    ...aloneWithProbe(pool),
    daemonSets,
    volumeClaims: new Map(),
    namespaces: new Map(),
  });
  const launch = results.newNodeClaims[0]?.launch;
  return launch === undefined || 'error' in launch ? undefined : launch;
}
