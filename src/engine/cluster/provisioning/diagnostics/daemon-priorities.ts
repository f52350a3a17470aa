import type { Diagnostic } from '../../../text/diagnostic.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';
import { bindingFacts, isWithoutPreemption, priorityOf } from '../binding/binding-facts.ts';
import type { Simulation } from '../simulation.ts';
import { manifestDiagnostic } from './manifest-diagnostic.ts';

/**
 * DaemonSets whose pods have a lower priority than those of workloads. kube-scheduler removes pods with a lower priority for pods that fit
 * nowhere, also those of DaemonSets, and binds the others first. Source: kubernetes docs pod-priority-preemption; karpenter docs
 * troubleshooting "DaemonSets can result in deployment failures".
 */
export function daemonPriorities({ manifests, workloads }: Simulation): readonly Diagnostic[] {
  const facts = bindingFacts(manifests, [], undefined);
  const preempting = workloads.workloads.filter(
    ({ spec, replicas, problem }) =>
      replicas.likely !== 0 &&
      problem === undefined &&
      priorityOf(spec, facts) > 0 &&
      !isWithoutPreemption(spec, facts),
  );

  if (preempting.length === 0) return [];

  return workloads.daemonSets.flatMap((daemonSet) => {
    const priority = priorityOf(daemonSet.spec, facts);
    const above = preempting.filter(({ spec }) => priorityOf(spec, facts) > priority);
    // Classes that no file has may be of any value.
    const isUnknown = [daemonSet.spec.priorityClassName].some(
      (name) => name !== undefined && !facts.priorities.has(name),
    );
    if (above.length === 0 || isUnknown) return [];

    return [
      manifestDiagnostic(daemonSet.manifest, {
        code: 'provisioning/daemonset-priority',
        severity: 'warning',
        at: ['metadata', 'name'],
        message: `Pods of ${firstNames(above.map(({ key }) => quoted(key)))} have a higher priority than those of DaemonSet \`${daemonSet.name}\` (${priority}), so kube-scheduler may bind them first or remove the DaemonSet’s pod for them`,
        help: 'Give the DaemonSet `priorityClassName: system-node-critical`, or another class above those of the workloads.',
      }),
    ];
  });
}
