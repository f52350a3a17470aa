import { managedKubeletFields } from '../../karpenter/api/kubelet-fields.ts';
import { parseResource } from '../../karpenter/api/quantity.ts';
import { isObject, mappingOrEmpty, type Path, type Value } from '../../manifest/model/manifest.ts';
import { type KubeletFamily, refusedKubeletSettings } from './refused-kubelet-settings.ts';

/** Settings that Karpenter passes to the kubelet but does not use to size nodes, sorted. */
export const uncountedSettings = (kubelet: Value | undefined): readonly string[] =>
  Object.keys(mappingOrEmpty(kubelet))
    .filter((name) => !managedKubeletFields.has(name))
    .sort();

/** What the validity of kubelet settings depends on. */
interface KubeletJudge {
  /** `spec.kubelet` accepts any setting: the API server checks none of them, and the controller all. */
  readonly isOpen: boolean;
  readonly amiFamily: KubeletFamily;
}

/**
 * The path of the first setting below `spec.kubelet` that makes the capacity of nodes unknown. From 1.15 on, where the map is open,
 * that is an expression, which Karpenter evaluates for each instance type, or a setting that the controller rejects. Before, it is an
 * amount that the API server rejects. Source: provider-aws pkg/apis/v1/kubeletconfiguration_validation.go, pkg/controllers/nodeclass/validation.go.
 */
export function uncountableSetting(kubelet: Value | undefined, judge: KubeletJudge): Path | undefined {
  if (kubelet === undefined || kubelet === null) return undefined;
  if (!isObject(kubelet)) return [];

  const { isOpen, amiFamily } = judge;
  const [refused] = isOpen ? refusedKubeletSettings(kubelet, amiFamily) : [];
  if (refused !== undefined) return refused.path;

  const number = ['maxPods', 'podsPerCore'].find((name) => !isCount(kubelet[name]));
  if (number !== undefined) return [number];

  for (const [name, isAmount] of amounts) {
    const path = firstOther(kubelet[name], (key, value) => isAmount(key, value, isOpen));
    if (path !== undefined) return [name, ...path];
  }

  return undefined;
}

type IsAmount = (key: string, value: Value, isOpen: boolean) => boolean;

const amounts: readonly (readonly [name: string, isAmount: IsAmount])[] = [
  ['kubeReserved', isReservation],
  ['systemReserved', isReservation],
  ['evictionHard', (key, value, isOpen) => isPercentage(value) || isReservation(key, value, isOpen)],
];

const isCount = (value: Value | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'number' && value >= 0 && (value | 0) === value);

/** Whether a value is a quantity. If the map is open, the controller cannot read an unquoted number. */
function isReservation(key: string, value: Value, isOpen: boolean): boolean {
  if (typeof value !== 'string') return !isOpen && (value === null || typeof value === 'number');
  return (parseResource(key, value) ?? -1) >= 0;
}

function isPercentage(value: Value): boolean {
  const percent = typeof value === 'string' && /^\d+(?:\.\d+)?%$/.test(value) ? Number(value.slice(0, -1)) : -1;
  return percent >= 0 && percent <= 100;
}

/** The path of the first entry that fails a test, or of the value itself if it is not a mapping. */
function firstOther(entries: Value | undefined, isFine: (key: string, value: Value) => boolean): Path | undefined {
  if (entries === undefined || entries === null) return undefined;
  if (!isObject(entries)) return [];
  const entry = Object.entries(entries).find(([key, value]) => !isFine(key, value));
  return entry && [entry[0]];
}
