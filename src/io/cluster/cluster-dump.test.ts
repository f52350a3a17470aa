import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { isWhole } from '../../../test/extent.ts';
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

/** Reads a text both from a file and from standard input. */
async function bothWays(text: string): Promise<Awaited<ReturnType<typeof read>>[]> {
  writeFileSync(join(cwd, 'dump.json'), text);
  return [await read(['dump.json']), await read(['-'], text)];
}

describe('a dump of a cluster', () => {
  test.runIf(isWhole)('that is longer than a file may be is read without unneeded fields', async () => {
    expect(long.length).toBeGreaterThan(maxFileBytes);
    for (const { sources, diagnostics } of await bothWays(long)) {
      expect(diagnostics).toEqual([]);
      expect(sources).toHaveLength(1);
      expect(JSON.parse(sources[0]!.text)).toEqual({ apiVersion: 'v1', kind: 'List', items: names.map(lean) });
    }
  });

  test('of usual length is read unchanged', async () => {
    const text = list([node('a')]);
    for (const { sources } of await bothWays(text)) expect(sources.map((source) => source.text)).toEqual([text]);
  });

  test.runIf(isWhole).each([
    [
      'that is too long even without unneeded fields',
      list(names.flatMap((name) => [1, 2, 3].map(() => ({ ...lean(name), padding })))),
    ],
    ['that does not contain objects', list(Array.from({ length: 40 }, () => ({ padding })))],
    ['that is cut off', long.slice(0, -3)],
    ['with an object that is not valid JSON', long.replace('"kind": "Node"', '"kind" "Node"')],
  ])('%s is reported as too large', async (_, text) => {
    for (const { sources, diagnostics } of await bothWays(text)) {
      expect(sources).toEqual([]);
      expect(diagnostics.map(({ code }) => code)).toEqual(['io/too-large']);
    }
  });

  test.runIf(isWhole)('that is named twice counts once, however long it is', async () => {
    for (const text of [long, list([lean('short')])]) {
      writeFileSync(join(cwd, 'dump.json'), text);
      expect((await read(['dump.json', './dump.json'])).sources).toHaveLength(1);
    }
  });

  test.runIf(isWhole)('in several files, long and short ones, is read completely', async () => {
    writeFileSync(join(cwd, 'long.json'), long);
    writeFileSync(join(cwd, 'short.json'), list([lean('short')]));
    const { sources } = await read(['short.json', '-', './long.json'], list([lean('stdin')]));
    expect(sources.map(({ file }) => file)).toEqual(['<stdin>', 'long.json', 'short.json']);
  });

  test('that does not exist is an error', () =>
    expect(read(['nowhere.json'])).rejects.toThrow('File or folder not found: `nowhere.json`'));
});
