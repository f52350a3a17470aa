import type { RunningKarpenter } from '../../changes/diff/unserved.ts';
import { karpenter } from '../../karpenter/api/karpenter.ts';
import {
  compareMinors,
  defaultKarpenterVersion,
  karpenterMinors,
  minorOf,
  nearestKarpenterMinor,
  servedApis,
} from '../../karpenter/api/versions.ts';
import type { Hint } from '../../manifest/hints/hint.ts';
import type { HintAnswer } from '../../manifest/hints/hints.ts';
import { karpenterGroupPattern } from '../../manifest/model/karpenter-kinds.ts';
import type { Source, Span } from '../../text/source.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import type { CrdsInRepository } from './crds-in-repository.ts';

/** The Karpenter that a review is checked against, and where its version was found. */
export interface KarpenterTarget {
  /** A known minor version. */
  readonly karpenterVersion: string;
  readonly karpenterVersionSource: string;
  /** Whether the version is assumed, because nothing names it or files contradict each other. */
  readonly isKarpenterAssumed: boolean;
  /** Every known minor that may run, oldest first: several if the version is assumed. */
  readonly possibleKarpenterVersions: readonly string[];
  /** The minor version that was named, if it is not a known one. `karpenterVersion` is the nearest known one. */
  readonly namedKarpenterVersion?: string;
  /** The full version, such as `1.14.1`, if a file names it. */
  readonly karpenterRelease?: string;
  /** The place in the repository that names it. */
  readonly karpenterVersionSpan?: Span;
}

/** What a repository says about its Karpenter. */
interface KarpenterEvidence {
  readonly hints: HintAnswer;
  /** Those hints that the change adds or edits. */
  readonly edited: (hints: readonly Hint[]) => readonly Hint[];
  readonly crds: () => CrdsInRepository | undefined;
  /** All files of the side. */
  readonly sources: readonly Source[];
  readonly where: (span: Span) => string;
}

/** The Karpenter version: as configured, as a file names it, as the CRDs or the objects of the repository limit it, or the default. */
export function karpenterVersionOf(setting: string | undefined, evidence: KarpenterEvidence): KarpenterTarget {
  if (setting !== undefined) return knownVersion(minorOf(setting), 'as configured');

  const { hints } = evidence;
  if (hints.decisive.length === 0) return fromCrds(evidence) ?? assumedVersion(evidence.sources);
  if (hints.value !== undefined) return fromHint(hints.decisive[0]!, evidence);

  const edited = evidence.edited(hints.decisive);
  if (edited.length > 0 && new Set(edited.map(({ value }) => value)).size === 1)
    return fromHint(edited[0]!, evidence, `, which this change edits. Other files name ${others(hints, edited[0]!)}`);

  return disputedVersion(hints, evidence.sources);
}

function fromHint(hint: Hint, { where, sources }: KarpenterEvidence, more = ''): KarpenterTarget {
  const { span, value } = hint;
  const text = sources.find(({ file }) => file === span.file)?.text.slice(span.start, span.start + maxRelease) ?? '';
  // In Terraform, the place is that of the whole argument.
  const release = /^(?:[\w-]+[ \t]*[=:][ \t]*)?["']?(?:refs\/tags\/)?v?(\d+\.\d+\.\d+)(?![\w.])/.exec(text)?.[1];

  return {
    ...knownVersion(value, `from ${where(span)}${more}`),
    ...(release !== undefined && { karpenterRelease: release }),
    karpenterVersionSpan: span,
  };
}

/** Longer texts are no release. */
const maxRelease = 100;

/** For a version without data, the nearest known version is used, and the source says so. */
export function knownVersion(asked: string, source: string): KarpenterTarget {
  const karpenterVersion = nearestKarpenterMinor(asked);
  const note = textIf(
    karpenterVersion !== asked,
    `: ${asked} is unknown, and ${karpenterVersion} is the nearest known version`,
  );

  return {
    karpenterVersion,
    karpenterVersionSource: `${source}${note}`,
    isKarpenterAssumed: false,
    possibleKarpenterVersions: [karpenterVersion],
    ...(karpenterVersion !== asked && { namedKarpenterVersion: asked }),
  };
}

/** The minor that runs, which may be one that is not known. */
export const namedMinor = ({
  karpenterVersion,
  namedKarpenterVersion = karpenterVersion,
}: Pick<KarpenterTarget, 'karpenterVersion' | 'namedKarpenterVersion'>): string => namedKarpenterVersion;

/** What decides which objects the Karpenter of a target serves. */
export const runningKarpenter = (target: KarpenterTarget): RunningKarpenter => ({
  version: namedMinor(target),
  isAssumed: target.isKarpenterAssumed,
  possible: target.possibleKarpenterVersions,
});

const others = ({ decisive }: HintAnswer, { value }: Hint): string =>
  distinct(decisive.filter((hint) => hint.value !== value));

/** The distinct values of hints, in one text. */
export const distinct = (hints: readonly { readonly value: string }[]): string =>
  [...new Set(hints.map(({ value }) => value))].sort(compareMinors).join(', ');

function fromCrds({ crds, where }: KarpenterEvidence): KarpenterTarget | undefined {
  const definitions = crds();
  if (definitions === undefined) return undefined;

  const { minors, span } = definitions;
  const newest = minors.at(-1)!;
  const source = `from the CRDs in ${where(span)}`;
  if (minors.length === 1) return { ...knownVersion(newest, source), karpenterVersionSpan: span };

  return {
    karpenterVersion: newest,
    isKarpenterAssumed: true,
    possibleKarpenterVersions: minors,
    karpenterVersionSource: `assumed: the CRDs in ${where(span)} are those of ${minors.join(', ')}`,
  };
}

/** The newest of several named versions, of those that serve the repository's objects if there are any. */
function disputedVersion({ decisive }: HintAnswer, sources: readonly Source[]): KarpenterTarget {
  const named = decisive.map(({ value }) => nearestKarpenterMinor(value)).sort(compareMinors);
  const possible = possibleFor(usedApis(sources));
  const fitting = named.filter((minor) => possible.includes(minor));

  return {
    karpenterVersion: (fitting.at(-1) ?? named.at(-1))!,
    karpenterVersionSource: `assumed: the repository names several versions (${distinct(decisive)})`,
    isKarpenterAssumed: true,
    possibleKarpenterVersions: [...new Set(named)],
  };
}

/** The version to assume if no file names one: the default, if it serves the API versions of the repository's objects. */
function assumedVersion(sources: readonly Source[]): KarpenterTarget {
  const apis = usedApis(sources);
  const possible = possibleFor(apis);
  const isDefault = possible.includes(defaultKarpenterVersion);
  const beforeV1 = possible.findLast((minor) => !karpenter(minor).v1);

  const karpenterVersionSource = () => {
    if (isDefault) return 'default: the newest version the simulator is verified against';
    return `assumed: no file names one, and the objects are in ${apis.map(quoted).join(' and ')}`;
  };

  return {
    karpenterVersion: isDefault ? defaultKarpenterVersion : (beforeV1 ?? possible.at(-1)!),
    karpenterVersionSource: karpenterVersionSource(),
    isKarpenterAssumed: true,
    possibleKarpenterVersions: possible,
  };
}

const apiPattern = new RegExp(`\\bapiVersion["']?[ \\t]*[:=][ \\t]*["']?(${karpenterGroupPattern}/v\\w{1,20})`, 'g');

/** Karpenter's API versions that the objects of a repository use, sorted. */
function usedApis(sources: readonly Source[]): string[] {
  const served = new Set(servedApis.map(({ apiVersion }) => apiVersion));
  const used = new Set(sources.flatMap(({ text }) => [...text.matchAll(apiPattern)].map((match) => match[1]!)));
  return [...used].filter((api) => served.has(api)).sort();
}

/**
 * The minors for these API versions: since the one that introduced the newest, until the last that serves any of them. Repositories keep old
 * objects longer than they use new APIs early. The last patches of 0.3x, which also serve v1, do not count: nobody writes v1 for them.
 */
function possibleFor(apis: readonly string[]): readonly string[] {
  const served = servedApis.filter(({ apiVersion }) => apis.includes(apiVersion));
  const isAfterStart = (minor: string): boolean =>
    served.every(({ first, home = first }) => home === undefined || compareMinors(minor, home) >= 0);
  const isBeforeEnd = (minor: string): boolean =>
    served.length === 0 || served.some(({ last }) => last === undefined || compareMinors(minor, last) <= 0);
  return karpenterMinors.filter((minor) => isAfterStart(minor) && isBeforeEnd(minor));
}
