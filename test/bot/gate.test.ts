import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GateAnswer } from '../github/app-gaps.ts';
import { pool } from '../github/scene.ts';
import { BotWorld } from './bot-world.ts';

let world: BotWorld;
let runs = 0;

beforeAll(async () => {
  world = await BotWorld.start();
  world.fake.app.permissions.set('trent', 'write');
});
afterAll(() => world.close());

const config = 'environments:\n  production: {}\n';
const files = (cpu: number) => ({ 'plumbline.yaml': config, 'pool.yaml': pool().replace('100', String(cpu)) });

interface Merged {
  readonly number: number;
  readonly base: string;
  readonly head: string;
  readonly commit: string;
}

/** A pull request that raises the limit; merged it is, unless something else becomes of main. */
async function opened(salt: string) {
  const base = world.fake.git.commit({ ...files(100), 'scene.txt': salt });
  const head = world.fake.git.commit({ ...files(200), 'scene.txt': salt }, [base]);
  const number = await world.fake.open({ base, head, branch: `gate-${salt}` });
  world.fake.merges.pushers.set(head, 'ada');
  return { number, base, head };
}

function merge({ number, base, head }: Awaited<ReturnType<typeof opened>>, after = files(200)): Merged {
  const commit = world.fake.git.commit(after, [base, head]);
  world.fake.merges.merge(number, commit);
  world.fake.git.git('update-ref', 'refs/heads/main', commit);
  return { number, base, head, commit };
}

/** A deployment waits, and the bot answers it. */
async function answer(sha: string, environment = 'production'): Promise<GateAnswer> {
  const runId = ++runs;
  const deployment_callback_url = `https://api.github.com/repos/acme/infra/actions/runs/${runId}/deployment_protection_rule`;
  await world.deliver('deployment_protection_rule', { action: 'requested', environment, sha, deployment_callback_url });
  await world.settled();
  return world.fake.app.gateAnswers.find((one) => one.runId === runId)!;
}

/** The digest that the bot tells. */
async function digestOf(number: number): Promise<string> {
  const comment = await world.onComment('trent', number, '/plumbline plan');
  await world.settled();
  const answers = (await world.fake.comments(number)).map(({ body }) => body);
  const found = answers.find((body) => body.startsWith(`<!-- plumbline:answer to=${comment.id} -->`))!;
  return /digest `([0-9a-f]{64})`/.exec(found)![1]!;
}

describe('a deployment that waits', () => {
  test('goes on when its plan was approved by a review of the head', async () => {
    const pull = await opened('review');
    await world.fake.review('trent', pull.number, { event: 'APPROVE', commit: pull.head });
    const said = await answer(merge(pull).commit);
    expect(said).toMatchObject({ state: 'approved', environment: 'production' });
    expect(said.comment).toContain('trent');
    expect(said.comment).not.toContain('@');
  });

  test('goes on when the digest was approved in a comment', async () => {
    const pull = await opened('digest');
    const digest = await digestOf(pull.number);
    await world.onComment('trent', pull.number, `/plumbline approve ${digest}`);
    await world.settled();
    expect((await world.fake.comments(pull.number)).at(-1)!.body).toContain('is approved');
    expect(await answer(merge(pull).commit)).toMatchObject({ state: 'approved' });
  });

  test('is refused without an approval', async () => {
    const said = await answer(merge(await opened('nobody')).commit);
    expect(said).toMatchObject({ state: 'rejected' });
    expect(said.comment).toContain('0 of 1 approvals');
  });

  test.each([
    ['who may not write', 'mallory'],
    ['who pushed last', 'ada'],
  ])('is refused when somebody approved %s', async (_, login) => {
    const pull = await opened(`by-${login}`);
    await world.fake.review(login, pull.number, { event: 'APPROVE', commit: pull.head });
    expect(await answer(merge(pull).commit)).toMatchObject({ state: 'rejected' });
  });

  test('is refused after a push that changed the plan', async () => {
    const pull = await opened('push');
    await world.fake.review('trent', pull.number, { event: 'APPROVE', commit: pull.head });
    const digest = await digestOf(pull.number);
    await world.fake.say('trent', pull.number, `approve ${digest}`);
    const head = world.fake.git.commit({ ...files(900), 'scene.txt': 'push' }, [pull.head]);
    world.fake.moveHead(pull.number, head);
    world.fake.merges.pushers.set(head, 'ada');
    expect(await answer(merge({ ...pull, head }, files(900)).commit)).toMatchObject({ state: 'rejected' });
  });

  test('is refused when the merge holds more than was approved', async () => {
    const pull = await opened('more');
    await world.fake.review('trent', pull.number, { event: 'APPROVE', commit: pull.head });
    expect(await answer(merge(pull, files(999)).commit)).toMatchObject({ state: 'rejected' });
  });

  test('is refused for a commit that is not on the branch', async () => {
    const pull = await opened('elsewhere');
    await world.fake.review('trent', pull.number, { event: 'APPROVE', commit: pull.head });
    merge(pull);
    const said = await answer(pull.head.replace(/^./, pull.head.startsWith('a') ? 'b' : 'a')).catch(() => undefined);
    expect(said?.state).not.toBe('approved');
    const aside = world.fake.git.commit(files(777), [pull.base]);
    expect(await answer(aside)).toMatchObject({ state: 'rejected' });
  });

  test('is refused for an environment that the configuration does not name', async () => {
    const pull = await opened('environment');
    await world.fake.review('trent', pull.number, { event: 'APPROVE', commit: pull.head });
    expect(await answer(merge(pull).commit, 'staging')).toMatchObject({ state: 'rejected' });
  });

  test('goes on when nothing of Karpenter changes', async () => {
    const base = world.fake.git.commit({ ...files(100), 'scene.txt': 'nothing' });
    const head = world.fake.git.commit({ ...files(100), 'scene.txt': 'nothing else' }, [base]);
    const number = await world.fake.open({ base, head, branch: 'gate-nothing' });
    const said = await answer(merge({ number, base, head }, { ...files(100) }).commit);
    expect(said).toMatchObject({ state: 'approved', comment: 'Nothing of Karpenter changes' });
  });
});

describe('approve', () => {
  const approve = async (number: number, login: string, digest: string): Promise<string> => {
    await world.onComment(login, number, `/plumbline approve ${digest}`);
    await world.settled();
    return (await world.fake.comments(number)).at(-1)!.body;
  };

  test('by somebody who may not write is refused, with the reason', async () => {
    const pull = await opened('approve-mallory');
    expect(await approve(pull.number, 'mallory', await digestOf(pull.number))).toContain('no write access');
  });

  test('of a digest that is not the plan is refused', async () => {
    const pull = await opened('approve-other');
    expect(await approve(pull.number, 'trent', 'f'.repeat(64))).toContain('no plan of the newest commit');
  });
});

test('migrate gives a patch from old APIs, and pushes nothing', async () => {
  const old = pool().replace('karpenter.sh/v1', 'karpenter.sh/v1beta1').replace('group: karpenter.k8s.aws, ', '');
  const at = await world.reviewed({ 'pool.yaml': pool() }, { 'old.yaml': old.replace('web', 'old') });
  const comment = await world.onComment('mallory', at.number, '/plumbline migrate');
  await world.settled();
  const found = (await world.bodies(at)).find((body) => body.includes(`to=${comment.id} `))!;
  expect(found).toContain('```diff');
  expect(found).toContain('+apiVersion: karpenter.sh/v1');
  expect(world.fake.seen.filter(({ method, path }) => method !== 'GET' && /\/git\/|\/contents\//.test(path))).toEqual(
    [],
  );
});
