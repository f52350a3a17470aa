import { parseDuration } from '../../api/duration.ts';
import { kubeletFields, managedKubeletFields } from '../../api/kubelet-fields.ts';
import { parseQuantity } from '../../api/quantity.ts';
import { isObject, type Path, type Value } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { AmiFamily } from './ami-family.ts';
import { expected, isOfType } from './kubelet-value.ts';

/** What of an AMI family decides which settings reach its nodes. */
export type KubeletFamily = Pick<AmiFamily, 'name' | 'hasPodsPerCore' | 'takesAnyKubeletSetting'>;

/** A setting for which Karpenter's controller does not use the class. */
export interface RefusedSetting {
  /** Below `spec.kubelet`. */
  readonly path: Path;
  /** What is wrong with it, to be read behind its name. */
  readonly why: string;
  /** Where the name is wrong: the right ones that are not there yet. */
  readonly names?: readonly string[];
  /** A text stands there as this number. */
  readonly number?: number;
  readonly help?: string;
}

type Settings = Readonly<Record<string, Value>>;

/**
 * What Karpenter 1.15 refuses of a `spec.kubelet`, which is a map of anything to the API server. Fields within fields and expressions
 * are left aside. Source: provider-aws v1.15.1 pkg/apis/v1/kubeletconfiguration_validation.go, pkg/controllers/nodeclass/validation.go.
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
    return { path, why: 'is no setting of the kubelet', names: missing(kubeletFields.keys(), kubelet) };
  if (name === 'registerWithTaints') {
    const help = 'Write the taints under `spec.template.spec.taints` or `startupTaints` of the NodePool.';
    return { path, why: 'is set by Karpenter itself', help };
  }
  if (amiFamily.takesAnyKubeletSetting) return undefined;
  const isLost = name === 'podsPerCore' ? isSet(kubelet[name]) && !amiFamily.hasPodsPerCore : !isManaged(name);
  if (isLost)
    return {
      path,
      why: `does not reach nodes of the AMI family \`${amiFamily.name}\``,
      help: 'Remove it, or use AL2023, whose nodes take any setting.',
    };
  const value = kubelet[name];
  if (name !== 'clusterDNS' || !Array.isArray(value) || value.length < 2) return undefined;
  return { path, why: `takes one address with the AMI family \`${amiFamily.name}\``, help: 'Leave one address.' };
}

const isManaged = (name: string): boolean => managedKubeletFields.has(name);
const isSet = (value: Value | undefined): boolean => value !== undefined && value !== null;
const missing = (names: Iterable<string>, given: Settings): string[] =>
  [...names].filter((name) => !Object.hasOwn(given, name));

interface Entries {
  readonly names: readonly string[];
  readonly wrongName: string;
  /** What is wrong with a value. */
  wrongValue(field: string, value: string): string | undefined;
}

const signalMaps = ['evictionHard', 'evictionSoft', 'evictionSoftGracePeriod', 'evictionMinimumReclaim'];
const reservations = ['kubeReserved', 'systemReserved'];

const signals: Entries = {
  names: [
    ...['memory.available', 'nodefs.available', 'nodefs.inodesFree'],
    ...['imagefs.available', 'imagefs.inodesFree', 'pid.available'],
  ],
  wrongName: 'is no eviction signal',
  wrongValue: (field, value) => (field === 'evictionSoftGracePeriod' ? wrongDuration(value) : wrongThreshold(value)),
};

const resources: Entries = {
  names: ['cpu', 'memory', 'ephemeral-storage', 'pid'],
  wrongName: 'is nothing that a kubelet reserves',
  // What is no quantity is an expression, and only Karpenter can tell what that comes to.
  wrongValue: (_, value) => (value.startsWith('-') ? 'is negative' : undefined),
};

function refusedEntries(kubelet: Settings, field: string, { names, wrongName, wrongValue }: Entries): RefusedSetting[] {
  const entries = kubelet[field] ?? {};
  if (!isObject(entries))
    return hasPlaceholder(entries) ? [] : [{ path: [field], why: 'is no mapping of names to values' }];
  return Object.entries(entries).flatMap(([name, value]): RefusedSetting[] => {
    const path = [field, name];
    if (hasPlaceholder(name)) return [];
    if (!names.includes(name)) return [{ path, why: wrongName, names: missing(names, entries) }];
    // Go reads null into a text as the empty one.
    const text = value ?? '';
    if (typeof text !== 'string') {
      const wrong = { path, why: 'has a value that is no text' };
      return [typeof text === 'number' ? { ...wrong, number: text, help: 'Put the number in quotes.' } : wrong];
    }
    const why = hasPlaceholder(text) ? undefined : wrongValue(field, text);
    return why === undefined ? [] : [{ path, why }];
  });
}

/** A number as Go's ParseFloat takes it; what nobody writes, such as hexadecimal ones with an exponent, is left out. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function wrongThreshold(value: string): string | undefined {
  if (!value.endsWith('%')) {
    const amount = parseQuantity(value);
    if (amount === undefined) return 'has neither a percentage nor a quantity';
    return amount < 0 ? 'is negative' : undefined;
  }
  const number = value.slice(0, -1).replaceAll(/(?<=\d)_(?=\d)/g, '');
  const percent = decimal.test(number) ? Number(number) : Number.NaN;
  return percent >= 0 && percent <= 100 ? undefined : 'has no percentage from 0 to 100';
}

function wrongDuration(value: string): string | undefined {
  const duration = parseDuration(value);
  if (duration === undefined) return 'has no duration, such as `90s`';
  return duration < 0n ? 'is negative' : undefined;
}

/** Each soft threshold needs its grace period, and the other way round. */
function unpairedThresholds({ evictionSoft, evictionSoftGracePeriod }: Settings): RefusedSetting[] {
  const [soft, grace] = [evictionSoft ?? {}, evictionSoftGracePeriod ?? {}];
  if (!isObject(soft) || !isObject(grace)) return [];
  if ([...Object.keys(soft), ...Object.keys(grace)].some((name) => hasPlaceholder(name))) return [];
  return [
    ...missing(Object.keys(soft), grace).map((name) => ({
      path: ['evictionSoft', name],
      why: 'has no grace period',
      help: `Say under \`evictionSoftGracePeriod\` how long pods have, such as \`${name}: 90s\`.`,
    })),
    ...missing(Object.keys(grace), soft).map((name) => ({
      path: ['evictionSoftGracePeriod', name],
      why: 'has no threshold under `evictionSoft`',
      help: 'Add the threshold, or remove the grace period.',
    })),
  ];
}

const mostOf: Readonly<Record<string, number>> = {
  maxPods: 2 ** 31 - 1,
  podsPerCore: 2 ** 31 - 1,
  evictionMaxPodGracePeriod: 2 ** 31 - 1,
  imageGCHighThresholdPercent: 100,
  imageGCLowThresholdPercent: 100,
};

function refusedNumbers(kubelet: Settings): RefusedSetting[] {
  const refused = Object.entries(mostOf).flatMap(([name, most]): RefusedSetting[] => {
    const value = kubelet[name];
    // A text is an expression here.
    const isOther = name === 'maxPods' && typeof value === 'string';
    if (!isSet(value) || isOther || hasPlaceholder(value) || isWhole(value, most)) return [];
    return [{ path: [name], why: most === 100 ? 'is no whole number from 0 to 100' : 'is no whole number from 0 on' }];
  });
  const { imageGCHighThresholdPercent: high, imageGCLowThresholdPercent: low } = kubelet;
  if (refused.length > 0 || typeof high !== 'number' || typeof low !== 'number' || high > low) return refused;
  return [
    { path: ['imageGCHighThresholdPercent'], why: `is not above \`imageGCLowThresholdPercent\`, which is ${low}` },
  ];
}

const isWhole = (value: Value | undefined, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;

/** Fields that are looked at more closely. */
const others = new Set(['registerWithTaints', ...signalMaps, ...reservations, ...Object.keys(mostOf)]);

/** A value of another type than the field has; nulls and placeholders are left aside, and so is what stands within lists and mappings. */
function refusedType(name: string, value: Value): RefusedSetting[] {
  const type = kubeletFields.get(name);
  if (type === undefined || others.has(name) || !isSet(value) || hasPlaceholder(value) || isOfType(value, type))
    return [];
  const wrong = { path: [name], why: `takes ${expected[type]}` };
  return [
    type === 'text' && typeof value === 'number'
      ? { ...wrong, number: value, help: 'Put the number in quotes.' }
      : wrong,
  ];
}
