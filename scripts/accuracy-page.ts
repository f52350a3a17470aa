/** Writes the figures of docs/accuracy.md: `node scripts/accuracy-page.ts`; `npm run conformance` and `npm run loop` do so too. */

import { readFileSync, writeFileSync } from 'node:fs';
import { compareNames } from '../src/engine/name-order.ts';
import { readWorlds } from '../test/conformance/disruption/world.ts';
import { readHashes, recordedMinors } from '../test/conformance/hashes/recording.ts';
import { readImages } from '../test/conformance/images/recording.ts';
import { readRecordings } from '../test/conformance/scenario.ts';
import { type LoopAspect, loopAspects } from '../test/kwok/compare.ts';
import { type LoopComparison, readLoopComparisons } from '../test/kwok/comparison.ts';
import { compareEnds, type EndComparison, type EndKind, knownEnds } from '../test/kwok/end-comparison.ts';

const [start, end] = ['<!-- accuracy:start -->', '<!-- accuracy:end -->'];

/** What stands under the table of recordings. */
const gapText = `\`test/conformance/known-gaps.json\` lists scenarios that differ, with the reason. [What Karpenter's own suites
test](upstream-suites.md) names the behaviours one by one.`;

/** docs/accuracy.md with its figures as the recordings have them. */
export function accuracyPage(): string {
  const page = readFileSync('docs/accuracy.md', 'utf8');
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`docs/accuracy.md lacks the markers ${start} … ${end}`);
  return `${page.slice(0, from + start.length)}\n${conformanceTable()}\n\n${gapText}\n\n${endText(compareEnds())}\n\n${loopText(readLoopComparisons())}\n${page.slice(to)}`;
}

const count = (n: number): string => n.toLocaleString('en-US');
const rows = (...all: readonly (readonly string[])[]): string => all.map((row) => `| ${row.join(' | ')} |`).join('\n');

function gaps(file: string): number {
  const known = JSON.parse(readFileSync(new URL(`../test/conformance/${file}`, import.meta.url), 'utf8')) as object;
  return Object.values(known).reduce((sum, reasons: object) => sum + Object.keys(reasons).length, 0);
}

const identical = (known: number): string => (known === 0 ? 'all' : `all but ${known}`);

function conformanceTable(): string {
  const scenarios = readRecordings();
  const real = scenarios.filter(({ expected }) => Object.values(expected.stableAspects).includes(true));
  // Those of the scenarios (drift-hashes.test.ts), and generated objects of several minors.
  const hashes = 1219 + recordedMinors.reduce((sum, minor) => sum + readHashes(minor).objects.length, 0);
  const texts = scenarios.filter(({ expected }) => expected.stableAspects.messages === true);
  return rows(
    ['held against what the real Karpenter 1.14.1 did', 'how many', 'identical'],
    ['---', '---:', '---:'],
    [
      'scenarios, generated and written by hand: pods per node, NodePool, requirements, instance types, launch, cost, pods that find no place',
      count(scenarios.length),
      identical(gaps('known-gaps.json')),
    ],
    [
      'of these, run with Karpenter as it is released, three times or more, to tell chance from rule',
      count(real.length),
      'all',
    ],
    [
      'of these, where Karpenter always says the same: the texts of its errors, word for word',
      count(texts.length),
      'all',
    ],
    [
      'clusters that consolidate or drift, followed to the end',
      count(readWorlds().length),
      identical(gaps('disruption/known-gaps.json')),
    ],
    [`drift hashes of NodePools and EC2NodeClasses, by Karpenter ${recordedMinors.join(', ')}`, count(hashes), 'all'],
    ['capacity, overhead, allocatable and labels of 1,371 instance types', '18 kinds of EC2NodeClass', 'all'],
    ['images that an alias stands for, under two versions of Kubernetes', count(readImages().queries.length), 'all'],
  );
}

/** What is compared, in words. */
const aspectText: Readonly<Record<LoopAspect, string>> = {
  nodes: 'number of nodes',
  requests: 'NodePool, capacity type, CPU and memory reserved on every node',
  types: 'instance types',
  zones: 'zones',
  cost: 'cost an hour',
  pending: 'pods that find no place',
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
    ['as foretold', `the first round, where it had all pods (${atOnce.length})`, `in the end (${all.length})`],
    ['---', '---:', '---:'],
    ...loopAspects.map((aspect) => [aspectText[aspect], ...share(aspect)]),
    [
      'all of it',
      count(atOnce.filter(({ differingAtFirst }) => differingAtFirst.length === 0).length),
      count(all.filter(({ differing }) => differing.length === 0).length),
    ],
  );
}

/** How clusters end, beside what a review predicts. */
function endText(all: readonly EndComparison[]): string {
  const kinds: readonly EndKind[] = ['set-up', 'transition with snapshot', 'transition from files'];
  const isRight = ({ agreement }: EndComparison): boolean => agreement.nodes && agreement.cost;
  const share = (some: readonly EndComparison[], is: (one: EndComparison) => boolean): string =>
    `${count(some.filter(is).length)} of ${count(some.length)}`;
  const reasons = new Map<string, number>();
  for (const { reasons: own, ...one } of all.filter((each) => !isRight(each))) {
    const reason = own[0] ?? knownEnds[`${one.name}, ${one.kind}`] ?? 'not known yet';
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return `**Clusters followed to the end.** Set-ups whose first round is not the end were brought into empty clusters. For transitions a cluster of
the base files was brought up, \`plumbline snapshot\` was taken, and the head files were applied; then the cluster was left alone until nothing
moved. As above, all programs are the real ones and only machines are made up.

${rows(
  [
    'as predicted',
    'number of nodes',
    'nodes, and cost within 2 %',
    'both, where nothing was left to chance',
    'pods wrongly called unschedulable',
  ],
  ['---', '---:', '---:', '---:', '---:'],
  ...kinds.map((kind) => {
    const own = all.filter((one) => one.kind === kind);
    const knowable = own.filter((one) => one.reasons.length === 0);
    const wrong = own.reduce((sum, { agreement }) => sum + agreement.falselyUnschedulable, 0);
    return [
      kind.replace(/^(transition|set-up)/, '$1s'),
      share(own, ({ agreement }) => agreement.nodes),
      share(own, isRight),
      share(knowable, isRight),
      count(wrong),
    ];
  }),
)}

Why a cluster did not end as predicted:

${[...reasons]
  .sort(([a], [b]) => compareNames(a, b))
  .map(([reason, times]) => `- ${times} × ${reason}`)
  .join('\n')}

\`npm run loop\` records them again, \`node scripts/compare-loop.ts\` lists the differences.`;
}

function loopText(all: readonly LoopComparison[]): string {
  const byReason = new Map<string, LoopComparison[]>();
  for (const one of all.filter(({ differing }) => differing.length > 0)) {
    const reason = one.reason ?? 'nobody knows why yet';
    byReason.set(reason, [...(byReason.get(reason) ?? []), one]);
  }
  const reasons = [...byReason].sort(([a], [b]) => compareNames(a, b));
  const nodes = all.reduce((sum, one) => sum + one.nodes, 0);
  return `**The whole loop, once for real.** ${count(all.length)} set-ups, of our examples and of the generator, were brought into a cluster each in which
kube-apiserver, etcd, kube-scheduler, the controllers and Karpenter are the real ones, and only machines and kubelets are made up
(kwok); the instance types are those of our catalog. ${count(nodes)} nodes came up. What Karpenter launches in its first round is what \`estimate\`
foretells. After it a cluster goes its own way:

${loopTable(all)}

Why a cluster did not end as foretold:

${reasons.map(([reason, those]) => `- ${those.length} × ${reason}${otherNumbers(those)}`).join('\n')}

\`npm run loop\` does it again. Of offerings that cost the same, any counts as foretold.`;
}

/** By how much the number of nodes differs, where it does. */
function otherNumbers(all: readonly LoopComparison[]): string {
  const more = all.map(({ nodes, foretold }) => nodes - foretold).filter((difference) => difference !== 0);
  if (more.length === 0) return '';
  const said = (nodes: number): string => `${Math.abs(nodes)} ${nodes < 0 ? 'fewer' : 'more'}`;
  const [least, most] = [Math.min(...more), Math.max(...more)];
  return ` (another number of nodes in ${more.length}: ${least === most ? said(least) : `${said(least)} to ${said(most)}`})`;
}

/** Brings docs/accuracy.md up to date. */
export const writeAccuracyPage = (): void => writeFileSync('docs/accuracy.md', accuracyPage());

if (import.meta.main) writeAccuracyPage();
