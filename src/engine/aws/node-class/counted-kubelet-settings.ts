import { managedKubeletFields } from '../../api/kubelet-fields.ts';
import { parseResource } from '../../api/quantity.ts';
import { isObject, type Path, type Value } from '../../manifest/manifest.ts';
import { mappingOrEmpty } from '../../provisioning/value-reader.ts';
import { type KubeletFamily, refusedKubeletSettings } from './refused-kubelet-settings.ts';

/** Settings of an open map that Karpenter hands to the kubelet and does not count, sorted. */
export const uncountedSettings = (kubelet: Value | undefined): readonly string[] =>
  Object.keys(mappingOrEmpty(kubelet))
    .filter((name) => !managedKubeletFields.has(name))
    .sort();

/** What judges the settings of a class. */
export interface KubeletJudge {
  /** Any setting may stand there: the API server looks at none of them, and the controller at all. */
  readonly isOpen: boolean;
  readonly amiFamily: KubeletFamily;
}

/**
 * Path of the first setting below `spec.kubelet` with which it is not known what nodes hold: where the map is open (from 1.15 on), an
 * expression that is worked out for each instance type, or what makes the controller refuse the class; before, an amount that the
 * API server refuses. Source: provider-aws pkg/apis/v1/kubeletconfiguration_validation.go, pkg/controllers/nodeclass/validation.go.
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
    const found = firstOther(kubelet[name], (key, value) => isAmount(key, value, isOpen));
    if (found !== undefined) return [name, ...found];
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

/** A quantity. Where the map is open, an unquoted number is nothing that the controller can read. */
function isReservation(key: string, value: Value, isOpen: boolean): boolean {
  if (typeof value !== 'string') return !isOpen && (value === null || typeof value === 'number');
  return (parseResource(key, value) ?? -1) >= 0;
}

function isPercentage(value: Value): boolean {
  const percent = typeof value === 'string' && /^\d+(?:\.\d+)?%$/.test(value) ? Number(value.slice(0, -1)) : -1;
  return percent >= 0 && percent <= 100;
}

/** Path of the first entry that fails a test, or of the whole where it is no mapping. */
function firstOther(entries: Value | undefined, isFine: (key: string, value: Value) => boolean): Path | undefined {
  if (entries === undefined || entries === null) return undefined;
  if (!isObject(entries)) return [];
  const found = Object.entries(entries).find(([key, value]) => !isFine(key, value));
  return found && [found[0]];
}
