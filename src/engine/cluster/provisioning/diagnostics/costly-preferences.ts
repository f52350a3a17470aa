import { asList, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import { hoursPerMonth } from '../../../text/range.ts';
import { plural } from '../../../text/words/plural.ts';
import type { NewNodeClaim } from '../input/results.ts';
import type { PodClass } from '../input/scheduler-input.ts';
import { billedPrice } from '../nodes/billed-price.ts';
import { podConstraints } from '../pods/pod-constraints.ts';
import type { Simulation } from '../simulation.ts';
import type { Simulator } from '../simulator/simulator.ts';
import { podSpecPath } from './excluding-field.ts';
import { manifestDiagnostic } from './manifest-diagnostic.ts';

/** How many workloads are simulated without their preferences. */
const mostWorkloads = 8;
/** What preferences have to cost to be worth a note: they are good practice. A spread over three zones costs at most two nodes. */
const least = { nodes: 3, monthlyUsd: 100, share: 0.5 };

/** What some launches cost. */
interface Launched {
  readonly nodes: number;
  readonly hourlyUsd: number;
}

/**
 * Notes on workloads whose preferences cost several nodes: their pods are simulated again without them, as with `preferencePolicy: Ignore`.
 * Karpenter treats a preference as a requirement as long as it can fulfil it with a new node.
 * Source: core pkg/controllers/provisioning/scheduling/preferences.go.
 */
export function costlyPreferences(simulation: Simulation, simulator: Simulator): readonly Diagnostic[] {
  const { cases, workloads } = simulation;
  const { input, results, isExact } = cases.likely;
  const preferring = [...new Set(input.podClasses.filter(hasPreferences).map(({ workload }) => workload))];
  const before = launched(results.newNodeClaims);
  if (!isExact || before === undefined || preferring.length === 0 || input.preferencePolicy === 'Ignore') return [];
  // Even if nothing were left of the nodes, that would save too little.
  if (!isWorthwhile(before, { nodes: 0, hourlyUsd: 0 })) return [];

  const without = (isMeant: (workload: string) => boolean): Launched | undefined => {
    const podClasses = input.podClasses.map((pods) => {
      if (isMeant(pods.workload)) return withoutPreferences(pods);
      return pods;
    });
    return launched(simulator.rounds({ ...input, podClasses }).results.newNodeClaims);
  };

  const asked = new Set(preferring);
  if (
    !isWorthwhile(
      before,
      without((workload) => asked.has(workload)),
    )
  )
    return [];

  const manifests = new Map(workloads.workloads.map(({ key, manifest }) => [key, manifest]));

  return preferring.slice(0, mostWorkloads).flatMap((workload) => {
    const manifest = manifests.get(workload);
    const at = manifest && preferenceField(manifest);
    const after = at && without((otherWorkload) => otherWorkload === workload);
    if (!manifest || !at || !after || !isWorthwhile(before, after)) return [];

    const usd = (before.hourlyUsd - after.hourlyUsd) * hoursPerMonth;

    return [
      manifestDiagnostic(manifest, {
        code: 'provisioning/costly-preferences',
        severity: 'note',
        at,
        message: `The preferences of \`${workload}\` cost ${plural(before.nodes - after.nodes, 'node')} and about $${usd.toFixed(0)}/month: Karpenter launches ${plural(before.nodes, 'node')} to respect them, and ${after.nodes} without them`,
        measures: [{ value: usd, better: 'fewer' }],
        help: 'If they are not worth that, remove them, spread the pods over zones instead of nodes, or set `settings.preferencePolicy: Ignore` in Karpenter’s chart.',
      }),
    ];
  });
}

function isWorthwhile(before: Launched, after: Launched | undefined): boolean {
  if (after === undefined) return false;
  const saved = before.hourlyUsd - after.hourlyUsd;

  return (
    before.nodes - after.nodes >= least.nodes &&
    saved * hoursPerMonth >= least.monthlyUsd &&
    saved >= least.share * before.hourlyUsd
  );
}

/** What some launches cost; undefined if one of them fails or has no price. */
function launched(claims: readonly NewNodeClaim[]): Launched | undefined {
  const prices = claims.map(({ launch }) => {
    if ('error' in launch) return null;
    return billedPrice(launch);
  });
  if (prices.includes(null)) return undefined;
  return { nodes: claims.length, hourlyUsd: prices.reduce<number>((sum, price) => sum + price!, 0) };
}

const isSoft = ({ whenUnsatisfiable }: { readonly whenUnsatisfiable: string }): boolean =>
  whenUnsatisfiable === 'ScheduleAnyway';

function hasPreferences({ pod }: PodClass): boolean {
  const { preferredTerms, preferredAffinity, preferredAntiAffinity, spreads } = podConstraints(pod.spec);
  return [preferredTerms, preferredAffinity, preferredAntiAffinity, spreads.filter(isSoft)].some(
    ({ length }) => length > 0,
  );
}

const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';

function withoutPreferences(pods: PodClass): PodClass {
  const { affinity = {}, topologySpreadConstraints, ...spec } = pods.pod.spec;
  const hard = Object.entries(affinity).map(([kind, terms]) => {
    const { [preferred]: _, ...rest } = terms as Readonly<Record<string, unknown>>;
    return [kind, rest];
  });

  return {
    ...pods,
    pod: {
      ...pods.pod,
      spec: {
        ...spec,
        affinity: Object.fromEntries(hard),
        ...(topologySpreadConstraints && {
          topologySpreadConstraints: topologySpreadConstraints.filter((constraint) => !isSoft(constraint)),
        }),
      },
    },
  };
}

/** The first preference in a workload's file. */
function preferenceField(manifest: Manifest): Path | undefined {
  const spec = podSpecPath(manifest);
  const affinities = ['podAntiAffinity', 'podAffinity', 'nodeAffinity']
    .map((kind): Path => [...spec, 'affinity', kind, preferred])
    .filter((path) => asList(manifest.get(path)).length > 0);
  const spreads = [...spec, 'topologySpreadConstraints'];
  const soft = asList(manifest.get(spreads))
    .map((_, index): Path => [...spreads, index, 'whenUnsatisfiable'])
    .filter((path) => manifest.get(path) === 'ScheduleAnyway');

  return affinities[0] ?? soft[0];
}
