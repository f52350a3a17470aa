import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  defaultGate,
  defaultSettings,
  type Environment,
  type ExistingNodeSetting,
  type GatePolicy,
  type NamedRoot,
  type Settings,
  type SourceSettings,
} from '../engine/api/settings.ts';
import { parseKarpenterVersion } from '../engine/api/versions.ts';
import { explain, unknownCodes } from '../engine/lint/explanations.ts';
import type { Source } from '../engine/source.ts';
import { PlumblineError } from '../errors.ts';
import { ConfigReader } from './config-reader.ts';

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
  try {
    return { file: path, text: readFileSync(path, 'utf8') };
  } catch (cause) {
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
  return toSettings(config);
}

/** Refuses rules and findings that do not exist: somebody believes they are switched off. */
function requireCodes({ rules = {}, ignore = [] }: Config, reader: ConfigReader): void {
  for (const name of Object.keys(rules)) requireRule(name, reader);
  ignore.forEach(({ code, reason, until }, i) => {
    const [unknown] = unknownCodes([code]);
    if (unknown)
      reader.fail(['ignore', i, 'code'], `\`${code}\` is the code of no finding`, didYouMean(unknown.nearest));
    if (reason.trim() === '') reader.fail(['ignore', i, 'reason'], `\`ignore[${i}].reason\` is empty`);
    if (until !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(until))
      reader.fail(['ignore', i, 'until'], `\`until: ${until}\` is no date`, 'Write it as `2027-03-31`.');
  });
}

function requireRule(name: string, reader: ConfigReader): void {
  const [unknown] = unknownCodes([name]);
  if (unknown) reader.fail(['rules', name], `\`${name}\` is no rule`, didYouMean(unknown.nearest));
  if (explain(name)?.rule) return;
  reader.fail(
    ['rules', name],
    `\`${name}\` is no lint rule, so its severity stays`,
    'An entry of `ignore` silences it.',
  );
}

/** A freeze that does not parse would freeze nothing. */
function requireTimes({ gate }: Config, reader: ConfigReader): void {
  gate?.freeze?.forEach((freeze, i) => {
    for (const key of ['from', 'to'] as const)
      if (!isTime(freeze[key]))
        reader.fail(
          ['gate', 'freeze', i, key],
          `\`${key}: ${freeze[key]}\` is no date and no time`,
          'Write `2026-12-20` or `2026-12-20T16:00Z`.',
        );
    if (freeze.to < freeze.from) reader.fail(['gate', 'freeze', i, 'to'], '`to` is before `from`', 'Swap them.');
  });
}

const isTime = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) && !Number.isNaN(Date.parse(text));

const didYouMean = (candidate: string | undefined): string =>
  candidate ? `Did you mean \`${candidate}\`?` : '`plumbline rules` lists the rules.';

/** plumbline.yaml as a value, once it has passed its shape. */
interface Config {
  readonly region?: string;
  readonly zones?: readonly string[];
  readonly nodeClassZones?: Readonly<Record<string, readonly string[]>>;
  readonly karpenter?: { readonly version?: string; readonly settings?: Settings['karpenter'] };
  readonly kubernetesVersion?: string;
  readonly existingNodes?: readonly Partial<ExistingNodeSetting>[];
  readonly capacityReservations?: Readonly<Record<string, number>>;
  readonly snapshot?: string;
  readonly prices?: { readonly spot?: Settings['spotPricing'] };
  readonly rules?: Settings['rules'];
  readonly ignore?: Settings['ignore'];
  readonly failOn?: Settings['failOn'];
  readonly set?: Readonly<Record<string, string>>;
  readonly sources?: {
    readonly render?: boolean;
    readonly roots?: readonly (Partial<NamedRoot> & { readonly path: string })[];
    readonly ignore?: readonly string[];
    readonly chartRepositories?: readonly string[];
  };
  readonly environments?: Readonly<Record<string, Partial<Environment>>>;
  readonly gate?: Partial<GatePolicy>;
}

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
  if (config.rules) settings.rules = config.rules;
  if (config.ignore) settings.ignore = config.ignore;
  if (config.failOn) settings.failOn = config.failOn;
  if (config.set) settings.set = config.set;
  if (config.sources) settings.sources = sourcesOf(config.sources);
  if (config.environments) settings.environments = environments(config.environments);
  if (config.gate) settings.gate = { ...defaultGate, ...config.gate };
  return settings;
}

const environments = (given: NonNullable<Config['environments']>): Settings['environments'] =>
  Object.fromEntries(Object.entries(given).map(([name, environment]) => [name, environmentOf(environment)]));

const environmentOf = (given: Partial<Environment>): Environment => ({
  paths: (given.paths ?? []).map((path) => path.replace(/^\.?\/+|\/+$/g, '')),
  clusterArn: given.clusterArn,
  roleArn: given.roleArn,
  allowedAccountIds: given.allowedAccountIds ?? [],
  context: given.context,
  delivery: given.delivery,
  leaseNamespace: given.leaseNamespace ?? 'kube-system',
  readyMinutes: given.readyMinutes ?? 10,
});

const sourcesOf = ({ render, roots, ignore, chartRepositories }: NonNullable<Config['sources']>): SourceSettings => ({
  render: render ?? true,
  roots: (roots ?? []).map(({ path, values, release, namespace, environment }) => ({
    ...{ path: path.replace(/^\.\/|\/$/g, ''), values: values ?? [], release, namespace, environment },
  })),
  ignore: (ignore ?? []).map((path) => path.replace(/^\.\/|\/$/g, '')),
  chartRepositories: chartRepositories ?? [],
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

/** Joins settings, the later ones winning; undefined never wins. Throws PlumblineError('config') for what is no version. */
export function mergeSettings(...layers: readonly Partial<Settings>[]): Settings {
  const merged: Record<string, unknown> = { ...defaultSettings };
  for (const layer of layers)
    for (const [key, value] of Object.entries(layer)) if (value !== undefined) merged[key] = value;
  return {
    ...(merged as unknown as Settings),
    karpenterVersion: versionOf('Karpenter', merged.karpenterVersion as string | undefined),
    kubernetesVersion: versionOf('Kubernetes', merged.kubernetesVersion as string | undefined),
  };
}

/** The minor of a version. */
function versionOf(what: string, text: string | undefined): string | undefined {
  const minor = text === undefined ? undefined : parseKarpenterVersion(text);
  if (text === undefined || minor !== undefined) return minor;
  throw new PlumblineError('config', `\`${text}\` is no version of ${what}`, {
    help: 'Write a minor, such as `1.14`.',
  });
}
