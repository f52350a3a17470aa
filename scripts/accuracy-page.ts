/**
 * Writes the figures of docs/accuracy.md: `node scripts/accuracy-page.ts`; `npm run compare -- scenarios` and
 * `npm run record -- clusters` do so too.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { groupBy } from '../src/engine/text/group-by.ts';
import { compareNames } from '../src/engine/text/name-order.ts';
import { readWorlds } from '../test/conformance/disruption/world.ts';
import { readHashes, recordedMinors } from '../test/conformance/hashes/recording.ts';
import { readImages } from '../test/conformance/images/recording.ts';
import { readSchedulerRecording } from '../test/conformance/kube-scheduler/recording.ts';
import { readRecordings } from '../test/conformance/scenario.ts';
import { type LoopAspect, loopAspects } from '../test/kwok/compare.ts';
import { type LoopComparison, readLoopComparisons } from '../test/kwok/comparison.ts';
import {
  compareEnds,
  compareOlder,
  type EndComparison,
  type EndKind,
  knownEnds,
  type OlderComparison,
} from '../test/kwok/end-comparison.ts';
import { isSameRestarts } from '../test/kwok/restarts.ts';
import { schedulerReleases } from '../test/oracle/kube-scheduler/build.ts';

const [start, end] = ['<!-- accuracy:start -->', '<!-- accuracy:end -->'];

/** The text below the table of recordings. */
const gapText = `\`test/conformance/known-gaps.json\` lists scenarios that differ, with the reason. [Scenarios of Karpenter's own test
suites](upstream-suites.md) lists the behaviors one by one.`;

/** Recorded clusters compared with what is predicted for them. */
export interface ClusterComparisons {
  readonly ends: readonly EndComparison[];
  readonly older: readonly OlderComparison[];
  readonly loop: readonly LoopComparison[];
}

/** docs/accuracy.md with its figures as the recordings have them. */
export function accuracyPage({ ends, older, loop }: ClusterComparisons): string {
  const page = readFileSync('docs/accuracy.md', 'utf8');
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`docs/accuracy.md lacks the markers ${start} … ${end}`);
  return `${page.slice(0, from + start.length)}\n${conformanceTable()}\n\n${gapText}\n\n${endText(ends)}\n\n${olderText(older)}\n\n${loopText(loop)}\n${page.slice(to)}`;
}

const count = (n: number): string => n.toLocaleString('en-US');
const rows = (...all: readonly (readonly string[])[]): string => all.map((row) => `| ${row.join(' | ')} |`).join('\n');

function gaps(file: string): number {
  const allowance = JSON.parse(readFileSync(new URL(`../test/conformance/${file}`, import.meta.url), 'utf8')) as object;
  return Object.values(allowance).reduce((sum, reasons: object) => sum + Object.keys(reasons).length, 0);
}

const identical = (differing: number): string => (differing === 0 ? 'all' : `all but ${differing}`);

function conformanceTable(): string {
  const scenarios = readRecordings();
  const real = scenarios.filter(({ expected }) => Object.values(expected.stableAspects).includes(true));
  // The hashes of the scenarios (drift-hashes.test.ts), and those of generated objects for several minors.
  const hashes = 1219 + recordedMinors.reduce((sum, minor) => sum + readHashes(minor).objects.length, 0);
  const decisions = Object.keys(schedulerReleases)
    .flatMap((minor) => readSchedulerRecording(minor).clusters)
    .reduce((sum, cluster) => sum + cluster.decisions.length, 0);
  const texts = scenarios.filter(({ expected }) => expected.stableAspects.messages === true);
  return rows(
    ['Compared with the real Karpenter 1.14.1', 'Count', 'Identical'],
    ['---', '---:', '---:'],
    [
      'Scenarios, generated and written by hand: pods per node, NodePool, requirements, instance types, launch, cost, unschedulable pods',
      count(scenarios.length),
      identical(gaps('known-gaps.json')),
    ],
    [
      'Of these, run three times or more with the released Karpenter, to separate chance from rule',
      count(real.length),
      'all',
    ],
    ['Of these, with the same error text in each run: the error texts, word for word', count(texts.length), 'all'],
    [
      'Clusters that consolidate or drift, followed to the end',
      count(readWorlds().length),
      identical(gaps('disruption/known-gaps.json')),
    ],
    [`Drift hashes of NodePools and EC2NodeClasses of Karpenter ${recordedMinors.join(', ')}`, count(hashes), 'all'],
    ['Capacity, overhead, allocatable and labels of 1,371 instance types', '18 kinds of EC2NodeClass', 'all'],
    [
      `Decisions of kube-scheduler ${Object.keys(schedulerReleases).join(', ')}: nodes found, reasons, scores, preempted pods`,
      count(decisions),
      'all',
    ],
    ['Images that an AMI alias resolves to, for two Kubernetes versions', count(readImages().queries.length), 'all'],
  );
}

/** The compared aspects, in words. */
const aspectText: Readonly<Record<LoopAspect, string>> = {
  nodes: 'Number of nodes',
  requests: 'NodePool and capacity type of every node; in the first round also the CPU and memory reserved on it',
  types: 'Instance types',
  zones: 'Zones',
  cost: 'Cost per hour',
  pending: 'Unschedulable pods',
};

function loopTable(all: readonly LoopComparison[]): string {
  const atOnce = all.filter(({ isAtOnce }) => isAtOnce);
  const share = (aspect: LoopAspect): string[] => {
    const isSame = (differing: readonly LoopAspect[]): boolean => !differing.includes(aspect);
    return [
      aspect === 'pending' ? '' : count(atOnce.filter(({ differingAtFirst }) => isSame(differingAtFirst)).length),
      count(all.filter(({ differing }) => isSame(differing)).length),
    ];
  };
  return rows(
    ['As predicted', `First round, if it had all pods (${atOnce.length})`, `Final state (${all.length})`],
    ['---', '---:', '---:'],
    ...loopAspects.map((aspect) => [aspectText[aspect], ...share(aspect)]),
    [
      'All of these',
      count(atOnce.filter(({ differingAtFirst }) => differingAtFirst.length === 0).length),
      count(all.filter(({ differing }) => differing.length === 0).length),
    ],
  );
}

/** How clusters end, compared with what a review predicts. */
function endText(all: readonly EndComparison[]): string {
  const kinds: readonly EndKind[] = ['setup', 'transition with snapshot', 'transition from files'];
  const isRight = ({ agreement }: EndComparison): boolean => agreement.nodes && agreement.cost;
  const share = (some: readonly EndComparison[], is: (one: EndComparison) => boolean): string =>
    `${count(some.filter(is).length)} of ${count(some.length)}`;
  const reasons = all
    .filter((comparison) => !isRight(comparison))
    .map(({ reasons, ...comparison }) => reasons[0] ?? knownEnds[`${comparison.name}, ${comparison.kind}`]);
  return `**Clusters followed to the end.** Setups that need more than one round were applied to empty clusters. For a transition, the base files were applied,
\`plumbline snapshot\` was run, and the head files were applied. Then the cluster ran until nothing changed any more. All programs are
the real ones; only the machines are simulated.

${rows(
  [
    'As predicted',
    'Number of nodes',
    'Nodes, and cost within 2%',
    'Both in the range',
    'Both as predicted, where nothing depends on chance',
    'Pods wrongly reported as unschedulable',
  ],
  ['---', '---:', '---:', '---:', '---:', '---:'],
  ...kinds.map((kind) => {
    const ofKind = all.filter((comparison) => comparison.kind === kind);
    const knowable = ofKind.filter((comparison) => comparison.reasons.length === 0);
    const wrong = ofKind.reduce((sum, { agreement }) => sum + agreement.falselyUnschedulable, 0);
    return [
      kind.replace('setup', 'Setups').replace('transition', 'Transitions'),
      share(ofKind, ({ agreement }) => agreement.nodes),
      share(ofKind, isRight),
      share(ofKind, ({ agreement }) => agreement.range),
      share(knowable, isRight),
      count(wrong),
    ];
  }),
)}

Where chance decides, the prediction is a range, such as "6 nodes (sometimes 7)": several simulated runs with other random choices. ${share(all, ({ agreement }) => agreement.range)}
ends were inside of it.

${restartText(all)}

Why a cluster did not end as predicted:

${counted(reasons)}

\`npm run record -- clusters\` records them again, \`npm run compare -- clusters\` lists the differences.`;
}

/** How transitions end under earlier minors of Karpenter. */
function olderText(all: readonly OlderComparison[]): string {
  const share = (comparisons: readonly OlderComparison[], is: (one: OlderComparison) => boolean): string =>
    `${comparisons.filter(is).length} of ${comparisons.length}`;
  const isRestarted = ({ predicted: { restarts }, seenRestarts }: OlderComparison): boolean =>
    restarts !== undefined && seenRestarts !== undefined && isSameRestarts(restarts, seenRestarts);
  return `**Earlier minors.** Some transitions that consolidate or drift also ran with the core of an earlier minor, and are compared with what is predicted
for it with a snapshot:

${rows(
  ['Karpenter', 'Number of nodes', 'Nodes of every instance type, and cost within 2%', 'Who restarts'],
  ['---', '---:', '---:', '---:'],
  ...[...groupBy(all, ({ minor }) => minor)].map(([minor, ofMinor]) => [
    minor,
    share(ofMinor, ({ agreement }) => agreement.nodes),
    share(ofMinor, ({ agreement }) => agreement.types && agreement.cost),
    share(ofMinor, isRestarted),
  ]),
)}`;
}

/** A list of reasons with how often each one applies. */
function counted(all: readonly (string | undefined)[]): string {
  const times = new Map<string, number>();
  for (const reason of all.map((end) => end ?? 'unknown')) times.set(reason, (times.get(reason) ?? 0) + 1);
  return [...times]
    .sort(([a], [b]) => compareNames(a, b))
    .map(([reason, number]) => `- ${number} × ${reason}`)
    .join('\n');
}

function loopText(all: readonly LoopComparison[]): string {
  const byReason = new Map<string, LoopComparison[]>();
  for (const comparison of all.filter(({ differing }) => differing.length > 0)) {
    const reason = comparison.reason ?? 'unknown';
    byReason.set(reason, [...(byReason.get(reason) ?? []), comparison]);
  }
  const reasons = [...byReason].sort(([a], [b]) => compareNames(a, b));
  const nodes = all.reduce((sum, comparison) => sum + comparison.nodes, 0);
  return `**Real clusters, from the first round on.** ${count(all.length)} setups, from our examples and from the generator, ran in one cluster each. kube-apiserver,
etcd, kube-scheduler, the controllers and Karpenter are the real ones. Only machines and kubelets are simulated (kwok), with the instance types
of our catalog. ${count(nodes)} nodes were launched. The table compares the first round with what \`estimate --first-round\` predicts, and the final state
with what \`estimate\` predicts:

${loopTable(all)}

Why a cluster did not end as predicted:

${reasons.map(([reason, those]) => `- ${those.length} × ${reason}${otherNumbers(those)}`).join('\n')}

\`npm run record -- clusters\` records them again. If several offerings have the same price, any of them counts as predicted.`;
}

/** By how much the number of nodes differs, or nothing if it does not. */
function otherNumbers(all: readonly LoopComparison[]): string {
  const more = all.map(({ nodes, predicted }) => nodes - predicted).filter((difference) => difference !== 0);
  if (more.length === 0) return '';
  const amount = (nodes: number): string => `${Math.abs(nodes)} ${nodes < 0 ? 'fewer' : 'more'}`;
  const [least, most] = [Math.min(...more), Math.max(...more)];
  return `. The number of nodes differs in ${more.length}: ${least === most ? amount(least) : `${amount(least)} to ${amount(most)}`}`;
}

/** Brings docs/accuracy.md up to date. */
export function writeAccuracyPage(): void {
  const comparisons = { ends: compareEnds(), older: compareOlder(), loop: readLoopComparisons() };
  writeFileSync('docs/accuracy.md', accuracyPage(comparisons));
}

if (import.meta.main) writeAccuracyPage();

/** How often the predicted pods restart. */
function restartText(all: readonly EndComparison[]): string {
  const compared = all.flatMap(
    ({ name, kind, predicted: { restarts: ours }, seenRestarts: theirs, restartReasons }) => {
      const reason = restartReasons?.[0] ?? knownEnds[`${name.replace(/ \(run \d+\)$/, '')}, ${kind}`];
      return ours && theirs ? [{ kind, isSame: isSameRestarts(ours, theirs), reason }] : [];
    },
  );
  const shareOf = (kind: EndKind): string => {
    const ofKind = compared.filter((comparison) => comparison.kind === kind);
    return `${ofKind.filter(({ isSame }) => isSame).length} of ${ofKind.length}`;
  };
  return `**Who restarts.** Exactly the predicted number of pods of each workload restarted in ${shareOf('transition with snapshot')} transitions with a snapshot, and in
${shareOf('transition from files')} from files. How many pods run at the worst moment is a lower bound here: simulated pods start at once, so the
real cluster never had fewer.

Why other pods restarted than predicted:

${counted(compared.flatMap(({ isSame, reason }) => (isSame ? [] : [reason])))}`;
}
