import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Root } from '../../../engine/files/sources/root/root.ts';
import { LoadedTree } from '../../tree/loaded-tree.ts';
import { findTool } from '../tool.ts';
import { type HandedOver, HandedOverRenderer, handOverLimits, handOverText, readHandOver } from './handed-over.ts';
import { inputManifest } from './render-inputs.ts';

const hash = 'a'.repeat(64);
const rendering = {
  root: 'pools',
  definition: hash,
  files: { 'pools/a.yaml': hash },
  programs: ['helm v3.20.2'],
  text: 'a: 1\n',
};
const handedOver: HandedOver = { commit: 'c'.repeat(40), run: '7', renderings: [rendering] };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-handed-over-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads a file as a job with this commit and run does. */
function read(text: string, { commit = handedOver.commit, run = '7' as string | undefined } = {}): HandedOver {
  const path = join(folder, 'rendered.json');
  writeFileSync(path, text);
  return readHandOver(path, 'rendered.json', { commit, run });
}

const changed = (change: (file: Record<string, unknown>) => void): string => {
  const file = JSON.parse(handOverText(handedOver));
  change(file);
  return JSON.stringify(file);
};
const inFirst = (fields: object): string => changed((file) => Object.assign((file.renderings as object[])[0]!, fields));

describe('the file that a render job hands over', () => {
  test('is read as it was written', () => {
    expect(read(handOverText(handedOver))).toEqual(handedOver);
    expect(read(handOverText(handedOver), { run: undefined })).toEqual(handedOver);
  });

  test.each<[string, string, RegExp]>([
    ['is cut off', handOverText(handedOver).slice(0, -20), /`rendered.json` is cut off or is not JSON/],
    ['is empty', '', /is cut off or is not JSON/],
    ['is a list', '[]', /not what a render job writes: `file` is not an object/],
    ['has an unknown field', changed((file) => Object.assign(file, { approved: true })), /unknown field `approved`/],
    [
      'has an unknown field in a rendering',
      inFirst({ objects: [] }),
      /`file.renderings\[0\]` has the unknown field `objects`/,
    ],
    ['has an inherited field', inFirst({ toString: 1 }), /unknown field `toString`/],
    ['lacks a field', inFirst({ programs: undefined }), /`file.renderings\[0\].programs` is not a list/],
    ['has another format', changed((file) => Object.assign(file, { format: 2 })), /`file.format` is not valid/],
    ['has a program that is not known', inFirst({ programs: ['sh -c'] }), /programs\[0\]` is not valid/],
    ['has a text that is not a text', inFirst({ text: { a: 1 } }), /text` is not valid/],
    ['has a hash that is not one', inFirst({ files: { a: 'b' } }), /files` is not valid/],
    [
      'has two results for the same inputs',
      changed((file) => Object.assign(file, { renderings: [rendering, { ...rendering, text: 'a: 2\n' }] })),
      /two results for the same inputs of `pools`/,
    ],
    [
      'has too many programs',
      inFirst({ programs: Array(handOverLimits.programs + 1).fill('helm v3.20.2') }),
      /more than 4 entries/,
    ],
    [
      'has too many files',
      inFirst({
        files: Object.fromEntries(Array.from({ length: handOverLimits.files + 1 }, (_, i) => [`${i}`, 'a'.repeat(64)])),
      }),
      /files` has more than 20000 entries/,
    ],
    [
      'has too many renderings',
      changed((file) => Object.assign(file, { renderings: Array(handOverLimits.renderings + 1).fill(null) })),
      /more than 5000 entries/,
    ],
  ])('T69: is refused if it %s', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('T69: is refused for another commit or another run, with what to do', () => {
    const text = handOverText(handedOver);
    expect(() => read(text, { commit: 'd'.repeat(40) })).toThrow(
      'was rendered for `cccccccccccc`, and not for `dddddddddddd`',
    );
    expect(() => read(text, { run: '8' })).toThrow('was rendered by run 7, and not by this run');
    expect(() => read(text, { run: '8' })).toThrow(
      expect.objectContaining({ help: 'Run the whole workflow again, so that the render job writes the file.' }),
    );
  });

  test('T69: is refused if it is too long, and not read into memory', () => {
    const path = join(folder, 'long.json');
    writeFileSync(path, '');
    truncateSync(path, handOverLimits.bytes + 1);
    const reading = () => readHandOver(path, 'long.json', { commit: handedOver.commit, run: '7' });
    expect(reading).toThrow('is longer than 64 MB');
    rmSync(path);
    expect(reading).toThrow('of the render job cannot be read');
  });
});

describe('a renderer that runs no program', () => {
  const tree = (files: Record<string, string>): LoadedTree =>
    new LoadedTree({
      files: new Map(Object.entries(files)),
      others: new Map(),
      each: async (paths, take) => {
        for (const path of paths) take(path, Buffer.from(files[path]!));
      },
    });
  const root = (more: Partial<Root> = {}): Root => ({
    name: 'pools',
    file: 'pools/kustomization.yaml',
    tool: 'kustomize',
    patches: [],
    obstacles: [],
    isDeclared: false,
    call: { kustomize: { folder: 'pools', needsHelm: false } },
    files: ['pools/kustomization.yaml', 'pools/pool.yaml'],
    ...more,
  });
  const files = { 'pools/kustomization.yaml': 'resources: [pool.yaml]\n', 'pools/pool.yaml': 'a: 1\n' };
  const renderer = async (): Promise<HandedOverRenderer> => {
    const one = { ...(await inputManifest(root(), tree(files))), programs: ['kustomize v5.8.1'], text: 'rendered' };
    return new HandedOverRenderer({ ...handedOver, renderings: [one] });
  };
  const chart = { chart: 'pools', release: 'pools', valueFiles: [], set: [], includesCrds: false, dependencies: [] };
  const remote = { name: 'common', version: '1.0.0', repository: 'https://charts.example.com' };

  test('gives the text of exactly the same inputs', async () => {
    expect(await (await renderer()).render(root(), tree(files))).toMatchObject({
      text: 'rendered',
      inputs: { programs: ['kustomize v5.8.1'] },
    });
  });

  test.each<[string, Root, Record<string, string>, RegExp]>([
    ['a changed file', root(), { ...files, 'pools/pool.yaml': 'a: 2\n' }, /from other content of `pools\/pool.yaml`/],
    ['other flags', root({ kubernetesVersion: '1.34' }), files, /from other content of `its definition`/],
    ['another root', root({ name: 'others' }), files, /the render job did not render it/],
    [
      'a chart from the network',
      root({ call: { helm: { ...chart, fetched: [remote] } } }),
      files,
      /needs the chart `common` from the network/,
    ],
  ])('T68: gives nothing for %s', async (_, asked, content, message) => {
    const rendering = await (await renderer()).render(asked, tree(content));
    expect(rendering).toMatchObject({
      obstacle: { message: expect.stringMatching(message), help: expect.any(String) },
    });
  });
});

test('T66: no program is looked for in a process that can request identity tokens', async () => {
  vi.stubEnv('ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'x');
  const found = await findTool('helm', { path: process.env.PATH, mustIsolate: false });
  vi.unstubAllEnvs();
  expect(found).toMatchObject([{ code: 'render/not-here', reason: 'the job can request identity tokens' }]);
});
