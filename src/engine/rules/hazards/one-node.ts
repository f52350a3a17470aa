import type { Placement } from '../../cluster/cost/estimate.ts';
import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { isOfNodes, type SimulatedChange } from './change-seen.ts';

/** Fewer pods than this are expected to share a node. */
const notableReplicas = 3;

/** Workloads whose pods ran on several nodes, and that a changed NodePool or node class moves to one node. */
export function concentratedReplicas({ changes, result, after }: SimulatedChange): readonly Diagnostic[] {
  const { base, head } = result.estimate;
  const isByPools = changes.some(({ resource, type }) => type === 'modified' && isOfNodes(resource.kind));
  if (base === null || head === null || !isByPools) return [];

  const [before, now] = [nodesByWorkload(base), nodesByWorkload(head)];

  return after.workloads.workloads.flatMap(({ key, kind, manifest }) => {
    const [old, present] = [before.get(key), now.get(key)];
    const isMoved = old !== undefined && present !== undefined && old.nodes > 1 && present.nodes === 1;
    if (!isMoved || present.pods < notableReplicas || old.pods < notableReplicas || kind === 'Job') return [];

    return [
      manifestDiagnostic(manifest, {
        code: 'provisioning/one-node',
        severity: 'warning',
        at: ['spec', 'replicas'],
        message: `All ${present.pods} pods of \`${key}\` share one node (${present.instanceType}) after this change, and ran on ${old.nodes} nodes before. If the node fails, all of them stop`,
        help: 'Add a topology spread constraint over `kubernetes.io/hostname` with `whenUnsatisfiable: DoNotSchedule`. Or limit the size of nodes with `karpenter.k8s.aws/instance-cpu Lt`.',
      }),
    ];
  });
}

interface Spread {
  pods: number;
  nodes: number;
  readonly instanceType: string;
}

function nodesByWorkload({ nodePools, existingNodes }: Placement): ReadonlyMap<string, Spread> {
  const spreads = new Map<string, Spread>();
  const nodes = [
    ...nodePools.flatMap(({ nodeClaims }) => nodeClaims),
    ...existingNodes.map(({ name, workloads }) => ({ instanceType: name, workloads })),
  ];

  for (const { workloads, instanceType } of nodes) {
    for (const [workload, count] of Object.entries(workloads)) {
      const spread = spreads.get(workload) ?? { pods: 0, nodes: 0, instanceType };
      spreads.set(workload, { ...spread, pods: spread.pods + count, nodes: spread.nodes + 1 });
    }
  }

  return spreads;
}
