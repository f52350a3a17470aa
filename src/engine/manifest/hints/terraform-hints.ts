import type { Source } from '../../text/source.ts';
import {
  findHints,
  type Hint,
  type HintPattern,
  isCommented,
  karpenterVersionPatterns,
  pinnedMinor,
  regionPattern,
} from './hint.ts';
import { isOfOtherProvider, sourceCodePattern } from './version-references.ts';

/** A variable with Karpenter's version, such as `karpenter_chart_version`. `words` are between the first and the last word. */
const karpenterVariable = (words: string): HintPattern => ({
  topic: 'karpenterVersion',
  isWeak: true,
  pattern: new RegExp(
    `(?:\\bkarpenter_${words}version|variable\\s+"karpenter_${words}version"\\s*\\{[^}]{0,500}?default)\\s*=\\s*"v?(?<value>0\\.3\\d|0\\.\\d{1,2}(?=\\.\\d)|1\\.\\d{1,2})(?:\\.\\d+)?"`,
    'gd',
  ),
});

/** Names of other regions than the cluster's: of single sign-on, state, backups, replicas, certificates, witnesses and agents. */
const otherRegion = String.raw`(?!\w*(?:agent|backend|backup|bedrock|bucket|cert\w*|cloudfront|dest\w*|dr|ecr|failover|idc|identity|kms|peer\w*|public|remote|replica\w*|route53|secondary|ses|source|sso|standby|state|witness|acm)_region)`;

/** A minor in quotes or as a number, which Terraform turns into the same text. It would turn 1.30 into `1.3`. */
const writtenMinor = String.raw`(?:"(?=1\.\d{1,2}")|(?=1\.\d[1-9](?![\w.])))(?<value>1\.\d{1,2})`;

const patterns: readonly HintPattern[] = [
  {
    topic: 'region',
    pattern: new RegExp(`\\b${otherRegion}\\w{0,40}region\\w{0,40}\\s*=\\s*"(?<value>${regionPattern})"`, 'gd'),
  },
  {
    topic: 'region',
    pattern: new RegExp(
      `variable\\s+"${otherRegion}\\w{0,40}region"\\s*\\{[^}]{0,500}?default\\s*=\\s*"(?<value>${regionPattern})"`,
      'gd',
    ),
  },
  { topic: 'zone', pattern: new RegExp(`"(?<value>${regionPattern}[a-z])"`, 'gd') },
  { topic: 'region', pattern: new RegExp(`\\barn:aws[\\w-]*:\\w+:(?<value>${regionPattern}):`, 'gd'), isWeak: true },
  {
    topic: 'kubernetesVersion',
    pattern: new RegExp(`\\b\\w{0,40}(?:cluster|kubernetes|k8s|eks)_version\\s*=\\s*${writtenMinor}`, 'dg'),
  },
  {
    // The caller of the module may set another value.
    topic: 'kubernetesVersion',
    isWeak: true,
    pattern: new RegExp(
      `variable\\s+"\\w{0,40}(?:cluster|kubernetes|k8s|eks)_version"\\s*\\{[^}]{0,500}?default\\s*=\\s*${writtenMinor}`,
      'dg',
    ),
  },
  ...karpenterVersionPatterns,
  {
    topic: 'karpenterVersion',
    pattern: /"controller\.image\.tag"\s*(?:,\s*)?value\s*=\s*"v?(?<value>\d{1,3}\.\d{1,3})\.\d/dg,
  },
  // The argument of an external module. A `helm_release` is more reliable.
  karpenterVariable('(?:(?!module|crd)[a-z]{1,20}_){0,3}'),
  { ...karpenterVariable('(?:[a-z]{1,20}_){0,2}crds?_(?:[a-z]{1,20}_){0,2}'), isOfCrds: true },
  { topic: 'clusterName', pattern: /\bcluster_name\s*=\s*"(?<value>[\w.-]+)"/dg },
  { topic: 'clusterName', pattern: /"settings\.(?:aws\.)?clusterName"\s*(?:,\s*)?value\s*=\s*"(?<value>[\w.-]+)"/dg },
];

/** The lines of the block around an offset, starting at the nearest line above that opens a block and is indented less. */
function blockAround(text: string, offset: number): string {
  const lines = text.slice(Math.max(0, offset - 4000), offset).split('\n');
  const indent = lines.at(-1)!.search(/\S|$/);
  const opening = lines.findLastIndex((line) => /\{\s*$/.test(line) && line.search(/\S/) < indent);
  if (opening === -1) return '';

  const after = text.slice(offset, offset + 4000);
  const close = after.search(new RegExp(`\\n {0,${Math.max(0, indent - 1)}}\\}`));

  return lines.slice(opening).join('\n') + after.slice(0, close === -1 ? undefined : close);
}

/** Whether a block has a region other than the cluster's: an aliased provider (us-east-1 for the public registry) or a state bucket. */
const isElsewhere = (block: string): boolean =>
  /^\s*(?:backend|config)\b|^\s*data\s+"terraform_remote_state"/.test(block) || /\balias\s*=/.test(block);

/** An argument that names a chart of Karpenter, or the repository of its source code. */
const chartOfKarpenter = new RegExp(
  String.raw`\bchart\s*=\s*"(?:[^"\n]*/)?karpenter(-crd)?"|\brepo_?(?:url|URL)\s*=\s*"[^"\n]{0,200}?${sourceCodePattern}`,
  'g',
);

/** The folder of the CRDs in the source code. */
const crdPath = /\bpath\s*=\s*"[^"\n]*(?:crds|karpenter-crd)\/?"/;

/**
 * The version of the chart in `helm_release` resources, in modules that install any chart, and in Applications of Argo CD, which may also get it
 * from its source code.
 */
function chartVersions(source: Source): Hint[] {
  return [...source.text.matchAll(chartOfKarpenter)].flatMap((match) => {
    const block = blockAround(source.text, match.index);
    if (isOfOtherProvider(block)) return [];

    // The version of a module is that of its own source code.
    const isModule = /^\s*module\b/.test(block);
    const name = isModule ? '(?:helm_)?chart_version' : '(?:version|target_?[Rr]evision)';
    const version = assignmentOf(block, new RegExp(`\\b${name}\\s*=\\s*"([^"\\n]+)"`, 'g'));

    if (version === undefined) return [];

    return versionHint(source, {
      version,
      from: match.index - 4000,
      isOfCrds: match[1] !== undefined || crdPath.test(block),
    });
  });
}

/** The first assignment in a block that is not in a comment. */
const assignmentOf = (block: string, pattern: RegExp): RegExpExecArray | undefined =>
  [...block.matchAll(pattern)].find(({ index }) => !isCommented(block, index));

interface FoundVersion {
  /** The match of an assignment. Its first group is the version. */
  readonly version: RegExpExecArray;
  /** Where in the text to look for it. */
  readonly from: number;
  readonly isOfCrds?: boolean;
}

function versionHint(source: Source, { version, from, isOfCrds }: FoundVersion): Hint[] {
  const value = pinnedMinor(version[1]!);
  const start = source.text.indexOf(version[0], Math.max(0, from));
  if (value === undefined || start === -1) return [];
  const span = { file: source.file, start, end: start + version[0].length };
  return [{ topic: 'karpenterVersion', value, span, isWeak: false, ...(isOfCrds && { isOfCrds }) }];
}

/**
 * The version in arguments of modules that install add-ons: `karpenter = { chart_version = "1.0.0" }` of EKS Blueprints and maps like it.
 * A node group of this name has a version, too: that of Kubernetes, without a patch.
 */
function addonVersions(source: Source): Hint[] {
  const opening = /\b(?:karpenter(?:_helm_config|_config)?\s*=\s*|module\s+"[\w-]*karpenter[\w-]*"\s*)\{/g;
  return [...source.text.matchAll(opening)].flatMap((match) => {
    const from = match.index + match[0].length;
    const block = untilClosed(source.text.slice(from, from + 4000));

    const name = () => {
      if (match[0].startsWith('module')) return '(?:helm_)?chart_version';
      return '(?:(?:helm_)?chart_)?version';
    };

    const pattern = `\\b${name()}\\s*=\\s*"(v?\\d{1,3}\\.\\d{1,3}\\.[\\dx][\\w.+-]{0,40})"`;
    const version = assignmentOf(block, new RegExp(pattern, 'g'));
    if (version === undefined) return [];
    return versionHint(source, { version, from });
  });
}

/** A map of versions, one for each cluster or workspace: in `locals`, as an argument, or as the default of a variable. */
const versionMap = /\b\w{0,40}(?:cluster|kubernetes|k8s|eks)_versions?"?\s*(?:=|\{[^{}]{0,500}?\bdefault\s*=)\s*\{/g;

/** The values of maps of Kubernetes versions. Which of them a cluster gets is known only when Terraform runs. */
function mappedVersions(source: Source): Hint[] {
  return [...source.text.matchAll(versionMap)].flatMap((match) => {
    if (isCommented(source.text, match.index)) return [];
    const start = match.index + match[0].length;
    const map = untilClosed(source.text.slice(start, start + 4000));
    const text = `${' '.repeat(start)}${map}`;
    return findHints({ ...source, text }, [{ topic: 'kubernetesVersion', isWeak: true, pattern: mappedVersion }]);
  });
}

const mappedVersion = new RegExp(`^\\s*["\\w.-]+\\s*[=:]\\s*${writtenMinor}`, 'dgm');

/** The text before the brace that closes the block in which it starts. */
function untilClosed(text: string): string {
  let depth = 1;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === '}' && --depth === 0) return text.slice(0, i);
  }
  return text;
}

/** The block of an `aws_eks_cluster` up to its version, in the format of `terraform fmt`. */
const clusterVersion: HintPattern = {
  topic: 'kubernetesVersion',
  pattern: new RegExp(
    `^resource\\s+"aws_eks_cluster"[^\\n]*\\{(?:\\n(?!\\}|[ \\t]*version\\b)[^\\n]*){0,100}\\n[ \\t]*version\\s*=\\s*${writtenMinor}`,
    'dgm',
  ),
};

/** Whether a Terraform file creates a cluster, itself or with a module named after EKS. */
export const declaresCluster = (text: string): boolean =>
  /^resource\s+"aws_eks_cluster"/m.test(text) ||
  /^[ \t]*source\s*=\s*"[^"\n]*\beks(?:\/aws)?\/?(?:\?[^"\n]*)?"/m.test(text);

/**
 * Whether the region of a block is not the cluster's. If the cluster is created with aliased providers, their regions count, and that of the provider
 * without an alias does not.
 */
function isOfOtherRegion(block: string, aliases: readonly string[]): boolean {
  if (aliases.length === 0 || !/^\s*provider\s+"aws"/.test(block)) return isElsewhere(block);
  const [, alias] = /\balias\s*=\s*"([\w-]+)"/.exec(block) ?? [];
  return alias === undefined || !aliases.includes(alias);
}

/**
 * Whether an argument says where a resource of AWS is, or a part of it, that is neither the cluster nor its nodes: every resource has an argument
 * `region`, and some have further ones. An ARN in it still says something.
 */
function isOfOtherResource(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 8000), offset);
  const top = before.split('\n').findLast((line) => /^[a-z]/.test(line)) ?? '';
  return /^resource\s+"aws_(?!eks_)/.test(top) && !/arn:aws[\w-]*:\w+:$/.test(before);
}

/** Whether Terraform ignores the version in a block once its resource exists, so that the text does not say which one runs. */
const isIgnored = (block: string): boolean => /\bignore_changes\s*=\s*(?:all\b|\[[^\]]{0,500}\bversion\b)/.test(block);

/** The hints in the text of a Terraform file, which is not evaluated. `aliases` are the providers with which its folder creates a cluster. */
export function terraformHints(source: Source, aliases: readonly string[] = []): Hint[] {
  // What is looked up may be anywhere.
  const isLookedUp = (block: string): boolean => /^\s*data\s+"(?!terraform_remote_state|aws_region")/.test(block);

  const hints = findHints(source, patterns).filter(
    ({ topic, span }) =>
      topic !== 'region' ||
      !(isLookedUp(blockAround(source.text, span.start)) || isOfOtherResource(source.text, span.start)),
  );

  const weighted = hints.map((hint) => {
    if (hint.topic === 'region' && isOfOtherRegion(blockAround(source.text, hint.span.start), aliases))
      return { ...hint, isWeak: true };

    return hint;
  });

  const all = [
    ...weighted,
    ...chartVersions(source),
    ...addonVersions(source),
    ...mappedVersions(source),
    ...findHints(source, [clusterVersion]),
  ];
  return all.filter(({ topic, span }) => !/Version$/.test(topic) || !isIgnored(blockAround(source.text, span.start)));
}
