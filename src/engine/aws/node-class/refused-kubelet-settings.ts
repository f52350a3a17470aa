import { parseDuration } from '../../karpenter/api/duration.ts';
import { kubeletFields, managedKubeletFields } from '../../karpenter/api/kubelet-fields.ts';
import { parseQuantity } from '../../karpenter/api/quantity.ts';
import { isObject, type Path, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { AmiFamily } from '../catalog/ami-families.ts';
import { expected, isOfType } from './kubelet-value.ts';

/** The properties of an AMI family that decide which settings reach its nodes. */
export type KubeletFamily = Pick<AmiFamily, 'name' | 'hasPodsPerCore' | 'takesAnyKubeletSetting'>;

/** A setting because of which Karpenter's controller rejects the node class. */
export interface RefusedSetting {
  /** Below `spec.kubelet`. */
  readonly path: Path;
  /** What is wrong with it: the rest of a sentence that starts with its name. */
  readonly why: string;
  /** If the name is wrong: the valid names that are not set yet. */
  readonly names?: readonly string[];
  /** The number that should be a string. */
  readonly number?: number;
  readonly help?: string;
}

type Settings = Readonly<Record<string, Value>>;

/**
 * The settings in `spec.kubelet` that Karpenter 1.15 rejects. To the API server the field is a map of anything. Nested
 * fields and expressions are not checked here. Source: provider-aws v1.15.1
 * pkg/apis/v1/kubeletconfiguration_validation.go, pkg/controllers/nodeclass/validation.go.
 */
export function refusedKubeletSettings(kubelet: Settings, amiFamily: KubeletFamily): RefusedSetting[] {
  const names = Object.keys(kubelet).filter((name) => !hasPlaceholder(name));
  return [
    ...names.flatMap((name) => refusedName(name, kubelet, amiFamily) ?? []),
    ...signalMaps.flatMap((name) => refusedEntries(kubelet, name, signals)),
    ...unpairedThresholds(kubelet),
    ...reservations.flatMap((name) => refusedEntries(kubelet, name, resources)),
    ...refusedNumbers(kubelet),
    ...names.flatMap((name) => refusedType(name, kubelet[name]!)),
  ];
}

function refusedName(name: string, kubelet: Settings, amiFamily: KubeletFamily): RefusedSetting | undefined {
  const path = [name];
  if (!kubeletFields.has(name))
    return { path, why: 'is not a kubelet setting', names: missing(kubeletFields.keys(), kubelet) };

  if (name === 'registerWithTaints') {
    const help =
      'Remove it, and set the taints in `taints` or `startupTaints` under `spec.template.spec` of the NodePool.';
    return { path, why: 'is a setting that Karpenter sets itself', help };
  }

  if (amiFamily.takesAnyKubeletSetting) return undefined;

  const isLost = () => {
    if (name === 'podsPerCore') return isSet(kubelet[name]) && !amiFamily.hasPodsPerCore;
    return !isManaged(name);
  };

  if (isLost())
    return {
      path,
      why: `does not reach nodes of the AMI family \`${amiFamily.name}\``,
      help: 'Remove it, or use AL2023, whose nodes accept any setting.',
    };

  const value = kubelet[name];
  if (name !== 'clusterDNS' || !Array.isArray(value) || value.length < 2) return undefined;

  return {
    path,
    why: `may have only one address with the AMI family \`${amiFamily.name}\``,
    help: 'Keep only one address.',
  };
}

const isManaged = (name: string): boolean => managedKubeletFields.has(name);
const isSet = (value: Value | undefined): boolean => value !== undefined && value !== null;
const missing = (names: Iterable<string>, settings: Settings): string[] =>
  [...names].filter((name) => !Object.hasOwn(settings, name));

interface Entries {
  readonly names: readonly string[];
  readonly wrongName: string;
  /** What is wrong with a value, if it is wrong. */
  wrongValue(field: string, value: string): string | undefined;
}

const signalMaps = ['evictionHard', 'evictionSoft', 'evictionSoftGracePeriod', 'evictionMinimumReclaim'];
const reservations = ['kubeReserved', 'systemReserved'];

const signals: Entries = {
  names: [
    ...['memory.available', 'nodefs.available', 'nodefs.inodesFree'],
    ...['imagefs.available', 'imagefs.inodesFree', 'pid.available'],
  ],
  wrongName: 'is not an eviction signal',
  wrongValue: (field, value) => {
    if (field === 'evictionSoftGracePeriod') return wrongDuration(value);
    return wrongThreshold(value);
  },
};

const resources: Entries = {
  names: ['cpu', 'memory', 'ephemeral-storage', 'pid'],
  wrongName: 'is not a resource that a kubelet can reserve',
  // A value that is not a quantity is an expression, and only Karpenter can evaluate it.
  wrongValue: (_, value) => {
    if (value.startsWith('-')) return 'is negative';
    return undefined;
  },
};

function refusedEntries(kubelet: Settings, field: string, { names, wrongName, wrongValue }: Entries): RefusedSetting[] {
  const entries = kubelet[field] ?? {};
  if (!isObject(entries)) {
    if (hasPlaceholder(entries)) return [];
    return [{ path: [field], why: 'is not a mapping of names to values' }];
  }

  return Object.entries(entries).flatMap(([name, value]): RefusedSetting[] => {
    const path = [field, name];
    if (hasPlaceholder(name)) return [];
    if (!names.includes(name)) return [{ path, why: wrongName, names: missing(names, entries) }];

    // Go decodes null as an empty string.
    const text = value ?? '';
    if (typeof text !== 'string') {
      const wrong = { path, why: 'has a value that is not a string' };
      return [typeof text === 'number' ? { ...wrong, number: text, help: 'Put the number in quotes.' } : wrong];
    }

    const why = hasPlaceholder(text) ? undefined : wrongValue(field, text);
    if (why === undefined) return [];
    return [{ path, why }];
  });
}

/** A number that Go's ParseFloat accepts, without rare forms such as hexadecimal numbers with an exponent. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function wrongThreshold(value: string): string | undefined {
  if (!value.endsWith('%')) {
    const amount = parseQuantity(value);
    if (amount === undefined) return 'is neither a percentage nor a quantity';
    if (amount < 0) return 'is negative';
    return undefined;
  }

  const number = value.slice(0, -1).replaceAll(/(?<=\d)_(?=\d)/g, '');
  const percent = decimal.test(number) ? Number(number) : Number.NaN;
  if (percent >= 0 && percent <= 100) return undefined;
  return 'is not a percentage from 0% to 100%';
}

function wrongDuration(value: string): string | undefined {
  const duration = parseDuration(value);
  if (duration === undefined) return 'is not a duration such as `90s`';
  if (duration < 0n) return 'is negative';
  return undefined;
}

/** Each soft threshold needs a grace period, and each grace period needs a soft threshold. */
function unpairedThresholds({ evictionSoft, evictionSoftGracePeriod }: Settings): RefusedSetting[] {
  const [soft, grace] = [evictionSoft ?? {}, evictionSoftGracePeriod ?? {}];
  if (!isObject(soft) || !isObject(grace)) return [];
  if ([...Object.keys(soft), ...Object.keys(grace)].some((name) => hasPlaceholder(name))) return [];

  return [
    ...missing(Object.keys(soft), grace).map((name) => ({
      path: ['evictionSoft', name],
      why: 'has no grace period',
      help: `Add a grace period under \`evictionSoftGracePeriod\`, such as \`${name}: 90s\`.`,
    })),
    ...missing(Object.keys(grace), soft).map((name) => ({
      path: ['evictionSoftGracePeriod', name],
      why: 'has no threshold under `evictionSoft`',
      help: 'Add the threshold, or remove the grace period.',
    })),
  ];
}

const maximumOf: Readonly<Record<string, number>> = {
  maxPods: 2 ** 31 - 1,
  podsPerCore: 2 ** 31 - 1,
  evictionMaxPodGracePeriod: 2 ** 31 - 1,
  imageGCHighThresholdPercent: 100,
  imageGCLowThresholdPercent: 100,
};

function refusedNumbers(kubelet: Settings): RefusedSetting[] {
  const refused = Object.entries(maximumOf).flatMap(([name, maximum]): RefusedSetting[] => {
    const value = kubelet[name];
    // Here a string is an expression.
    const isOther = name === 'maxPods' && typeof value === 'string';
    if (!isSet(value) || isOther || hasPlaceholder(value) || isWhole(value, maximum)) return [];

    return [
      {
        path: [name],
        why: maximum === 100 ? 'is not a whole number from 0 to 100' : 'is not a whole number of at least 0',
      },
    ];
  });

  const { imageGCHighThresholdPercent: high, imageGCLowThresholdPercent: low } = kubelet;
  if (refused.length > 0 || typeof high !== 'number' || typeof low !== 'number' || high > low) return refused;

  return [
    { path: ['imageGCHighThresholdPercent'], why: `is not above \`imageGCLowThresholdPercent\`, which is ${low}` },
  ];
}

const isWhole = (value: Value | undefined, maximum: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maximum;

/** Fields that the other checks cover. */
const others = new Set(['registerWithTaints', ...signalMaps, ...reservations, ...Object.keys(maximumOf)]);

/** Reports a value with a wrong type. Nulls, placeholders, and the contents of lists and mappings are not checked. */
function refusedType(name: string, value: Value): RefusedSetting[] {
  const type = kubeletFields.get(name);
  if (type === undefined || others.has(name) || !isSet(value) || hasPlaceholder(value) || isOfType(value, type))
    return [];
  const wrong = { path: [name], why: `is not ${expected[type]}` };

  return [
    type === 'text' && typeof value === 'number'
      ? { ...wrong, number: value, help: 'Put the number in quotes.' }
      : wrong,
  ];
}
