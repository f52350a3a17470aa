import { selects } from '../api/label-selector.ts';
import { firstNames } from '../provisioning/diagnostics/manifest-diagnostic.ts';
import { expectedLimits } from '../provisioning/pods/pod-disruption-budget.ts';
import type { Simulation } from '../provisioning/simulation.ts';

/** PodDisruptionBudgets that bound nothing, or everything: what pods may be evicted is not what somebody meant, perhaps. */
export function budgetAssumptions({ manifests, cases, live }: Simulation): readonly string[] {
  const pods = [
    ...cases.likely.input.podClasses.map(({ workload, pod }) => ({ workload, ...pod.metadata })),
    ...live.pods.filter(({ isDaemon }) => !isDaemon).map(({ workload, pod }) => ({ workload, ...pod.metadata })),
  ];
  const [none, all]: [string[], string[]] = [[], []];
  for (const { namespace, name, selector } of expectedLimits(manifests, [])) {
    const inNamespace = pods.filter((pod) => pod.namespace === namespace);
    const workloads = new Set(inNamespace.map(({ workload }) => workload)).size;
    const selected = new Set(
      inNamespace.filter(({ labels }) => selects(selector, labels)).map(({ workload }) => workload),
    ).size;
    // Without pods in its namespace nothing can be told: they may stand elsewhere.
    if (workloads > 0 && selected === 0) none.push(`\`${namespace}/${name}\``);
    if (workloads > 1 && selected === workloads) all.push(`\`${namespace}/${name}\``);
  }
  return [
    ...(none.length === 0
      ? []
      : [`These PodDisruptionBudgets select none of the pods, so they hold back nothing: ${firstNames(none.sort())}.`]),
    ...(all.length === 0
      ? []
      : [
          `These PodDisruptionBudgets select all pods of their namespace: ${firstNames(all.sort())}. Pods that another one selects too are never evicted.`,
        ]),
  ];
}
