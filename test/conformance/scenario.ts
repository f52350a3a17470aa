import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { aws } from '../../src/engine/aws/aws.ts';
import { decodeCatalog } from '../../src/engine/aws/catalog/catalog.ts';
import type { Ec2Catalog } from '../../src/engine/aws/catalog/ec2-catalog.ts';
import type { Results } from '../../src/engine/cluster/provisioning/input/results.ts';
import type { SchedulerInput } from '../../src/engine/cluster/provisioning/input/scheduler-input.ts';
import type { StaticNodes } from '../../src/engine/cluster/provisioning/nodes/static-node-pools.ts';
import { simulate } from '../../src/engine/cluster/provisioning/simulate.ts';
import { type Simulator, simulatorOf } from '../../src/engine/cluster/provisioning/simulator/simulator.ts';
import { karpenter } from '../../src/engine/karpenter/api/karpenter.ts';
import {
  defaultSettings,
  type KarpenterSettings,
  type Settings,
  type SpotPricing,
} from '../../src/engine/karpenter/api/settings.ts';
import { noZoneHints } from '../../src/engine/manifest/hints/zone-hints.ts';
import { parseManifests } from '../../src/engine/manifest/parse.ts';

/** scenario.json: the settings that accompany the manifests. */
export interface ScenarioSettings {
  readonly name?: string;
  readonly description?: string;
  readonly probes?: readonly string[];
  readonly region?: string;
  readonly zones?: readonly string[];
  readonly nodeClassZones?: Readonly<Record<string, readonly string[]>>;
  readonly preferencePolicy?: KarpenterSettings['preferencePolicy'];
  readonly minValuesPolicy?: KarpenterSettings['minValuesPolicy'];
  readonly spotPricing?: SpotPricing;
  readonly vmMemoryOverheadPercent?: number;
  readonly reservedENIs?: number;
  readonly reservations?: Readonly<Record<string, number>>;
  /** Enabled feature gates, named as in the Helm chart. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /** The recorded minor. 1.14 by default. */
  readonly karpenterVersion?: string;
}

export interface ExpectedRequirement {
  readonly op: string;
  readonly values?: readonly string[];
  readonly gte?: string;
  readonly lte?: string;
  readonly minValues?: number;
}

export interface ExpectedClaim {
  readonly nodePool: string;
  readonly count: number;
  readonly pods: Readonly<Record<string, number>>;
  readonly requirements: Readonly<Record<string, ExpectedRequirement>>;
  readonly requests: Readonly<Record<string, string>>;
  readonly instanceTypeCount: number;
  readonly instanceTypes: string;
  readonly launch: {
    readonly capacityType?: string;
    readonly cheapest?: { instanceType: string; zone: string; capacityType: string; price: number };
    readonly ties?: readonly string[];
    readonly types?: string;
    readonly typeCount?: number;
    readonly error?: string;
  } | null;
}

interface ExpectedPods {
  readonly count: number;
  readonly messages: readonly string[];
}

/** What the real Karpenter did. */
export interface ExpectedResult {
  readonly newNodeClaims: readonly ExpectedClaim[];
  readonly existingNodes?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly podErrors?: Readonly<Record<string, ExpectedPods>>;
  readonly ignoredPods?: Readonly<Record<string, ExpectedPods>>;
  /** NodePool with replicas → the nodes that it launched for them. */
  readonly staticNodes?: Readonly<Record<string, string>>;
  readonly nodePoolsNotReady?: Readonly<Record<string, string>>;
  readonly events?: readonly string[];
  readonly typeSets?: Readonly<Record<string, string>>;
}

/** One recorded scenario. */
export interface Scenario {
  readonly name: string;
  readonly manifests: string;
  readonly settings: ScenarioSettings;
  readonly expected: {
    readonly stableAspects: Readonly<Record<string, boolean>>;
    readonly result: ExpectedResult;
  };
}

/** Scenarios in folders. Each folder contains manifests.yaml, scenario.json and expected.json, or more such folders. */
export function readFolders(folders: readonly string[]): Scenario[] {
  return folders
    .flatMap((folder) =>
      existsSync(join(folder, 'expected.json')) ? [folder] : readdirSync(folder).map((name) => join(folder, name)),
    )
    .filter((folder) => existsSync(join(folder, 'expected.json')))
    .sort()
    .map(readFolder);
}

function readFolder(folder: string): Scenario {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const { stableAspects, result } = JSON.parse(read('expected.json')) as Scenario['expected'];
  return {
    name: basename(folder),
    manifests: read('manifests.yaml'),
    settings: JSON.parse(read('scenario.json')) as ScenarioSettings,
    expected: { stableAspects, result },
  };
}

/** Scenarios in the repository, as compressed JSON lines. */
export function readRecordings(): Scenario[] {
  const folder = new URL('./scenarios/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl.gz'))
    .sort()
    .flatMap((name) =>
      gunzipSync(readFileSync(new URL(name, folder)))
        .toString('utf8')
        .trim()
        .split('\n'),
    )
    .map((line) => JSON.parse(line) as Scenario);
}

const catalogs = new Map<string, Ec2Catalog>();
const data = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../data/${path}`, import.meta.url), 'utf8'));

function catalogOf(region: string): Ec2Catalog {
  const known = catalogs.get(region) ?? decodeCatalog(data('instance-types.json'), data(`regions/${region}.json`));
  catalogs.set(region, known);
  return known;
}

/** The settings with which a scenario is reviewed. */
export function settingsOf(settings: ScenarioSettings, firstRound = false): Settings {
  const { preferencePolicy, minValuesPolicy, vmMemoryOverheadPercent, reservedENIs, featureGates } = settings;
  return {
    ...defaultSettings,
    firstRound,
    // If a scenario names no zones, the recorder had subnets in the first three.
    zones: settings.zones ?? ['us-east-1a', 'us-east-1b', 'us-east-1c'],
    nodeClassZones: settings.nodeClassZones ?? {},
    capacityReservations: settings.reservations ?? {},
    spotPricing: settings.spotPricing ?? 'flat',
    karpenter: {
      ...(preferencePolicy && { preferencePolicy }),
      ...(minValuesPolicy && { minValuesPolicy }),
      ...(vmMemoryOverheadPercent !== undefined && { vmMemoryOverheadPercent }),
      ...(reservedENIs !== undefined && { reservedENIs }),
      ...(featureGates && { featureGates }),
    },
  };
}

/** The result of our simulation. */
export interface Outcome {
  readonly input: SchedulerInput;
  readonly results: Results;
  readonly nodePoolsNotReady: readonly string[];
  readonly staticNodes: Readonly<Record<string, string>>;
}

/** Settings of a scenario in addition to its manifests. A recording covers one round of the scheduler, whereas clusters continue. */
export const simulatorFor = (settings: ScenarioSettings, { firstRound = true } = {}): Simulator =>
  simulatorOf({
    providers: [aws],
    catalog: catalogOf(settings.region ?? 'us-east-1'),
    settings: settingsOf(settings, firstRound),
    karpenter: karpenter(settings.karpenterVersion ?? '1.14'),
    zoneHints: noZoneHints,
  });

/** Runs a scenario the same way as the command line. The manifests are both the change and the cluster. */
export function run({ manifests: text, settings }: Pick<Scenario, 'manifests' | 'settings'>): Outcome {
  const { manifests } = parseManifests({ file: 'manifests.yaml', text }, { set: {} });
  const simulator = simulatorFor(settings);
  const { cases, nodePools, staticPools } = simulate({ manifests, otherManifests: [], live: manifests }, simulator);
  const refused = nodePools.refused.map(({ name }) => name);
  return {
    ...cases.likely,
    nodePoolsNotReady: refused,
    staticNodes: Object.fromEntries(staticPools.flatMap(launchedBy)),
  };
}

function launchedBy({ pool, count, nodes }: StaticNodes): [string, string][] {
  if (!count) return [];
  const [launch] = nodes.map((node) => node.launch);
  const what = launch === undefined ? 'nothing' : `${launch.instanceType} ${launch.zone} ${launch.capacityType}`;
  return [[pool.name, `${count} × ${what}`]];
}
