import type { Pod } from '../../../karpenter/api/pod.ts';
import { parseResource } from '../../../karpenter/api/quantity.ts';
import type { Resources } from '../../../karpenter/api/resources.ts';
import type { SystemPodSetting } from '../../../karpenter/api/settings.ts';
import type { SystemPod } from '../../../karpenter/cloud-provider/system-pod.ts';
import { addResources, podRequests } from '../../../karpenter/scheduling/pod-requests.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { placedPods } from '../input/results.ts';
import type { ExistingNode, PodClass } from '../input/scheduler-input.ts';
import type { Simulator } from '../simulator/simulator.ts';

/** The pods of the cluster itself that are counted although no manifest contains them. */
export interface CountedSystemPods {
  /** DaemonSets, which also run on the nodes that Karpenter launches. */
  readonly daemonSets: readonly Pod[];
  /** Name → number of pods that fit on the nodes; null for a DaemonSet, which runs on each node. */
  readonly pods: ReadonlyMap<string, number | null>;
  /** The requests of all pods on nodes that Karpenter did not launch, without those of DaemonSets. */
  readonly requests: Resources;
  readonly isConfigured: boolean;
  /** Pods of the manifests fit nowhere next to the assumed ones, so these are left out. */
  readonly isLeftOut: boolean;
}

/** Nothing but the objects in the manifests. */
export const noSystemPods: CountedSystemPods = {
  daemonSets: [],
  pods: new Map(),
  requests: new Map(),
  isConfigured: false,
  isLeftOut: false,
};

/** The largest number of pods of one kind that is placed. */
const maxSystemPods = 1_000;

/** The pods that the configuration lists instead of the defaults. */
const configuredPods = (settings: readonly SystemPodSetting[]): readonly SystemPod[] =>
  settings.map(({ name, requests, replicas, daemonSet }) => ({
    name,
    namespace: 'kube-system',
    labels: {},
    replicas: daemonSet ? undefined : replicas,
    spec: {
      tolerations: daemonSet ? [{ operator: 'Exists' }] : [{ key: 'CriticalAddonsOnly', operator: 'Exists' }],
      containers: [
        {
          name,
          resources: {
            requests: Object.fromEntries(
              Object.entries(requests).filter(([resource, amount]) => parseResource(resource, amount) !== undefined),
            ),
          },
        },
      ],
    },
  }));

/** Whether a manifest defines these pods, so that they are counted as one of its workloads. */
const definedNames = (manifests: readonly Manifest[]): ReadonlySet<string> =>
  new Set(
    manifests
      .filter(({ kind }) => kind === 'DaemonSet' || kind === 'Deployment')
      .map(({ kind, name }) => `${kind}/${name}`),
  );

/** The input of the placement of system pods. */
export interface SystemPodInput {
  readonly nodes: readonly ExistingNode[];
  /** The manifests of the nodes' cluster. */
  readonly manifests: readonly Manifest[];
  /** Whether the nodes come from node groups in the repository, about whose pods nothing else is known. */
  readonly areFromGroups: boolean;
  /** The DaemonSets in the manifests. */
  readonly daemonSets: readonly Pod[];
  /** Whether pods that nothing names are assumed. */
  readonly isAssuming: boolean;
}

/**
 * Places the pods of the cluster itself on nodes that Karpenter does not own, because they run there before Karpenter starts. Pods that
 * do not fit are left out, so that an assumption launches no node.
 */
export function placeSystemPods(
  { nodes, manifests, areFromGroups, daemonSets: daemonPods, isAssuming }: SystemPodInput,
  simulator: Simulator,
): { readonly nodes: readonly ExistingNode[]; readonly system: CountedSystemPods } {
  const { settings, provider } = simulator;
  const isConfigured = settings.systemPods !== undefined;

  const defaults = (): readonly SystemPod[] => {
    if (areFromGroups && nodes.length > 0) return provider.kubernetes?.systemPods?.(manifests) ?? [];
    return [];
  };

  const wanted = isConfigured ? configuredPods(settings.systemPods) : defaults();
  const defined = definedNames(manifests);
  const missing = wanted.filter(({ name, replicas }) => {
    const kind = replicas === undefined ? 'DaemonSet' : 'Deployment';
    return !defined.has(`${kind}/${name}`);
  });
  const isLeftOut = !isConfigured && !isAssuming && missing.length > 0;
  if (missing.length === 0 || isLeftOut) return { nodes, system: { ...noSystemPods, isConfigured, isLeftOut } };

  const daemonSets = missing.filter(({ replicas }) => replicas === undefined).map(podOf);
  const classes = missing.flatMap((pod, order) => {
    if (pod.replicas) return [classOf(pod, Math.min(pod.replicas, maxSystemPods), order)];
    return [];
  });

  const placedOf = (podClasses: readonly PodClass[]) =>
    placedPods(
      simulator.solve({
        ...simulator.passSettings,
        nodePools: [],
        podClasses,
        daemonSets: [...daemonPods, ...daemonSets],
        existingNodes: nodes,
        volumeClaims: new Map(),
        namespaces: new Map(),
      }),
    ).existingNodes;

  const first = placedOf(classes);
  const usual = withUsual(classes, { pods: missing, nodes, placed: first });
  const placed = new Map((usual ? placedOf(usual) : first).map(({ name, classes: counts }) => [name, counts]));
  const pods = new Map<string, number | null>(daemonSets.map(({ metadata }) => [metadata.name, null]));
  const requests = new Map<string, number>();

  const filled = nodes.map((node) => {
    const used = new Map<string, number>();
    for (const [{ pod }, count] of placed.get(node.name) ?? []) {
      pods.set(pod.metadata.name, (pods.get(pod.metadata.name) ?? 0) + count);
      for (let i = 0; i < count; i++) addResources(used, podRequests(pod.spec));
    }

    addResources(requests, used);

    if (used.size === 0) return node;
    return { ...node, allocatable: without(node.allocatable, used) };
  });

  return { nodes: filled, system: { daemonSets, pods, requests, isConfigured, isLeftOut } };
}

interface PlacedClasses {
  /** The pods of the classes, by their order. */
  readonly pods: readonly SystemPod[];
  readonly nodes: readonly ExistingNode[];
  readonly placed: ReturnType<typeof placedPods>['existingNodes'];
}

/** Whether a node without other pods has what a pod requests. */
const fitsAlone = ({ pod }: PodClass, { allocatable }: ExistingNode): boolean =>
  [...podRequests(pod.spec)].every(([name, amount]) => amount <= (allocatable.get(name) ?? 0));

/** The classes with what to count for those that do not fit; undefined if all of them fit, or nothing else is to be counted. */
function withUsual(
  classes: readonly PodClass[],
  { pods, nodes, placed }: PlacedClasses,
): readonly PodClass[] | undefined {
  const counts = new Map<PodClass, number>();
  for (const node of placed)
    for (const [podClass, count] of node.classes) counts.set(podClass, (counts.get(podClass) ?? 0) + count);

  const changed = classes.map((podClass) => {
    const { usualSpec } = pods[podClass.order]!;
    if (usualSpec === undefined || (counts.get(podClass) ?? 0) > 0 || nodes.some((node) => fitsAlone(podClass, node)))
      return podClass;
    return { ...podClass, pod: { ...podClass.pod, spec: usualSpec } };
  });

  if (changed.every((podClass, i) => podClass === classes[i])) return undefined;
  return changed;
}

const without = (amounts: Resources, used: Resources): Resources =>
  new Map([...amounts].map(([name, amount]) => [name, amount - (used.get(name) ?? 0)]));

const podOf = ({ name, namespace, labels, spec }: SystemPod): Pod => ({ metadata: { name, namespace, labels }, spec });

const classOf = (pod: SystemPod, count: number, order: number): PodClass => ({
  workload: `Deployment/${pod.namespace}/${pod.name}`,
  order,
  firstIndex: 0,
  count,
  pod: podOf(pod),
});
