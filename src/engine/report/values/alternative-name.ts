import type { Alternative } from '../../cluster/cost/estimate.ts';

/** What a NodePool could also allow, in a few words. */
export const alternativeName: Readonly<Record<Alternative['kind'], string>> = {
  spot: 'spot',
  families: 'every family of its categories',
  generations: 'newer generations',
  arm64: 'arm64',
};
