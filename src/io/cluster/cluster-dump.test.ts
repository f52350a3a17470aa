import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { maxFileBytes } from '../tree/source-tree.ts';
import { readDumps } from './cluster-dump.ts';

const cwd = mkdtempSync(join(tmpdir(), 'plumbline-dump-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const padding = 'x'.repeat(1024 * 1024);
const node = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name,
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': padding, a: 'b' },
    managedFields: [{ manager: padding }],
  },
  status: { images: [{ names: [padding] }], capacity: { cpu: '4' } },
});
const lean = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, annotations: { a: 'b' } },
  status: { capacity: { cpu: '4' } },
});
const list = (items: readonly unknown[]) =>
  JSON.stringify({ apiVersion: 'v1', items, kind: 'List', metadata: { resourceVersion: '' } }, null, 4);
const names = Array.from({ length: 14 }, (_, i) => `n${i}`);
const long = list(names.map(node));

const read = (paths: readonly string[], stdin = '') =>
  readDumps(paths, { cwd, stdin: Readable.from([Buffer.from(stdin)]) });

/** Puts a text into a file, and reads it from there and from standard input. */
async function bothWays(text: string): Promise<Awaited<ReturnType<typeof read>>[]> {
  writeFileSync(join(cwd, 'dump.json'), text);
  return [await read(['dump.json']), await read(['-'], text)];
}

describe('a dump of a cluster', () => {
  test('that is longer than a file may be is read without what nobody looks at', async () => {
    expect(long.length).toBeGreaterThan(maxFileBytes);
    for (const { sources, diagnostics } of await bothWays(long)) {
      expect(diagnostics).toEqual([]);
      expect(sources).toHaveLength(1);
      expect(JSON.parse(sources[0]!.text)).toEqual({ apiVersion: 'v1', kind: 'List', items: names.map(lean) });
    }
  });

  test('that is no longer is read as it stands', async () => {
    const text = list([node('a')]);
    for (const { sources } of await bothWays(text)) expect(sources.map((source) => source.text)).toEqual([text]);
  });

  test.each([
    ['that is too long even so', list(names.flatMap((name) => [1, 2, 3].map(() => ({ ...lean(name), padding }))))],
    ['of something else than objects', list(Array.from({ length: 40 }, () => ({ padding })))],
    ['that is cut off', long.slice(0, -3)],
    ['that is no JSON within', long.replace('"kind": "Node"', '"kind" "Node"')],
  ])('%s is said to be too large', async (_, text) => {
    for (const { sources, diagnostics } of await bothWays(text)) {
      expect(sources).toEqual([]);
      expect(diagnostics.map(({ code }) => code)).toEqual(['io/too-large']);
    }
  });

  test('in several files is read whole, the long ones and the others', async () => {
    writeFileSync(join(cwd, 'long.json'), long);
    writeFileSync(join(cwd, 'short.json'), list([lean('short')]));
    const { sources } = await read(['short.json', '-', './long.json'], list([lean('stdin')]));
    expect(sources.map(({ file }) => file)).toEqual(['<stdin>', 'long.json', 'short.json']);
  });

  test('that is not there is an error', () =>
    expect(read(['nowhere.json'])).rejects.toThrow('There is no file or folder `nowhere.json`'));
});
