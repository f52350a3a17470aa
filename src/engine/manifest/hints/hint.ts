import type { Source, Span } from '../../source.ts';

/** What a hint is about. */
export type HintTopic = 'region' | 'zone' | 'karpenterVersion' | 'kubernetesVersion' | 'clusterName';

/** Something that a file of the repository says about the cluster. */
export interface Hint {
  readonly topic: HintTopic;
  readonly value: string;
  readonly span: Span;
  /** Weak ones count only where there is no other: an image's registry may stand in another region. */
  readonly isWeak: boolean;
}

/** The shape of region names, of all partitions. */
export const regionPattern =
  '(?:af|ap|ca|cn|eu|il|me|mx|sa|us)(?:-gov|-iso[a-z]?)?-(?:north|south|east|west|central)+-[1-9]';

/** Minor of a chart version that pins one: `v1.14.1`, `1.14.x`, `~1.14.0`; undefined for `>=1.0` and the like. */
export function pinnedMinor(version: string): string | undefined {
  const match = /^(?:=|~>?)?\s*v?(\d+)\.(\d+)(?:\.(?:\d+|x|\*))?$/.exec(version.trim());
  // `~> 1.14` means any 1.x from there on.
  return !match || /^~>?\s*v?\d+\.\d+$/.test(version.trim()) ? undefined : `${match[1]}.${match[2]}`;
}

/** Minor of a Kubernetes version: `1.33`, `v1.33.2`; undefined for anything else. */
export const kubernetesMinor = (version: string): string | undefined =>
  /^v?(1\.\d{1,2})(?:\.\d+)?$/.exec(version.trim())?.[1];

const isCommented = (text: string, offset: number): boolean => {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /(?:^|\s)(?:#|\/\/)/.test(before);
};

/** One kind of text that tells something; the group named `value` is what it tells. */
export interface HintPattern {
  readonly topic: HintTopic;
  readonly pattern: RegExp;
  readonly isWeak?: boolean;
}

/** What patterns (with flags `gd`) find in a text outside of comments. */
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
