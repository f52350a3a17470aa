/**
 * Compares rendering one changed root of 1,500 with rendering all of them: `npm run bench -- render`. Needs kustomize and helm on PATH. This
 * measures the time. test/real/render-scale.test.ts asserts how many programs ran.
 */
import { rmSync } from 'node:fs';
import { defaultSources } from '../src/engine/karpenter/api/settings.ts';
import { Repository } from '../src/io/git/repository.ts';
import { renderPair } from '../src/io/render/render-pair.ts';
import { readPair } from '../src/io/sides/read-pair.ts';
import { writeManyRoots } from './many-roots.ts';

/** Seconds and number of runs, for one changed root among many and for all roots. */
export async function renderFigures(charts = 500, kustomizations = 1000): Promise<string> {
  const { base, head } = writeManyRoots(charts, kustomizations);
  try {
    const [one, all] = [await timed(head, base), await timed(head, undefined)];
    const line = (name: string, { seconds, runs }: Timed): string => `| ${name} | ${runs} | ${seconds.toFixed(1)} s |`;
    const ratio = `One changed root takes ${((100 * one.seconds) / all.seconds).toFixed(1)}% of the time of all ${charts + kustomizations}.`;
    return ['| | runs | time |', '| --- | ---: | ---: |', line('one changed', one), line('all', all), '', ratio].join(
      '\n',
    );
  } finally {
    for (const folder of [base, head]) rmSync(folder, { recursive: true });
  }
}

interface Timed {
  readonly seconds: number;
  readonly runs: number;
}

async function timed(head: string, base: string | undefined): Promise<Timed> {
  const start = performance.now();
  const pair = await readPair({ repository: new Repository(head), base, head: base && head, paths: [] });
  const settings = { sources: defaultSources, environments: {} };
  const { runs } = await renderPair(pair, { path: process.env.PATH, settings });
  return { seconds: (performance.now() - start) / 1000, runs };
}
