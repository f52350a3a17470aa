import type { Estimate } from '../../cluster/cost/estimate.ts';
import { workloadKey } from '../../cluster/provisioning/pods/owner-references.ts';
import type { Change } from '../../manifest/change.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';

/** Findings about unschedulable pods, with the NodePool that the change removes and that runs the pods before the change. */
export function withRemovedPools(
  diagnostics: readonly Diagnostic[],
  changes: readonly Change[],
  estimate: Estimate | null,
): readonly Diagnostic[] {
  const removed = new Set(
    changes.flatMap(({ type, resource, stays }) =>
      type === 'removed' && stays === undefined && resource.kind === 'NodePool' ? [resource.name] : [],
    ),
  );

  const pools = (estimate?.base?.nodePools ?? []).filter(({ name }) => removed.has(name));
  if (pools.length === 0) return diagnostics;

  return diagnostics.map((diagnostic) => {
    if (diagnostic.code !== 'provisioning/pod-unschedulable' || diagnostic.resource === null) return diagnostic;

    const { kind, namespace = 'default', name: workload } = diagnostic.resource;
    const key = workloadKey(kind, namespace, workload);
    const names = pools.flatMap(({ name, nodeClaims }) =>
      nodeClaims.some(({ workloads }) => (workloads[key] ?? 0) > 0) ? [`\`${name}\``] : [],
    );
    if (names.length === 0) return diagnostic;

    const cause = `This change removes NodePool ${names.join(' and NodePool ')}, which runs these pods before the change. Keep it, or let another NodePool run the pods.`;
    const help = [cause, ...(diagnostic.help === undefined ? [] : [diagnostic.help])].join(' ');

    return { ...diagnostic, isOwnCause: true, help };
  });
}
