import { listIf } from './list-if.ts';

/**
 * What the files of a repository show, so that a finding about something that is absent rests on a closed world: everything of its kind is
 * known. A reader has to say which of both it has, because the members of an open collection have another name than those of a closed one.
 */

/** A value that the files show, or why they do not show it, as a clause for people. */
export type Shown<T> = KnownValue<T> | UnknownValue;

interface KnownValue<T> {
  readonly value: T;
}

interface UnknownValue {
  /** Such as `\`module.network\` is not in this repository`. */
  readonly unknownBecause: string;
}

export const known = <T>(value: T): Shown<T> => ({ value });
export const unknownBecause = (reason: string): Shown<never> => ({ unknownBecause: reason });

export const isKnown = <T>(value: Shown<T>): value is KnownValue<T> => 'value' in value;

/** All members of a kind in a cluster. */
interface Closed<T> {
  readonly all: readonly T[];
}

/** The members that the files show, and why there may be others. */
interface Open<T> {
  readonly seen: readonly T[];
  /** At least one reason, as clauses for people. */
  readonly openBecause: readonly string[];
}

/** The members of a kind: all of them, or those that the files show. */
export type Collection<T> = Closed<T> | Open<T>;

/** A collection that is open if there is a reason for it. */
export const collection = <T>(members: readonly T[], openBecause: readonly string[]): Collection<T> => {
  if (openBecause.length === 0) return { all: members };
  return { seen: members, openBecause };
};

export const closed = <T>(members: readonly T[]): Collection<T> => ({ all: members });

/** Whether a collection has all members of its kind. */
export const isClosed = <T>(members: Collection<T>): members is Closed<T> => 'all' in members;

/** The members that the files show. Nothing about an absent one follows from them. */
export const seenIn = <T>(members: Collection<T>): readonly T[] => {
  if (isClosed(members)) return members.all;
  return members.seen;
};

/** Why a collection may have other members. */
export const openReasons = <T>(members: Collection<T>): readonly string[] => {
  if (isClosed(members)) return [];
  return members.openBecause;
};

/** The members for which something holds. It is undefined for members of which that is unknown, which open the collection. */
export function including<T>(members: Collection<T>, holds: (member: T) => boolean | undefined): Collection<T> {
  const answers = seenIn(members).map((member) => ({ member, answer: holds(member) }));
  const holding = answers.filter(({ answer }) => answer === true).map(({ member }) => member);
  const isUnsure = answers.some(({ answer }) => answer === undefined);
  return collection(holding, [...openReasons(members), ...listIf(isUnsure, 'a part of it is unknown here')]);
}

/** Whether a collection has a member; undefined if that is unknown. Only a closed collection lacks one for certain. */
export function has<T>(members: Collection<T>, isMeant: (member: T) => boolean | undefined): boolean | undefined {
  const answers = seenIn(members).map(isMeant);
  if (answers.includes(true)) return true;
  if (answers.includes(undefined) || !isClosed(members)) return undefined;
  return false;
}
