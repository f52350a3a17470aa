import { isOfOtherProvider } from '../../hints/version-references.ts';
import type { Instance } from '../modules/module.ts';
import { knownText, objectOf, type TfEntry, type TfObject, type TfValue, unknown } from '../values/tf-value.ts';
import { blockObject } from './block-object.ts';
import { releaseText } from './helm-release.ts';
import type { NamedText } from './named-text.ts';

/** Inputs of modules that install any chart: `chart`, `helm_chart_name`, and its version next to it. */
const chartInput = /^(?:\w+_)?chart(?:_name)?$/;
const versionInput = /^(?:\w+_)?chart_version$/;
const repositoryInput = /(?:^|_)repo(?:sitory)?(?:_url)?$/;

const karpentersChart = /(?:^|\/)karpenter(?:-crd)?$/;

/** Inputs are searched this deep: `addons = { karpenter = { chart = … } }`. */
const maxSteps = 3;

/**
 * The releases of Karpenter's charts that a module from elsewhere gets as inputs, with the version that they name. The module adds values that
 * nobody sees.
 */
export function calledReleases(instance: Instance): NamedText[] {
  const { head: at, labels } = instance.block;

  return releasesIn(blockObject(instance), maxSteps).map((spec, index) => ({
    name: `${instance.address}.release[${index}]`,
    text: releaseText({ name: labels[0] ?? '', at, spec }),
  }));
}

function releasesIn(input: TfValue, steps: number): TfObject[] {
  if (input.kind !== 'object') return [];

  const release = releaseOf(input);
  if (release !== undefined) return [release];
  if (steps === 0) return [];

  return [...input.entries.values()].flatMap(({ value }) => releasesIn(value, steps - 1));
}

function releaseOf({ entries, at }: TfObject): TfObject | undefined {
  const inputNamed = (name: RegExp): TfEntry | undefined => [...entries].find(([key]) => name.test(key))?.[1];
  const chart = inputNamed(chartInput);
  const version = inputNamed(versionInput);
  if (version === undefined || !karpentersChart.test(knownText(chart?.value) ?? '')) return undefined;
  if (isOfOtherProvider(knownText(inputNamed(repositoryInput)?.value) ?? '')) return undefined;

  return objectOf(
    [
      ['chart', chart!],
      ['version', version],
      ['set', { value: unknown(at) }],
    ],
    at,
  );
}
