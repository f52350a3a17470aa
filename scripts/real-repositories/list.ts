import { readFileSync } from 'node:fs';
import type { Judgement } from './judgement.ts';
import type { ObjectCount } from './manifest-count.ts';

/** A public repository at one commit. */
export interface ListedRepository {
  readonly commit: string;
  /**
   * `opened`: its mistakes were fixed. `unopened`: it was only looked at to measure the result. `unseen`: added last, and measured before its first
   * mistake was fixed.
   */
  readonly set: 'opened' | 'unopened' | 'unseen';
  /** Commits that are reviewed against their first parent. */
  readonly changes: readonly string[];
  /** How many objects the repository deploys, where a person counted otherwise than `countObjects`. */
  readonly expected?: ObjectCount;
  /** Why the expected numbers differ. */
  readonly expectedBecause?: string;
}

/** What was judged of one repository: the repository as it is (`review`), and its changes by commit. */
export interface JudgedRepository {
  readonly counted: ObjectCount;
  readonly review: Judgement;
  readonly changes: Readonly<Record<string, Judgement>>;
}

const folder = new URL('../../test/real-repositories/', import.meta.url);
export const judgementsFile = new URL('judgements.json', folder);

const read = (url: URL): unknown => JSON.parse(readFileSync(url, 'utf8'));
export const readList = (): Record<string, ListedRepository> =>
  read(new URL('list.json', folder)) as Record<string, ListedRepository>;
export const readJudgements = (): Record<string, JudgedRepository> =>
  read(judgementsFile) as Record<string, JudgedRepository>;
