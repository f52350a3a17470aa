import { readFileSync } from 'node:fs';
import { differences, type LoopAspect } from './compare.ts';
import { pictureOfForecast } from './picture.ts';
import { type LoopRecord, readLoopRecords } from './recording.ts';
import { forecast } from './set-up.ts';

/** Why a cluster may not end as it was foretold, where what was seen shows it. */
export const causes = {
  lots: 'which of several zones with equally many pods comes first is drawn by lots: other zones, and nothing else',
  turns:
    'Karpenter did not see all pods in its first round: a StatefulSet starts them one after another, or some came after the batch was closed',
  placed:
    'the first round launched what was foretold, and then kube-scheduler put pods on other nodes than Karpenter had planned, so that others needed more or found room after all',
} as const;

/** A set-up: what was foretold of it, beside what was seen. */
export interface LoopComparison {
  readonly name: string;
  /** How many nodes came up. */
  readonly nodes: number;
  readonly differing: readonly LoopAspect[];
  /** How the nodes of Karpenter's first round differ, which were launched before any pod ran. */
  readonly differingAtFirst: readonly LoopAspect[];
  /** Karpenter saw all pods in its first round that nodes were foretold for. */
  readonly isAtOnce: boolean;
  /** Why it differs: one of the causes, or what known-differences.json says of this set-up. */
  readonly reason: string | undefined;
}

/** Set-up → why it differs, where nothing of what was seen shows it. */
export const known = JSON.parse(readFileSync(new URL('./known-differences.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;

export function compareRecord(record: LoopRecord): LoopComparison {
  const { name, seen } = record;
  const { placement } = forecast(record);
  const foretold = pictureOfForecast(placement);
  const differing = differences(foretold, seen);
  const differingAtFirst = differences(foretold, { nodes: seen.firstNodes, pending: foretold.pending });
  const pods = placement.nodePools.flatMap(({ nodeClaims }) => nodeClaims).reduce((sum, claim) => sum + claim.pods, 0);
  const isAtOnce = seen.firstPods >= pods;
  const cause = causeOf({ differing, differingAtFirst, isAtOnce });
  const reason = differing.length === 0 ? undefined : (cause ?? known[name]);
  return { name, nodes: seen.nodes.length, differing, differingAtFirst, isAtOnce, reason };
}

function causeOf({
  differing,
  differingAtFirst,
  isAtOnce,
}: Pick<LoopComparison, 'differing' | 'differingAtFirst' | 'isAtOnce'>): string | undefined {
  const isLots = (aspects: readonly LoopAspect[]): boolean => aspects.every((aspect) => aspect === 'zones');
  if (isLots(differing)) return causes.lots;
  if (!isAtOnce) return causes.turns;
  return isLots(differingAtFirst) ? causes.placed : undefined;
}

/** All that the repository holds, worked out anew. */
export const readLoopComparisons = (): readonly LoopComparison[] => readLoopRecords().map(compareRecord);
