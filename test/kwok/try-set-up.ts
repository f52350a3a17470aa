import { count, isBound, type Json, picturesOf, type SeenNode, untilSettled } from './cluster-watch.ts';
import { firstRound, type Round, rounds } from './karpenter-log.ts';
import { type KwokCluster, startKwokCluster } from './kwok-cluster.ts';
import { type Nominations, nominationsOf } from './nominations.ts';
import { bringUp, objectsOf } from './objects.ts';
import type { ClusterPicture } from './picture.ts';
import { instanceTypesOf, type SetUp } from './set-up.ts';

/** What was seen of a set-up in a cluster. */
export interface Seen extends ClusterPicture {
  readonly nodes: readonly SeenNode[];
  /** From the first pod to the last change. */
  readonly seconds: number;
  /** How many pods Karpenter looked at in its first round, the one that launched anything. */
  readonly firstPods: number;
  /** The nodes of that round alone: kube-scheduler may place pods otherwise than Karpenter planned, and more may be needed then. */
  readonly firstNodes: readonly SeenNode[];
  /** Workload → its pods that a node runs. */
  readonly running: Readonly<Record<string, number>>;
  /** All rounds that made NodeClaims. */
  readonly rounds: readonly Round[];
  readonly nominations: Nominations;
}

/** Brings a set-up into a cluster of its own, waits until nothing happens any more, and tells what is there. */
export async function trySetUp(setUp: SetUp): Promise<Seen> {
  const cluster = await startClusterFor(setUp.settings, instanceTypesOf(setUp));
  try {
    return await watch(cluster, objectsOf(setUp.manifests));
  } finally {
    await cluster.stop();
  }
}

/** A cluster with Karpenter as the settings of a set-up have it. */
export function startClusterFor(
  { preferencePolicy, minValuesPolicy, featureGates }: SetUp['settings'],
  instanceTypes: ReturnType<typeof instanceTypesOf>,
): Promise<KwokCluster> {
  // The Helm chart writes `staticCapacity` where Karpenter's environment has `StaticCapacity`.
  const gates = Object.entries({ staticCapacity: true, ...featureGates });
  return startKwokCluster({
    instanceTypes,
    // Pods may say their own overhead without a RuntimeClass that gives it to them.
    server: { flags: ['--disable-admission-plugins=ServiceAccount,RuntimeClass'] },
    karpenter: {
      ...(preferencePolicy && { PREFERENCE_POLICY: preferencePolicy }),
      ...(minValuesPolicy && { MIN_VALUES_POLICY: minValuesPolicy }),
      FEATURE_GATES: gates.map(([gate, isOn]) => `${gate[0]!.toUpperCase()}${gate.slice(1)}=${isOn}`).join(','),
    },
  });
}

const patience = { allPlaced: 8, somePending: 26, atMost: 300 };

/** NodeClaims are kept once seen: what consolidation takes away later is another question. */
async function watch(cluster: KwokCluster, objects: readonly Json[]): Promise<Seen> {
  const { server, log } = cluster;
  const start = await bringUp(cluster, objects);
  const started = performance.now();
  const claims = new Map<string, Json>();
  const { view, changed } = await untilSettled(server, patience, (seen) => {
    for (const claim of seen.claims) claims.set(claim.metadata.name, claim);
  });
  const first = firstRound(log('karpenter'));
  return {
    nodes: picturesOf([...claims.values()], view),
    firstPods: first.pods,
    firstNodes: picturesOf(
      [...claims.values()].filter(({ metadata }) => first.claims.has(metadata.name)),
      view,
    ),
    pending: count(
      view.pods.filter((pod) => !isBound(pod)),
      view,
    ),
    running: count(view.pods.filter(isBound), view),
    seconds: Math.round((changed - started) / 100) / 10,
    rounds: rounds(log('karpenter'), start),
    nominations: await nominationsOf(server, view),
  };
}
