import { plural } from '../plural.ts';
import { firstNames } from '../provisioning/diagnostics/manifest-diagnostic.ts';
import { missingRequests } from '../provisioning/pods/pod-unknowns.ts';
import { podOf } from '../provisioning/pods/workload-pods.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator.ts';
import { hoursPerMonth, type Range, rounded } from '../range.ts';
import type { PlacedNodeClaim, Spread } from './estimate.ts';

interface Spreading {
  readonly simulation: Simulation;
  readonly simulator: Simulator;
  /** New nodes of the likely case. */
  readonly claims: readonly PlacedNodeClaim[];
  /** Each case at the cheapest prices, USD an hour. */
  readonly cheapest: Range;
}

/** Why a cost has bounds, or may lie beside them: the reasons with a figure first. */
export function spreadOf(spreading: Spreading): readonly Spread[] {
  return [...byReplicas(spreading), ...bySpot(spreading), ...byRequests(spreading), ...byAge(spreading)];
}

const aMonth = (hourlyUsd: number): number => rounded(hourlyUsd * hoursPerMonth);

function byReplicas({ simulation, cheapest }: Spreading): readonly Spread[] {
  const scaled = simulation.workloads.workloads.flatMap(({ key, replicas: { low, high } }) =>
    low === null || high === null || low === high ? [] : [`\`${key}\` (${low} to ${high} pods)`],
  );
  if (scaled.length === 0) return [];
  const { low, likely, high } = cheapest;
  const isKnown = low !== null && likely !== null && high !== null;
  const monthlyUsd = isKnown ? { low: aMonth(low - likely), high: aMonth(high - likely) } : null;
  return [{ kind: 'replicas', monthlyUsd, reason: `Autoscalers move ${firstNames(scaled.sort())}` }];
}

/** Spot Advisor's bands: the share of instances that are taken back in a month. */
const bands = ['under 5 %', '5 to 10 %', '10 to 15 %', '15 to 20 %', 'over 20 %'];

function bySpot({ claims, simulator }: Spreading): readonly Spread[] {
  const spot = claims.filter(({ capacityType }) => capacityType === 'spot');
  if (spot.length === 0) return [];
  const above = spot.reduce<number | null>(
    (sum, { hourlyUsd, highestHourlyUsd }) =>
      sum === null || hourlyUsd === null || highestHourlyUsd === null ? null : sum + highestHourlyUsd - hourlyUsd,
    0,
  );
  const types = [...new Set(spot.map(({ instanceType }) => instanceType))].sort();
  const rates = types.map((type) => {
    const band = bands[simulator.catalog.interruptionBandOf(type) ?? -1];
    return `\`${type}\` ${band ?? 'unknown'}`;
  });
  return [
    {
      kind: 'spot',
      monthlyUsd: above === null ? null : { low: 0, high: aMonth(above) },
      reason: `${simulator.provider.title} may choose dearer spot offerings for ${plural(spot.length, 'node')} (taken back in a month: ${firstNames(rates)})`,
    },
  ];
}

function byRequests({ simulation }: Spreading): readonly Spread[] {
  const { workloads, daemonSets } = simulation.workloads;
  const lacking = [...workloads, ...daemonSets]
    .filter((workload) => workload.problem?.kind !== 'placeholder' && missingRequests(podOf(workload, 0)).length > 0)
    .map(({ key }) => `\`${key}\``);
  if (lacking.length === 0) return [];
  const reason = `Requests are missing and count as nothing: ${firstNames(lacking.sort())}; with them it would cost more`;
  return [{ kind: 'requests', monthlyUsd: null, reason }];
}

function byAge({ claims, simulator }: Spreading): readonly Spread[] {
  const { catalog } = simulator;
  const sources = new Set(claims.map(({ instanceType }) => catalog.priceSourceOf(instanceType)));
  const used = catalog.priceSources.filter((source) => sources.has(source));
  if (used.length === 0) return [];
  const oldest = used.map(({ date }) => date).sort()[0]!;
  const estimated = used.every(({ isExact }) => isExact) ? '' : ', some worked out from other regions';
  return [{ kind: 'price-age', monthlyUsd: null, reason: `Prices are those of ${oldest}${estimated}` }];
}
