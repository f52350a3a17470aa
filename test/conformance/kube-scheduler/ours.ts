import { LabelMatcher } from '../../../src/engine/cluster/kube-scheduler/framework/label-matcher.ts';
import { type PodInfo, podInfo } from '../../../src/engine/cluster/kube-scheduler/framework/pod-info.ts';
import { schedulerRelease } from '../../../src/engine/cluster/kube-scheduler/framework/release.ts';
import type { ClaimOfPod } from '../../../src/engine/cluster/kube-scheduler/framework/volume-claim.ts';
import { checkOf, KubeScheduler } from '../../../src/engine/cluster/kube-scheduler/kube-scheduler.ts';
import { preempt } from '../../../src/engine/cluster/kube-scheduler/preemption.ts';
import type { LabelSelector } from '../../../src/engine/karpenter/api/pod.ts';
import { readResources } from '../../../src/engine/karpenter/scheduling/pod-requests.ts';
import { compareNames } from '../../../src/engine/text/name-order.ts';
import type { Decision, RecordedCluster, RecordedPod } from '../../oracle/kube-scheduler/cluster.ts';

/** What our kube-scheduler decides in a cluster, one pod after the other. */
export function decideAll(cluster: RecordedCluster, minor: string): readonly Decision[] {
  const scheduler = schedulerOf(cluster, minor);
  return cluster.pending.map((pod) => decide(scheduler, shapeOf(pod, cluster), cluster));
}

/** Our kube-scheduler with the nodes of a cluster and the pods that are bound to them. */
export function schedulerOf(cluster: RecordedCluster, minor: string): KubeScheduler {
  const claims = new Map(cluster.claims.map((claim) => [`default/${claim.metadata.name}`, claimOf(claim, cluster)]));
  const scheduler = new KubeScheduler({
    release: schedulerRelease(minor),
    namespaces: new Map(cluster.namespaces.map(({ metadata }) => [metadata.name, metadata.labels ?? {}])),
    claimsOf: ({ pod }) =>
      (pod.spec.volumes ?? []).flatMap(({ persistentVolumeClaim: claim }) =>
        claim === undefined ? [] : [claims.get(`${pod.metadata.namespace}/${claim.claimName}`)!],
      ),
  });
  const limits = new Map(cluster.csiNodes.map(({ metadata, spec }) => [metadata.name, spec.drivers]));
  for (const { metadata, spec, status } of cluster.nodes)
    scheduler.add({
      name: metadata.name,
      labels: metadata.labels ?? {},
      taints: spec.taints ?? [],
      isUnschedulable: spec.unschedulable === true,
      allocatable: readResources(status.allocatable),
      volumeLimits: new Map(limits.get(metadata.name)?.map(({ name, allocatable }) => [name, allocatable.count])),
    });
  for (const pod of cluster.bound) scheduler.bind(shapeOf(pod, cluster), pod.spec.nodeName!);
  return scheduler;
}

function decide(scheduler: KubeScheduler, pod: PodInfo, cluster: RecordedCluster): Decision {
  const check = checkOf(scheduler.cycle(pod));
  const rejected: Record<string, string> = {};
  const preFilter = typeof check === 'function' ? undefined : `${check.plugin}: ${check.reasons.join('; ')}`;
  if (typeof check === 'function')
    for (const node of scheduler.nodes) {
      const rejection = check(node);
      if (rejection) rejected[node.node.name] = `${rejection.plugin}: ${rejection.reasons.join('; ')}`;
    }
  const { nodes, scores, total } = scheduler.find(pod);
  const found = nodes.map(({ node }) => node.name);
  const most = Math.max(...total);
  const chosen = found.filter((_, at) => total[at] === most).sort(compareNames)[0];
  const preemption = chosen === undefined ? preempt(scheduler, pod, budgetsOf(cluster)) : undefined;
  if (chosen !== undefined) scheduler.bind(pod, chosen);
  return {
    found,
    rejected,
    ...(preFilter !== undefined && { preFilter }),
    scores: Object.fromEntries(scores),
    total,
    ...(chosen !== undefined && { chosen }),
    ...(preemption && {
      preempts: {
        node: preemption.node.node.name,
        victims: [...preemption.victims].map(([shape]) => shape.pod.metadata.name).sort(compareNames),
      },
    }),
  };
}

const budgetsOf = ({ budgets }: RecordedCluster) =>
  budgets.map(({ metadata, spec, status }) => ({
    namespace: metadata.namespace!,
    selector: new LabelMatcher(spec.selector),
    disruptionsAllowed: status.disruptionsAllowed,
  }));

/** A pod of a recorded cluster as our kube-scheduler reads it. */
export function shapeOf(pod: RecordedPod, cluster: RecordedCluster): PodInfo {
  const { metadata, status } = pod;
  return podInfo(pod, {
    spreadSelector: selectorOf(pod, cluster),
    isTerminating: metadata.deletionTimestamp !== undefined,
    startedAt: Date.parse(status?.startTime ?? '2026-01-01T00:00:00Z'),
  });
}

/** Source: pkg/scheduler/framework/plugins/helper/spread.go DefaultSelector. */
function selectorOf({ metadata }: RecordedPod, cluster: RecordedCluster): LabelMatcher | undefined {
  const services = cluster.services.filter(
    (service) =>
      service.metadata.namespace === metadata.namespace &&
      Object.entries(service.spec.selector).every(([key, value]) => metadata.labels[key] === value),
  );
  const selectors: LabelSelector[] = services.map(({ spec }) => ({ matchLabels: spec.selector }));
  const [owner] = metadata.ownerReferences ?? [];
  const owners = owner?.kind === 'ReplicaSet' ? cluster.replicaSets : cluster.statefulSets;
  const own = owners.find(
    (known) => known.metadata.name === owner?.name && known.metadata.namespace === metadata.namespace,
  );
  if (own) selectors.push(own.spec.selector);
  return selectors.length === 0 ? undefined : new LabelMatcher(...selectors);
}

function claimOf(
  { metadata, spec }: RecordedCluster['claims'][number],
  { volumes, storageClasses }: RecordedCluster,
): ClaimOfPod {
  const volume = volumes.find((known) => known.metadata.name === spec.volumeName);
  const storageClass = storageClasses.find((known) => known.metadata.name === spec.storageClassName);
  const topologies = storageClass?.allowedTopologies ?? [];
  const zones = Object.entries(volume?.metadata.labels ?? {}).map(([key, zone]) => [key, [zone]] as const);
  return {
    key: `default/${metadata.name}`,
    isBound: volume !== undefined,
    driver: volume?.spec.csi.driver ?? storageClass?.provisioner,
    alternatives: volume
      ? (volume.spec.nodeAffinity?.required.nodeSelectorTerms ?? []).map(({ matchExpressions }) => matchExpressions)
      : topologies.map(({ matchLabelExpressions }) =>
          matchLabelExpressions.map(({ key, values }) => ({ key, operator: 'In', values })),
        ),
    zones: new Map(zones),
    ...(volume === undefined && storageClass?.volumeBindingMode === 'Immediate' && { problem: 'unbound' as const }),
  };
}
