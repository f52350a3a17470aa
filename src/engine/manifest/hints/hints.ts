import { compareNames } from '../../name-order.ts';
import type { Source } from '../../source.ts';
import type { Value } from '../manifest.ts';
import { isTerraformPath, mayHoldHint } from '../prefilter.ts';
import { chartHints, type HelmSettings } from './helm-values.ts';
import { findHints, type Hint, type HintPattern, type HintTopic, regionPattern } from './hint.ts';
import { terraformHints } from './terraform-hints.ts';

/** All hints on one topic. `value` is undefined if there is none or if they contradict each other. */
export interface HintAnswer {
  readonly value: string | undefined;
  /** Every place with a hint, by file and place. Different values of strong hints are a contradiction. */
  readonly candidates: readonly Hint[];
}

/** The hints in a repository about its cluster. */
export interface RepositoryHints {
  readonly region: HintAnswer;
  /** The zones of the region that any file names, sorted. If the region is unknown, the zones of all regions. */
  readonly zones: readonly string[];
  /** The minor of Karpenter, such as `1.14`. */
  readonly karpenterVersion: HintAnswer;
  /** The minor of the cluster's Kubernetes, such as `1.33`. */
  readonly kubernetesVersion: HintAnswer;
  readonly clusterName: HintAnswer;
  /** The settings of Karpenter on which all Helm values agree, by the chart's names. */
  readonly settings: { readonly [key: string]: Value };
  readonly settingsCandidates: readonly HelmSettings[];
}

const variable = (name: string, value: string): RegExp =>
  new RegExp(`\\bname["']?:\\s*["']?${name}["']?\\s*(?:,\\s*)?["']?value["']?:\\s*["']?(?<value>${value})\\b`, 'gd');

const patterns: readonly HintPattern[] = [
  { topic: 'region', pattern: variable('AWS_(?:DEFAULT_)?REGION', regionPattern) },
  { topic: 'zone', pattern: new RegExp(`(?<![\\w-])(?<value>${regionPattern}[a-z])(?![\\w-])`, 'gd') },
  {
    topic: 'region',
    pattern: new RegExp(`\\barn:aws[\\w-]*:(?!s3)\\w+:(?<value>${regionPattern}):`, 'gd'),
    isWeak: true,
  },
  { topic: 'region', pattern: new RegExp(`\\.(?:dkr\\.ecr|eks)\\.(?<value>${regionPattern})\\.`, 'gd'), isWeak: true },
  { topic: 'clusterName', pattern: variable('CLUSTER_NAME', '[\\w.-]+') },
  { topic: 'clusterName', pattern: /karpenter\.sh\/discovery["']?:\s*["']?(?<value>[\w.-]+)/dg, isWeak: true },
  { topic: 'karpenterVersion', pattern: /karpenter\/controller:v?(?<value>\d+\.\d+)\.\d+/dg },
];
const byPlace = (a: Hint, b: Hint): number => compareNames(a.span.file, b.span.file) || a.span.start - b.span.start;

function answer(hints: readonly Hint[], topic: HintTopic): HintAnswer {
  const candidates = hints.filter((hint) => hint.topic === topic);
  const strong = candidates.filter(({ isWeak }) => !isWeak);
  const values = new Set((strong.length > 0 ? strong : candidates).map(({ value }) => value));
  return { value: values.size === 1 ? [...values][0] : undefined, candidates };
}

/** A zone is also a hint on the region. */
const withRegion = (hint: Hint): Hint[] =>
  hint.topic === 'zone' ? [hint, { ...hint, topic: 'region', value: hint.value.slice(0, -1) }] : [hint];

/** The settings on which all Helm values agree. Feature gates are compared one by one. */
function agreed(all: readonly { readonly [key: string]: Value }[]): { readonly [key: string]: Value } {
  const names = [...new Set(all.flatMap((settings) => Object.keys(settings)))].sort();
  const entries = names.flatMap((name): [string, Value][] => {
    const values = all.filter((settings) => Object.hasOwn(settings, name)).map((settings) => settings[name]!);
    if (values.every((value) => typeof value === 'object' && value !== null && !Array.isArray(value))) {
      return [[name, agreed(values as { readonly [key: string]: Value }[])]];
    }
    return new Set(values.map((value) => JSON.stringify(value))).size === 1 ? [[name, values[0]!]] : [];
  });
  return Object.fromEntries(entries);
}

/** Collects hints from all files of a side: manifests, clusters defined in YAML, Helm values, charts and Terraform. */
export function repositoryHints(sources: readonly Source[]): RepositoryHints {
  const unique = [...new Map(sources.map((source) => [source.file, source])).values()];
  const settings: HelmSettings[] = [];
  const hints = unique.flatMap((source) => {
    if (isTerraformPath(source.file)) return terraformHints(source);
    const found = findHints(source, patterns);
    if (!mayHoldHint(source.file, source.text)) return found;
    const chart = chartHints(source);
    settings.push(...chart.settings);
    return [...found, ...chart.hints];
  });
  const all = hints.flatMap(withRegion).sort(byPlace);
  const region = answer(all, 'region');
  const zones = all.filter(({ topic, value }) => topic === 'zone' && value.startsWith(region.value ?? ''));
  return {
    region,
    zones: [...new Set(zones.map(({ value }) => value))].sort(),
    karpenterVersion: answer(all, 'karpenterVersion'),
    kubernetesVersion: answer(all, 'kubernetesVersion'),
    clusterName: answer(all, 'clusterName'),
    settings: agreed(settings.map((found) => found.settings)),
    settingsCandidates: settings.sort((a, b) => compareNames(a.span.file, b.span.file) || a.span.start - b.span.start),
  };
}
