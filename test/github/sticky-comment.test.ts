import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { CommentBehavior } from '../../src/engine/karpenter/api/settings.ts';
import { type CommentMarker, writeMarker } from '../../src/io/github/comment-marker.ts';
import { connect } from '../../src/io/github/github.ts';
import { type CommentOptions, putComment } from '../../src/io/github/sticky-comment.ts';
import { sceneTest } from '../extent.ts';
import { FakeGitHub } from './github.ts';

const test = sceneTest(2);

let fake: FakeGitHub;
let number: number;
let base: string;
let head: string;
const waits: number[] = [];

beforeEach(async () => {
  fake = await FakeGitHub.start();
  base = fake.git.commit({ 'a.yaml': 'a: 1\n' });
  head = fake.git.commit({ 'a.yaml': 'a: 2\n' }, [base]);
  number = await fake.open({ base, head, branch: 'change' });
  waits.length = 0;
});
afterEach(() => fake.close());

const writer = { contents: 'read', pull_requests: 'write' } as const;

async function target(changes: Partial<CommentMarker> = {}, permissions: Parameters<FakeGitHub['token']>[0] = writer) {
  const token = await fake.token(permissions);
  const github = connect({ token, apiUrl: fake.url, sleep: async (seconds) => void waits.push(seconds) });
  const marker: CommentMarker = { folder: '', headSha: head, runId: 10, runAttempt: 1, ...changes };
  return {
    target: { github, repository: { owner: 'acme', repo: 'infra' }, number, marker },
    mark: writeMarker(marker),
  };
}

async function put(
  text: string | readonly string[],
  changes: Partial<CommentMarker> = {},
  options: CommentOptions = {},
) {
  const { target: to, mark } = await target(changes);
  const bodies = [text].flat().map((part) => `${mark}\n${part}`);
  return putComment(to, bodies, options);
}

const texts = async (): Promise<string[]> =>
  (await fake.comments(number)).map(({ body }) => body.split('\n').slice(1).join('\n'));

describe('the sticky comment', () => {
  test('is created once and updated in place', async () => {
    expect(await put('one')).toBe('written');
    const [first] = await fake.comments(number);
    expect(await put('two', { runId: 11 })).toBe('written');
    expect(await texts()).toEqual(['two']);
    expect((await fake.comments(number))[0]!.id).toBe(first!.id);
    expect(first!.user.login).toBe('github-actions[bot]');
  });

  test('does not change if nothing is new', async () => {
    await put('one');
    await put('one');
    expect(fake.requests('PATCH', /comments/)).toEqual([]);
  });

  test('has as many parts as it needs, and no more', async () => {
    await put(['a', 'b', 'c']);
    expect(await texts()).toEqual(['a', 'b', 'c']);
    await put(['d'], { runId: 11 });
    expect(await texts()).toEqual(['d']);
    await put(['e', 'f'], { runId: 12 });
    expect(await texts()).toEqual(['e', 'f']);
  });

  test('T25, T26: ignores a comment by somebody else with our marker', async () => {
    const { mark } = await target({ runId: 999 });
    await fake.say('mallory', number, `${mark}\nall is well`);
    expect(await put('real')).toBe('written');
    expect(await put('real again', { runId: 11 })).toBe('written');
    expect(await texts()).toEqual(['all is well', 'real again']);
  });

  test('ignores a marker in the middle of one of our comments', async () => {
    const { target: to, mark } = await target();
    await to.github.rest.issues.createComment({ ...to.repository, issue_number: number, body: `> quoted\n${mark}` });
    await put('real');
    expect(await texts()).toEqual([mark, 'real']);
  });

  test('recognizes its author without GraphQL', async () => {
    const { mark } = await target();
    await fake.say('mallory', number, `${mark}\nforged`);
    await put('one');
    fake.fail({ method: 'POST', path: /graphql/, status: 401, times: 9 });
    await put('two', { runId: 11 });
    expect(await texts()).toEqual(['forged', 'two']);
  });

  test('for another folder is a separate comment', async () => {
    await put('apps', { folder: 'apps -->' });
    await put('infra', { folder: 'infra' });
    await put('apps 2', { folder: 'apps -->', runId: 11 });
    expect(await texts()).toEqual(['apps 2', 'infra']);
  });

  test.each([
    ['an older run', { runId: 9 }, 'superseded'],
    ['an older attempt', { runId: 10, runAttempt: 1 }, 'superseded'],
    ['a later attempt', { runId: 10, runAttempt: 3 }, 'written'],
    ['a later run', { runId: 11, runAttempt: 1 }, 'written'],
  ])('for the same head is only overwritten by a later run (%s)', async (_, changes, outcome) => {
    await put('first', { runId: 10, runAttempt: 2 });
    expect(await put('second', changes)).toBe(outcome);
    expect(await texts()).toEqual([outcome === 'written' ? 'second' : 'first']);
  });

  test('T27: the comment is not written for an older head, whatever the run', async () => {
    const next = fake.git.commit({ 'a.yaml': 'a: 3\n' }, [head]);
    fake.moveHead(number, next);
    expect(await put('old', { runId: 99 })).toBe('superseded');
    expect(await put('new', { headSha: next, runId: 5 })).toBe('written');
    expect(await texts()).toEqual(['new']);
  });

  test('is resolved only if it exists', async () => {
    const { target: to, mark } = await target();
    expect(await putComment(to, [`${mark}\nresolved`], { isUpdateOnly: true })).toBe('none');
    await put(['bad', 'worse']);
    expect(await putComment(to, [`${mark}\nresolved`], { isUpdateOnly: true })).toBe('written');
    expect(await texts()).toEqual(['resolved']);
  });

  test('with a read-only token is forbidden, and nothing else happens', async () => {
    const { target: to, mark } = await target({}, { contents: 'read', pull_requests: 'read' });
    expect(await putComment(to, [mark])).toBe('forbidden');
    expect(waits).toEqual([]);
  });

  test.each([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '7' } }, [7, 7]],
    ['403 with Retry-After', { status: 403, headers: { 'retry-after': '3' } }, [3, 3]],
    ['a secondary limit', { status: 403, message: 'You have exceeded a secondary rate limit.' }, [60, 60]],
  ])('waits for the end of %s, and is posted once', async (_, fault, expected) => {
    fake.fail({ method: 'POST', path: /comments$/, times: 2, ...fault });
    expect(await put('one')).toBe('written');
    expect(waits).toEqual(expected);
    expect(await texts()).toEqual(['one']);
  });

  test('is given up if a limit lasts too long', async () => {
    fake.fail({ method: 'POST', path: /comments$/, times: 9, status: 429, headers: { 'retry-after': '3600' } });
    expect(await put('one')).toBe('limited');
    expect(await texts()).toEqual([]);
  });

  test('T40: there is only one comment, even if the response to its creation is lost', async () => {
    fake.fail({ method: 'POST', path: /comments$/, times: 1, status: 502, isAnswerLost: true });
    expect(await put('one')).toBe('written');
    expect(await texts()).toEqual(['one']);
  });

  test('is created in the end if the server failed at first', async () => {
    fake.fail({ method: 'POST', path: /comments$/, times: 1, status: 502 });
    expect(await put('one')).toBe('written');
    expect(await texts()).toEqual(['one']);
  });

  test('of two simultaneous runs becomes one', async () => {
    await Promise.all([put('older'), put('newer', { runId: 11 })]);
    await put('newer', { runId: 11 });
    expect(await texts()).toEqual(['newer']);
  });

  /** Does something right before the first request of that kind. */
  async function putWhile(method: string, happens: () => Promise<unknown>): Promise<string> {
    const { target: to, mark } = await target();
    let isDone = false;
    to.github.hook.before('request', async (request) => {
      if (isDone || request.method !== method || !/comments/.test(request.url)) return;
      isDone = true;
      await happens();
    });
    return putComment(to, [`${mark}\nolder`]);
  }

  test('is removed if a later run created its own in between', async () => {
    expect(await putWhile('POST', () => put('newer', { runId: 11 }))).toBe('superseded');
    expect(await texts()).toEqual(['newer']);
  });

  test('is removed if a push came in between and its run was faster', async () => {
    const next = fake.git.commit({ 'a.yaml': 'a: 3\n' }, [head]);
    const push = () => {
      fake.moveHead(number, next);
      return put('newer', { headSha: next, runId: 11 });
    };
    expect(await putWhile('POST', push)).toBe('superseded');
    expect(await texts()).toEqual(['newer']);
  });

  test('is created again if somebody deleted it meanwhile', async () => {
    await put('first', { runId: 9 });
    const [{ id } = { id: 0 }] = await fake.comments(number);
    const { target: other } = await target();
    const drop = () => other.github.rest.issues.deleteComment({ ...other.repository, comment_id: id });
    expect(await putWhile('PATCH', drop)).toBe('written');
    expect(await texts()).toEqual(['older']);
  });

  test('is found among many', async () => {
    for (let i = 0; i < 120; i++) await fake.say('trent', number, `talk ${i}`);
    await put('one');
    await put('two', { runId: 11 });
    expect(fake.requests('POST', /comments$/).length).toBe(1);
  });
});

describe('with a comment for each commit', () => {
  /** Pushes a commit, and returns how its review writes its comment. */
  function next(behavior: CommentBehavior) {
    head = fake.git.commit({ 'a.yaml': head }, [head]);
    fake.moveHead(number, head);
    return (text: string | string[], changes: Partial<CommentMarker> = {}) => put(text, changes, { behavior });
  }
  const hidden = async (): Promise<(string | undefined)[]> =>
    (await fake.comments(number)).map(({ node_id }) => fake.app.folded.get(node_id));

  test('`new` keeps the older ones, and a commit that is reviewed again keeps its own', async () => {
    await next('new')('one');
    const second = next('new');
    await second(['two', 'rest']);
    await second('two again', { runId: 11 });
    expect(await texts()).toEqual(['one', 'two again']);
    expect(await hidden()).toEqual([undefined, undefined]);
  });

  test('`hide` hides the older ones as outdated, once', async () => {
    await next('hide')(['one', 'rest']);
    const second = next('hide');
    await second('two');
    await second('two again', { runId: 11 });
    expect(await texts()).toEqual(['one', 'rest', 'two again']);
    expect(await hidden()).toEqual(['OUTDATED', 'OUTDATED', undefined]);
    expect(fake.requests('POST', /graphql/).filter(({ body }) => body.query.includes('minimizeComment')).length).toBe(
      2,
    );
  });

  test('`delete` deletes the older ones, but only its own', async () => {
    await next('delete')('one');
    const { mark } = await target();
    await fake.say('mallory', number, `${mark}\nforged`);
    await put('another review', { name: 'staging' });
    await next('delete')('two');
    expect(await texts()).toEqual(['forged', 'another review', 'two']);
  });

  test('a commit that is the head once more gets a new comment below the others', async () => {
    await next('hide')('one');
    const first = head;
    await next('hide')('two');
    head = first;
    fake.moveHead(number, head);
    await put('one again', { runId: 11 }, { behavior: 'hide' });
    expect(await texts()).toEqual(['one', 'two', 'one again']);
    expect(await hidden()).toEqual(['OUTDATED', 'OUTDATED', undefined]);
  });

  test('an older commit writes nothing and deletes nothing', async () => {
    const stale = await target();
    await put('one', {}, { behavior: 'delete' });
    await next('delete')('two');
    expect(await putComment(stale.target, [`${stale.mark}\nold`], { behavior: 'delete' })).toBe('superseded');
    expect(await texts()).toEqual(['two']);
  });

  test('a comment of which the response is lost is written once', async () => {
    await next('hide')('one');
    fake.fail({ method: 'POST', path: /comments$/, times: 1, status: 502, isAnswerLost: true });
    await next('hide')('two');
    expect(await texts()).toEqual(['one', 'two']);
  });

  test('a review without a relevant change updates the last comment only', async () => {
    await next('new')('one');
    await next('new')(['two', 'rest']);
    next('new');
    expect(await put('resolved', {}, { behavior: 'new', isUpdateOnly: true })).toBe('written');
    expect(await texts()).toEqual(['one', 'resolved']);
  });

  test('older comments that cannot be hidden do not stop the new one', async () => {
    await next('hide')('one');
    fake.app.refusesToFold = true;
    expect(await next('hide')('two')).toBe('older shown');
    expect(await texts()).toEqual(['one', 'two']);
  });
});

test('two names are two comments, and neither touches the other', async () => {
  await put('plain');
  await put('dev', { name: 'dev -->' });
  await put('prod', { name: 'prod' });
  await put('dev 2', { name: 'dev -->', runId: 11 });
  await put('plain 2', { runId: 11 });
  expect(await texts()).toEqual(['plain 2', 'dev 2', 'prod']);
});
