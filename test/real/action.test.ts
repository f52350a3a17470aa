import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkout } from '../github/checkout.ts';
import { FakeGitHub } from '../github/github.ts';
import { openScene, pool, pushTo, reader, type Scene, unknownFields, workflowRun, writer } from '../github/scene.ts';
import { Act, type WorkflowRun } from './act.ts';
import { workflowsOf } from './documented-workflows.ts';

let act: Act;
let fake: FakeGitHub;
let folders: string[];

beforeAll(() => {
  act = new Act();
});
afterAll(() => act.remove());
beforeEach(async () => {
  fake = await FakeGitHub.start();
  folders = [];
});
afterEach(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true });
  await fake.close();
});

/** The unchanged workflows of these pages. */
const documented = ['README.md', 'docs/security.md'].flatMap(workflowsOf).map(({ text }) => text);
const reviewWorkflow = documented.find((text) => /^ {2}pull_request:$/m.test(text))!;
const commentWorkflow = documented.find((text) => /^ {2}workflow_run:$/m.test(text))!;

/** A step after ours that uses the outputs. */
const withLaterStep = (
  workflow: string,
): string => `${workflow.replace('- uses: plumbline/', '- id: review\n        uses: plumbline/')}
      - if: always()
        run: echo "a later step saw '\${{ steps.review.outputs.verdict }}' and '\${{ steps.review.outputs.errors }}'"
`;

interface On {
  readonly permissions?: Parameters<FakeGitHub['token']>[0];
  readonly isShallow?: boolean;
  readonly runId?: number;
}

async function review(
  at: Scene,
  { permissions = writer, isShallow = false, runId = 1 }: On = {},
): Promise<WorkflowRun> {
  const payload = { action: 'synchronize', number: at.number, pull_request: await fake.pull(at.number) };
  return run({ event: 'pull_request', payload, workflow: withLaterStep(reviewWorkflow) }, at.merge, {
    permissions,
    isShallow,
    runId,
  });
}

type Job = Pick<Parameters<Act['run']>[0], 'event' | 'payload' | 'workflow'>;

async function run(job: Job, sha: string, { permissions, isShallow, runId }: Required<On>): Promise<WorkflowRun> {
  const workspace = checkout(fake, sha, ...(isShallow ? ['--depth=1'] : []));
  folders.push(workspace);
  const token = await fake.token(permissions);
  const env = { GITHUB_API_URL: fake.url, GITHUB_REPOSITORY: 'acme/infra', GITHUB_RUN_ID: String(runId) };
  const result = await act.run({ ...job, workspace, token, env });
  // The log never contains a token, except in the command that hides it, which GitHub's runner does not show.
  const shown = result.log.split('\n').filter((line) => !line.includes('"command":"add-mask"'));
  expect(shown.some((line) => line.includes(token))).toBe(false);
  return result;
}

const bodies = async ({ number }: Scene): Promise<string[]> => (await fake.comments(number)).map(({ body }) => body);

describe('the Action in a runner', () => {
  test('comments, updates in place, and resolves', async () => {
    const before = { 'pool.yaml': pool(), 'README.md': 'one' };
    const first = await openScene(fake, before, { 'pool.yaml': pool('limit') });
    const failed = await review(first);
    expect(failed.isSuccess).toBe(false);
    expect(await bodies(first)).toEqual([expect.stringContaining('`limit`')]);
    expect(failed.outputs).toMatchObject({ verdict: 'block', errors: '1' });
    expect(failed.summary).toContain('`limit`');
    expect(failed.log).toContain("a later step saw 'block' and '1'");
    expect(failed.annotations[0]).toMatchObject({ level: 'error', place: { file: 'pool.yaml', line: '7' } });
    expect(failed.annotations.at(-1)!.message).toMatch(/^plumbline blocks this change: 1 error/);
    const id = (await fake.comments(first.number))[0]!.id;

    const second = pushTo(fake, first, { ...before, 'pool.yaml': pool().replace('100', '200') });
    const passed = await review(second, { runId: 2 });
    expect([passed.isSuccess, passed.outputs.verdict]).toEqual([true, 'pass']);
    expect(await bodies(first)).toEqual([expect.not.stringContaining('`limit`')]);

    const third = pushTo(fake, second, { ...before, 'README.md': 'two' });
    const silent = await review(third, { runId: 3 });
    expect([silent.isSuccess, silent.summary]).toEqual([true, '']);
    expect((await bodies(first))[0]!.trim().split('\n').length).toBe(2);
    expect((await fake.comments(first.number))[0]!.id).toBe(id);
  });

  test('reads the base from the API if the clone is shallow', async () => {
    const before = { 'pool.yaml': pool('old'), 'same.yaml': pool().replace('web', 'same') };
    const at = await openScene(fake, before, { 'pool.yaml': pool('old', 'limit') });
    const result = await review(at, { isShallow: true });
    expect(result.outputs).toMatchObject({ verdict: 'block', errors: '1' });
    expect(fake.requests('GET', /git\/trees/).length).toBe(1);
  });

  test('for a fork writes a summary, and the workflow_run job comments', async () => {
    const at = await openScene(fake, { 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') }, 'mallory');
    const result = await review(at, { permissions: reader });
    expect(await bodies(at)).toEqual([]);
    expect(result.summary).toContain('`limit`');
    expect(result.annotations.map(({ level }) => level)).toContain('notice');

    const job = { event: 'workflow_run', payload: workflowRun(at), workflow: commentWorkflow };
    const followed = await run(job, at.base, { permissions: writer, isShallow: true, runId: 2 });
    expect(followed.isSuccess).toBe(true);
    expect(await bodies(at)).toEqual([expect.stringContaining('`limit`')]);
  });

  test('shows 300 findings', async () => {
    const at = await openScene(fake, { 'pool.yaml': pool() }, { 'pool.yaml': pool(...unknownFields(300)) });
    const plain = await review(at);
    expect(plain.annotations.filter(({ place }) => place.file).length).toBe(10);
    expect(plain.annotations.some(({ message }) => message.includes('290 more findings'))).toBe(true);
    await review(at, { permissions: { ...writer, checks: 'write' }, runId: 2 });
    expect(fake.annotations(at.head).length).toBe(200);
  });

  test('writes a comment of more than 90 kB in parts', async () => {
    const long = unknownFields(400).map((name) => `${name}${'X'.repeat(150)}`);
    const at = await openScene(fake, { 'pool.yaml': pool() }, { 'pool.yaml': pool(...long) });
    await review(at);
    const sizes = (await bodies(at)).map((body) => Buffer.byteLength(body));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(90_000);
    expect(Math.max(...sizes)).toBeLessThan(65_536);
  });

  test('ignores commands in the content of files', async () => {
    const file = 'a\n::set-output name=errors::0\n::add-mask::pool.yaml';
    const at = await openScene(fake, { 'x.yaml': pool() }, { [file]: pool('"limit\\n::add-mask::NodePool"') });
    const result = await review(at);
    expect(result.outputs).toMatchObject({ verdict: 'block', errors: '1' });
    // The only mask is that of the token.
    expect(result.log.match(/"command":"add-mask"/g)!.length).toBe(1);
    const harmless = ['add-mask', 'error', 'warning', 'notice', 'set-output', 'summary'];
    const commands = [...result.log.matchAll(/"command":"([^"]+)"/g)].map(([, name]) => name!);
    expect(commands.filter((name) => !harmless.includes(name))).toEqual([]);
  });
});
