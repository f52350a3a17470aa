import { label } from '../../../karpenter/api/labels.ts';
import type { Pod } from '../../../karpenter/api/pod.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { groupBy } from '../../../text/group-by.ts';
import type { ExistingNode } from '../input/scheduler-input.ts';
import type { LiveState, RunningPod } from './live-state.ts';
import type { Workload, Workloads } from './workloads.ts';

/** The keys of DaemonSets of which only pods are known, and their newest pods. */
const observed = (live: LiveState, daemonSets: readonly Workload[]): readonly (readonly [string, RunningPod])[] => {
  const keys = new Set(daemonSets.map(({ key }) => key));
  return [...live.newestOfDaemonSets].filter(([key]) => !keys.has(key));
};

/**
 * The pod of each DaemonSet that a dump shows only by its pods, because it contains no DaemonSets. New nodes get it as the running nodes of
 * their NodePool did: the DaemonSet's own node affinity is unknown, because its controller replaces it in pods.
 */
export function observedDaemonPods(
  live: LiveState,
  daemonSets: readonly Workload[],
  dump: readonly Manifest[] | undefined,
): readonly Pod[] {
  if (dump === undefined || dump.some(({ kind }) => kind === 'DaemonSet')) return [];

  const pools = groupBy(
    live.nodes.filter(({ nodePool }) => nodePool !== undefined),
    ({ nodePool }) => nodePool!,
  );

  return observed(live, daemonSets).flatMap(([key, { pod }]): Pod[] => {
    const hosts = new Set(live.pods.filter(({ workload }) => workload === key).map(({ nodeName }) => nodeName));

    const isOnMost = (nodes: readonly ExistingNode[]): boolean =>
      2 * nodes.filter(({ name }) => hosts.has(name)).length > nodes.length;

    const lacking = [...pools].filter(([, nodes]) => !isOnMost(nodes)).map(([name]) => name);
    const isExpected = pools.size > 0 ? lacking.length < pools.size : isOnMost(live.nodes);
    const terms = [{ matchExpressions: [{ key: label.nodePool, operator: 'NotIn', values: lacking.sort() }] }];
    const affinity =
      lacking.length === 0 ? {} : { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } };
    const spec = { ...pod.spec, affinity: { ...pod.spec.affinity, nodeAffinity: affinity } };

    if (isExpected) return [{ metadata: { ...pod.metadata, name: key.slice(key.lastIndexOf('/') + 1) }, spec }];
    return [];
  });
}

/** Names (`namespace/name`) of the DaemonSets that are assumed by `observedDaemonPods`. */
export const observedDaemonSets = ({
  live,
  daemonSets,
  workloads,
}: {
  readonly live: LiveState;
  readonly daemonSets: readonly Pod[];
  readonly workloads: Workloads;
}): readonly string[] => {
  const assumed = new Set(daemonSets.map(({ metadata: { namespace, name } }) => `DaemonSet/${namespace}/${name}`));
  return observed(live, workloads.daemonSets).flatMap(([key]) => {
    if (assumed.has(key)) return [key.slice(key.indexOf('/') + 1)];
    return [];
  });
};
