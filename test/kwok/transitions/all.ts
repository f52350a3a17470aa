import type { Transition } from '../transition.ts';
import { drift } from './drift.ts';
import { pools } from './pools.ts';
import { workloadSizes } from './workload-sizes.ts';

const groups = [workloadSizes, drift, pools];
const longest = Math.max(...groups.map(({ length }) => length));

/** Ordered by alternating kinds, so that an incomplete recording has some of each. */
export const transitions: readonly Transition[] = Array.from({ length: longest }, (_, i) =>
  groups.flatMap((group) => group[i] ?? []),
).flat();
