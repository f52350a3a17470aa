import { readFileSync } from 'node:fs';
import type { Placement } from '../../src/engine/cluster/cost/estimate.ts';
import { differences, type LoopAspect } from './compare.ts';
import { pictureOfForecast } from './picture.ts';
import { type LoopRecord, readLoopRecords } from './recording.ts';
import { forecast } from './set-up.ts';

/** Reasons why a cluster may differ from its prediction, if the record shows them. */
export const causes = {
  lots: 'Karpenter chooses at random among zones with the same number of pods: only the zones differ',
  refused:
    'the API server rejects the pods of some workloads, so they are never created: `matchLabelKeys` repeats a key of `labelSelector`, or a PriorityClass does not exist',
  turns:
    'a StatefulSet creates each pod after the previous one runs, at the same time as other workloads: which pods Karpenter sees together depends on chance',
  placed:
    'the first round launched what was predicted, then kube-scheduler bound pods to other nodes than predicted: which node is ready first depends on chance',
} as const;

/** A setup: its prediction compared with its recording. */
export interface LoopComparison {
  readonly name: string;
  /** The number of nodes in the cluster. */
  readonly nodes: number;
  /** The number of predicted nodes. */
  readonly predicted: number;
  readonly differing: readonly LoopAspect[];
  /** How the nodes of Karpenter's first round differ. They were launched before any pod ran. */
  readonly differingAtFirst: readonly LoopAspect[];
  /** All pods were created, and Karpenter's first round included all pods for which nodes were predicted. */
  readonly isAtOnce: boolean;
  /** Why it differs: one of the causes, or what known-differences.json says about this setup. */
  readonly reason: string | undefined;
}

/** Setup → why it differs, if the record does not show the reason. */
export const known = JSON.parse(readFileSync(new URL('./known-differences.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;

export function compareRecord(record: LoopRecord): LoopComparison {
  const { name, seen } = record;
  const { placement, firstRound } = forecast(record);
  const atFirst = firstRound();
  const predicted = pictureOfForecast(placement);
  const differing = differences(predicted, seen, { isAtFirst: false });
  const first = pictureOfForecast(atFirst);
  const differingAtFirst = differences(first, { nodes: seen.firstNodes, pending: first.pending }, { isAtFirst: true });
  const due = predictedPods(atFirst);
  const placed = sum(due) - sum(first.pending);
  // For each workload, as many pods as were created: running, or waiting for a node.
  const missing = Object.keys(due).filter((key) => (seen.running[key] ?? 0) + (seen.pending[key] ?? 0) < due[key]!);
  const hasStatefulSet = Object.keys(due).some((key) => key.startsWith('StatefulSet/'));
  const isRefused = missing.some((key) => !key.startsWith('StatefulSet/'));
  const isAtOnce = seen.firstPods >= placed && missing.length === 0;
  const cause = causeOf({ differing, differingAtFirst, isAtOnce, isRefused, hasStatefulSet });
  const reason = differing.length === 0 ? undefined : (cause ?? known[name]);
  const nodes = { nodes: seen.nodes.length, predicted: predicted.nodes.length };
  return { name, ...nodes, differing, differingAtFirst, isAtOnce, reason };
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** Workload → its pods, with or without a predicted node. */
function predictedPods({ nodePools, unschedulable }: Placement): Record<string, number> {
  const pods: Record<string, number> = {};
  const all = [
    ...nodePools.flatMap(({ nodeClaims }) => nodeClaims.flatMap(({ workloads }) => Object.entries(workloads))),
    ...unschedulable.map(({ workload, count }) => [workload, count] as const),
  ];
  for (const [workload, count] of all) pods[workload] = (pods[workload] ?? 0) + count;
  return pods;
}

type Observed = Pick<LoopComparison, 'differing' | 'differingAtFirst' | 'isAtOnce'> & {
  readonly isRefused: boolean;
  readonly hasStatefulSet: boolean;
};

function causeOf({ differing, differingAtFirst, isAtOnce, isRefused, hasStatefulSet }: Observed): string | undefined {
  const isLots = (aspects: readonly LoopAspect[]): boolean => aspects.every((aspect) => aspect === 'zones');
  if (isLots(differing)) return causes.lots;
  if (isRefused) return causes.refused;
  if (!isAtOnce) return hasStatefulSet ? causes.turns : undefined;
  return isLots(differingAtFirst) ? causes.placed : undefined;
}

/** Compares the repository's records, or those that are chosen. */
export const readLoopComparisons = (
  isChosen: (record: LoopRecord) => boolean = () => true,
): readonly LoopComparison[] => readLoopRecords().filter(isChosen).map(compareRecord);
