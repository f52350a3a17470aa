import { markerText } from './comment-marker.ts';
/** What a check run records about one pull request or merge group with its head commit. */
export interface CheckEntry {
  /** `pull-12`, or `group-SHA` with the base of a merge group. For one folder, `pull-12-FOLDER` in hexadecimal. */
  readonly subject: string;
  /** `pending`: the review is not finished. */
  readonly result: 'pass' | 'warn' | 'block' | 'pending';
  /** Identifies the inputs of the review. */
  readonly fingerprint: string;
}

/** The subject of a pull request. */
export const pullSubject = (number: number, folder = ''): string => `pull-${number}${inFolder(folder)}`;

/** The subject of a merge group, by the commit that it would be merged into. */
export const groupSubject = (baseSha: string, folder = ''): string => `group-${baseSha}${inFolder(folder)}`;

/** Reviews of two folders are two subjects of one check. */
const inFolder = (folder: string): string => {
  if (folder === '') return '';
  return `-${markerText(folder)}`;
};

/** The number of a subject's pull request; undefined for a merge group. */
export function pullOfSubject(subject: string): number | undefined {
  const [, number] = /^pull-(\d+)/.exec(subject) ?? [];
  if (number === undefined) return undefined;
  return Number(number);
}

/** The base of a subject's merge group; undefined for a pull request. */
export const groupOfSubject = (subject: string): string | undefined => /^group-([0-9a-f]+)/.exec(subject)?.[1];

const entryPattern = /^((?:pull-\d{1,15}|group-[0-9a-f]{40,64})(?:-[0-9a-f]+)?):(pass|warn|block|pending):([\w.-]*)$/;

/** The state of a check run as its external id, which only the app can write. Its own entry is the first. */
export const writeCheckState = (entries: readonly CheckEntry[]): string =>
  entries.map(({ subject, result, fingerprint }) => `${subject}:${result}:${fingerprint}`).join(' ');

/** Reads an external id. Entries in another format are ignored. */
export function readCheckState(externalId: string): CheckEntry[] {
  return externalId.split(' ').flatMap((text) => {
    const [, subject, result, fingerprint] = entryPattern.exec(text) ?? [];
    if (subject === undefined) return [];
    return [{ subject, result: result as CheckEntry['result'], fingerprint: fingerprint! }];
  });
}

const badness = ['pass', 'warn', 'pending', 'block'] as const;

/** How bad a result is: higher is worse. Only `block` is worse than `pending`. */
export const rank = ({ result }: Pick<CheckEntry, 'result'>): number => badness.indexOf(result);
