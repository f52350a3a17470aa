import type { Draft } from '../draft.ts';
import { Random } from '../random.ts';
import { clusterTwists } from './cluster.ts';
import { daemonTwists } from './daemons.ts';
import { nodeClassTwists } from './node-classes.ts';
import { nodeTwists } from './nodes.ts';
import { podTwists } from './pods.ts';
import { poolTwists } from './pools.ts';
import type { Twist } from './twist.ts';
import { volumeTwists } from './volumes.ts';

/** All twists by name, in the order in which they are applied. Nodes are added before twists change them, and the region comes last. */
const { 'twist-region': region, ...others } = clusterTwists;
export const twists: Readonly<Record<string, Twist>> = {
  ...poolTwists,
  ...nodeClassTwists,
  ...nodeTwists,
  ...podTwists,
  ...volumeTwists,
  ...daemonTwists,
  ...others,
  'twist-region': region,
};

/** Applies some of the twists to a finished scenario, chosen by the seed, and notes their names. */
export function twist(draft: Draft, seed: number): void {
  const random = new Random(seed);
  const chosen = random.sample(Object.entries(twists), random.pick(1, 2, 3, 4, 5, 8, 12));
  for (const [name, change] of chosen) if (change(draft)) draft.note(name);
}
