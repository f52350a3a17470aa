import type { Source, Span } from '../../text/source.ts';
import { isOfOtherProvider } from './version-references.ts';

export type HintTopic = 'region' | 'zone' | 'karpenterVersion' | 'kubernetesVersion' | 'clusterName';

/** A fact about the cluster in a file of the repository. */
export interface Hint {
  readonly topic: HintTopic;
  readonly value: string;
  readonly span: Span;
  /** Weak hints count only if there are no others. For example, the registry of an image may be in another region. */
  readonly isWeak: boolean;
  /** A version of Karpenter's CRDs, which counts only if nothing names the controller's. */
  readonly isOfCrds?: boolean;
  /** The name of the object of Flux that says where the chart comes from. */
  readonly repository?: string;
  /** A zone in a file with NodePools or node classes, which says where nodes are. */
  readonly isOfNodes?: boolean;
  /** A zone of pods or volumes, or one that a requirement excludes, so nodes may also be in others. */
  readonly isNoLimit?: boolean;
  /** A zone that a NodePool requires, which limits only its own nodes. */
  readonly isOfPool?: boolean;
  /** From the Terraform root that creates the cluster, or from a variable of a script. */
  readonly isOfCluster?: boolean;
  /** The registry of an image, which may be in another region. */
  readonly isOfImage?: boolean;
  /** The name of a folder that a cluster or its nodes are in. */
  readonly isOfFolder?: boolean;
  /** A weak hint in a Terraform module that others call, which may replace it. */
  readonly isOfCalled?: boolean;
  /** A value of Terraform that only comments use, so that no cluster has it. */
  readonly isOfComment?: boolean;
  /** The default of a variable of a Terraform module that every caller sets. It is a guess, and its change changes nothing. */
  readonly isReplaced?: boolean;
}

/** The pattern of region names, in all partitions. */
export const regionPattern =
  '(?:af|ap|ca|cn|eu|il|me|mx|sa|us)(?:-gov|-iso[a-z]?)?-(?:north|south|east|west|central)+-[1-9]';

/** What comes before the version in the name of a tag or of a release branch of Karpenter's source code. */
const gitPrefix = String.raw`(?:refs\/(?:tags|heads)\/)?(?:release-)?`;

const pinned = new RegExp(
  String.raw`^(?:=|~>?|${gitPrefix})?\s*v?(\d+)\.(\d+)(?:\.(?:\d+|x|\*)(?:[-+@][\w.:+@-]*)?)?$`,
);

/**
 * The minor that a version of a chart, image or tag pins: `v1.14.1`, `1.14.x`, `~1.14.0`, `1.14.1-custom`, `refs/tags/v1.14.1`, and the branch
 * `release-v1.14.x`. Undefined for `>=1.0` and similar ranges.
 */
export function pinnedMinor(version: string): string | undefined {
  const match = pinned.exec(version.trim());
  // `~> 1.14` means any later 1.x.
  if (!match || /^~>?\s*v?\d+\.\d+$/.test(version.trim())) return undefined;
  return `${match[1]}.${match[2]}`;
}

/** The minor of a Kubernetes version such as `1.33` or `v1.33.2`. Undefined for anything else. */
export const kubernetesMinor = (version: string): string | undefined =>
  /^v?(1\.\d{1,2})(?:\.\d+)?$/.exec(version.trim())?.[1];

/** Whether an offset of a text is in a comment. */
export const isCommented = (text: string, offset: number): boolean => {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /(?:^|\s)(?:#|\/\/)/.test(before);
};

/** A pattern for one topic. Its group `value` is the value. */
export interface HintPattern {
  readonly topic: HintTopic;
  readonly pattern: RegExp;
  readonly isWeak?: boolean;
  readonly isOfCrds?: boolean;
  readonly isOfImage?: boolean;
}

/** The address that ends at an offset, such as that of an image before its tag. */
const addressBefore = (text: string, offset: number): string =>
  /(?<![^\s"'=])[^\s"'=]*$/.exec(text.slice(Math.max(0, offset - 300), offset))![0];

/** What every region and every zone contains. Megabytes of other text are looked through once, and not once for each pattern. */
const regionPart = /-(?:north|south|east|west|central)+-[1-9]/;

/** The hints that patterns (with flags `gd`) find in a text, outside of comments. */
export function findHints(source: Source, patterns: readonly HintPattern[]): Hint[] {
  const hasRegion = regionPart.test(source.text);
  const possible = patterns.filter(({ topic }) => hasRegion || (topic !== 'region' && topic !== 'zone'));

  return possible.flatMap(({ topic, pattern, isWeak = false, isOfCrds, isOfImage }) =>
    [...source.text.matchAll(pattern)].flatMap((match) => {
      const place = match.indices?.groups?.value;
      if (!place || isCommented(source.text, place[0])) return [];
      if (topic === 'karpenterVersion' && isOfOtherProvider(addressBefore(source.text, place[0]))) return [];
      // A pattern of registries names the regions of all of them.
      if (isOfImage && /[*?[\]()|\\^$]/.test(addressBefore(source.text, place[0]))) return [];

      const [start, end] = place;
      const span = { file: source.file, start, end };

      return [
        {
          topic,
          value: match.groups!.value!,
          span,
          isWeak,
          ...(isOfCrds && { isOfCrds }),
          ...(isOfImage && { isOfImage }),
        },
      ];
    }),
  );
}

/** Texts of any format that name Karpenter's version: images in any registry, and addresses of its source code and its charts. */
export const karpenterVersionPatterns: readonly HintPattern[] = [
  {
    // Karpenter for Azure has its own versions.
    topic: 'karpenterVersion',
    pattern: /(?<![\w-])(?<!aks\/)karpenter(?:[/-]controller)?:v?(?<value>\d{1,3}\.\d{1,3})\.\d/dg,
  },
  {
    topic: 'karpenterVersion',
    pattern:
      /karpenter\/karpenter["']?[ \t](?:[^\n|;&]|\\\n){0,200}?--version[= \t]["']?v?(?<value>\d{1,3}\.\d{1,3})\.\d/dg,
  },
  {
    topic: 'karpenterVersion',
    isOfCrds: true,
    pattern:
      /\/karpenter(?:-provider-aws)?\/(?:raw\/|blob\/|tree\/|refs\/tags\/)?v?(?<value>\d{1,3}\.\d{1,3})\.\d{1,3}\/(?:pkg|charts)\//dg,
  },
  {
    topic: 'karpenterVersion',
    isOfCrds: true,
    pattern:
      /\/karpenter(?:-provider-aws)?\/{1,2}pkg\/apis\/crds\/?\?(?:[\w=&-]{0,60}&)?ref=v?(?<value>\d{1,3}\.\d{1,3})\.\d/dg,
  },
];
