import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkout } from '../github/checkout.ts';
import type { Files } from '../github/git-repository.ts';
import { FakeGitHub } from '../github/github.ts';
import { openScene, pool, writer } from '../github/scene.ts';
import { type ActionJob, type ActionOutcome, runActionProcess } from '../hard-knocks/run-action.ts';
import { maxMegabytes } from '../hard-knocks/run-knock.ts';

let fake: FakeGitHub;

beforeEach(async () => {
  fake = await FakeGitHub.start();
});
afterEach(() => fake.close());

const mebibyte = 1024 * 1024;

/** A file with that many bytes that starts with a text. No two are the same. */
function sized(bytes: number, text: string, seed: number): Buffer {
  const content = Buffer.alloc(bytes, '# nothing\n');
  content.write(`${text}# ${seed}\n`);
  return content;
}

interface Result extends ActionOutcome {
  readonly comments: number;
}

/** The result of the Action for a pull request that adds a mistake and these files. */
async function knock(files: Files, changes: Partial<ActionJob> = {}, isCheckedOut = true): Promise<Result> {
  const before = { 'pool.yaml': pool() };
  const at = await openScene(fake, before, { 'pool.yaml': pool('limit'), ...(files as Record<string, string>) });
  const workspace = isCheckedOut ? checkout(fake, at.merge) : undefined;
  try {
    const outcome = await runActionProcess({
      event: 'pull_request',
      payload: { pull_request: await fake.pull(at.number) },
      sha: at.merge,
      token: await fake.token(writer),
      apiUrl: fake.url,
      ...(workspace ? { workspace } : {}),
      ...changes,
    });
    return { ...outcome, comments: (await fake.comments(at.number)).length };
  } finally {
    if (workspace) rmSync(workspace, { recursive: true });
  }
}

/** Properties of every result. */
function expectSound({ code, output, megabytes }: Result): void {
  expect(code).toBe(1);
  expect(output).not.toMatch(/^ {4}at |because of a bug|^Node\.js v/m);
  expect(megabytes).toBeLessThan(maxMegabytes);
}

test.each([
  ['no JSON', '{', /^::error::The event payload is not valid JSON or cannot be read\. /m],
  ['no head', { pull_request: { number: 1 } }, /^::error::The event payload has no valid commit SHA\. /m],
])('an event with %s gives one line', async (_, payload, says) => {
  const said = await knock({}, { payload });
  expectSound(said);
  expect(said.output).toMatch(says);
});

test.each([
  ['a missing file for outputs', { GITHUB_OUTPUT: '/nowhere/outputs' }],
  ['a missing file for the summary', { GITHUB_STEP_SUMMARY: '/nowhere/summary' }],
  ['no workspace', { GITHUB_WORKSPACE: undefined }],
  ['no git', { PATH: '/nowhere' }],
])('%s does not block the comment', async (_, env) => {
  const said = await knock({}, { env });
  expectSound(said);
  expect(said.output).toContain('plumbline blocks this change: 1 error');
  expect(said.comments).toBe(1);
});

test.each([
  ['a clone', true],
  ['the API', false],
])('a file of 40 MB through %s is reported and not read', async (_, isCheckedOut) => {
  const said = await knock({ 'a.yaml': sized(40 * mebibyte, pool(), 0) }, {}, isCheckedOut);
  expectSound(said);
  expect(said.output).toMatch(/This file has 40 MB, more than 32 MB, so it is not read/);
  expect(said.comments).toBe(1);
});

test('320 MB of files that are unrelated to Karpenter are not all in memory at once', async () => {
  const files = Array.from({ length: 40 }, (_, i) => [`f${i}.yaml`, sized(8 * mebibyte, 'a: 1\n', i)]);
  const said = await knock(Object.fromEntries(files));
  expectSound(said);
  expect(said.output).toContain('plumbline blocks this change: 1 error');
});

test('350 MB of Terraform are read one file at a time, and exceeding the limit is reported once', async () => {
  const terraform = 'resource "kubectl_manifest" "x" {\n  yaml_body = "apiVersion: karpenter.sh/v1"\n}\n';
  const files = Array.from({ length: 12 }, (_, i) => [`f${i}/main.tf`, sized(29 * mebibyte, terraform, i)]);
  const said = await knock(Object.fromEntries(files));
  expectSound(said);
  expect(said.output).toContain('plumbline blocks this change: 13 errors');
});
