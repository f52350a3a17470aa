import { count, isBound, type Json, picturesOf, type SeenNode, untilSettled } from './cluster-watch.ts';
import { firstRound, type Round, rounds } from './karpenter-log.ts';
import { type KwokCluster, startKwokCluster } from './kwok-cluster.ts';
import { type Nominations, nominationsOf } from './nominations.ts';
import { bringUp, objectsOf } from './objects.ts';
import type { ClusterPicture } from './picture.ts';
import { instanceTypesOf, type SetUp } from './set-up.ts';

/** The record of a setup in a cluster. */
export interface Seen extends ClusterPicture {
  readonly nodes: readonly SeenNode[];
  /** From the first pod to the last change. */
  readonly seconds: number;
  /** The number of pods in Karpenter's first round, in which it launched nodes. */
  readonly firstPods: number;
  /** The nodes of only that round. kube-scheduler may place pods differently than Karpenter planned, and then more nodes may be needed. */
  readonly firstNodes: readonly SeenNode[];
  /** Workload → its running pods. */
  readonly running: Readonly<Record<string, number>>;
  /** All rounds that created NodeClaims. */
  readonly rounds: readonly Round[];
  readonly nominations: Nominations;
}

/** Applies a setup to a new cluster, waits until nothing changes any more, and records the result. */
export async function trySetUp(setUp: SetUp): Promise<Seen> {
  const cluster = await startClusterFor(setUp.settings, instanceTypesOf(setUp));
  try {
    return await watch(cluster, objectsOf(setUp.manifests));
  } finally {
    await cluster.stop();
  }
}

/** A cluster with Karpenter, configured with the settings of a setup. */
export function startClusterFor(
  { preferencePolicy, minValuesPolicy, featureGates, karpenterVersion }: SetUp['settings'],
  instanceTypes: ReturnType<typeof instanceTypesOf>,
): Promise<KwokCluster> {
  // The Helm chart uses `staticCapacity`, but Karpenter's environment uses `StaticCapacity`.
  const gates = Object.entries({ staticCapacity: true, ...featureGates });
  return startKwokCluster({
    instanceTypes,
    minor: karpenterVersion,
    // This allows pods to have an overhead without a RuntimeClass.
    server: { flags: ['--disable-admission-plugins=ServiceAccount,RuntimeClass'] },
    karpenter: {
      ...(preferencePolicy && { PREFERENCE_POLICY: preferencePolicy }),
      ...(minValuesPolicy && { MIN_VALUES_POLICY: minValuesPolicy }),
      FEATURE_GATES: gates.map(([gate, isOn]) => `${gate[0]!.toUpperCase()}${gate.slice(1)}=${isOn}`).join(','),
    },
  });
}

const patience = { allPlaced: 8, somePending: 26, someDrifted: 26, atMost: 300 };

/** NodeClaims are kept once they were seen, so nodes that consolidation removes later also count. */
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
