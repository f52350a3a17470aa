import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../src/io/github/github.ts';
import { readCommitFile, readCommitPair } from '../../src/io/sides/commit-pair.ts';
import { CommitStore } from '../../src/io/sides/commit-store.ts';
import { FakeGitHub } from './github.ts';

let fake: FakeGitHub;
let store: CommitStore;
const waits: number[] = [];

const pool = (name: string): string => `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: ${name}\n`;

beforeEach(async () => {
  fake = await FakeGitHub.start();
  const github = connect({
    token: await fake.token({ contents: 'read' }),
    apiUrl: fake.url,
    sleep: async (seconds) => void waits.push(seconds),
  });
  store = new CommitStore({ github, repository: { owner: 'acme', repo: 'infra' }, clone: undefined });
  waits.length = 0;
});
afterEach(() => fake.close());

const withClone = (clone: string): CommitStore =>
  new CommitStore({ github: store.github, repository: store.repository, clone });

/** Both sides, which have to differ. */
async function pair(base: string | null, head: string, paths: string[] = []) {
  return (await readCommitPair(store, { base, head, paths })).trees!;
}

describe('two commits through the API', () => {
  test('contain the files that can matter, and equal files are one Source', async () => {
    const base = fake.git.commit({
      'a/b/web.yaml': pool('web'),
      'c.yaml': pool('old'),
      'main.go': 'x',
      'notes.yaml': 'a: 1',
    });
    const head = fake.git.commit({ 'a/b/web.yaml': pool('web'), 'c.yaml': pool('new'), 'd.yaml': pool('more') }, [
      base,
    ]);
    const found = await pair(base, head);
    expect(found.base!.sources.map(({ file }) => file)).toEqual(['a/b/web.yaml', 'c.yaml']);
    expect(found.head.sources.map(({ file }) => file)).toEqual(['a/b/web.yaml', 'c.yaml', 'd.yaml']);
    expect(found.head.sources[0]).toBe(found.base!.sources[0]);
    expect(found.head.sources[1]!.text).toBe(pool('new'));
  });

  test('without a base contain all files of the head', async () => {
    const found = await pair(null, fake.git.commit({ 'a.yaml': pool('web') }));
    expect([found.base, found.head.sources.length]).toEqual([null, 1]);
  });

  test('are not read if only other files differ', async () => {
    const base = fake.git.commit({ 'a.yaml': pool('web'), 'README.md': 'one' });
    const head = fake.git.commit({ 'a.yaml': pool('web'), 'README.md': 'two' }, [base]);
    expect(await pair(base, head)).toBeNull();
    expect(fake.requests('POST', /graphql/)).toEqual([]);
  });

  test.each([
    [['a'], ['a/x.yaml']],
    [
      ['a/x.yaml', 'b'],
      ['a/x.yaml', 'b/y.yaml'],
    ],
    [['ab'], ['ab/z.yaml']],
    [['nowhere'], []],
  ])('are limited to the paths %j', async (paths, files) => {
    const head = fake.git.commit({ 'a/x.yaml': pool('x'), 'ab/z.yaml': pool('z'), 'b/y.yaml': pool('y') });
    const found = await pair(null, head, paths);
    expect(found.head.sources.map(({ file }) => file)).toEqual(files);
  });

  test('are read folder by folder if GitHub truncates the tree', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f/${i % 3}/p${i}.yaml`, pool(`p${i}`)]));
    const head = fake.git.commit({ ...many, '.truncate-at-5': '' });
    expect((await pair(null, head)).head.sources.length).toBe(30);
    expect(fake.requests('GET', /git\/trees/).length).toBeGreaterThan(2);
  });

  test('need few requests for many files', async () => {
    const many = Object.fromEntries(Array.from({ length: 420 }, (_, i) => [`p${i}.yaml`, pool(`p${i}`)]));
    expect((await pair(null, fake.git.commit(many))).head.sources.length).toBe(420);
    expect(fake.seen.length).toBe(1 + Math.ceil(420 / 50));
  });

  test('are read blob by blob if GraphQL is not available', async () => {
    fake.fail({ method: 'POST', path: /graphql/, status: 403, times: 99 });
    const head = fake.git.commit({ 'a.yaml': pool('a'), 'b.yaml': pool('b') });
    expect((await pair(null, head)).head.sources.map(({ text }) => text)).toEqual([pool('a'), pool('b')]);
    expect(fake.requests('GET', /git\/blobs/).length).toBe(2);
  });

  test('are complete if GraphQL truncates or refuses a text', async () => {
    const long = `${pool('long')}# ${'x'.repeat(600_000)}\n`;
    const latin = Buffer.from(`${pool('latin')}# caf\xe9\n`, 'latin1').toString('latin1');
    const utf16 = `\ufeff${pool('wide')}`;
    const head = fake.git.commit({
      'long.yaml': long,
      'wide.yaml': Buffer.from(utf16, 'utf16le'),
      'latin.yaml': Buffer.from(latin, 'latin1'),
    });
    const found = await pair(null, head);
    expect(found.head.sources.map(({ file, text }) => [file, text.length])).toEqual([
      ['long.yaml', long.length],
      ['wide.yaml', pool('wide').length],
    ]);
    expect(found.head.diagnostics.map(({ code }) => code)).toEqual(['io/encoding']);
  });

  test.each([
    ['the API', () => store],
    ['a clone', () => withClone(fake.git.folder)],
  ])('follow links within the repository once, by %s', async (_, storeOf) => {
    const files = { 'web.yaml': pool('web'), 'data/pool.txt': pool('evil'), 'base/a.yaml': pool('a'), 'pool.tf': '' };
    const links = {
      'clusters/pool.yaml': '../data/pool.txt',
      'clusters/again.yaml': 'pool.yaml',
      'clusters/prod': '../base',
      'clusters/circle': '.',
      'clusters/out.yaml': '../../etc/passwd',
      'clusters/pool.tf': '../pool.tf',
    };
    const base = fake.git.commit(files);
    const head = fake.git.commit(files, [base], { links });
    const read = async (paths: string[]) => {
      const { trees } = await readCommitPair(storeOf(), { base, head, paths });
      return [trees?.base, trees?.head].map((tree) => tree?.sources.map(({ file }) => file));
    };
    expect(await read([])).toEqual([
      ['base/a.yaml', 'web.yaml'],
      ['base/a.yaml', 'data/pool.txt', 'web.yaml'],
    ]);
    // The content of a path is also the content of its links.
    expect(await read(['clusters'])).toEqual([[], ['base/a.yaml', 'data/pool.txt']]);
    expect(await read(['clusters/pool.yaml'])).toEqual([[], ['data/pool.txt']]);
  });

  test('contain no submodules, and no broken links', async () => {
    const inner = fake.git.commit({ 'a.yaml': pool('a') });
    const others = { links: { 'link.yaml': pool('a') }, submodules: { 'module.yaml': inner } };
    const commit = fake.git.commit({ 'a.yaml': pool('a') }, [], others);
    expect((await pair(null, commit)).head.sources.map(({ file }) => file)).toEqual(['a.yaml']);
    expect(
      (await readCommitPair(withClone(fake.git.folder), { base: null, head: commit, paths: [] })).trees!.head.sources
        .length,
    ).toBe(1);
  });

  test('wait for the rate limit and for the server', async () => {
    const head = fake.git.commit({ 'a.yaml': pool('a') });
    fake.fail({ method: 'GET', path: /trees/, status: 429, headers: { 'retry-after': '9' }, times: 1 });
    fake.fail({ method: 'GET', path: /trees/, status: 502, times: 2 });
    expect((await pair(null, head)).head.sources.length).toBe(1);
    expect(waits).toEqual([9, 2, 4]);
  });

  test.each([
    [401, 'Check the input `token`, which is invalid or has expired.'],
    [403, 'Give the job `permissions: contents: read` and `pull-requests: write`.'],
    [404, 'Give the job `permissions: contents: read`, and check that the commit still exists.'],
  ])('that cannot be read (HTTP %i) are an error with help', async (status, help) => {
    fake.fail({ method: 'GET', path: /trees/, status, times: 1 });
    await expect(pair(null, 'a'.repeat(40))).rejects.toMatchObject({ name: 'PlumblineError', code: 'github', help });
  });
});

describe('a clone', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-clone-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function clone(sha: string, ...flags: string[]): CommitStore {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
    git('init', '--quiet');
    git('fetch', '--quiet', ...flags, fake.git.folder, sha);
    git('checkout', '--quiet', '--detach', 'FETCH_HEAD');
    return withClone(folder);
  }

  test('that is complete needs no API', async () => {
    const base = fake.git.commit({ 'a.yaml': pool('a') });
    const head = fake.git.commit({ 'a.yaml': pool('b') }, [base]);
    const found = (await readCommitPair(clone(head), { base, head, paths: [] })).trees!;
    expect([found.base!.sources[0]!.text, found.head.sources[0]!.text]).toEqual([pool('a'), pool('b')]);
    expect(fake.seen).toEqual([]);
  });

  test('that is shallow requests only what it lacks', async () => {
    const same = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`same${i}.yaml`, pool(`s${i}`)]));
    const base = fake.git.commit({ ...same, 'a.yaml': pool('a') });
    const head = fake.git.commit({ ...same, 'a.yaml': pool('b') }, [base]);
    const found = (await readCommitPair(clone(head, '--depth=1'), { base, head, paths: [] })).trees!;
    expect(found.base!.sources.length).toBe(61);
    expect(found.head.sources[1]).toBe(found.base!.sources[1]);
    expect(fake.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET /repos/acme/infra/git/trees/${base}`,
      'POST /graphql',
    ]);
    expect(fake.seen[1]!.body.query.match(/oid:/g)!.length).toBe(1);
  });

  test('reads the first of some files', async () => {
    const head = fake.git.commit({ 'b.yaml': 'b', 'c.yaml': 'c' });
    const read = (paths: string[]) => readCommitFile(clone(head), { commit: head, paths });
    expect(await read(['a.yaml', 'b.yaml', 'c.yaml'])).toEqual({ file: 'b.yaml', text: 'b' });
    expect(await read(['x.yaml'])).toBeUndefined();
  });
});
