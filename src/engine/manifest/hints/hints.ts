import { compareNames } from '../../text/name-order.ts';
import { folderOf, type Source } from '../../text/source.ts';
import type { Value } from '../model/manifest.ts';
import { isScriptPath, isTerraformPath, mayHoldHint } from '../prefilter.ts';
import { commentedUses } from './commented-uses.ts';
import { evaluatedHints, withoutRepeatedPlaces } from './evaluated-hints.ts';
import { chartHints, type HelmSettings } from './helm-values.ts';
import {
  findHints,
  type Hint,
  type HintPattern,
  type HintTopic,
  karpenterVersionPatterns,
  regionPattern,
} from './hint.ts';
import { clusterAliases } from './provider-aliases.ts';
import { moduleCalls } from './set-variables.ts';
import { declaresCluster, terraformHints } from './terraform-hints.ts';
import { isOfOtherProvider } from './version-references.ts';
import { isOtherZone, isZoneOfPool, type ZoneHints, zonesNamedIn } from './zone-hints.ts';

/** All hints on one topic. `value` is undefined if there is none or if they contradict each other. */
export interface HintAnswer {
  readonly value: string | undefined;
  /** Every place with a hint, by file and place. */
  readonly candidates: readonly Hint[];
  /** The most reliable ones. Different values of them are a contradiction. */
  readonly decisive: readonly Hint[];
}

/** The hints in a repository about its cluster. */
interface RepositoryHints {
  readonly region: HintAnswer;
  /** The zones of the region that any file names. If the region is unknown, the zones of all regions. */
  readonly zones: ZoneHints;
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

/** A variable of a script, a workflow or values. What installs Karpenter is more reliable. */
const karpenterVariable: HintPattern = {
  topic: 'karpenterVersion',
  isWeak: true,
  pattern:
    /\bkarpenter_?(?:(?:helm|chart|controller)_?){0,2}version["']?\s{0,9}[:=]\s{0,9}["']?v?(?<value>\d{1,3}\.\d{1,3})\.\d/dgi,
};

const patterns: readonly HintPattern[] = [
  { topic: 'region', pattern: variable('AWS_(?:DEFAULT_)?REGION', regionPattern) },
  {
    topic: 'region',
    pattern: new RegExp(`\\barn:aws[\\w-]*:(?!s3)\\w+:(?<value>${regionPattern}):`, 'gd'),
    isWeak: true,
  },
  { topic: 'region', pattern: new RegExp(`\\.eks\\.(?<value>${regionPattern})\\.`, 'gd'), isWeak: true },
  { topic: 'region', pattern: new RegExp(`\\.(?<value>${regionPattern})\\.eks\\.amazonaws\\.`, 'gd'), isWeak: true },
  {
    topic: 'region',
    isWeak: true,
    pattern: new RegExp(
      `^[ \\t]*(?:- )?["']?(?:(?:aws|cluster|eks)_region|(?:aws|cluster|eks)Region|(?:AWS|CLUSTER|EKS)_REGION)["']?[:=][ \\t]*["']?(?<value>${regionPattern})["']?[ \\t]*(?:#.*)?$`,
      'gdm',
    ),
  },
  {
    // Values of a chart that needs to know the cluster, such as that of the AWS Load Balancer Controller.
    topic: 'region',
    isWeak: true,
    pattern: new RegExp(
      `^([ \\t]*)(?:clusterName|vpcId):[^\\n]*\\n(?:\\1[^\\n]*\\n){0,5}?\\1region:[ \\t]*["']?(?<value>${regionPattern})["']?[ \\t]*(?:#.*)?$`,
      'gdm',
    ),
  },
  {
    topic: 'region',
    isWeak: true,
    pattern: new RegExp(
      `^([ \\t]*)region:[ \\t]*["']?(?<value>${regionPattern})["']?[ \\t]*(?:#[^\\n]*)?\\n(?:\\1[^\\n]*\\n){0,5}?\\1(?:clusterName|vpcId):`,
      'gdm',
    ),
  },
  {
    topic: 'region',
    isWeak: true,
    isOfImage: true,
    pattern: new RegExp(`\\.dkr\\.ecr\\.(?<value>${regionPattern})\\.`, 'gd'),
  },
  { topic: 'clusterName', pattern: variable('CLUSTER_NAME', '[\\w.-]+') },
  { topic: 'clusterName', pattern: /karpenter\.sh\/discovery["']?:\s*["']?(?<value>[\w.-]+)/dg, isWeak: true },
  ...karpenterVersionPatterns,
  karpenterVariable,
];

/** Variables of a shell script, such as `export AWS_REGION="${AWS_REGION:-eu-west-1}"`. */
const scriptPatterns: readonly HintPattern[] = [
  {
    topic: 'region',
    isWeak: true,
    pattern: new RegExp(
      `\\bAWS_(?:DEFAULT_)?REGION=["']?(?:\\$\\{\\w{1,40}:?[-=])?(?<value>${regionPattern})\\b`,
      'gd',
    ),
  },
  karpenterVariable,
];

const byPlace = (a: Hint, b: Hint): number => compareNames(a.span.file, b.span.file) || a.span.start - b.span.start;

function answer(hints: readonly Hint[], topic: HintTopic): HintAnswer {
  const candidates = hints.filter((hint) => hint.topic === topic);
  const best = Math.min(...candidates.map(rankOf));
  const decisive = candidates.filter((hint) => rankOf(hint) === best);
  const values = new Set(decisive.map(({ value }) => value));
  return { value: values.size === 1 ? [...values][0] : undefined, candidates, decisive };
}

/** If NodePools name zones of several regions, the region among them that the cluster's own files name. */
function regionAnswer(hints: readonly Hint[]): HintAnswer {
  const region = answer(hints, 'region');
  if (region.value !== undefined || !region.decisive.some(({ isOfNodes }) => isOfNodes)) return region;

  const named = new Set(region.decisive.map(({ value }) => value));
  const others = region.candidates.filter((hint) => !hint.isOfNodes && named.has(hint.value));
  const { value } = answer(others, 'region');

  if (value === undefined) return region;
  return { ...region, value, decisive: region.decisive.filter((hint) => hint.value === value) };
}

/**
 * The lower, the more reliable: where nodes are, then the root of the cluster and the folder that it is in, then all
 * others. The controller comes before its CRDs, and both come before weak hints.
 */
const rankOf = ({
  isWeak,
  isOfCrds = false,
  isOfNodes = false,
  isOfCluster = false,
  isOfCalled = false,
  isOfImage = false,
  isOfFolder = false,
}: Hint): number => {
  if (isOfNodes) return 0;
  if (isOfFolder) return 1.5;

  return (
    16 * Number(isOfImage) +
    8 * Number(isOfCalled) +
    4 * Number(isWeak) +
    2 * Number(isOfCrds) +
    Number(!isOfCluster) +
    1
  );
};

/** A zone is also a hint on the region. */
const withRegion = (hint: Hint): Hint[] => {
  if (hint.topic === 'zone') return [hint, { ...hint, topic: 'region', value: hint.value.slice(0, -1) }];
  return [hint];
};

/** The settings on which all Helm values agree. Feature gates are compared one by one. */
function agreed(all: readonly { readonly [key: string]: Value }[]): { readonly [key: string]: Value } {
  const names = [...new Set(all.flatMap((settings) => Object.keys(settings)))].sort();
  const entries = names.flatMap((name): [string, Value][] => {
    const values = all.filter((settings) => Object.hasOwn(settings, name)).map((settings) => settings[name]!);
    if (values.every((value) => typeof value === 'object' && value !== null && !Array.isArray(value))) {
      return [[name, agreed(values as { readonly [key: string]: Value }[])]];
    }
    if (new Set(values.map((value) => JSON.stringify(value))).size === 1) return [[name, values[0]!]];
    return [];
  });

  return Object.fromEntries(entries);
}

/** A NodePool or node class of AWS, also in a template and in a heredoc of Terraform. */
const nodeObject =
  /^[ \t]*(?:- )?["']?kind["']?[ \t]*[:=][ \t]*["']?(?:NodePool|Provisioner|EC2NodeClass|AWSNodeTemplate)\b/m;

/** The zones of a file with NodePools or node classes, which say where nodes are; undefined for any other file. */
const nodeZonesIn = (source: Source): readonly Hint[] | undefined => {
  if (nodeObject.test(source.text)) return zonesNamedIn(source).map((hint) => ({ ...hint, isOfNodes: true }));
  return undefined;
};

const regionFolder = new RegExp(`(?:^|/)(${regionPattern})(?=/)`, 'g');

/** The folders of a side that are named after a region and have a cluster or its nodes. */
function folderHints(sources: readonly Source[]): Hint[] {
  return sources.flatMap(({ file, text }) => {
    const [, value] = [...file.matchAll(regionFolder)].at(-1) ?? [];
    if (value === undefined || !(nodeObject.test(text) || (isTerraformPath(file) && declaresCluster(text)))) return [];
    return [{ topic: 'region', value, span: { file, start: 0, end: 0 }, isWeak: false, isOfFolder: true }];
  });
}

/** The folders of Terraform that create a cluster and say where. */
function clusterRoots(sources: readonly Source[]): ReadonlySet<string> {
  const terraform = sources.filter(({ file }) => isTerraformPath(file));
  const foldersWith = (isFound: (text: string) => boolean): string[] =>
    terraform.filter(({ text }) => isFound(text)).map(({ file }) => folderOf(file));
  // A module without a provider is called with other values.
  const providers = new Set(foldersWith((text) => /^provider\s+"aws"/m.test(text)));
  return new Set(foldersWith(declaresCluster).filter((folder) => providers.has(folder)));
}

/**
 * Folders of Terraform that create a cluster at another cloud and nothing at AWS, next to folders for AWS. Their
 * versions are those of other clusters.
 */
function otherCloudRoots(sources: readonly Source[]): ReadonlySet<string> {
  const terraform = sources.filter(({ file }) => isTerraformPath(file));
  const aws = new Set(
    terraform.flatMap(({ file, text }) => {
      if (/["/]aws(?:"|_\w)/.test(text)) return [folderOf(file)];
      return [];
    }),
  );
  const others = terraform.filter(({ text }) => /"(?:azurerm_kubernetes_cluster|google_container_cluster)"/.test(text));
  return new Set(aws.size === 0 ? [] : others.map(({ file }) => folderOf(file)).filter((folder) => !aws.has(folder)));
}

/** An object of Flux that says where charts come from, up to its address. */
const fluxRepository =
  /^kind:[ \t]*(?:HelmRepository|OCIRepository|GitRepository)\b(?:(?!^---)[\s\S]){0,2000}?^[ \t]+url:[ \t]*["']?(?<url>[^\s"']+)/gm;

const metadataName =
  /^metadata:[ \t]*(?:\{[^}\n]{0,200}?\bname:|\n(?:[ \t][^\n]*\n){0,20}?[ \t]+name:)[ \t]*["']?(?<name>[\w.-]+)/m;

/** The API groups of Karpenter's node classes that a text names. */
const classGroup =
  /\b(?:apiVersion|group)["']?[ \t]*[:=][ \t]*["']?(?<group>karpenter\.[a-z][a-z0-9.-]{0,60}|eks\.amazonaws\.com)(?=[/"'\s,}])/g;
const ofAws: ReadonlySet<string> = new Set(['karpenter.k8s.aws', 'eks.amazonaws.com']);

/**
 * Whether a hint is about the Karpenter whose versions are known. One from a repository of another cloud's Karpenter is not, and neither is any
 * other if all node classes are of other clouds.
 */
function isOfKarpenterFor(sources: readonly Source[]): (hint: Hint) => boolean {
  const texts = sources.map(({ text }) => text).filter((text) => text.includes('karpenter'));
  const groups = new Set(texts.flatMap((text) => [...text.matchAll(classGroup)].map(({ groups }) => groups!.group!)));
  groups.delete('karpenter.sh');
  const isOtherCloud = groups.size > 0 && ![...groups].some((group) => ofAws.has(group));
  const repositories = texts.flatMap(fluxRepositories);

  const isForeign = (name: string): boolean => {
    const named = repositories.filter((repository) => repository.name === name);
    // The name of a repository may be filled in. Then it may be this one.
    return (named.length > 0 ? named : repositories.filter((repository) => repository.name === undefined)).some(
      ({ isOther }) => isOther,
    );
  };

  return ({ topic, repository }) =>
    topic !== 'karpenterVersion' || !(isOtherCloud || (repository !== undefined && isForeign(repository)));
}

interface FluxRepository {
  /** Undefined if it is unknown. */
  readonly name: string | undefined;
  readonly isOther: boolean;
}

const fluxRepositories = (text: string): FluxRepository[] =>
  [...text.matchAll(fluxRepository)].map((match) => ({
    name: metadataName.exec(match[0])?.groups?.name,
    isOther: isOfOtherProvider(match.groups!.url!),
  }));

/** The values of hints, each once, sorted. */
const valuesOf = (hints: readonly Hint[]): readonly string[] => [...new Set(hints.map(({ value }) => value))].sort();

/** Collects hints from all files of a side: manifests, clusters defined in YAML, Helm values, charts, Terraform and scripts. */
export function repositoryHints(sources: readonly Source[]): RepositoryHints {
  const unique = [...new Map(sources.map((source) => [source.file, source])).values()];
  const settings: HelmSettings[] = [];
  const roots = clusterRoots(unique);
  const otherClouds = otherCloudRoots(unique);
  const calls = moduleCalls(unique.filter(({ file }) => isTerraformPath(file)));
  const aliases = clusterAliases(unique);
  const isUsedInCommentsOnly = commentedUses(unique.filter(({ file }) => isTerraformPath(file)));

  const ofTerraform = (source: Source): readonly Hint[] => {
    const folder = folderOf(source.file);
    if (otherClouds.has(folder)) return [];

    const isOfCluster = roots.has(folder);
    const isCalled = calls.isCalled(folder);

    const hintsOfSource = terraformHints(source, aliases.get(folder)).map((hint) => ({
      ...hint,
      ...(hint.topic === 'region' && { isOfCluster }),
      ...(isCalled && hint.isWeak && { isOfCalled: true }),
      ...(hint.topic === 'kubernetesVersion' && isUsedInCommentsOnly(source, hint) && { isOfComment: true }),
      ...(calls.isReplaced(source, hint.span.start) && { isReplaced: true }),
    }));

    const zones = nodeZonesIn(source);
    if (zones) return [...hintsOfSource.filter(({ topic }) => topic !== 'zone'), ...zones];
    return hintsOfSource;
  };

  const hints = unique.flatMap((source): readonly Hint[] => {
    if (isTerraformPath(source.file)) return ofTerraform(source);

    // A script says where its cluster is. An address or an image of another region does not.
    if (isScriptPath(source.file))
      return findHints(source, scriptPatterns).map((hint) => ({ ...hint, isOfCluster: hint.topic === 'region' }));

    const plain = [
      ...findHints(source, patterns),
      ...evaluatedHints(source),
      ...(nodeZonesIn(source) ?? zonesNamedIn(source)),
    ];

    if (!mayHoldHint(source.file, source.text)) return plain;

    const chart = chartHints(source);
    settings.push(...chart.settings);

    return [...plain, ...chart.hints];
  });

  const all = withoutRepeatedPlaces([...hints, ...folderHints(unique)], unique)
    .filter(isOfKarpenterFor(unique))
    .flatMap(withRegion)
    .sort(byPlace);

  return answersOf(all, settings);
}

/** What all hints of a side say together. */
function answersOf(all: readonly Hint[], settings: HelmSettings[]): RepositoryHints {
  const region = regionAnswer(all);
  const zones = all.filter(({ topic, value }) => topic === 'zone' && value.startsWith(region.value ?? ''));

  return {
    region,
    zones: {
      ofNodes: valuesOf(zones.filter((hint) => !isOtherZone(hint) && !isZoneOfPool(hint))),
      ofPools: valuesOf(zones.filter(isZoneOfPool)),
      others: valuesOf(zones.filter(isOtherZone)),
    },
    karpenterVersion: answer(all, 'karpenterVersion'),
    kubernetesVersion: answer(all, 'kubernetesVersion'),
    clusterName: answer(all, 'clusterName'),
    settings: agreed(settings.map((setting) => setting.settings)),
    settingsCandidates: settings.sort((a, b) => compareNames(a.span.file, b.span.file) || a.span.start - b.span.start),
  };
}
