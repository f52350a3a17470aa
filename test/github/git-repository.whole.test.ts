/** The repository in memory, compared with the real git program. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changedFiles, gitData, listed } from './git-data.ts';
import { modes } from './git-objects.ts';
import { type Files, GitRepository, NotInRepository, type OtherEntries } from './git-repository.ts';

/** What a commit of a generated history contains. Parents are indexes of earlier commits. */
interface Made extends Required<Omit<OtherEntries, 'subject'>> {
  readonly files: Files;
  readonly subject: string;
  readonly parents: readonly number[];
}

/** Names that sort differently by bytes, by characters, and as folders. `\udcff` is a byte that is not UTF-8. */
const names = [
  'a',
  'a.yaml',
  'a-b',
  'a0',
  'B',
  'é',
  'e\u0301',
  '名',
  '\u{1f600}',
  '\uffee',
  'x y',
  '"q"',
  '\udcff',
  '~',
];

const path = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const line = fc.constantFrom('one', 'two', 'three', 'limits: {}', '', ' indented', 'ünï', '\t', 'same', 'same');
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
const content = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)) },
);
const commitId = fc.stringMatching(/^[0-9a-f]{40}$/).filter((id) => id !== '0'.repeat(40));

/** One step from a commit to the next. */
type Step = readonly [
  kind: 'write' | 'remove' | 'rename' | 'program' | 'link' | 'submodule',
  path: string,
  value: unknown,
];
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constant('write' as const), path, content),
  fc.tuple(fc.constant('program' as const), path, content),
  fc.tuple(fc.constant('link' as const), path, path),
  fc.tuple(fc.constant('submodule' as const), path, commitId),
  fc.tuple(fc.constant('remove' as const), path, fc.nat()),
  fc.tuple(fc.constant('rename' as const), path, fc.nat()),
);

type Entry = readonly [kind: 'write' | 'program' | 'link' | 'submodule', value: unknown];

/** The entries after a step. No entry lies below another one, because no order of entries decides then what remains. */
function after(before: ReadonlyMap<string, Entry>, [kind, at, value]: Step): ReadonlyMap<string, Entry> {
  const entries = new Map(before);
  const paths = [...entries.keys()];
  const chosen = typeof value === 'number' && paths.length > 0 ? paths[value % paths.length]! : undefined;
  const moved: Entry | undefined = chosen === undefined ? undefined : entries.get(chosen);
  if (chosen !== undefined) entries.delete(chosen);
  if (kind === 'remove') return entries;
  if (kind === 'rename' && moved === undefined) return entries;

  for (const other of [...entries.keys()])
    if (other.startsWith(`${at}/`) || at.startsWith(`${other}/`)) entries.delete(other);
  entries.set(at, kind === 'rename' ? moved! : [kind, value]);
  return entries;
}

const history = fc
  .array(
    fc.record({
      steps: fc.array(step, { maxLength: 6 }),
      from: fc.nat(),
      merged: fc.array(fc.nat(), { maxLength: 2 }),
      isRoot: fc.nat(9).map((n) => n === 0),
      isEmpty: fc.nat(19).map((n) => n === 0),
      subject: fc.constantFrom('A change', 'Änderung', 'two\n\nparagraphs', 'ends with a line break\n'),
    }),
    { minLength: 2, maxLength: 12 },
  )
  .map((plans) => {
    const states: ReadonlyMap<string, Entry>[] = [];
    return plans.map(({ steps, from, merged, isRoot, isEmpty, subject }, i): Made => {
      const parents = i === 0 || isRoot ? [] : [...new Set([from, ...merged].map((parent) => parent % i))];
      const start = parents.length === 0 ? new Map<string, Entry>() : states[parents[0]!]!;
      const entries = isEmpty ? new Map<string, Entry>() : steps.reduce(after, start);
      states.push(entries);
      const of = (kind: Entry[0]) =>
        Object.fromEntries([...entries].filter(([, entry]) => entry[0] === kind).map(([at, entry]) => [at, entry[1]]));
      return {
        files: of('write') as Files,
        programs: of('program') as Files,
        links: of('link') as Files,
        submodules: of('submodule') as Record<string, string>,
        subject,
        parents,
      };
    });
  });

const environment = {
  PATH: process.env.PATH,
  HOME: tmpdir(),
  GIT_CONFIG_NOSYSTEM: '1',
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-real-git-'));
  git(['init', '--quiet', '--bare', '--initial-branch=main']);
});
afterAll(() => rmSync(folder, { recursive: true }));

const git = (args: readonly string[], input?: Buffer): Buffer =>
  execFileSync('git', args, { cwd: folder, env: environment, maxBuffer: 1e9, stdio: 'pipe', ...(input && { input }) });

const words = (args: readonly string[]): string[] => git(args).toString('utf8').split('\n').filter(Boolean);

/**
 * Prints for each line of the input what some commands print for its words `$one` and `$other`, and a line of its own.
 * One shell starts faster than Node does.
 */
const forEachLine = (commands: string, lines: readonly string[]): string[] =>
  execFileSync('sh', ['-c', `while read -r one other; do ${commands} printf '%s\\n' ---; done`], {
    cwd: folder,
    env: environment,
    maxBuffer: 1e9,
    stdio: 'pipe',
    input: lines.map((line) => `${line}\n`).join(''),
  })
    .toString('utf8')
    .split('---\n')
    .slice(0, -1);

/** A path in the format of `git fast-import`. */
const quoted = (at: string): string =>
  JSON.stringify(at).replace(/\\udc([0-9a-f]{2})/g, (_, byte) => `\\${Number.parseInt(byte, 16).toString(8)}`);

let histories = 0;

/** Commits a history with git, and returns the IDs. */
function committedByGit(made: readonly Made[]): string[] {
  histories++;
  const person = 'Ada <ada@example.com> 1767225600 +0000';
  const parts: (string | Buffer)[] = [];
  const data = (bytes: Buffer): void => void parts.push(`data ${bytes.length}\n`, bytes, '\n');
  for (const [i, { files, programs, links, submodules, subject, parents }] of made.entries()) {
    const [first, ...others] = parents;
    // Without a parent, a commit would continue the ref of a previous history.
    parts.push(`commit refs/commits/${histories}/${i}\nmark :${i + 1}\nauthor ${person}\ncommitter ${person}\n`);
    data(Buffer.from(subject));
    if (first !== undefined) parts.push(`from :${first + 1}\n`);
    parts.push(...others.map((parent) => `merge :${parent + 1}\n`), 'deleteall\n');
    for (const [mode, entries] of [
      ['100644', files],
      ['100755', programs],
      ['120000', links],
    ] as const)
      for (const [at, value] of Object.entries(entries)) {
        parts.push(`M ${mode} inline ${quoted(at)}\n`);
        data(Buffer.from(value));
      }
    parts.push(...Object.entries(submodules).map(([at, id]) => `M 160000 ${id} ${quoted(at)}\n`), '\n');
  }
  const marks = made.map((_, i) => `get-mark :${i + 1}\n`);
  const input = Buffer.concat([...parts, ...marks].map((part) => Buffer.from(part)));
  return git(['fast-import', '--quiet', '--force'], input).toString('utf8').trim().split('\n');
}

const committedInMemory = (repository: GitRepository, made: readonly Made[]): string[] => {
  const ids: string[] = [];
  for (const { files, parents, ...others } of made)
    ids.push(
      repository.commit(
        files,
        parents.map((parent) => ids[parent]!),
        others,
      ),
    );
  return ids;
};

/** The last commit with each other one, in both orders. */
const pairsWithLast = (ids: readonly string[]): (readonly [string, string])[] => {
  const last = ids.at(-1)!;
  return ids.flatMap((id): (readonly [string, string])[] => [
    [id, last],
    [last, id],
  ]);
};

/** The merge bases in memory. Empty if there are none. */
function mergeBases(repository: GitRepository, one: string, other: string): string[] {
  try {
    return repository.mergeBases(one, other);
  } catch (error) {
    if (error instanceof NotInRepository) return [];
    throw error;
  }
}

interface Comparison {
  readonly mergeBases: readonly string[];
  readonly between: readonly string[];
}

/** How git compares commits. `git merge-base` exits with 1 if there is none. */
const comparedByGit = (pairs: readonly (readonly [string, string])[]): Comparison[] =>
  forEachLine(
    'git merge-base --all "$one" "$other" || [ $? = 1 ] || exit; echo; git rev-list "$one..$other" || exit;',
    pairs.map((pair) => pair.join(' ')),
  ).map((answer) => {
    const [mergeBases, between] = answer.split(/^\n/m).map((lines) => lines.split('\n').filter(Boolean));
    return { mergeBases: mergeBases!, between: between! };
  });

/** Calls `check` with each generated history, committed in memory and by git, which have to agree about the IDs. */
const forHistories = (runs: number, check: (repository: GitRepository, ids: readonly string[]) => void): void =>
  fc.assert(
    fc.property(history, (made) => {
      const repository = new GitRepository();
      try {
        const ids = committedInMemory(repository, made);
        expect(ids).toEqual(committedByGit(made));
        check(repository, ids);
      } finally {
        repository.remove();
      }
    }),
    { numRuns: runs, seed: Number(process.env.PLUMBLINE_SEED ?? 1) },
  );

describe('commits in memory', () => {
  test('have the trees, modes, sizes and contents that git gives them', () => {
    forHistories(40, (repository, ids) => {
      const trees = forEachLine('git ls-tree --long -r -t -z "$one" || exit;', ids);
      expect(trees).toHaveLength(ids.length);
      for (const [i, id] of ids.entries()) {
        const lines = trees[i]!.split('\0').filter(Boolean);
        const ofGit = lines.map((entry) => {
          const [, mode, type, sha, size, at] = /^(\d+) (\w+) (\w+) +(\S+)\t([\s\S]+)$/.exec(entry)!;
          return { path: at, mode, type, sha, ...(size === '-' ? {} : { size: Number(size) }) };
        });
        expect([...listed(repository, repository.treeOf(id), true)]).toEqual(ofGit);
      }
      const last = [...listed(repository, repository.treeOf(ids.at(-1)!), true)].filter(({ type }) => type === 'blob');
      expect(repository.treeOf(ids.at(-1)!)).toBe(words(['rev-parse', `${ids.at(-1)}^{tree}`])[0]);
      for (const { sha } of last.slice(-3)) expect(repository.blob(sha)).toEqual(git(['cat-file', 'blob', sha]));
    });
  });

  test('are found by path as git finds them', () => {
    forHistories(40, (repository, ids) => {
      const commit = ids.at(-1)!;
      const paths = [...names.filter((name) => !/[\udc80-\udcff]/u.test(name)), 'a/a', 'a/B/é', 'no/where', 'a.yaml/x'];
      const asked = paths.map((at) => `${commit}:${at}\n`).join('');
      const answers = git(['cat-file', '--batch-check=%(objectname)'], Buffer.from(asked))
        .toString('utf8')
        .trim()
        .split('\n');
      const ofGit = answers.map((answer) => /^[0-9a-f]{40}$/.exec(answer)?.[0]);
      // Git says of a submodule only that it lacks the commit.
      const modules = new Set(
        [...listed(repository, repository.treeOf(commit), true)].flatMap(({ mode, sha }) =>
          mode === modes.submodule ? [sha] : [],
        ),
      );
      const found = paths.map((at) => repository.at(commit, at));
      expect(found.map((id) => (id !== undefined && modules.has(id) ? undefined : id))).toEqual(ofGit);
    });
  });

  test('have the merge bases and the commits ahead and behind that git finds', () => {
    forHistories(40, (repository, ids) => {
      const pairs = pairsWithLast(ids);
      const ofGit = comparedByGit(pairs);
      expect(ofGit).toHaveLength(pairs.length);
      for (const [i, [one, other]] of pairs.entries()) {
        expect(mergeBases(repository, one, other).sort()).toEqual([...ofGit[i]!.mergeBases].sort());
        expect(repository.between(one, other)).toEqual(ofGit[i]!.between);
      }
    });
  });

  test('are compared as git compares them', () => {
    forHistories(40, (repository, ids) => {
      const [base, head] = [ids.at(-2)!, ids.at(-1)!];
      const [from] = mergeBases(repository, base, head);
      if (from === undefined) {
        expect(gitData(repository, question(base, head))).toBeUndefined();
        return;
      }

      const { body } = gitData(repository, question(base, head))!;
      const [behind, ahead] = words(['rev-list', '--count', '--left-right', `${base}...${head}`])[0]!.split('\t');
      expect(body).toMatchObject({
        ahead_by: Number(ahead),
        behind_by: Number(behind),
        merge_base_commit: { sha: from },
      });

      const page = { base, head, url: 'http://127.0.0.1', page: 1, size: 1000 };
      const files = changedFiles(repository, page) as { readonly filename: string; readonly patch: string }[];
      const ofGit = git(['diff', '--name-only', '-z', from, head]).toString('utf8').split('\0').filter(Boolean);
      expect(files.map(({ filename }) => filename)).toEqual(ofGit);
    });
  });

  test('are a repository that git accepts, and whose clone has the same commits', () => {
    forHistories(15, (repository, ids) => {
      const head = ids.at(-1)!;
      expect(repository.git('fsck', '--full', '--strict', '--no-dangling')).toBe('');
      const before = words(['rev-list', head]);
      const clone = mkdtempSync(join(tmpdir(), 'plumbline-real-clone-'));
      try {
        const options = { cwd: clone, env: environment, encoding: 'utf8', stdio: 'pipe' } as const;
        execFileSync('git', ['init', '--quiet', '--bare'], options);
        execFileSync('git', ['fetch', '--quiet', `file://${repository.folder}`, head], options);
        expect(execFileSync('git', ['rev-list', 'FETCH_HEAD'], options).trim().split('\n')).toEqual(before);
      } finally {
        rmSync(clone, { recursive: true });
      }
    });
  });
});

const question = (base: string, head: string) => ({
  path: `/repos/acme/infra/compare/${base}...${head}`,
  query: new URLSearchParams(),
  url: 'http://127.0.0.1',
});

test('commits that git wrote into the repository are read, too', () => {
  const repository = new GitRepository();
  try {
    const base = repository.commit({ 'a.yaml': 'a: 1\n' });
    const tree = repository.git('rev-parse', `${base}^{tree}`);
    const head = repository.git('commit-tree', tree, '-p', base, '-m', 'by git');
    expect(repository.mergeBases(base, head)).toEqual([base]);
    expect(repository.between(base, head)).toEqual([head]);
    expect(repository.at(head, 'a.yaml')).toBe(repository.at(base, 'a.yaml'));
  } finally {
    repository.remove();
  }
});
