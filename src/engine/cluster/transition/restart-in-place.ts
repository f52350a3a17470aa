import type { Manifest } from '../../manifest/model/manifest.ts';
import { groupBy } from '../../text/group-by.ts';
import type { Cluster } from '../disruption/cluster/cluster.ts';
import type { PodGroup } from '../disruption/cluster/pod-group.ts';
import type { PodClass } from '../provisioning/input/scheduler-input.ts';
import type { Workload, Workloads } from '../provisioning/pods/workloads.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import { countPods, podsAfter, podsOf, type ReplacedPods } from './change-pods.ts';
import { podTemplateText } from './pod-template-text.ts';
import { provisionRounds } from './provision-rounds.ts';
import { keepsItsPods, rolloutPace } from './roll-out.ts';
import { isKarpenterNode } from './simulated-cluster.ts';

interface Sides {
  readonly before: Workloads;
  readonly after: Workloads;
}

/** What restarting needs to know of head, in addition to the workloads of both sides. */
interface Restarting extends Sides {
  readonly wanted: readonly PodClass[];
  readonly simulator: Simulator;
}

/**
 * Marks the pods of workloads as new whose template changes in a way that does not matter for scheduling, such as an image. Each new
 * pod finds the room of an old one, so nodes stay as they are. `replaced` are the workloads whose rollout is simulated anyway. Returns
 * the new pods of Deployments that must not lose a pod before a new one runs, and for which no node has room.
 */
export function restartInPlace(
  cluster: Cluster,
  replaced: readonly ReplacedPods[],
  { before, after, wanted, simulator }: Restarting,
): readonly ReplacedPods[] {
  const isSimulated = new Set(replaced.map(({ workload }) => workload));
  const old = new Map(before.workloads.map(({ key, manifest }) => [key, manifest]));

  const restarted = after.workloads.filter(({ key, manifest }) => {
    const earlier = old.get(key);
    // A CronJob uses its new template from its next run on.
    if (manifest.kind === 'CronJob' || keepsItsPods(manifest)) return false;
    if (earlier === undefined || isSimulated.has(key) || isHalfRendered(earlier, manifest)) return false;
    return templateText(earlier) !== templateText(manifest);
  });

  const classes = groupBy(wanted, ({ workload }) => workload);
  const surging = restarted.flatMap(({ key, manifest }): readonly ReplacedPods[] => {
    if (needsSurge(cluster, key, manifest))
      return [{ workload: key, classes: (classes.get(key) ?? []).map(withOwnPod) }];
    return [];
  });
  const stuck = withoutRoom(cluster, surging, simulator);

  for (const { key, manifest } of restarted)
    if (stuck.every(({ workload }) => workload !== key)) restart(cluster, key, manifest);

  return stuck;
}

/** Each run with other random choices asks about the same manifests. */
const templateTexts = new WeakMap<Manifest, string>();

function templateText(manifest: Manifest): string {
  const text = templateTexts.get(manifest) ?? podTemplateText(manifest.get(['spec', 'template']));
  templateTexts.set(manifest, text);
  return text;
}

/** Whether only one side is rendered, so that nobody knows whether the template differs: the other one is read without the lines of its chart. */
const isHalfRendered = (before: Manifest, after: Manifest): boolean => before.isPartial !== after.isPartial;

/** New pods that can be told from the running ones. */
const withOwnPod = (pods: PodClass): PodClass => ({ ...pods, pod: { ...pods.pod } });

/** Whether an update has to start with a new pod, and Karpenter is who makes room for it. */
function needsSurge(cluster: Cluster, workload: string, manifest: Manifest): boolean {
  const isOwn = (group: PodGroup): boolean => group.workload === workload && !group.isDaemon;
  const nodes = [...cluster.nodes.values()].filter(({ pods }) => pods.some(isOwn));
  const { surge, unavailable } = rolloutPace(manifest, countPods(nodes.flatMap(({ pods }) => pods.filter(isOwn))));
  return (
    surge > 0 && unavailable === 0 && nodes.length > 0 && nodes.every(isKarpenterNode) && !cluster.pending.some(isOwn)
  );
}

/** More updates than these are not looked at one by one. */
const maxAlone = 20;

/** The updates whose first new pod is unschedulable, also if it is the only one. */
function withoutRoom(
  cluster: Cluster,
  updates: readonly ReplacedPods[],
  simulator: Simulator,
): readonly ReplacedPods[] {
  const together = unplaced(cluster, updates, simulator);
  if (updates.length < 2) return together;
  return together.slice(0, maxAlone).filter((update) => unplaced(cluster, [update], simulator).length > 0);
}

function unplaced(cluster: Cluster, updates: readonly ReplacedPods[], simulator: Simulator): readonly ReplacedPods[] {
  if (updates.length === 0) return [];

  const copy = cluster.clone();
  copy.onAdd = undefined;
  copy.onMoment = undefined;
  const first = updates.flatMap(({ classes }) =>
    podsAfter(classes, 0)
      .slice(0, 1)
      .map((group) => ({ ...group, count: 1 })),
  );

  copy.pending = [...copy.pending, ...first];
  provisionRounds(copy, simulator);
  const waiting = new Set(copy.pending.map(({ pod }) => pod));
  return updates.filter(({ classes }) => classes.some(({ pod }) => waiting.has(pod)));
}

function restart(cluster: Cluster, workload: string, manifest: Manifest): void {
  const [first] = podsOf(cluster, workload);
  if (first === undefined) return;

  const { unavailable } = rolloutPace(manifest, countPods(podsOf(cluster, workload)));
  // Unlike an eviction, a rollout does not ask PodDisruptionBudgets.
  cluster.onMoment?.(cluster, [{ ...first, count: unavailable }], 'rollout');
  for (const node of cluster.nodes.values())
    node.pods = node.pods.map((group) => {
      if (group.workload === workload) return { ...group, startedAt: cluster.now };
      return group;
    });
}

/**
 * The workloads with other pods for whose restart the change is not the reason, each with what changes: what `admission` adds to a template that
 * stays, a template that is known on one side only (`rendering`), or the next `run` of a CronJob.
 */
export function restartedLater(replaced: readonly ReplacedPods[], { before, after }: Sides): LaterRestarts {
  const [old, present] = [before, after].map(
    ({ workloads }) => new Map(workloads.map((workload) => [workload.key, workload])),
  );

  const reasonOf = (before: Workload | undefined, after: Workload | undefined): LaterReason | undefined => {
    if (after?.kind === 'CronJob') return 'run';
    if (written(before) === written(after)) return 'admission';
    if (before !== undefined && after !== undefined && isHalfRendered(before.manifest, after.manifest))
      return 'rendering';
    return undefined;
  };

  return new Map(
    replaced.flatMap(({ workload }) => {
      const reason = reasonOf(old!.get(workload), present!.get(workload));
      if (reason === undefined) return [];
      return [[workload, reason] as const];
    }),
  );
}

type LaterReason = 'admission' | 'rendering' | 'run';

/** Workload → why its pods change only once they restart for another reason. */
export type LaterRestarts = ReadonlyMap<string, LaterReason>;

/** Marks the pods of workloads as old, so that the cluster is as it is once they all have restarted. `since` is a time before the change. */
export function markAsOld(cluster: Cluster, workloads: ReadonlySet<string>, since: number): void {
  for (const node of workloads.size === 0 ? [] : cluster.nodes.values())
    node.pods = node.pods.map((group) => {
      if (workloads.has(group.workload)) return { ...group, startedAt: since };
      return group;
    });
}

const writtenTexts = new WeakMap<Workload, string>();

function written(workload: Workload | undefined): string | undefined {
  if (workload === undefined) return undefined;

  const { metadata, spec = null } = workload.written;
  const text = writtenTexts.get(workload) ?? podTemplateText({ metadata, spec });
  writtenTexts.set(workload, text);
  return text;
}
