import { parseResource } from '../../../../karpenter/api/quantity.ts';
import { mayRunClusterAutoscaler } from '../../../../karpenter/installation/cluster-autoscaler.ts';
import { podRequests } from '../../../../karpenter/scheduling/pod-requests.ts';
import { asList, asMapping, asText, groupOf, isObject, type Manifest } from '../../../../manifest/model/manifest.ts';
import type { QueueHold } from '../held-pods.ts';
import { byReplicaCase, fixedReplicas, type ReplicaCase } from '../replicas.ts';
import type { Workload } from '../workloads.ts';

const group = 'kueue.x-k8s.io';

/**
 * Workloads with the pods that Kueue starts: all of a workload or none, in the order of the workloads, as far as the quota of its queue goes.
 * Borrowing within a cohort is not followed. Source: kueue docs concepts/cluster_queue, keps/1136-provisioning-request-support.
 */
export function admittedByQueues(workloads: readonly Workload[], manifests: readonly Manifest[]): readonly Workload[] {
  if (!workloads.some(({ queue }) => queue !== undefined)) return workloads;

  const objects = manifests.filter(({ apiVersion }) => groupOf(apiVersion) === group);

  const named = (kind: string, name: string | undefined, namespace?: string): Manifest | undefined =>
    objects.find(
      (object) =>
        object.kind === kind &&
        object.name === name &&
        (namespace === undefined || (object.namespace ?? 'default') === namespace),
    );

  // Cluster Autoscaler answers ProvisioningRequests.
  const isAnswered = mayRunClusterAutoscaler({ manifests });
  const used = new Map<string, number>();

  return workloads.map((workload) => {
    const pods = workload.replicas.likely ?? 0;
    if (workload.queue === undefined || workload.problem !== undefined || pods === 0) return workload;

    const local = named('LocalQueue', workload.queue, workload.namespace);
    const clusterQueue = named('ClusterQueue', asText(local?.get(['spec', 'clusterQueue'])));
    if (clusterQueue === undefined) {
      if (workload.isSuspended)
        return held(workload, {
          queue: `LocalQueue ${workload.queue}`,
          because: 'unknown',
          by: undefined,
          manifest: local,
          pods,
        });

      return workload;
    }

    const hold = holdOf(clusterQueue, (name) => named('AdmissionCheck', name), isAnswered);
    const why = hold ?? overQuota(clusterQueue, workload, used);
    if (why !== undefined) return held(workload, { queue: `ClusterQueue ${clusterQueue.name}`, ...why, pods });

    for (const [resource, amount] of podRequests(workload.spec)) {
      const key = `${clusterQueue.name} ${resource}`;
      used.set(key, (used.get(key) ?? 0) + amount * pods);
    }

    return workload;
  });
}

const held = (workload: Workload, hold: QueueHold): Workload => ({
  ...workload,
  replicas: fixedReplicas(0),
  held: hold,
});

type Why = Pick<QueueHold, 'because' | 'by' | 'manifest'>;

function holdOf(queue: Manifest, check: (name: string) => Manifest | undefined, isAnswered: boolean): Why | undefined {
  if (['Hold', 'HoldAndDrain'].includes(asText(queue.get(['spec', 'stopPolicy'])) ?? ''))
    return { because: 'stopped', by: undefined, manifest: queue };

  const names = [
    ...asList(queue.get(['spec', 'admissionChecks'])),
    ...asList(queue.get(['spec', 'admissionChecksStrategy', 'admissionChecks'])).map(
      (item) => asMapping(item)?.name ?? null,
    ),
  ].flatMap((name) => asText(name) ?? []);

  const waiting = names
    .map(check)
    .find((manifest) => asText(manifest?.get(['spec', 'controllerName'])) === 'kueue.x-k8s.io/provisioning-request');

  if (waiting === undefined || isAnswered) return undefined;
  return { because: 'provisioning-request', by: waiting.name, manifest: waiting };
}

/** The first resource of which the flavors of the queue have less left than the workload needs; undefined if there is enough of all. */
function overQuota(queue: Manifest, workload: Workload, used: ReadonlyMap<string, number>): Why | undefined {
  const quotas = new Map<string, number>();

  for (const group of asList(queue.get(['spec', 'resourceGroups'])).filter(isObject))
    for (const flavor of asList(group.flavors).filter(isObject))
      for (const { name, nominalQuota, borrowingLimit } of asList(flavor.resources).filter(isObject)) {
        const resource = asText(name) ?? '';
        const amount = [nominalQuota, borrowingLimit ?? 0].map((value) => {
          if (typeof value === 'string' || typeof value === 'number') return parseResource(resource, value);
          return undefined;
        });
        if (amount[0] !== undefined) quotas.set(resource, (quotas.get(resource) ?? 0) + amount[0] + (amount[1] ?? 0));
      }

  // A queue of a cohort without limits may borrow what others leave.
  if (queue.get(['spec', 'cohort']) !== undefined || queue.get(['spec', 'cohortName']) !== undefined) return undefined;

  const counts = byReplicaCase((which: ReplicaCase) => workload.replicas[which] ?? 0);
  const lacking = [...podRequests(workload.spec)].find(([resource, amount]) => {
    const quota = quotas.get(resource);
    return quota !== undefined && (used.get(`${queue.name} ${resource}`) ?? 0) + amount * counts.likely > quota;
  });

  if (lacking === undefined) return undefined;
  return { because: 'quota', by: lacking[0], manifest: queue };
}
