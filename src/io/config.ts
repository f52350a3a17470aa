import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { defaultSettings, type ExistingNodeSetting, type Settings } from '../engine/api/settings.ts';
import { nearest } from '../engine/nearest.ts';
import type { Source } from '../engine/source.ts';
import { PlumblineError } from '../errors.ts';
import { type ConfigShape, configShape } from '../options.ts';

export const configNames = ['plumbline.yaml', 'plumbline.yml', '.plumbline.yaml'] as const;

/** Finds the nearest configuration file upwards from a folder, or undefined. */
export function findConfig(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = configNames.map((name) => join(at, name)).find((path) => existsSync(path));
    if (found) return found;
    if (dirname(at) === at || existsSync(join(at, '.git'))) return undefined;
  }
}

/** Reads a configuration file from disk. Throws PlumblineError('config') when it is not readable. */
export function readConfig(path: string): Source {
  try {
    return { file: path, text: readFileSync(path, 'utf8') };
  } catch (cause) {
    throw new PlumblineError('config', `\`${path}\` cannot be read`, {
      cause,
      help: 'name an existing file in --config',
    });
  }
}

/** The settings a configuration file gives. Throws PlumblineError('config') that names line, key and the nearest key. */
export function parseConfig(source: Source): Partial<Settings> {
  const reader = new ConfigReader(source);
  return toSettings(reader.read());
}

/** Reads a document by its shape; the first offence ends it. */
class ConfigReader {
  readonly #file: string;
  readonly #lines = new LineCounter();
  readonly #document: Document;

  constructor(source: Source) {
    this.#file = source.file;
    this.#document = parseDocument(source.text, { lineCounter: this.#lines, prettyErrors: false });
  }

  read(): Config {
    const error = this.#document.errors[0];
    if (error) this.#failAt(error.pos[0], error.message, 'mend the YAML');
    return this.#document.contents === null ? {} : (this.#value(this.#document.contents, configShape, '') as Config);
  }

  #value(given: Node | null, shape: ConfigShape, path: string): unknown {
    const node = isAlias(given) ? (given.resolve(this.#document) ?? null) : given;
    if (shape.type === 'object') return this.#map(node, shape, path);
    if (shape.type === 'array') return this.#list(node, shape, path);
    return this.#scalar(node, shape, path);
  }

  #list(node: Node | null, shape: ConfigShape, path: string): unknown[] {
    if (!isSeq(node)) return this.#fail(node, `\`${path}\` is a list`);
    return node.items.map((item, i) => this.#value(item as Node, shape.items!, `${path}[${i}]`));
  }

  #map(node: Node | null, shape: ConfigShape, path: string): Record<string, unknown> {
    if (!isMap(node)) return this.#fail(node, path ? `\`${path}\` is a map` : 'the configuration is a map');
    const missing = shape.required?.find((name) => !node.has(name));
    if (missing) this.#fail(node, `\`${path}\` needs \`${missing}\``);
    return Object.fromEntries(
      node.items.map(({ key, value }) => {
        const name = String(isScalar(key) ? key.value : key);
        const at = path ? `${path}.${name}` : name;
        const inner = shape.properties?.[name] ?? shape.additionalProperties;
        if (!inner) return this.#failUnknown(key as Node, name, at, Object.keys(shape.properties ?? {}));
        return [name, this.#value(value as Node | null, inner, at)];
      }),
    );
  }

  #scalar(node: Node | null, shape: ConfigShape, path: string): unknown {
    const plain = isScalar(node) && node.value !== null ? node : undefined;
    // A version or quantity may stand unquoted, and `1.10` must not become the number 1.1: so the text as written.
    const value = shape.type === 'string' ? plain && (plain.source ?? String(plain.value)) : plain?.value;
    const isRight = shape.type === 'integer' ? Number.isSafeInteger(value) : typeof value === shape.type;
    if (!isRight) return this.#fail(node, `\`${path}\` is ${typeNames[shape.type]}`);
    if (shape.minimum !== undefined && (value as number) < shape.minimum)
      return this.#fail(node, `\`${path}\` is at least ${shape.minimum}`);
    if (shape.enum && !shape.enum.includes(value as string))
      return this.#fail(
        node,
        `\`${path}: ${value}\` is not one of ${shape.enum.join(', ')}`,
        suggestion(value as string, shape.enum),
      );
    return value;
  }

  #failUnknown(key: Node, name: string, path: string, known: readonly string[]): never {
    const help = suggestion(name, known) ?? `known keys here: ${known.join(', ')}`;
    return this.#fail(key, `\`${path}\` is not a key of the configuration`, help);
  }

  #fail(node: Node | null | undefined, message: string, help?: string): never {
    return this.#failAt(node?.range?.[0] ?? 0, message, help);
  }

  #failAt(offset: number, message: string, help?: string): never {
    const { line } = this.#lines.linePos(offset);
    throw new PlumblineError('config', `${this.#file}:${line}: ${message}`, help ? { help } : {});
  }
}

const typeNames: Record<ConfigShape['type'], string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a map',
  array: 'a list',
};

function suggestion(name: string, candidates: readonly string[]): string | undefined {
  const candidate = nearest(name, candidates);
  return candidate ? `did you mean \`${candidate}\`?` : undefined;
}

/** plumbline.yaml as a value, once it has passed its shape. */
interface Config {
  readonly region?: string;
  readonly zones?: readonly string[];
  readonly nodeClassZones?: Readonly<Record<string, readonly string[]>>;
  readonly karpenter?: { readonly version?: string; readonly settings?: Settings['karpenter'] };
  readonly kubernetesVersion?: string;
  readonly existingNodes?: readonly Partial<ExistingNodeSetting>[];
  readonly capacityReservations?: Readonly<Record<string, number>>;
  readonly prices?: { readonly spot?: Settings['spotPricing'] };
  readonly rules?: Settings['rules'];
  readonly ignore?: Settings['ignore'];
  readonly failOn?: Settings['failOn'];
  readonly set?: Readonly<Record<string, string>>;
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
  if (config.prices?.spot) settings.spotPricing = config.prices.spot;
  if (config.rules) settings.rules = config.rules;
  if (config.ignore) settings.ignore = config.ignore;
  if (config.failOn) settings.failOn = config.failOn;
  if (config.set) settings.set = config.set;
  return settings;
}

const existingNode = (node: Partial<ExistingNodeSetting>): ExistingNodeSetting => ({
  name: node.name!,
  instanceType: node.instanceType!,
  count: node.count ?? 1,
  zone: node.zone,
  labels: node.labels ?? {},
  taints: node.taints ?? [],
  requested: node.requested ?? {},
});

/** Joins settings, the later ones winning; undefined never wins. */
export function mergeSettings(...layers: readonly Partial<Settings>[]): Settings {
  const merged: Record<string, unknown> = { ...defaultSettings };
  for (const layer of layers)
    for (const [key, value] of Object.entries(layer)) if (value !== undefined) merged[key] = value;
  return merged as unknown as Settings;
}
