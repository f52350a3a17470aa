import type { Cluster } from '../disruption/cluster/cluster.ts';
import type { Manifest, Value } from '../manifest/manifest.ts';
import type { Workload, Workloads } from '../provisioning/pods/workloads.ts';
import { countPods, podsOf, type ReplacedPods } from './change-pods.ts';
import { podTemplateText } from './pod-template-text.ts';
import { keepsItsPods, rolloutPace } from './roll-out.ts';

interface Sides {
  readonly before: Workloads;
  readonly after: Workloads;
}

/**
 * Marks the pods of workloads as new whose template changes in a way that does not matter for scheduling, such as an image. Each new
 * pod finds the room of an old one, so nodes stay as they are. `replaced` are the workloads whose rollout is simulated anyway.
 */
export function restartInPlace(cluster: Cluster, replaced: readonly ReplacedPods[], { before, after }: Sides): void {
  const isSimulated = new Set(replaced.map(({ workload }) => workload));
  const old = new Map(before.workloads.map(({ key, manifest }) => [key, manifest]));
  for (const { key, manifest } of after.workloads) {
    const earlier = old.get(key);
    // A CronJob uses its new template from its next run on.
    if (manifest.kind === 'CronJob' || keepsItsPods(manifest)) continue;
    if (earlier === undefined || isSimulated.has(key)) continue;
    if (templateText(earlier) !== templateText(manifest)) restart(cluster, key, manifest);
  }
}

const templateText = (manifest: Manifest): string => podTemplateText(manifest.get(['spec', 'template']));

function restart(cluster: Cluster, workload: string, manifest: Manifest): void {
  const [first] = podsOf(cluster, workload);
  if (first === undefined) return;
  const { unavailable } = rolloutPace(manifest, countPods(podsOf(cluster, workload)));
  // Unlike an eviction, a rollout does not ask PodDisruptionBudgets.
  cluster.onMoment?.(cluster, [{ ...first, count: unavailable }], 'rollout');
  for (const node of cluster.nodes.values())
    node.pods = node.pods.map((group) => (group.workload === workload ? { ...group, startedAt: cluster.now } : group));
}

/**
 * Marks the pods of workloads as old for whose restart the change is not the reason, so that the cluster is as it is once they all have
 * restarted: those whose template stays, although what admission adds to it changes, and those of CronJobs, whose next Job uses the new
 * template. `since` is a time before the change. Returns the workloads.
 */
export function restartLater(
  cluster: Cluster,
  replaced: readonly ReplacedPods[],
  { before, after, since }: Sides & { readonly since: number },
): ReadonlySet<string> {
  const [old, own] = [before, after].map(({ workloads }) => new Map(workloads.map((one) => [one.key, one])));
  const names = replaced.map(({ workload }) => workload);
  const later = new Set(
    names.filter((name) => own!.get(name)?.kind === 'CronJob' || written(old!.get(name)) === written(own!.get(name))),
  );
  for (const node of later.size === 0 ? [] : cluster.nodes.values())
    node.pods = node.pods.map((group) => (later.has(group.workload) ? { ...group, startedAt: since } : group));
  return later;
}

const written = (workload: Workload | undefined): string =>
  podTemplateText([workload?.labels, workload?.annotations, workload?.template] as unknown as Value);
