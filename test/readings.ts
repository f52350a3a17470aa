import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { defaultSettings, type Settings } from '../src/engine/karpenter/api/settings.ts';
import { rendererOf } from '../src/engine/report/renderers.ts';
import { Repository } from '../src/io/git/repository.ts';
import { connect } from '../src/io/github/github.ts';
import { pairOfCommits } from '../src/io/sides/commit-files.ts';
import { readCommitPair } from '../src/io/sides/commit-pair.ts';
import { CommitStore } from '../src/io/sides/commit-store.ts';
import { readPair } from '../src/io/sides/read-pair.ts';
import type { ReadPair } from '../src/io/sides/read-side.ts';
import { cliReview, type HostRules } from '../src/review/host-rules.ts';
import { reviewPair } from '../src/review/review-pair.ts';
import type { FakeGitHub } from './github/github.ts';

/** Path → text of a repository. */
export type Texts = Readonly<Record<string, string>>;

/** Path → text, or the target of a link. */
export type Contents = Readonly<Record<string, string | { readonly leadsTo: string }>>;

/** The result of one way of reading: the whole review as JSON. */
export interface Reading {
  readonly by: string;
  readonly review: string;
}

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

function write(folder: string, contents: Contents): void {
  for (const [path, content] of Object.entries(contents)) {
    const at = join(folder, path);
    mkdirSync(dirname(at), { recursive: true });
    if (typeof content === 'string') writeFileSync(at, content);
    else symlinkSync(content.leadsTo, at);
  }
}

/** A repository whose branch has two commits, with the second one in its working tree. */
function repositoryOf(
  folder: string,
  base: Contents,
  head: Contents,
): { readonly base: string; readonly head: string } {
  git(folder, 'init', '-q', '-b', 'main');
  const commit = (contents: Contents): string => {
    git(folder, 'rm', '-rqf', '--ignore-unmatch', '.');
    write(folder, contents);
    git(folder, 'add', '-Af');
    git(folder, 'commit', '-q', '--allow-empty', '-m', 'a change');
    return git(folder, 'rev-parse', 'HEAD');
  };
  return { base: commit(base), head: commit(head) };
}

/** How to read and review. */
export interface ReadingOptions {
  /** Used for commits if there is no clone. */
  readonly fake: FakeGitHub;
  readonly path?: string;
  readonly settings?: Partial<Settings>;
  readonly paths?: readonly string[];
}

/** Reviews the same change with every way of reading its files. Uses kustomize and helm from `path` if it is given. */
export async function readings(base: Contents, head: Contents, more: ReadingOptions): Promise<Reading[]> {
  const top = mkdtempSync(join(tmpdir(), 'plumbline-readings-'));
  try {
    const [clone, before, after] = ['clone', 'base', 'head'].map((name) => {
      mkdirSync(join(top, name));
      return join(top, name);
    }) as [string, string, string];
    const commits = repositoryOf(clone, base, head);
    write(before, base);
    write(after, head);
    const repository = new Repository(clone);
    const paths = more.paths ?? [];
    const pairs: readonly (readonly [by: string, pair: () => Promise<ReadPair>])[] = [
      ['two refs', () => readPair({ repository, ...commits, paths })],
      ['a ref and the working tree', () => readPair({ repository, base: commits.base, head: undefined, paths })],
      ['two folders', () => readPair({ repository, base: before, head: after, paths })],
      ['two commits of a clone', () => commitPair(storeOfClone(clone), commits, paths)],
      ['two commits of GitHub', () => commitsOfGitHub(more.fake, { base, head }, paths)],
    ];
    const found: Reading[] = [];
    for (const [by, pair] of pairs) found.push({ by, review: await reviewOf(await pair(), more) });
    return found;
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

const name = { owner: 'acme', repo: 'infra' };

/** Reads as the Action does. Nothing is requested from GitHub if the clone has everything. */
const storeOfClone = (clone: string): CommitStore =>
  new CommitStore({ github: connect({ token: 'none', apiUrl: 'http://127.0.0.1:9' }), repository: name, clone });

/** Reads as the bot does. */
async function commitsOfGitHub(
  fake: FakeGitHub,
  { base, head }: { readonly base: Contents; readonly head: Contents },
  paths: readonly string[],
): Promise<ReadPair> {
  const github = connect({ token: await fake.token({ contents: 'read' }), apiUrl: fake.url });
  const store = new CommitStore({ github, repository: name, clone: undefined });
  const before = commitIn(fake, base, []);
  return commitPair(store, { base: before, head: commitIn(fake, head, [before]) }, paths);
}

function commitIn(fake: FakeGitHub, contents: Contents, parents: readonly string[]): string {
  const entries = Object.entries(contents);
  const files = entries.flatMap(([path, one]) => (typeof one === 'string' ? [[path, one] as const] : []));
  const links = entries.flatMap(([path, one]) => (typeof one === 'string' ? [] : [[path, one.leadsTo] as const]));
  return fake.git.commit(Object.fromEntries(files), parents, { links: Object.fromEntries(links) });
}

async function commitPair(
  store: CommitStore,
  commits: { base: string; head: string },
  paths: readonly string[],
): Promise<ReadPair> {
  const { trees } = await readCommitPair(store, { ...commits, paths });
  if (trees === null) throw new Error('nothing differs');
  return pairOfCommits(store, { ...commits, paths, trees });
}

async function reviewOf(
  pair: ReadPair,
  { path, settings }: Pick<ReadingOptions, 'path' | 'settings'>,
): Promise<string> {
  const rules: HostRules = {
    ...cliReview,
    rendering: path === undefined ? 'with a note' : 'rendered',
    verdicts: 'in the thread of the review',
  };
  const { report } = await reviewPair(
    pair,
    { current: async () => undefined, files: async () => [] },
    {
      rules,
      over: {},
      path,
      settings: { ...defaultSettings, today: '2026-11-01', ...settings },
      onNote: () => {},
    },
  );
  return rendererOf('json')!.render(report, {});
}
