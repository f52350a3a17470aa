import { readText } from '../../cluster/provisioning/input/value-reader.ts';
import { type LiveState, type RunningPod, readLiveState } from '../../cluster/provisioning/pods/live-state.ts';
import { disruptedTaint } from '../../karpenter/api/disruption-keys.ts';
import { label } from '../../karpenter/api/labels.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { asList, mappingOrEmpty } from '../../manifest/model/manifest.ts';
import { listIf } from '../../text/list-if.ts';
import type { ClusterFigures, OutcomeRecord, PredictionRecord, Reason } from './record.ts';

/** A cluster some time after a change. */
export interface SeenCluster {
  readonly figures: ClusterFigures;
  /** Nodes and NodeClaims, and pods if they could be read. */
  readonly objects: readonly Manifest[];
  readonly hasPods: boolean;
  /** Whether Karpenter's objects differ from the files. */
  readonly isDrifted: boolean;
  /** ISO time, UTC. */
  readonly at: string;
}

/** From when on a cluster is compared, and how long a comparison waits for a cluster that still changes. */
const comparedAfterMinutes = 30;
const patienceMinutes = 24 * 60;

/** Why nothing was recorded yet. */
type NotYet = 'too early' | 'still changing';

/** What became of a prediction. */
export function outcomeOf(prediction: PredictionRecord, seen: SeenCluster): OutcomeRecord | NotYet {
  const minutes = (Date.parse(seen.at) - Date.parse(prediction.at)) / 60_000;
  if (!(minutes >= comparedAfterMinutes)) return 'too early';

  const live = readLiveState(seen.objects);
  const isMoving = isChanging(seen.objects, live);
  if (isMoving && minutes < patienceMinutes) return 'still changing';

  const pods = seen.hasPods ? live.pods.filter(({ isDaemon, hasController }) => !isDaemon && hasController) : null;
  const { environment, commit } = prediction;

  return {
    kind: 'outcome',
    environment,
    commit,
    at: seen.at,
    figures: seen.figures,
    restarted: pods && restartedPods(pods, prediction),
    reasons: reasonsFor(prediction, { pods, isMoving, seen }),
  };
}

/** Whether nodes start or stop. */
function isChanging(objects: readonly Manifest[], live: LiveState): boolean {
  const claims = objects.filter(({ kind }) => kind === 'NodeClaim');
  const isLeaving = claims.some(({ object }) => mappingOrEmpty(object.metadata).deletionTimestamp !== undefined);
  const isDisrupted = live.nodes.some(({ taints }) => taints.some(({ key }) => key === disruptedTaint.key));
  return isLeaving || isDisrupted || claims.some((claim) => !isInitialized(claim));
}

function isInitialized(claim: Manifest): boolean {
  const conditions = claim.get(['status', 'conditions']);
  const all = asList(conditions).map(mappingOrEmpty);
  return all.some(({ type, status }) => type === 'Initialized' && status === 'True');
}

/** Pods that ran before and are gone, without those that nothing replaced. Null if nobody knows what ran before. */
function restartedPods(
  pods: readonly RunningPod[],
  { running, at }: PredictionRecord,
): Readonly<Record<string, number>> | null {
  if (running === null) return null;

  const counts = Object.entries(running).map(([workload, before]) => {
    const running = pods.filter((pod) => pod.workload === workload);
    const survivors = running.filter(
      ({ createdAt }) => createdAt !== '' && Date.parse(createdAt) < Date.parse(at),
    ).length;
    const gone = Math.max(0, before - survivors);
    return [workload, gone - Math.min(gone, Math.max(0, before - running.length))] as const;
  });

  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

interface Evidence {
  readonly pods: readonly RunningPod[] | null;
  readonly isMoving: boolean;
  readonly seen: SeenCluster;
}

function reasonsFor(prediction: PredictionRecord, { pods, isMoving, seen }: Evidence): Reason[] {
  const hasOtherLoad =
    pods !== null &&
    Object.entries(prediction.replicas ?? {}).some(
      ([workload, wanted]) => pods.filter((pod) => pod.workload === workload).length !== wanted,
    );

  return [
    ...listIf(hasOtherLoad, 'load-moved' as const),
    ...listIf(
      seen.objects.some((object) => isLateSpot(object, prediction)),
      'spot-replaced' as const,
    ),
    ...listIf(seen.isDrifted, 'changed-by-hand' as const),
    ...listIf(isMoving, 'still-changing' as const),
  ];
}

/** Whether a spot node started so long after the change that the change is not its cause. */
function isLateSpot({ kind, object }: Manifest, { at }: PredictionRecord): boolean {
  if (kind !== 'NodeClaim') return false;
  const { labels, creationTimestamp } = mappingOrEmpty(object.metadata);
  const created = Date.parse(readText(creationTimestamp) ?? '');
  const isSpot = mappingOrEmpty(labels)[label.capacityType] === 'spot';
  return isSpot && created > Date.parse(at) + comparedAfterMinutes * 60_000;
}
