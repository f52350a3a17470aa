import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cases } from './case.ts';
import { sample } from './extent.ts';

/** The oldest supported Node, if the machine has it outside the repository. Its PATH has no packages. */
const node20 = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((path) => spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('v20.'));

/**
 * A copy of the committed bundles, far from packages and from package.json, as in a container image.
 * `npm run build -- --check` compares them with src/.
 */
let dist: string;
beforeAll(() => {
  dist = realpathSync(mkdtempSync(join(tmpdir(), 'plumbline-dist-')));
  cpSync('dist', dist, { recursive: true });
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

interface Spawned {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function plumbline(node: string, argv: readonly string[], env: Record<string, string> = {}): Spawned {
  const { status, stdout, stderr } = spawnSync(node, [join(dist, 'cli.js'), ...argv], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH!, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status, stdout, stderr };
}

/** The expected results of the cases, with this version. */
const expected = (folder: string, file: string): string =>
  readFileSync(`${folder}/expected/${file}`, 'utf8').replace('"version": "dev"', `"version": "${version}"`);

/** Enough to see that Node 20 runs what a newer Node runs. The other tests run every case. */
const someCases = sample(
  cases().filter((_, index) => index % 10 === 0),
  ({ name }) => name,
  { oneOf: 4 },
);

describe.skipIf(node20 === undefined)('on Node 20, which must be on the PATH', () => {
  test.each(someCases)('$name', ({ folder, argv }) => {
    const outputs = ['json', 'text'].map((format) => `${format}=${join(dist, format)}`);
    const { code, stdout, stderr } = plumbline(node20!, [
      ...argv,
      '--quiet',
      ...outputs.flatMap((output) => ['--output', output]),
    ]);
    const json = readFileSync(join(dist, 'json'), 'utf8');

    expect(`${stdout}${stderr}`).toBe('');
    expect(readFileSync(join(dist, 'text'), 'utf8')).toBe(expected(folder, 'review.txt'));
    expect(json).toBe(expected(folder, 'review.json'));
    expect(code).toBe(JSON.parse(json).verdict.result === 'block' ? 1 : 0);
  });
});

/** A user without rights, because root may read everything. */
const nobody = 65_534;

test.skipIf(process.getuid?.() !== 0)('a file that may not be read is reported, and the rest is reviewed', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'plumbline-unreadable-')));
  try {
    const node = join(folder, 'node');
    copyFileSync(process.execPath, node);
    cpSync(dist, join(folder, 'dist'), { recursive: true });
    cpSync('examples/label-change/head', join(folder, 'files'), { recursive: true });
    writeFileSync(join(folder, 'files/secret.yaml'), 'apiVersion: karpenter.sh/v1\n', { mode: 0o600 });
    chmodSync(folder, 0o755);
    const { status, stdout, stderr } = spawnSync(node, [join(folder, 'dist/cli.js'), 'check', 'files', '--quiet'], {
      cwd: folder,
      encoding: 'utf8',
      uid: nobody,
      gid: nobody,
      env: {},
    });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/This file cannot be read: permission denied +io\/unreadable\n.*secret\.yaml/);
    expect(stdout).toContain('schema/unknown-field');
    expect(status).toBe(1);
    const named = spawnSync(node, [join(folder, 'dist/cli.js'), 'check', 'files/secret.yaml', '--quiet'], {
      cwd: folder,
      encoding: 'utf8',
      uid: nobody,
      gid: nobody,
      env: {},
    });
    expect(named.stderr).toMatch(/^error: `files\/secret\.yaml` cannot be read: permission denied\n {2}help: /);
    expect(named.status).toBe(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('knows its version', () => {
  expect(plumbline(process.execPath, ['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('its files are named after what they hold', () => {
  const names = readdirSync(dist).filter((name) => name.endsWith('.js'));
  expect(names).toEqual(
    expect.arrayContaining([
      'cli.js',
      'judge.js',
      'figures.js',
      'undici.js',
      'run-apply.js',
      'aws-sdk-nested-clients-sts.js',
    ]),
  );
  // Lower-case words, as in names of files, or the camel case of a package. A hash or a counter of the bundler has digits or underscores.
  expect(names.filter((name) => !/^[a-z]+(-[a-zA-Z]+|-v4)*\.js$/.test(name))).toEqual([]);
  expect(names.filter((name) => name.includes('dist-'))).toEqual([]);
});

test('is an ES module that others can import', () => {
  const script = `const { review } = await import(${JSON.stringify(join(dist, 'index.js'))}); console.log(typeof review)`;
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })).toBe(
    'function\n',
  );
});

describe('the bundles that a command loads', () => {
  /** The bundles that a run loads, according to Node's own trace. */
  const loaded = (argv: readonly string[]): string[] => {
    const { stderr } = plumbline(process.execPath, argv, { NODE_DEBUG: 'esm' });
    const urls = [...stderr.matchAll(/Storing (file:\/\/\S+\.js) /g)].map(([, url]) => fileURLToPath(url!));
    return [...new Set(urls)].filter((path) => path.startsWith(dist));
  };
  const holding = (marker: string): string[] =>
    readdirSync(dist)
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(dist, name))
      .filter((path) => readFileSync(path, 'utf8').includes(marker));

  /** Words that occur in only one part and that the bundler keeps. */
  const parts = { 'the GitHub client': 'octokit', 'the simulation': 'no dynamic nodepools found' };

  test.each([
    [['check', 'examples/kops'], ['the GitHub client']],
    [['review', 'examples/kops'], ['the GitHub client']],
    [
      ['check', '.github'],
      ['the GitHub client', 'the simulation'],
    ],
    [['catalog'], ['the GitHub client', 'the simulation']],
    [['rules'], ['the GitHub client', 'the simulation']],
    [
      ['explain', 'require-limits'],
      ['the GitHub client', 'the simulation'],
    ],
    [['--help'], ['the GitHub client', 'the simulation']],
  ] as const)('%j loads none of %j', (argv, absent) => {
    const files = loaded(argv);
    expect(files).toContain(join(dist, 'cli.js'));
    for (const part of absent) {
      expect(holding(parts[part])).not.toEqual([]);
      expect(files.filter((file) => holding(parts[part]).includes(file))).toEqual([]);
    }
  });

  test("the API server's code is read only if a file is Karpenter's", () => {
    const [program, away] = [join(dist, 'kubeval.wasm.br'), join(dist, 'away')];
    renameSync(program, away);
    try {
      const codes = ['.github', 'examples/kops'].map((path) => plumbline(process.execPath, ['check', path]).code);
      expect(codes).toEqual([0, 3]);
    } finally {
      renameSync(away, program);
    }
  });
});
