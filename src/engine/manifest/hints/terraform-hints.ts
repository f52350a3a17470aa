import type { Source } from '../../source.ts';
import { findHints, type Hint, type HintPattern, pinnedMinor, regionPattern } from './hint.ts';

const patterns: readonly HintPattern[] = [
  { topic: 'region', pattern: new RegExp(`\\b\\w{0,40}region\\w{0,40}\\s*=\\s*"(?<value>${regionPattern})"`, 'gd') },
  {
    topic: 'region',
    pattern: new RegExp(
      `variable\\s+"\\w{0,40}region"\\s*\\{[^}]{0,500}?default\\s*=\\s*"(?<value>${regionPattern})"`,
      'gd',
    ),
  },
  { topic: 'zone', pattern: new RegExp(`"(?<value>${regionPattern}[a-z])"`, 'gd') },
  { topic: 'region', pattern: new RegExp(`\\barn:aws[\\w-]*:\\w+:(?<value>${regionPattern}):`, 'gd'), isWeak: true },
  {
    topic: 'kubernetesVersion',
    pattern: /\b\w{0,40}(?:cluster|kubernetes|k8s|eks)_version\s*=\s*"(?<value>1\.\d{1,2})"/dg,
  },
  {
    // The caller of the module may set another value.
    ...{ topic: 'kubernetesVersion', isWeak: true },
    pattern:
      /variable\s+"\w{0,40}(?:cluster|kubernetes|k8s|eks)_version"\s*\{[^}]{0,500}?default\s*=\s*"(?<value>1\.\d{1,2})"/dg,
  },
  {
    // The argument of an external module. A `helm_release` is more reliable.
    ...{ topic: 'karpenterVersion', isWeak: true },
    pattern:
      /(?:\bkarpenter_(?:\w{1,30}_)?version|variable\s+"karpenter_(?:\w{1,30}_)?version"\s*\{[^}]{0,500}?default)\s*=\s*"v?(?<value>0\.3\d|1\.\d{1,2})(?:\.\d+)?"/dg,
  },
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

/** The version of the chart in `helm_release` resources. */
function chartVersions(source: Source): Hint[] {
  const pattern = /\bchart\s*=\s*"(?:[^"\n]*\/)?karpenter(?:-crd)?"/g;
  return [...source.text.matchAll(pattern)].flatMap((match) => {
    const block = blockAround(source.text, match.index);
    const version = /\bversion\s*=\s*"([^"\n]+)"/.exec(block);
    const minor = version && pinnedMinor(version[1]!);
    if (!version || !minor) return [];
    const start = source.text.indexOf(version[0], Math.max(0, match.index - 4000));
    const span = { file: source.file, start, end: start + version[0].length };
    return [{ topic: 'karpenterVersion', value: minor, span, isWeak: false } as const];
  });
}

/** The block of an `aws_eks_cluster` up to its version, in the format of `terraform fmt`. */
const clusterVersion: HintPattern = {
  topic: 'kubernetesVersion',
  pattern:
    /^resource\s+"aws_eks_cluster"[^\n]*\{(?:\n(?!\}|[ \t]*version\b)[^\n]*){0,100}\n[ \t]*version\s*=\s*"(?<value>1\.\d{1,2})"/dgm,
};

/** The hints in the text of a Terraform file, which is not evaluated. */
export function terraformHints(source: Source): Hint[] {
  const found = findHints(source, patterns).map((hint) =>
    hint.topic === 'region' && isElsewhere(blockAround(source.text, hint.span.start))
      ? { ...hint, isWeak: true }
      : hint,
  );
  return [...found, ...chartVersions(source), ...findHints(source, [clusterVersion])];
}
