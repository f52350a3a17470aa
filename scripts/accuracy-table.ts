import { readFileSync } from 'node:fs';
import { readWorlds } from '../test/conformance/disruption/world.ts';
import { readRecordings } from '../test/conformance/scenario.ts';
import { loopAspects } from '../test/kwok/compare.ts';
import { type LoopComparison, readLoopComparisons } from '../test/kwok/comparison.ts';

const [start, end] = ['<!-- accuracy:start -->', '<!-- accuracy:end -->'];

/** docs/accuracy.md with its figures as the recordings have them. */
export function accuracyPage(): string {
  const page = readFileSync('docs/accuracy.md', 'utf8');
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`docs/accuracy.md lacks the markers ${start} … ${end}`);
  return `${page.slice(0, from + start.length)}\n${conformanceTable()}\n\n${loopText(readLoopComparisons())}\n${page.slice(to)}`;
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
    ['drift hashes of NodePools and EC2NodeClasses', '1,219', 'all'],
    ['capacity, overhead, allocatable and labels of 1,371 instance types', '18 kinds of EC2NodeClass', 'all'],
    ...loopRows(readLoopComparisons()),
  );
}

/** What is compared, in words. */
const aspectText: Readonly<Record<(typeof loopAspects)[number], string>> = {
  nodes: 'number of nodes',
  requests: 'NodePool, capacity type, CPU and memory reserved on every node',
  types: 'instance types',
  zones: 'zones',
  cost: 'cost an hour',
  pending: 'pods that find no place',
};

function loopRows(all: readonly LoopComparison[]): readonly (readonly string[])[] {
  const agreeing = all.filter(({ differing }) => differing.length === 0).length;
  return [
    ['clusters in which the whole loop ran, from pods to nodes', count(all.length), count(agreeing)],
    ...loopAspects.map((aspect) => [
      `– ${aspectText[aspect]}`,
      count(all.length),
      count(all.filter(({ differing }) => !differing.includes(aspect)).length),
    ]),
  ];
}

function loopText(all: readonly LoopComparison[]): string {
  const differing = all.filter((one) => one.differing.length > 0);
  const reasons = [...new Set(differing.map(({ reason }) => reason ?? 'not explained'))].sort();
  const seen = all.reduce((sum, { nodes }) => sum + nodes, 0);
  return [
    `The last rows are no recordings of Karpenter's code but of clusters: kube-apiserver, etcd, kube-scheduler, the controllers and Karpenter are
real, and only machines and kubelets are made up (kwok). Each set-up had a cluster of its own; ${count(seen)} nodes came up in all. Where they
were not as foretold, this is why:`,
    '',
    ...reasons.map((reason) => {
      const own = differing.filter((one) => (one.reason ?? 'not explained') === reason);
      return `- ${own.length} × ${reason}`;
    }),
    '',
    '`npm run loop` does it again; `test/kwok/known-differences.json` names each.',
  ].join('\n');
}
