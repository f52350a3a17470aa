import { afterAll, beforeAll, describe, expect } from 'vitest';
import { leading, sceneTest } from '../extent.ts';
import { pool, type Scene } from '../github/scene.ts';
import { BotWorld } from './bot-world.ts';

/** Each takes a second or half of one. */
const test = sceneTest(3);

let world: BotWorld;

beforeAll(async () => {
  world = await BotWorld.start();
  world.fake.app.permissions.set('trent', 'write');
});
afterAll(() => world.close());

const workload = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web, resources: {requests: {cpu: '1', memory: 1Gi}}}]}
`;

const opened = (): Promise<Scene> => world.reviewed({ 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });

/** Gives a command, and returns the answers to it and its reactions. */
async function command(at: Scene, body: string, login = 'trent') {
  const comment = await world.onComment(login, at.number, body);
  await world.settled();
  const marker = `<!-- plumbline:answer to=${comment.id} `;
  const answers = (await world.bodies(at)).filter((text) => text.startsWith(marker));
  return { comment, answers, reactions: world.fake.app.reactions.get(comment.id) ?? [] };
}

describe('a command', () => {
  test('gets a reaction immediately, and an answer', async () => {
    const { answers, reactions } = await command(await opened(), '/plumbline help');
    expect(reactions).toEqual(['eyes', '+1']);
    expect(answers).toEqual([expect.stringContaining('/plumbline review')]);
  });

  test('that does not exist is answered with the most similar one', async () => {
    const { answers, reactions } = await command(await opened(), '/plumbline exlpain x');
    expect(reactions).toEqual(['eyes', 'confused']);
    expect(answers).toEqual([expect.stringContaining('Did you mean `explain`')]);
  });

  test('explain says what a finding means', async () => {
    const { answers } = await command(await opened(), '/plumbline explain schema/unknown-field');
    expect(answers).toEqual([expect.stringContaining('**`schema/unknown-field`**')]);
  });

  test('explain of a code that does not exist suggests the most similar one', async () => {
    const { answers } = await command(await opened(), '/plumbline explain schema/unknwon-field');
    expect(answers).toEqual([expect.stringContaining('Did you mean `schema/unknown-field`')]);
  });

  test('estimate gives nodes and cost', async () => {
    const { answers } = await command(await opened(), '/plumbline estimate --set replicas=3');
    expect(answers).toEqual([expect.stringContaining('`replicas=3`')]);
  });

  test('what-if says what happens, to people who may write', async () => {
    const at = await world.reviewed({ 'pool.yaml': pool() }, { 'pool.yaml': pool('limits'), 'web.yaml': workload });
    const { answers, reactions } = await command(at, '/plumbline what-if --growth 2');
    expect(reactions).toEqual(['eyes', '+1']);
    expect(answers).toEqual([expect.stringContaining('If all workloads have 2 times as many replicas, the cluster ')]);
    const unknown = await command(at, '/plumbline what-if --no-zone nowhere');
    expect(unknown.reactions).toEqual(['eyes', 'confused']);
    expect(unknown.answers).toEqual([expect.stringContaining('The region has no zone `nowhere`')]);
    const refused = await command(at, '/plumbline what-if --growth 2', 'mallory');
    expect(refused.reactions).toEqual(['eyes', '-1']);
    expect(refused.answers).toEqual([expect.stringContaining('only people with write access')]);
  });

  test('review runs again, even if nothing changed', async () => {
    const at = await opened();
    const asked = () => world.fake.requests('GET', new RegExp(`/git/trees/${at.head}`)).length;
    const before = asked();
    const { reactions } = await command(at, '/plumbline review');
    expect(reactions).toEqual(['eyes', '+1']);
    expect(asked()).toBeGreaterThan(before);
    expect((await world.fake.checkRuns(at.head)).at(-1).status).toBe('completed');
  });

  test.each(leading(['see /plumbline review', 'plumbline review', '> /plumbline review', '/plumbliner review', '']))(
    '%j is not a command',
    async (body) => {
      const at = await opened();
      const { reactions } = await command(at, body || 'nothing');
      expect(reactions).toEqual([]);
    },
  );

  test('in an edited comment is ignored', async () => {
    const at = await opened();
    const comment = await world.fake.say('trent', at.number, '/plumbline help');
    const issue = { number: at.number, pull_request: {} };
    await world.deliver('issue_comment', { action: 'edited', issue, comment });
    await world.settled();
    expect(world.fake.app.reactions.get(comment.id)).toBeUndefined();
  });

  test('in a comment that was edited between the delivery and the job is ignored', async () => {
    const at = await opened();
    const comment = await world.fake.say('trent', at.number, '/plumbline help');
    world.fake.edit(comment.id);
    const issue = { number: at.number, pull_request: {} };
    await world.deliver('issue_comment', { action: 'created', issue, comment });
    await world.settled();
    expect(world.fake.app.reactions.get(comment.id)).toBeUndefined();
  });

  test('by a bot or on an issue is ignored', async () => {
    const at = await opened();
    const comment = await world.fake.say('trent', at.number, '/plumbline help');
    const issue = { number: at.number, pull_request: {} };
    const ofBot = { ...comment, user: { ...comment.user, type: 'Bot' } };
    await world.deliver('issue_comment', { action: 'created', issue, comment: ofBot });
    await world.deliver('issue_comment', { action: 'created', issue: { number: at.number }, comment });
    await world.settled();
    expect(world.fake.app.reactions.get(comment.id)).toBeUndefined();
  });

  test('is answered once, however often it is delivered', async () => {
    const at = await opened();
    const { comment } = await command(at, '/plumbline help');
    const issue = { number: at.number, pull_request: {} };
    for (const id of ['again-1', 'again-2'])
      await world.deliver('issue_comment', { action: 'created', issue, comment }, { id });
    await world.settled();
    const marker = `<!-- plumbline:answer to=${comment.id} -->`;
    expect((await world.bodies(at)).filter((text) => text.startsWith(marker)).length).toBe(1);
  });
});

describe('T3: `/plumbline ignore`', () => {
  const conclusion = async ({ head }: Scene) => (await world.fake.checkRuns(head)).at(-1).conclusion;
  const line = '/plumbline ignore schema/unknown-field we know';

  test('by somebody with write access silences the finding, with its reason', async () => {
    const at = await opened();
    expect(await conclusion(at)).toBe('failure');
    const { answers, reactions } = await command(at, line);
    expect(answers[0]).toContain('Silenced on this pull request: we know');
    expect(answers[0]).toContain('`schema/unknown-field`');
    expect(reactions).toEqual(['eyes', '+1']);
    expect(await conclusion(at)).toBe('success');
    expect((await world.bodies(at))[0]).toContain('we know');
  });

  test.each([
    ['somebody with read access only', 'mallory'],
    ['the author of the change', 'author'],
  ])('by %s does nothing', async (_, who) => {
    const at = await opened();
    const login = who === 'author' ? (await world.fake.pull(at.number)).user.login : who;
    const { answers, reactions } = await command(at, line, login);
    expect(reactions).toEqual(['eyes', '-1']);
    expect(answers).toEqual([expect.stringContaining('Not done')]);
    await world.onPull('synchronize', at.number);
    await world.settled();
    expect(await conclusion(at)).toBe('failure');
  });
});

describe('T58: findings silenced by a command', () => {
  const conclusion = async (head: string) => (await world.fake.checkRuns(head)).at(-1).conclusion;
  const line = '/plumbline ignore schema/unknown-field we know';

  /** ada pushes to the pull request. */
  async function push(at: Scene, text: string): Promise<string> {
    const head = world.fake.git.commit({ 'pool.yaml': text }, [at.head]);
    world.fake.moveHead(at.number, head);
    world.fake.merges.pushers.set(head, 'ada');
    await world.onPull('synchronize', at.number);
    await world.settled();
    return head;
  }

  test('are still silenced after a push, but new findings are not', async () => {
    const at = await opened();
    await command(at, line);
    expect(await conclusion(at.head)).toBe('success');
    expect(await conclusion(await push(at, `${pool('limit')}# a comment\n`))).toBe('success');
    expect(await conclusion(await push(at, pool('limitz')))).toBe('failure');
  });

  test('do not include findings of a push between reading and writing', async () => {
    const at = await opened();
    const comment = await world.fake.say('trent', at.number, line);
    await push(at, pool('limitz'));
    await world.deliver('issue_comment', {
      action: 'created',
      issue: { number: at.number, pull_request: {} },
      comment,
    });
    await world.settled();
    expect((await world.bodies(at)).at(-1)).toContain('pushed after you wrote this comment');
  });

  test('are only silenced for the base branch of the command', async () => {
    const at = await opened();
    await command(at, line);
    world.fake.moveBase(at.number, at.base);
    await world.onPull('edited', at.number, { changes: { base: {} } });
    await world.settled();
    await command(at, '/plumbline review');
    expect(await conclusion(at.head)).toBe('failure');
  });

  test('are not silenced if somebody edited the list in our answer', async () => {
    const at = await opened();
    const { comment } = await command(at, line);
    const answer = (await world.fake.comments(at.number)).find(({ body }) => body.includes(`to=${comment.id} `))!;
    world.fake.edit(answer.id);
    await command(at, '/plumbline review');
    expect(await conclusion(at.head)).toBe('failure');
  });

  test('T63: a code in `neverSuppress` cannot be silenced', async () => {
    const config = { 'plumbline.yaml': 'neverSuppress: [schema/unknown-field]\n' };
    const at = await world.reviewed({ ...config, 'pool.yaml': pool() }, { 'pool.yaml': pool('limit') });
    await command(at, line);
    expect(await conclusion(at.head)).toBe('failure');
  });
});

test('T28: quoted text in answers cannot mention people or break the markup', async () => {
  const { answers } = await command(await opened(), '/plumbline @acme/all</details><!--`x');
  expect(answers.length).toBe(1);
  // In code, nothing is a mention or HTML.
  const outside = answers[0]!
    .split('\n')
    .slice(1)
    .join('\n')
    .replace(/`[^`]+`/g, '');
  expect(outside).not.toMatch(/@\w|[<>]/);
});
