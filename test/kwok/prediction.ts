import type { Estimate, Placement } from '../../src/engine/cluster/cost/estimate.ts';
import { defaultSettings } from '../../src/engine/karpenter/api/settings.ts';
import { figures } from '../../src/engine/review/figures/figures.ts';
import { review } from '../../src/engine/review/review.ts';
import type { Range } from '../../src/engine/text/range.ts';
import { openFacts } from '../../src/io/catalog/facts.ts';
import { settingsOf } from '../conformance/scenario.ts';
import type { Counts } from './cluster-watch.ts';
import { predictedRestarts, type Restarts } from './restarts.ts';
import { forecast, type SetUp } from './set-up.ts';
import type { Transition } from './transition.ts';

/** plumbline's prediction of the final state. */
export interface Prediction {
  readonly nodes: readonly { readonly instanceType: string; readonly hourlyUsd: number }[];
  /** Workload → its unschedulable pods. */
  readonly pending: Counts;
  /** Workload → its pods on nodes. */
  readonly running: Counts;
  /** The bounds of nodes and cost. */
  readonly range: { readonly nodes: Range; readonly hourlyUsd: Range };
  /** Only of a transition. */
  readonly restarts?: Restarts;
  /** Why running nodes stay that a new cluster would not have; absent if none do. */
  readonly staying?: Estimate['staying'];
}

/** The final state of a setup in an empty cluster. */
export const predictEnd = (setUp: SetUp): Prediction => predictionOf(forecast(setUp).placement);

const facts = openFacts('data');

/** The final state of a cluster that runs base and to which head is applied, with its snapshot if there is one. */
export function predictAfter({ base, head, settings }: Transition, snapshot?: string): Prediction {
  const sideOf = (file: string, text: string) => ({ sources: [{ file, text }], hintSources: [], diagnostics: [] });
  const { estimate, disruption } = review({
    base: sideOf('manifests.yaml', base),
    head: sideOf('manifests.yaml', head),
    ...(snapshot !== undefined && { live: sideOf('cluster.json', snapshot) }),
    settings: { ...defaultSettings, ...settingsOf(settings), region: settings.region, today: '2026-11-22' },
    facts,
    version: '0',
    figures,
    stages: { findings: false },
  });
  // Before `after` existed, an estimate had only `head`.
  const { after, head: onlyHead } = estimate as Estimate & { readonly after?: Placement };
  return {
    ...predictionOf((after ?? onlyHead)!),
    restarts: predictedRestarts(disruption),
    ...(estimate?.staying && { staying: estimate.staying }),
  };
}

/** The nodes of a placement that Karpenter launched or will launch. */
function predictionOf({ nodePools, unschedulable, nodes, hourlyUsd: cost }: Placement): Prediction {
  const claims = nodePools.flatMap(({ nodeClaims }) => nodeClaims).filter(({ capacityType }) => capacityType !== '');
  const running: Record<string, number> = {};
  for (const [workload, count] of claims.flatMap(({ workloads }) => Object.entries(workloads)))
    running[workload] = (running[workload] ?? 0) + count;
  return {
    running,
    range: { nodes, hourlyUsd: cost },
    nodes: claims.map(({ instanceType, lowestHourlyUsd }) => ({
      instanceType,
      // The provider of these clusters launches the cheapest offering.
      hourlyUsd: lowestHourlyUsd ?? Number.NaN,
    })),
    pending: Object.fromEntries(unschedulable.map(({ workload, count }) => [workload, count])),
  };
}
