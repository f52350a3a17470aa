import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leading } from '../extent.ts';
import { type Run, runAction } from './action.ts';
import { checkout } from './checkout.ts';
import { FakeGitHub } from './github.ts';
import { openScene, pool, type Scene, writer } from './scene.ts';

let fake: FakeGitHub;
let folder: string;

beforeEach(async () => {
  fake = await FakeGitHub.start();
  folder = mkdtempSync(join(tmpdir(), 'plumbline-clones-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  await fake.close();
});

const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe', env: plainEnvironment });
/** Environment variables for the Action must not affect the git that prepares the clone. */
const plainEnvironment = { ...process.env };

const before = { 'a/pool.yaml': pool('old'), 'b/pool.yaml': pool().replace('web', 'b'), 'c/notes.txt': 'one' };
const scene = (): Promise<Scene> => openScene(fake, before, { 'a/pool.yaml': pool('old', 'limit') });

async function run(at: Scene, workspace: string): Promise<Run> {
  return runAction(fake, {
    event: 'pull_request',
    payload: { pull_request: await fake.pull(at.number) },
    sha: at.merge,
    token: await fake.token(writer),
    workspace,
  });
}

/** Trees and blobs that were read through the API. */
const asked = (): number =>
  fake.requests('GET', /\/git\/|\/compare\//).length +
  fake.requests('POST', /graphql/).filter(({ body }) => body.query.includes('oid:')).length;

const cloned = (...flags: string[]): string => {
  const into = join(folder, 'clone');
  git('-c', 'protocol.file.allow=always', 'clone', '--quiet', ...flags, `file://${fake.git.folder}`, into);
  return into;
};

/** Clones that contain everything needed. */
const whole: readonly [string, (at: Scene) => string][] = [
  [
    "that belongs to another user, as in a job's container",
    (at) => {
      const clone = checkout(fake, at.merge);
      vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
      return clone;
    },
  ],
  [
    'of which only a part is checked out',
    (at) => {
      const clone = checkout(fake, at.merge);
      git('-C', clone, 'sparse-checkout', 'set', '--cone', 'b');
      return clone;
    },
  ],
  [
    'that is a second working tree',
    (at) => {
      const clone = checkout(fake, at.merge);
      git('-C', clone, 'worktree', 'add', '--quiet', '--detach', join(folder, 'second'), at.merge);
      return join(folder, 'second');
    },
  ],
  [
    'that is a submodule',
    (at) => {
      git('init', '--quiet', 'outer');
      const add = ['submodule', '--quiet', 'add', `file://${fake.git.folder}`, 'inner'];
      git('-C', 'outer', '-c', 'protocol.file.allow=always', ...add);
      const inner = join(folder, 'outer/inner');
      git('-C', inner, 'fetch', '--quiet', 'origin', at.merge);
      git('-C', inner, 'checkout', '--quiet', '--detach', at.merge);
      return inner;
    },
  ],
];

test.each(leading(whole))('a clone %s is read, and nothing is requested from GitHub', async (_, prepare) => {
  const at = await scene();
  fake.git.git('update-ref', 'refs/heads/main', at.base);
  const said = await run(at, prepare(at));
  expect(said.failure).toMatch(/^plumbline blocks this change: 1 error/);
  expect(asked()).toBe(0);
  expect((await fake.comments(at.number)).length).toBe(1);
});

/** Clones that lack something, and whose origin no longer exists. */
const lacking: readonly [string, (at: Scene) => string][] = [
  ['contents', () => cloned('--no-checkout', '--filter=blob:none')],
  ['trees', () => cloned('--no-checkout', '--filter=tree:0')],
  [
    'everything, because it is empty',
    () => {
      git('init', '--quiet', 'empty');
      return join(folder, 'empty');
    },
  ],
  [
    'everything, because only GIT_DIR names it',
    (at) => {
      vi.stubEnv('GIT_DIR', join(checkout(fake, at.merge), '.git'));
      return folder;
    },
  ],
  [
    'everything, because it has no working tree',
    (at) => {
      git('clone', '--quiet', '--bare', `file://${fake.git.folder}`, 'bare.git');
      const bare = join(folder, 'bare.git');
      git('-C', bare, 'fetch', '--quiet', 'origin', `${at.merge}:refs/heads/merged`);
      git('-C', bare, 'symbolic-ref', 'HEAD', 'refs/heads/merged');
      return bare;
    },
  ],
  ['everything, because it is not a clone', () => folder],
  [
    'everything, because it is broken',
    (at) => {
      const clone = checkout(fake, at.merge);
      rmSync(join(clone, '.git/objects'), { recursive: true });
      return clone;
    },
  ],
];

test.each(leading(lacking, 2))('a clone that lacks %s is completed through the API', async (_, prepare) => {
  const at = await scene();
  for (const setting of ['uploadpack.allowFilter', 'uploadpack.allowAnySHA1InWant'])
    fake.git.git('config', setting, 'true');
  fake.git.git('update-ref', 'refs/heads/main', at.merge);
  const clone = prepare(at);
  // git would request each object separately from the origin.
  const trace = join(folder, 'was-run');
  if (clone.endsWith('clone'))
    git('-C', clone, 'config', 'remote.origin.uploadpack', `touch ${trace}; git-upload-pack`);
  const said = await run(at, clone);
  expect(said.failure).toMatch(/^plumbline blocks this change: 1 error/);
  expect(said.outputs.errors).toBe('1');
  expect(asked()).toBeGreaterThan(0);
  expect(existsSync(trace)).toBe(false);
});
