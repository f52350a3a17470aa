import type { ClusterNode } from '../../cluster/disruption/cluster/cluster.ts';
import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import { amountText } from '../../cluster/provisioning/explanations/amount-text.ts';
import { formatResource } from '../../karpenter/api/quantity.ts';
import { podRequests, readResources } from '../../karpenter/scheduling/pod-requests.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { manifestNamed, type SimulatedChange } from './change-seen.ts';

/**
 * Limits that a change sets below what the nodes of the NodePool use: the running ones, or those that the simulation predicts for the
 * pods of the files. Karpenter launches nothing while the usage is above the limit, also no replacement of a node. Source: core
 * pkg/controllers/provisioning/scheduling/scheduler.go, filterByRemainingResources.
 */
export function limitsBelowUse({ head, before, after, transition }: SimulatedChange): readonly Diagnostic[] {
  if (transition.before === null) return [];

  const running = transition.before.nodes;

  return after.nodePools.known.flatMap(({ name, nodePool }) => {
    const manifest = manifestNamed(head, 'NodePool', name);
    const nodes = running.filter(({ state }) => state.nodePool === name);
    const old = before.nodePools.known.find((pool) => pool.name === name)?.nodePool.spec.limits;

    if (manifest === undefined || nodes.length === 0) return [];

    const oldLimits = readResources(old);

    return [...readResources(nodePool.spec.limits)].flatMap(([resource, limit]) => {
      const used = nodes.reduce(
        (sum, { state }) => sum + (resource === 'nodes' ? 1 : (state.capacity.get(resource) ?? 0)),
        0,
      );

      const oldLimit = oldLimits.get(resource) ?? Number.POSITIVE_INFINITY;
      if (used < limit || used > oldLimit || limit >= oldLimit) return [];

      const text = (amount: number): string => {
        if (resource === 'nodes') return `${amount}`;
        return amountText(resource, amount);
      };

      const written = resource === 'nodes' ? `${used}` : formatResource(resource, used);
      const above = `\`limits.${resource}\` above \`${written}\``;
      const advisedLimits = [{ nodePool: name, resource, amount: used, written, isAbove: true as const, text: above }];

      const users = usersOf(nodes.length, before.isLiveKnown);

      // A node may still be replaced, because its own capacity does not count then, and what equals the limit does not exceed it.
      if (used === limit)
        return [
          manifestDiagnostic(manifest, {
            code: 'provisioning/limit-reached',
            severity: 'note',
            at: ['spec', 'limits', resource],
            message: `\`limits.${resource}\` of NodePool \`${name}\` is ${text(limit)}, and its ${users} all of it`,
            help: `Karpenter launches no more nodes, so new pods may wait. Set ${above}.`,
            advisedLimits,
          }),
        ];

      return [
        manifestDiagnostic(manifest, {
          code: 'provisioning/limit-reached',
          // Predicted nodes may be larger than those of a cluster that grew pod by pod. What the pods request is no guess.
          severity: before.isLiveKnown || requestedOn(nodes, resource) > limit ? 'warning' : 'note',
          at: ['spec', 'limits', resource],
          message: `\`limits.${resource}\` of NodePool \`${name}\` is ${text(limit)}, and its ${users} ${text(used)}`,
          help: `Karpenter removes no nodes because of that, but launches no more: new pods wait, and drifted nodes are not replaced. Set ${above}.`,
          advisedLimits,
        }),
      ];
    });
  });
}

/** `2 running nodes already use`, `1 predicted node would use`. */
function usersOf(count: number, areKnown: boolean): string {
  if (areKnown) return `${plural(count, 'running node')} already ${byCount(count, 'uses', 'use')}`;
  return `${plural(count, 'predicted node')} would use`;
}

/** What the pods on some nodes request of a resource. */
const requestedOn = (nodes: readonly ClusterNode[], resource: string): number =>
  nodes
    .flatMap(({ pods }) => pods)
    .reduce((sum, { pod, count }) => sum + count * (podRequests(pod.spec).get(resource) ?? 0), 0);
