/** Compares the time of all rules on a repository of 11,000 YAML files with the time to read it. */
import { review } from '../src/engine/review/review.ts';
import { dataFolder } from '../src/io/catalog/data-folder.ts';
import { openFacts } from '../src/io/catalog/facts.ts';
import { mergeSettings } from '../src/io/config/merge-settings.ts';
import { readFolder } from '../src/io/files/files.ts';
import type { SourceTree } from '../src/io/tree/source-tree.ts';
import type { Figure } from './figure.ts';

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Alternates in one process between walking, reading and prefiltering the folder, and running all rules on the files that may matter. */
export async function ruleFigures(folder: string): Promise<Figure[]> {
  const runs: { readonly reading: number; readonly rules: ReadonlyMap<string, number> }[] = [];
  let files = 0;
  for (let i = 0; i < 9; i++) {
    const start = performance.now();
    const tree = await readFolder(folder, []);
    runs.push({ reading: performance.now() - start, rules: timesOf(tree) });
    files = tree.sources.length;
  }
  const sums = runs.map(({ rules }) => [...rules.values()].reduce((sum, time) => sum + time, 0));
  const reading = median(runs.map((run) => run.reading));
  const rules = median(sums);
  const [slowest, time] = slowestOf(runs.map((run) => run.rules));
  return [
    {
      what: `all rules on a tree of 11,000 YAML files, of which ${files} concern them, compared with reading and prefiltering the tree`,
      ours: `${rules.toFixed(1)} ms`,
      theirs: `${reading.toFixed(0)} ms`,
      ratio: `${(rules / reading).toFixed(2)} ×`,
      target: '≤ 0.3 ×',
    },
    {
      what: `the slowest rule, \`${slowest}\`, per file that concerns it`,
      ours: `${(time / files).toFixed(3)} ms`,
      theirs: '',
      ratio: '',
      target: '≤ 1 ms',
    },
  ];
}

/** Milliseconds of each rule. */
function timesOf(head: SourceTree): Map<string, number> {
  const times = new Map<string, number>();
  const timer = {
    now: () => performance.now(),
    add: (rule: string, time: number) => void times.set(rule, (times.get(rule) ?? 0) + time),
  };
  const settings = mergeSettings({ today: '2026-01-01' });
  review({ base: null, head, settings, facts: openFacts(dataFolder), version: '', figures: null, timer });
  return times;
}

function slowestOf(runs: readonly ReadonlyMap<string, number>[]): [rule: string, time: number] {
  const medians = [...runs[0]!.keys()].map((rule): [string, number] => [
    rule,
    median(runs.map((run) => run.get(rule) ?? 0)),
  ]);
  return medians.toSorted(([, a], [, b]) => b - a)[0]!;
}
