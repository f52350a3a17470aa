import type { Transition } from '../transition.ts';
import { drift } from './drift.ts';
import { pools } from './pools.ts';
import { workloadSizes } from './workload-sizes.ts';

const groups = [workloadSizes, drift, pools];
const longest = Math.max(...groups.map(({ length }) => length));

/** One of each kind after the other, so that a recording that is not finished has some of all. */
export const transitions: readonly Transition[] = Array.from({ length: longest }, (_, i) =>
  groups.flatMap((group) => group[i] ?? []),
).flat();
