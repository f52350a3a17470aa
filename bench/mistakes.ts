import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rival } from './rivals.ts';

const pool = (spec: string, requirements = '[]'): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: web
spec:
  ${spec}
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      requirements: ${requirements}
`;

const nodeClass = (identity: string): string => `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: default
spec:
  ${identity}
  amiSelectorTerms: [{alias: al2023@v20260715}]
  subnetSelectorTerms: [{tags: {karpenter.sh/discovery: a}}]
  securityGroupSelectorTerms: [{tags: {karpenter.sh/discovery: a}}]
`;

const good = `${pool('limits: {cpu: 1}')}---\n${nodeClass('role: node')}`;

/** Mistakes in pull requests, each with the tree before and after. */
const mistakes: readonly (readonly [name: string, head: string, base?: string])[] = [
  ['`limit` instead of `limits`', `${pool('limit: {cpu: 1}')}---\n${nodeClass('role: node')}`],
  [
    'a label that Karpenter reserves',
    good.replace('requirements: []', 'requirements: [{key: karpenter.sh/nodepool, operator: In, values: [a]}]'),
  ],
  [
    'a `schedule` without `duration`',
    good.replace(
      'limits: {cpu: 1}',
      'disruption: {consolidateAfter: 1m, budgets: [{nodes: "1", schedule: "0 9 * * *"}]}',
    ),
  ],
  ['neither `role` nor `instanceProfile`', good.replace('role: node', 'tags: {}')],
  [
    '`minValues` above the number of values',
    good.replace(
      'requirements: []',
      'requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i], minValues: 2}]',
    ),
  ],
  ['`expireAfter` in days', good.replace('requirements: []', 'expireAfter: 30d\n      requirements: []')],
  ['a NodePool becomes static', good.replace('limits: {cpu: 1}', 'replicas: 1'), good],
  [
    'a cron schedule on day 7, which Karpenter cannot parse',
    good.replace(
      'limits: {cpu: 1}',
      'limits: {cpu: 1}\n  disruption: {consolidateAfter: 1m, budgets: [{nodes: "1", schedule: "0 9 * * 7", duration: 1h}]}',
    ),
  ],
];

/** A Markdown table of which tool fails on which mistake. A tool that also fails on the tree without mistakes finds nothing. */
export function mistakeTable(folder: string, rivals: readonly Rival[], cli: string): string {
  const columns = ['plumbline', ...rivals.map(({ name }) => name)];
  const rows = mistakes.map(([name, head, base = good], i) => {
    const at = join(folder, `mistake-${i}`);
    for (const [side, text] of [
      ['base', base],
      ['head', head],
    ] as const) {
      mkdirSync(join(at, side), { recursive: true });
      writeFileSync(join(at, side, 'a.yaml'), text);
    }
    const ours = ends('node', [cli, 'review', '--base', 'base', '--head', 'head', '--karpenter-version', '1.14'], at);
    const theirs = rivals.map(({ program, argumentsFor }) => ends(program, argumentsFor('head'), at));
    return `| ${[name, ...[ours, ...theirs].map((code) => (code === 0 ? '–' : 'found'))].join(' | ')} |`;
  });
  return [`| Mistake | ${columns.join(' | ')} |`, `| --- |${' --- |'.repeat(columns.length)}`, ...rows].join('\n');
}

const ends = (command: string, args: readonly string[], cwd: string): number | null =>
  spawnSync(command, args, { cwd, stdio: 'ignore' }).status;
