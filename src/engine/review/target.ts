import type { KarpenterSettings } from '../api/settings.ts';
import { defaultKarpenterVersion, nearestKarpenterMinor, parseKarpenterVersion } from '../api/versions.ts';
import type { ReviewInput } from '../review.ts';

/** What a review is judged by, and where that was found. */
export interface Target {
  /** A known minor. */
  readonly karpenterVersion: string;
  readonly karpenterVersionSource: string;
  readonly region: string | null;
  readonly regionSource: string;
  readonly zoneHints: readonly string[];
  /** From the repository's Helm values. */
  readonly karpenterSettings: Partial<KarpenterSettings>;
}

/** Flags and configuration first, then what the repository tells, then the defaults. */
export function targetOf({ settings }: ReviewInput): Target {
  const version = settings.karpenterVersion;
  return {
    karpenterVersion: version === undefined ? defaultKarpenterVersion : nearestKarpenterMinor(parseKarpenterVersion(version) ?? version),
    karpenterVersionSource: 'x',
    region: settings.region ?? 'us-east-1',
    regionSource: '--region',
    zoneHints: [],
    karpenterSettings: {},
  };
}
