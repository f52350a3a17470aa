/**
 * `npm run record -- clusters [--missing] [NAME…]` starts clusters with the real Karpenter, in which only the machines
 * are simulated, and records what happens there:
 *
 * - setups, which are applied to an empty cluster (test/kwok/set-ups.ts, test/kwok/rounds),
 * - transitions, which change a cluster from base to head (test/kwok/transitions).
 *
 * `--older MINOR` records some transitions under an earlier minor of Karpenter instead (test/kwok/older).
 *
 * Without names it records everything, which takes about four hours. With `--missing` it records only what no file holds yet. Each record is
 * written immediately, so a run can be stopped and continued at any time. Needs Go and kubectl. `npm run compare -- clusters`
 * compares the records with plumbline's predictions.
 */
import { parseArgs } from 'node:util';
import { compareNames } from '../src/engine/text/name-order.ts';
import { loopFile, olderFile, roundsFile, type TransitionRecord, transitionsFile } from '../test/kwok/recording.ts';
import { manyRounds } from '../test/kwok/rounds/all.ts';
import type { SetUp } from '../test/kwok/set-up.ts';
import { setUps } from '../test/kwok/set-ups.ts';
import { transitions } from '../test/kwok/transitions/all.ts';
import { trySetUp } from '../test/kwok/try-set-up.ts';
import { tryTransition } from '../test/kwok/try-transition.ts';
import { writeAccuracyPage } from './accuracy-page.ts';

interface Task {
  readonly name: string;
  readonly isRecorded: boolean;
  record(): Promise<string>;
}

function setUpTasks(file: typeof loopFile, all: readonly SetUp[]): Task[] {
  const recorded = new Set(file.read().map(({ name }) => name));
  return all.map(({ name, manifests, settings }) => ({
    name,
    isRecorded: recorded.has(name),
    async record() {
      const seen = await trySetUp({ name, manifests, settings });
      const records = new Map(file.read().map((record) => [record.name, record]));
      records.set(name, { name, manifests, settings, seen });
      file.write(all.flatMap((scenario) => records.get(scenario.name) ?? []));
      return `${seen.nodes.length} nodes after ${seen.seconds} s and ${seen.rounds.length} rounds, pending ${JSON.stringify(seen.pending)}`;
    },
  }));
}

/** A third of the transitions, including some of every kind, are recorded twice to find out what depends on chance. So are all that are named. */
const isRepeated = (i: number, name: string): boolean => (i + Math.floor(i / 3)) % 3 === 0 || names.includes(name);

function transitionTasks(run: number): Task[] {
  const keyOf = (record: { readonly name: string; readonly run: number }): string => `${record.name} ${record.run}`;
  const recorded = new Set(transitionsFile.read().map(keyOf));
  const order = transitions.flatMap(({ name }) => [`${name} 1`, `${name} 2`]);
  return transitions
    .filter(({ name }, i) => run === 1 || isRepeated(i, name))
    .map((transition) => ({
      name: transition.name,
      isRecorded: recorded.has(keyOf({ ...transition, run })),
      async record() {
        const record = { ...transition, run, seen: await tryTransition(transition) };
        const records = new Map(transitionsFile.read().map((record) => [keyOf(record), record]));
        records.set(keyOf(record), record);
        transitionsFile.write(order.flatMap((key) => records.get(key) ?? []));
        const { before, after, peak } = record.seen;
        return `run ${run}: ${before.nodes.length} nodes, at most ${peak.nodes}, then ${after.nodes.length} after ${after.seconds} s`;
      },
    }));
}

/** Transitions in which emptiness, consolidation of several nodes and of single ones, and drift act. */
const recordedUnderOlder = [
  ...['requests-down-consolidating', 'pool-added-cheaper-consolidating', 'replicas-down-when-empty'],
  ...['drift-on-demand-to-spot-consolidating', 'pool-deleted-consolidating', 'replicas-to-zero-consolidating'],
];

function olderTasks(minor: string): Task[] {
  const keyOf = (record: TransitionRecord): string => `${record.settings.karpenterVersion} ${record.name}`;
  const recorded = new Set(olderFile.read().map(keyOf));
  return recordedUnderOlder.map((name) => {
    const recordedTransition = transitions.find((transition) => transition.name === name)!;
    const transition = { ...recordedTransition, settings: { ...recordedTransition.settings, karpenterVersion: minor } };
    return {
      name,
      isRecorded: recorded.has(`${minor} ${name}`),
      async record() {
        const record = { ...transition, run: 1, seen: await tryTransition(transition) };
        const records = new Map(olderFile.read().map((record) => [keyOf(record), record]));
        records.set(keyOf(record), record);
        olderFile.write([...records].sort(([a], [b]) => compareNames(a, b)).map(([, record]) => record));
        const { before, after } = record.seen;
        return `${minor}: ${before.nodes.length} nodes, then ${after.nodes.length} after ${after.seconds} s`;
      },
    };
  });
}

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { missing: { type: 'boolean', default: false }, older: { type: 'string' } },
});
/** The records that the comparison requires. */
const urgent = new Set(['getting-started', 'zonal-anti-affinity', 'deployment-before-tripling', 'deployment-tripled']);
const rounds = setUpTasks(roundsFile, manyRounds);
const others = rounds.filter(({ name }) => !urgent.has(name));
const firstRuns = transitionTasks(1);
const all = [
  ...rounds.filter(({ name }) => urgent.has(name)),
  ...firstRuns.flatMap((task, i) => [task, ...others.slice(i, i + 1)]),
  ...others.slice(firstRuns.length),
  ...transitionTasks(2),
  ...setUpTasks(loopFile, setUps()),
];
const tasks = (values.older === undefined ? all : olderTasks(values.older)).filter(
  (task) => (names.length === 0 || names.includes(task.name)) && !(values.missing && task.isRecorded),
);

for (const [i, task] of tasks.entries()) {
  const time = new Date().toISOString().slice(11, 19);
  try {
    console.log(`${time} ${i + 1} of ${tasks.length}: ${task.name}: ${await task.record()}`);
  } catch (error) {
    console.log(`${time} ${i + 1} of ${tasks.length}: ${task.name} failed: ${(error as Error).stack}`);
    process.exitCode = 1;
  }
}
if (!values.missing) writeAccuracyPage();
