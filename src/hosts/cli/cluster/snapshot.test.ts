import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run } from '../terminal/terminal.test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-snapshot-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: web }
spec: { template: { spec: { nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: web }, requirements: [] } } }
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: web }
spec: { amiFamily: AL2023 }
`;
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'c', resources: { requests: { cpu: '1', memory: '1Gi' } } }] },
    },
  },
};
const dump = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [deployment] });
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, encoding: 'utf8' });
const nodes = (stdout: string): number => JSON.parse(stdout).estimate.after.nodes.likely;

test('a committed snapshot is read at the base by its path in plumbline.yaml, and its age is shown', async () => {
  git('init', '-q');
  write('pool.yaml', pool);
  write('dump.json', dump);
  const made = await run(['snapshot', 'dump.json', '--output', 'cluster.json'], { cwd: folder });
  expect([made.code, made.stdout, made.stderr]).toEqual([0, '', '']);
  rmSync(join(folder, 'dump.json'));
  write('plumbline.yaml', 'region: us-east-1\nsnapshot: cluster.json\n');
  git('add', '.');
  git('commit', '-qm', 'one');
  const alone = await run(['estimate', 'pool.yaml', '--format', 'json'], { cwd: folder });
  expect(nodes(alone.stdout)).toBe(1);
  expect(JSON.parse(alone.stdout).estimate.assumptions[0]).toMatch(/^The snapshot `cluster.json` was taken/);

  // Changes to the snapshot have no effect.
  write('cluster.json', readFileSync(join(folder, 'cluster.json'), 'utf8').replace('"replicas":3', '"replicas":3000'));
  write('pool.yaml', pool.replace('requirements: []', 'expireAfter: 1h, requirements: []'));
  const review = await run(['review', '--base', 'HEAD', '--format', 'json', '--fail-on', 'never'], { cwd: folder });
  expect([
    nodes(review.stdout),
    nodes((await run(['estimate', 'pool.yaml', '--format', 'json'], { cwd: folder })).stdout),
  ]).toEqual([1, expect.toSatisfy((count: number) => count > 1)]);

  write('plumbline.yaml', 'snapshot: elsewhere.json\n');
  const missing = await run(['estimate', 'pool.yaml'], { cwd: folder });
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('`elsewhere.json` was not found')]);
});

test.each([
  [['snapshot'], '', 'needs a file or a cluster'],
  [['snapshot', '-'], 'kind: [', 'No objects of a cluster'],
  [['snapshot', '-'], '{"apiVersion":"v1","kind":"Node","metadata":{"name":"a"}', 'cannot be read'],
  [['snapshot', '-', '--output', 'no/such/folder'], dump, 'cannot be written'],
  [['snapshot', 'nowhere.json'], '', 'File or folder not found'],
])('%j is refused', async (argv, stdin, message) => {
  const { code, stderr } = await run(argv, { cwd: folder, stdin });
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
