import { selects } from '../../karpenter/api/label-selector.ts';
import { listIf } from '../../text/list-if.ts';
import { firstNames } from '../../text/words/quoted-names.ts';
import { expectedLimits } from '../provisioning/pods/pod-disruption-budget.ts';
import type { Simulation } from '../provisioning/simulation.ts';

/** PodDisruptionBudgets that select no pod or every pod of their namespace, which may not be intended. */
export function budgetAssumptions({ manifests, cases, live }: Simulation): readonly string[] {
  const pods = [
    ...cases.likely.input.podClasses
      .filter(({ isVirtual }) => !isVirtual)
      .map(({ workload, pod }) => ({ workload, ...pod.metadata })),
    ...live.pods.filter(({ isDaemon }) => !isDaemon).map(({ workload, pod }) => ({ workload, ...pod.metadata })),
  ];

  const [none, all]: [string[], string[]] = [[], []];

  for (const { namespace, name, selector } of expectedLimits(manifests, [])) {
    const inNamespace = pods.filter((pod) => pod.namespace === namespace);
    const workloads = new Set(inNamespace.map(({ workload }) => workload)).size;
    const selected = new Set(
      inNamespace.filter(({ labels }) => selects(selector, labels)).map(({ workload }) => workload),
    ).size;
    // A namespace without known pods says nothing: its workloads may be defined elsewhere.
    if (workloads > 0 && selected === 0) none.push(`\`${namespace}/${name}\``);
    if (workloads > 1 && selected === workloads) all.push(`\`${namespace}/${name}\``);
  }

  return [
    ...listIf(
      none.length > 0,
      `These PodDisruptionBudgets select none of the known pods, so they protect nothing: ${firstNames(none.sort())}.`,
    ),
    ...listIf(
      all.length > 0,
      `These PodDisruptionBudgets select all pods of their namespace: ${firstNames(all.sort())}. Pods that a second PodDisruptionBudget also selects are never evicted.`,
    ),
  ];
}
