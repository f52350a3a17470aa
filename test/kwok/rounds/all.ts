import type { SetUp } from '../set-up.ts';
import { limits } from './limits.ts';
import { severalWorkloads } from './several-workloads.ts';
import { specialPools } from './special-pools.ts';
import { spreads } from './spread.ts';
import { statefulSets } from './stateful-sets.ts';
import { weightedPools } from './weighted-pools.ts';
import { zones } from './zones.ts';

/** Setups whose first scheduling round is not the final state, or might not be. */
export const manyRounds: readonly SetUp[] = [
  ...limits,
  ...weightedPools,
  ...zones,
  ...spreads,
  ...statefulSets,
  ...specialPools,
  ...severalWorkloads,
];
