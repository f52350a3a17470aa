import type { Effect, EffectCause } from '../../manifest/change.ts';

/** The effect of a change to the fields under a path. The first matching row applies. */
export interface EffectRow {
  readonly path: RegExp;
  readonly effect: Effect;
  readonly cause: EffectCause;
  readonly reason: string;
  /** The change acts only through the hash: if the hash stays the same, the nodes stay. */
  readonly isHashed: boolean;
  /** Only changes of a value that contains a field of this name, before or after. */
  readonly contains?: string;
}

/** A row for a field that does not act through the hash. */
export const effectRow = (
  path: RegExp,
  [effect, cause]: readonly [Effect, EffectCause],
  reason: string,
): EffectRow => ({
  path,
  effect,
  cause,
  reason,
  isHashed: false,
});
/** A row for a field that is part of the hash for static drift. */
export const hashedRow = (path: RegExp, what: string): EffectRow => ({
  path,
  effect: 'all-nodes',
  cause: 'hash',
  reason: `${what} is part of the drift hash: all nodes drift and must be replaced`,
  isHashed: true,
});
