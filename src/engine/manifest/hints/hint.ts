import type { Source, Span } from '../../source.ts';

/** The topic of a hint. */
export type HintTopic = 'region' | 'zone' | 'karpenterVersion' | 'kubernetesVersion' | 'clusterName';

/** A fact about the cluster in a file of the repository. */
export interface Hint {
  readonly topic: HintTopic;
  readonly value: string;
  readonly span: Span;
  /** Weak hints count only if there are no others. For example, the registry of an image may be in another region. */
  readonly isWeak: boolean;
}

/** The pattern of region names, in all partitions. */
export const regionPattern =
  '(?:af|ap|ca|cn|eu|il|me|mx|sa|us)(?:-gov|-iso[a-z]?)?-(?:north|south|east|west|central)+-[1-9]';

/** The minor that a chart version pins: `v1.14.1`, `1.14.x`, `~1.14.0`. Undefined for `>=1.0` and similar ranges. */
export function pinnedMinor(version: string): string | undefined {
  const match = /^(?:=|~>?)?\s*v?(\d+)\.(\d+)(?:\.(?:\d+|x|\*))?$/.exec(version.trim());
  // `~> 1.14` means any later 1.x.
  return !match || /^~>?\s*v?\d+\.\d+$/.test(version.trim()) ? undefined : `${match[1]}.${match[2]}`;
}

/** The minor of a Kubernetes version such as `1.33` or `v1.33.2`. Undefined for anything else. */
export const kubernetesMinor = (version: string): string | undefined =>
  /^v?(1\.\d{1,2})(?:\.\d+)?$/.exec(version.trim())?.[1];

const isCommented = (text: string, offset: number): boolean => {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /(?:^|\s)(?:#|\/\/)/.test(before);
};

/** A pattern for one topic. Its group `value` is the value. */
export interface HintPattern {
  readonly topic: HintTopic;
  readonly pattern: RegExp;
  readonly isWeak?: boolean;
}

/** The hints that patterns (with flags `gd`) find in a text, outside of comments. */
export function findHints(source: Source, patterns: readonly HintPattern[]): Hint[] {
  return patterns.flatMap(({ topic, pattern, isWeak = false }) =>
    [...source.text.matchAll(pattern)].flatMap((match) => {
      const place = match.indices?.groups?.value;
      if (!place || isCommented(source.text, place[0])) return [];
      const [start, end] = place;
      return [{ topic, value: match.groups!.value!, span: { file: source.file, start, end }, isWeak }];
    }),
  );
}
