/** Runs the benchmarks: `npm run bench`, or `npm run bench -- NAME` for one input. */
import { benchScheduler } from './scheduler.ts';

benchScheduler(process.argv[2]);
