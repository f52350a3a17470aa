import type { Effect, EffectCause } from '../change.ts';

/** What a change of the fields under a path does; the first row that matches wins. */
export interface EffectRow {
  readonly path: RegExp;
  readonly effect: Effect;
  readonly cause: EffectCause;
  readonly reason: string;
  /** It has its effect through the hash alone: where the hash stays, so do the nodes. */
  readonly isHashed: boolean;
}

/** A row with an effect of its own. */
export const effectRow = (
  path: RegExp,
  [effect, cause]: readonly [Effect, EffectCause],
  reason: string,
): EffectRow => ({
  ...{ path, effect, cause, reason, isHashed: false },
});
/** A field that the hash of static drift holds. */
export const hashedRow = (path: RegExp, what: string): EffectRow => ({
  path,
  effect: 'all-nodes',
  cause: 'hash',
  reason: `${what} is part of the hash that every node carries: all of them drift and are replaced`,
  isHashed: true,
});
