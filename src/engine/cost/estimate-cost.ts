import type { Karpenter } from '../api/karpenter.ts';
import type { Settings } from '../api/settings.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { compareDiagnostics, type Diagnostic } from '../diagnostic.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import { type Ground, groundOf } from '../provisioning/ground.ts';
import { provisioningDiagnostics } from '../provisioning/provisioning-diagnostics.ts';
import { type Simulation, simulate } from '../provisioning/simulate.ts';
import { alternatives } from './alternatives.ts';
import { assumptionsOf } from './assumptions.ts';
import { type Estimate, hoursPerMonth, type Placement } from './estimate.ts';
import {
  hasNodePools,
  hasUnknownRoom,
  hasWorkloads,
  type KnownSides,
  placementOf,
  unknownPlacement,
} from './placement.ts';
import { difference, rangeOf } from './range.ts';

/** Everything an estimate rests on. */
export interface EstimateInput {
  /** Null when there is nothing to compare with. */
  readonly base: ManifestSet | null;
  readonly head: ManifestSet;
  /** Objects of base stand where head can no longer be read: what becomes of nodes and cost is unknown. */
  readonly isHeadUnknown?: boolean;
  /** What the cluster shows (`--cluster`); null when nothing was handed in. */
  readonly live: ManifestSet | null;
  readonly settings: Settings;
  /** Null when nothing says which region it is. */
  readonly region: string | null;
  /** Where the region was found: `--region`, a file, a default. */
  readonly regionSource: string;
  /** Zones that the repository itself names. */
  readonly zoneHints: readonly string[];
  /** Null when the region is not known, or not priced. */
  readonly catalog: Catalog | null;
  readonly karpenter: Karpenter;
  /** What base is simulated by; the same as head where it is not given. */
  readonly before?: Pick<EstimateInput, 'settings' | 'karpenter'>;
}

/** An estimate with what the simulation found wrong, on either side. */
export interface EstimateResult {
  readonly estimate: Estimate;
  /** `provisioning/…` findings in head. */
  readonly diagnostics: readonly Diagnostic[];
  /** The same in base, to tell older findings from new ones. */
  readonly baseDiagnostics: readonly Diagnostic[];
  readonly headSimulation: Simulation | null;
  readonly baseSimulation: Simulation | null;
  /** What the simulations rest on: the same object where Karpenter, its settings and Kubernetes are the same. */
  readonly headGround: Ground | null;
  readonly baseGround: Ground | null;
}

/** Simulates and prices base and head. */
export function estimateCost(input: EstimateInput): EstimateResult {
  const { catalog } = input;
  if (catalog === null) return withoutCatalog(input);
  const { headGround, baseGround } = grounds(input, catalog);
  const head = simulateSide(input, 'head', headGround);
  const base = input.base && simulateSide(input, 'base', baseGround);
  const isAnywhere = (shows: (side: Simulation) => boolean): boolean => shows(head) || (base !== null && shows(base));
  const hasPools = isAnywhere(hasNodePools);
  const known = { hasWorkloads: isAnywhere(hasWorkloads), hasPools };
  const placements = {
    head: input.isHeadUnknown
      ? unknownPlacement('objects')
      : { ...placementOf(head, headGround, known), alternatives: alternatives(head.cases.likely, headGround) },
    base: base && placementOf(base, baseGround, known),
  };
  return {
    estimate: estimateOf(input, placements, [
      ...assumptions({ head: input.isHeadUnknown ? null : head, base, headGround, baseGround, known }),
      ...placements.head.otherCosts.map(({ basis }) => `${basis}.`),
    ]),
    diagnostics: input.isHeadUnknown ? [] : findings(head, hasPools),
    baseDiagnostics: base === null ? [] : findings(base, hasNodePools(base)),
    headSimulation: head,
    baseSimulation: base,
    headGround,
    baseGround,
  };
}

/** One ground for both sides where nothing parts them, so that what they share is worked out once. */
function grounds(input: EstimateInput, catalog: Catalog): { readonly headGround: Ground; readonly baseGround: Ground } {
  const headGround = groundOf({ ...input, catalog });
  const { settings, karpenter } = input.before ?? input;
  const isSame =
    karpenter.version === input.karpenter.version &&
    settings.kubernetesVersion === input.settings.kubernetesVersion &&
    JSON.stringify(settings.karpenter) === JSON.stringify(input.settings.karpenter);
  return { headGround, baseGround: isSame ? headGround : groundOf({ ...input, catalog, settings, karpenter }) };
}

/** Without any NodePool it is not Karpenter that places pods, and one that is not known may place them: then that none does is no finding. */
const findings = (simulation: Simulation, hasPools: boolean): readonly Diagnostic[] =>
  provisioningDiagnostics(simulation)
    .filter(({ code }) => (hasPools && !hasUnknownRoom(simulation)) || code !== 'provisioning/pod-unschedulable')
    .toSorted(compareDiagnostics);

function simulateSide(input: EstimateInput, side: 'base' | 'head', ground: Ground): Simulation {
  const other = side === 'base' ? input.head : input.base;
  return simulate(
    {
      manifests: input[side]?.manifests ?? [],
      otherManifests: other?.manifests ?? [],
      live: input.live?.manifests,
    },
    ground,
  );
}

interface Sides {
  /** Null where head is unknown. */
  readonly head: Simulation | null;
  readonly base: Simulation | null;
  readonly headGround: Ground;
  readonly baseGround: Ground;
  readonly known: KnownSides;
}

/** Head's lines; what holds for base alone is marked. */
function assumptions({ head, base, headGround, baseGround, known }: Sides): readonly string[] {
  const after = head === null ? [] : assumptionsOf(head, headGround, known);
  const before = base === null ? [] : assumptionsOf(base, baseGround, known);
  const said = new Set(after);
  return [...after, ...before.filter((line) => !said.has(line)).map((line) => `Before the change: ${line}`)];
}

const nothing = rangeOf(0, 0, 0);

function estimateOf(
  input: EstimateInput,
  { head, base }: { readonly head: Placement; readonly base: Placement | null },
  lines: readonly string[],
): Estimate {
  const against = (figure: 'nodes' | 'hourlyUsd' | 'monthlyUsd') =>
    difference(head[figure], base === null ? nothing : base[figure]);
  return {
    region: input.region,
    regionSource: input.regionSource,
    currency: 'USD',
    hoursPerMonth,
    karpenterVersion: input.karpenter.version,
    assumptions: lines,
    base,
    head,
    difference: { nodes: against('nodes'), hourlyUsd: against('hourlyUsd'), monthlyUsd: against('monthlyUsd') },
  };
}

function withoutCatalog(input: EstimateInput): EstimateResult {
  const why =
    input.region === null
      ? 'The region is not known, so nodes and cost are not either: `--region` or `region` in the configuration would say it.'
      : `No instance types and prices are known for the region \`${input.region}\`, so nodes and cost are not either.`;
  const unknown = unknownPlacement('region');
  const base = input.base === null ? null : unknown;
  return {
    estimate: estimateOf(input, { head: unknown, base }, [why]),
    diagnostics: [],
    baseDiagnostics: [],
    headSimulation: null,
    baseSimulation: null,
    headGround: null,
    baseGround: null,
  };
}
