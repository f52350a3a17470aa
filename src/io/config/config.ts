import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { defaultPricing, type PriceFilter, type Pricing } from '../../engine/api/pricing.ts';
import {
  defaultGate,
  defaultSettings,
  type Environment,
  type EnvironmentSettings,
  type ExistingNodeSetting,
  type GatePolicy,
  type Settings,
  type SourceSettings,
} from '../../engine/api/settings.ts';
import { parseKarpenterVersion } from '../../engine/api/versions.ts';
import type { Source } from '../../engine/source.ts';
import { PlumblineError } from '../../errors.ts';
import { readTextWithin } from '../files/bounded-file.ts';
import { requireCodes } from './config-codes.ts';
import { ConfigReader, maxConfigLength } from './config-reader.ts';
import type { Config, EnvironmentConfig } from './config-value.ts';

export const configNames = ['plumbline.yaml', 'plumbline.yml', '.plumbline.yaml'] as const;

/** Finds the nearest configuration file upwards from a folder, or undefined. */
export function findConfig(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = configNames.map((name) => join(at, name)).find(isFile);
    if (found) return found;
    if (dirname(at) === at || existsSync(join(at, '.git'))) return undefined;
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** Reads a configuration file from disk. Throws PlumblineError('config') when it is not readable. */
export function readConfig(path: string): Source {
  const help = 'Is this the right file?';
  try {
    const name = `The configuration \`${path}\``;
    return { file: path, text: readTextWithin({ path, name, maxBytes: maxConfigLength, code: 'config', help }) };
  } catch (cause) {
    if (cause instanceof PlumblineError) throw cause;
    throw new PlumblineError('config', `\`${path}\` cannot be read`, {
      cause,
      help: 'Name an existing file in `--config`.',
    });
  }
}

/** The settings a configuration file gives. Throws PlumblineError('config') that names line, key and the nearest key. */
export function parseConfig(source: Source): Partial<Settings> {
  const reader = new ConfigReader(source);
  const config = reader.read() as Config;
  requireCodes(config, reader);
  requireTimes(config, reader);
  if (config.timeZone !== undefined && !isTimeZone(config.timeZone))
    reader.fail(['timeZone'], `\`${config.timeZone}\` is no time zone`, 'Write it as `Europe/Berlin`.');
  return toSettings(config);
}

/** A freeze that does not parse would freeze nothing. */
function requireTimes({ gate, environments = {} }: Config, reader: ConfigReader): void {
  requireFreezes(gate, ['gate'], reader);
  for (const [name, own] of Object.entries(environments))
    requireFreezes(own.gate, ['environments', name, 'gate'], reader);
}

function requireFreezes(gate: Partial<GatePolicy> | undefined, at: readonly string[], reader: ConfigReader): void {
  gate?.freeze?.forEach((freeze, i) => {
    for (const key of ['from', 'to'] as const)
      if (!isTime(freeze[key]))
        reader.fail(
          [...at, 'freeze', i, key],
          `\`${key}: ${freeze[key]}\` is no date and no time`,
          'Write `2026-12-20` or `2026-12-20T16:00Z`.',
        );
    if (freeze.to < freeze.from) reader.fail([...at, 'freeze', i, 'to'], '`to` is before `from`', 'Swap them.');
  });
}

const isTime = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) && !Number.isNaN(Date.parse(text));

function toSettings(config: Config): Partial<Settings> {
  const settings: { -readonly [K in keyof Settings]?: Settings[K] } = {};
  if (config.region !== undefined) settings.region = config.region;
  if (config.zones) settings.zones = config.zones;
  if (config.nodeClassZones) settings.nodeClassZones = config.nodeClassZones;
  if (config.karpenter?.version !== undefined) settings.karpenterVersion = config.karpenter.version;
  if (config.karpenter?.settings) settings.karpenter = config.karpenter.settings;
  if (config.kubernetesVersion !== undefined) settings.kubernetesVersion = config.kubernetesVersion;
  if (config.existingNodes) settings.existingNodes = config.existingNodes.map(existingNode);
  if (config.capacityReservations) settings.capacityReservations = config.capacityReservations;
  if (config.snapshot !== undefined) settings.snapshot = config.snapshot;
  if (config.prices?.spot) settings.spotPricing = config.prices.spot;
  if (config.pricing) settings.pricing = pricingOf(config.pricing);
  if (config.rules) settings.rules = config.rules;
  if (config.ignore) settings.ignore = config.ignore;
  if (config.overrides) settings.overrides = config.overrides;
  if (config.neverSuppress) settings.neverSuppress = config.neverSuppress;
  if (config.changedLines !== undefined) settings.changedLines = config.changedLines;
  if (config.timeZone !== undefined) settings.timeZone = config.timeZone;
  if (config.failOn) settings.failOn = config.failOn;
  if (config.set) settings.set = config.set;
  if (config.sources) settings.sources = sourcesOf(config.sources);
  if (config.environments) settings.environments = environments(config.environments);
  if (config.gate) settings.gate = { ...defaultGate, ...config.gate };
  return settings;
}

const environments = (given: NonNullable<Config['environments']>): Settings['environments'] =>
  Object.fromEntries(Object.entries(given).map(([name, environment]) => [name, environmentOf(environment)]));

const environmentOf = (given: EnvironmentConfig): Environment => ({
  paths: (given.paths ?? []).map((path) => path.replace(/^\.?\/+|\/+$/g, '')),
  clusterArn: given.clusterArn,
  roleArn: given.roleArn,
  allowedAccountIds: given.allowedAccountIds ?? [],
  context: given.context,
  delivery: given.delivery,
  leaseNamespace: given.leaseNamespace ?? 'kube-system',
  readyMinutes: given.readyMinutes ?? 10,
  own: ownSettings(given),
});

function ownSettings(given: EnvironmentConfig): EnvironmentSettings {
  const { region, zones, karpenter, kubernetesVersion, snapshot, rules, gate } = given;
  return {
    ...(region !== undefined && { region }),
    ...(zones && { zones }),
    ...(karpenter?.version !== undefined && { karpenterVersion: versionOf('Karpenter', karpenter.version) }),
    ...(karpenter?.settings && { karpenter: karpenter.settings }),
    ...(kubernetesVersion !== undefined && { kubernetesVersion: versionOf('Kubernetes', kubernetesVersion) }),
    ...(snapshot !== undefined && { snapshot }),
    ...(rules && { rules }),
    ...(gate && { gate }),
  };
}

const sourcesOf = ({ render, roots, ignore, chartRepositories }: NonNullable<Config['sources']>): SourceSettings => ({
  render: render ?? true,
  roots: (roots ?? []).map(({ path, values, release, namespace, environment }) => ({
    ...{ path: path.replace(/^\.\/|\/$/g, ''), values: values ?? [], release, namespace, environment },
  })),
  ignore: (ignore ?? []).map((path) => path.replace(/^\.\/|\/$/g, '')),
  chartRepositories: chartRepositories ?? [],
});

const everywhere: PriceFilter = { regions: [], families: [] };

const pricingOf = ({ discounts = [], savingsPlans = [], teamLabel }: NonNullable<Config['pricing']>): Pricing => ({
  discounts: discounts.map((discount) => ({ ...everywhere, capacityTypes: [], ...discount })),
  savingsPlans: savingsPlans.map((plan) => ({ ...everywhere, ...plan })),
  teamLabel: teamLabel ?? defaultPricing.teamLabel,
});

const existingNode = (node: Partial<ExistingNodeSetting>): ExistingNodeSetting => ({
  name: node.name!,
  instanceType: node.instanceType!,
  count: node.count ?? 1,
  zone: node.zone,
  labels: node.labels ?? {},
  taints: node.taints ?? [],
  requested: node.requested ?? {},
});

/** What a flag or an input says of the cluster holds for every environment. */
const clusterKeys = ['region', 'karpenterVersion', 'kubernetesVersion'] as const;

/** Joins settings, the later ones winning; undefined never wins. Throws PlumblineError('config') for what is no version. */
export function mergeSettings(...layers: readonly Partial<Settings>[]): Settings {
  const values: Record<string, unknown> = { ...defaultSettings };
  for (const layer of layers)
    for (const [key, value] of Object.entries(layer)) if (value !== undefined) values[key] = value;
  const merged = {
    ...(values as unknown as Settings),
    karpenterVersion: versionOf('Karpenter', values.karpenterVersion as string | undefined),
    kubernetesVersion: versionOf('Kubernetes', values.kubernetesVersion as string | undefined),
  };
  const givenKeys = clusterKeys.filter((key) => layers.slice(1).some((layer) => layer[key] !== undefined));
  return { ...merged, environments: withClusterKeys(merged, givenKeys) };
}

function withClusterKeys(settings: Settings, given: readonly (typeof clusterKeys)[number][]): Settings['environments'] {
  if (given.length === 0) return settings.environments;
  const own = Object.fromEntries(given.map((key) => [key, settings[key]!]));
  return Object.fromEntries(
    Object.entries(settings.environments).map(([name, one]) => [name, { ...one, own: { ...one.own, ...own } }]),
  );
}

/** Whether a text names a time zone of the IANA database. */
export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: text }) !== undefined;
  } catch {
    return false;
  }
}

/** The minor of a version. */
function versionOf(what: 'Karpenter' | 'Kubernetes', text: string | undefined): string | undefined {
  const minor = text === undefined ? undefined : parseKarpenterVersion(text);
  if (text === undefined || minor !== undefined) return minor;
  throw new PlumblineError('config', `\`${text}\` is no version of ${what}`, {
    help: `Write a minor, such as \`${what === 'Karpenter' ? '1.14' : '1.34'}\`.`,
  });
}
