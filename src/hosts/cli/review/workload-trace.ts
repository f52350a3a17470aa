import type { Trace } from '../../../engine/cost/trace.ts';
import { didYouMean } from '../../../engine/nearest.ts';
import type { Review } from '../../../engine/review/review-data.ts';
import { PlumblineError } from '../../../errors.ts';

const shownWorkloads = 10;

/** The trace of the workload that was asked for; a usage error where no single one was meant. */
export function traceIn({ explained }: Review, wanted: string): Trace {
  if (explained === undefined || explained === 'unknown')
    throw new PlumblineError('usage', `There is nothing to simulate, so \`${wanted}\` cannot be explained`, {
      help: 'Name paths with NodePools and workloads, and a region with known prices.',
    });
  if ('trace' in explained) return explained.trace;
  if ('several' in explained) {
    const rest = explained.several.length - shownWorkloads;
    const names = explained.several.slice(0, shownWorkloads).map((name) => `\`${name}\``);
    throw new PlumblineError('usage', `\`${wanted}\` is a part of several workloads`, {
      help: `Name one of ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`,
    });
  }
  throw new PlumblineError('usage', `\`${wanted}\` is no workload here`, {
    help: explained.nearest
      ? didYouMean(explained.nearest)
      : 'Workloads are named `Deployment/namespace/name`; `plumbline estimate` reads those among the paths.',
  });
}
