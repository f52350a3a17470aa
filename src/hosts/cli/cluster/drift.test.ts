import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Ran, run } from '../terminal/terminal.test-support.ts';

const pool = (cpu: string): object => ({
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodePool',
  metadata: { name: 'web' },
  spec: {
    template: {
      spec: {
        requirements: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] }],
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
      },
    },
    limits: { cpu },
  },
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-drift-'));
  writeFileSync(join(folder, 'pool.yaml'), JSON.stringify(pool('100')));
});
afterEach(() => rmSync(folder, { recursive: true }));

const drift = (live: object | string, ...flags: string[]): Promise<Ran> =>
  run(['drift', 'pool.yaml', '--cluster', '-', ...flags], {
    cwd: folder,
    stdin: typeof live === 'string' ? live : JSON.stringify(live),
  });
const list = (...items: object[]): object => ({ apiVersion: 'v1', kind: 'List', items });

describe('drift --cluster', () => {
  test('finds nothing if there is no difference', async () => {
    const { code, stdout } = await drift(list(pool('100')));
    expect([code, stdout]).toEqual([0, '- matches the files here (1 object compared)\n']);
  });

  test('lists differences, and fails', async () => {
    const { code, stdout } = await drift(list(pool('200')));
    expect(code).toBe(1);
    expect(stdout).toContain('spec.limits.cpu: 200 in the cluster, 100 in the file');
  });

  test('has a document and an issue', async () => {
    const document = JSON.parse((await drift(list(pool('200')), '--format', 'json')).stdout);
    expect(document.objects[0].fields[0]).toMatchObject({
      path: ['spec', 'limits', 'cpu'],
      cluster: '200',
      file: '100',
    });
    expect((await drift(list(pool('200')), '--format', 'markdown')).stdout).toContain('| --- |');
  });

  test('does not report kinds as missing that were not requested', async () => {
    const { code, stdout } = await drift(list());
    expect([code, stdout]).toEqual([0, expect.stringContaining('no NodePool')]);
  });

  test.each<[string, string[], RegExp]>([
    ['{', [], /does not contain objects/],
    ['{"items": []}', ['--format', 'github'], /`--format github` is not one of text, markdown, json/],
  ])('refuses %s %j', async (live, flags, expected) => {
    const { code, stderr } = await drift(live, ...flags);
    expect([code, stderr]).toEqual([2, expect.stringMatching(expected)]);
  });
});

test('drift needs a cluster', async () => {
  const { code, stderr } = await run(['drift', '.'], { cwd: folder });
  expect([code, stderr]).toEqual([2, expect.stringContaining('--cluster-arn')]);
});

test('drift needs one environment', async () => {
  writeFileSync(join(folder, 'plumbline.yaml'), 'environments: {blue: {}, green: {}}\n');
  const several = await run(['drift', '.'], { cwd: folder });
  expect([several.code, several.stderr]).toEqual([
    2,
    expect.stringContaining('Pass `--environment blue` or `--environment green`'),
  ]);
  const unknown = await run(['drift', '.', '--environment', 'red'], { cwd: folder });
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('no environment `red`')]);
});
