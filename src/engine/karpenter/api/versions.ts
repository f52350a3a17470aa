import { karpenterKinds } from '../../manifest/model/karpenter-kinds.ts';
import { compareNames } from '../../text/name-order.ts';

/** Karpenter minors with a pack of CustomResourceDefinitions, oldest first. */
export const karpenterMinors = [
  ...['0.32', '0.33', '0.34', '0.35', '0.36', '0.37', '1.0', '1.1', '1.2', '1.3', '1.4'],
  ...['1.5', '1.6', '1.7', '1.8', '1.9', '1.10', '1.11', '1.12', '1.13', '1.14', '1.15'],
] as const;

/** The default if a repository names no version: the minor of all recordings. Some of them were also repeated with 1.15. */
export const defaultKarpenterVersion = '1.14';

/** The minor of a version such as `1.14`, `v1.14.1` or `1.14.x`, or undefined. */
export function parseKarpenterVersion(text: string): string | undefined {
  const match = /^v?(\d{1,4})\.(\d{1,4})(\.(\d+|x|\*)([-+].*)?)?$/i.exec(text.trim());
  if (match === null) return undefined;
  return `${Number(match[1])}.${Number(match[2])}`;
}

/** The minor of a release, or the text itself if it is no version. */
export const minorOf = (release: string): string => parseKarpenterVersion(release) ?? release;

/** Orders minors: `1.9` before `1.10`. */
export function compareMinors(a: string, b: string): number {
  const [majorA = 0, minorA = 0] = a.split('.').map(Number);
  const [majorB = 0, minorB = 0] = b.split('.').map(Number);
  return majorA - majorB || minorA - minorB;
}

/** The known minor to use: the minor itself, or else the newest older one, or else the oldest. */
export function nearestKarpenterMinor(minor: string): string {
  return karpenterMinors.findLast((candidate) => compareMinors(candidate, minor) <= 0) ?? karpenterMinors[0];
}

/** A kind at one version, with the Karpenter minors that serve it. */
export interface ServedApi {
  readonly apiVersion: string;
  readonly kind: string;
  /** The first minor. Undefined if it is older than the first pack. */
  readonly first: string | undefined;
  /** The last minor. Undefined while it is still served. */
  readonly last: string | undefined;
  /** The minor that introduced it, if the last patches of older minors also serve it to allow rollbacks. */
  readonly home?: string;
}

/** The minors that serve each API, by API version and kind. */
export const servedApis: readonly ServedApi[] = karpenterKinds
  .flatMap(({ kind, group, versions }) =>
    versions.map(({ version, first, last, ...more }) => ({
      apiVersion: `${group}/${version}`,
      kind,
      first,
      last,
      ...more,
    })),
  )
  .sort((a, b) => compareNames(a.apiVersion, b.apiVersion) || compareNames(a.kind, b.kind));

/** The minors that serve a kind in an API version, or undefined if no known Karpenter does. */
export const servedApi = (apiVersion: string, kind: string): ServedApi | undefined =>
  servedApis.find((served) => served.apiVersion === apiVersion && served.kind === kind);

/** Whether a Karpenter minor serves a kind in an API version. */
export function isServed(served: ServedApi, minor: string): boolean {
  if (served.first !== undefined && compareMinors(minor, served.first) < 0) return false;
  return served.last === undefined || compareMinors(minor, served.last) <= 0;
}

/** The next known minor, which removed an API whose last minor is this one. */
export const nextMinor = (minor: string): string | undefined =>
  karpenterMinors.find((candidate) => compareMinors(candidate, minor) > 0);
