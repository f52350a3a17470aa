import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { leading } from '../extent.ts';
import { type Run, type RunOptions, runAction } from './action.ts';
import { checkout } from './checkout.ts';
import { FakeGitHub, type Harm } from './github.ts';
import { boundsFor, stopRequestClock } from './request-clock.ts';
import { openScene, pool, type Scene, unknownFields, writer } from './scene.ts';

let fake: FakeGitHub;
const folders: string[] = [];

beforeEach(async () => {
  fake = await FakeGitHub.start();
  stopRequestClock(fake);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  await fake.close();
});

const always = { times: 9_999, status: 200 };

interface On {
  readonly isCheckedOut?: boolean;
  readonly inputs?: RunOptions['inputs'];
  readonly harm?: Harm;
  readonly permissions?: Parameters<FakeGitHub['token']>[0];
}

async function run(at: Scene, on: On = {}): Promise<Run> {
  const { isCheckedOut = true, inputs = {}, harm, permissions = writer } = on;
  const workspace = isCheckedOut ? checkout(fake, at.merge) : undefined;
  if (workspace) folders.push(workspace);
  return runAction(fake, {
    event: 'pull_request',
    payload: { pull_request: await fake.pull(at.number) },
    sha: at.merge,
    token: await fake.token(permissions),
    inputs,
    ...(workspace ? { workspace } : {}),
    clock: { requestBounds: boundsFor(harm) },
  });
}

const broken = (): Promise<Scene> => openScene(fake, { 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
const harms: readonly Harm[] = ['silence', 'drip', 'reset', 'cut', 'half', 'page'];

describe('the Action if GitHub does not answer', () => {
  test.each(leading(harms))('reviews its clone (%s)', async (harm) => {
    const at = await broken();
    for (const method of ['GET', 'POST', 'PATCH']) fake.fail({ ...always, method, path: /./, harm });
    const said = await run(at, { harm });
    expect(said.failure).toMatch(/^plumbline blocks this change: 1 error/);
    expect(said.summary).toContain('`limit`');
    expect(said.commands.length).toBeGreaterThan(0);
    expect(said.warnings).toEqual([
      expect.stringMatching(/^GitHub's API could not write the comment \(.+\)\. .+again\.$/),
    ]);
  });

  test.each(leading(harms))('reviews nothing without a clone, and says so in one line (%s)', async (harm) => {
    const at = await broken();
    for (const method of ['GET', 'POST']) fake.fail({ ...always, method, path: /compare|git|graphql/, harm });
    const said = await run(at, { isCheckedOut: false, harm });
    expect(said.failure).toMatch(/^GitHub's API could not find the merge base \([^)\n]+\)\. .+again\.$/);
    expect(said.outputs).toEqual({});
    expect(await fake.comments(at.number)).toEqual([]);
  });

  test.each(leading(['trees', 'blobs']))('reads all %s or nothing', async (what) => {
    const at = await broken();
    fake.fail({ ...always, method: 'POST', path: /graphql/, harm: 'half' });
    fake.fail({ ...always, method: 'GET', path: new RegExp(`git/${what}`), harm: 'half' });
    const said = await run(at, { isCheckedOut: false });
    expect(said.failure).toMatch(
      /^GitHub's API could not read the (tree of|blob) `[0-9a-f]{12}` \(the response is not JSON\)\. /,
    );
    expect(said.outputs.verdict).toBeUndefined();
  });
});

describe('if an answer is lost', () => {
  test.each(leading(['silence', 'reset', 'cut', 'half', 'page'] as const))(
    'there is only one comment (%s)',
    async (harm) => {
      const at = await broken();
      fake.fail({ method: 'POST', path: /comments$/, status: 201, times: 1, isAnswerLost: true, harm });
      fake.fail({ method: 'GET', path: /comments$/, status: 200, times: 1, harm });
      const said = await run(at);
      expect((await fake.comments(at.number)).length).toBe(1);
      expect(said.warnings).toEqual([]);
      await run(at);
      expect((await fake.comments(at.number)).length).toBe(1);
    },
  );

  test.each(leading(['reset', 'half', 'page'] as const))('there is only one annotation (%s)', async (harm) => {
    const at = await openScene(fake, { 'pool.yaml': pool() }, { 'pool.yaml': pool(...unknownFields(100)) });
    fake.fail({ method: 'POST', path: /check-runs/, status: 201, times: 1, isAnswerLost: true, harm });
    fake.fail({ method: 'PATCH', path: /check-runs/, status: 200, times: 2, isAnswerLost: true, harm });
    fake.fail({ method: 'PATCH', path: /check-runs/, status: 502, times: 1 });
    const said = await run(at, { permissions: { ...writer, checks: 'write' } });
    expect((await fake.checkRuns(at.head)).length).toBe(1);
    expect(fake.annotations(at.head).length).toBe(100);
    expect(said.commands).toEqual([]);
  });
});
