import type { Transition } from '../transition.ts';
import { drift } from './drift.ts';
import { pools } from './pools.ts';
import { workloadSizes } from './workload-sizes.ts';

/** Every third one is recorded twice, so that all kinds have some. */
export const transitions: readonly Transition[] = [...workloadSizes, ...drift, ...pools];
