import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../src/io/github/github.ts';
import { type IssueOutcome, putIssue } from '../../src/io/github/sticky-issue.ts';
import { FakeGitHub } from './github.ts';

let fake: FakeGitHub;
let token: string;
beforeEach(async () => {
  fake = await FakeGitHub.start();
  token = await fake.token({ contents: 'read', issues: 'write' });
});
afterEach(() => fake.close());

interface Put {
  readonly environment?: string;
  readonly body?: string;
  readonly isOpen?: boolean;
  readonly token?: string;
}

function put({
  environment = 'production',
  body = 'web differs',
  isOpen = true,
  token: as = token,
}: Put = {}): Promise<IssueOutcome> {
  const github = connect({ token: as, apiUrl: fake.url, sleep: async () => {}, maxWaitSeconds: 5 });
  return putIssue(
    { github, repository: { owner: 'acme', repo: 'infra' }, environment },
    { title: 'Drift', body, isOpen },
  );
}

const open = () => fake.issues('open');

describe('the issue of an environment', () => {
  test('is opened, updated in place, left unchanged and closed', async () => {
    const first = await put();
    expect(first.kind).toBe('opened');
    const [issue] = await open();
    expect(issue!.body).toMatch(/^<!-- plumbline:drift environment=[0-9a-f]+ -->\nweb differs$/);
    expect(await put()).toEqual({ ...first, kind: 'unchanged' });
    expect(await put({ body: 'batch differs' })).toEqual({ ...first, kind: 'updated' });
    expect((await open()).map(({ number, body }) => [number, body.includes('batch')])).toEqual([[issue!.number, true]]);
    expect(await put({ body: 'all is well', isOpen: false })).toEqual({ ...first, kind: 'closed' });
    expect([await open(), await put({ isOpen: false })]).toEqual([[], { kind: 'none' }]);
  });

  test('is opened again after it was closed', async () => {
    const first = await put();
    await put({ isOpen: false });
    const second = await put();
    expect(second.kind).toBe('opened');
    expect(second).not.toEqual(first);
  });

  test('is separate for each environment', async () => {
    await put();
    await put({ environment: 'staging' });
    await put({ environment: 'staging', isOpen: false });
    expect((await open()).length).toBe(1);
  });

  test('is not one that somebody else marked as ours', async () => {
    await put();
    const [{ body }] = (await open()) as [{ body: string }];
    await put({ isOpen: false });
    await fake.writeIssue('mallory', 'Drift', body);
    expect((await put()).kind).toBe('opened');
    expect((await open()).length).toBe(2);
    await put({ isOpen: false });
    expect((await open()).map(({ user }) => user.login)).toEqual(['mallory']);
  });

  test('is opened once if the answer to the first attempt is lost', async () => {
    fake.fail({ method: 'POST', path: /\/issues$/, status: 502, times: 1, isAnswerLost: true });
    expect((await put()).kind).toMatch(/opened|unchanged/);
    expect((await open()).length).toBe(1);
  });

  test('waits if GitHub asks to, and says so if that takes too long', async () => {
    fake.fail({ method: 'POST', path: /\/issues$/, status: 429, headers: { 'retry-after': '2' }, times: 1 });
    expect((await put()).kind).toBe('opened');
    fake.fail({ method: 'GET', path: /\/issues$/, status: 403, headers: { 'retry-after': '900' }, times: 9 });
    expect(await put()).toEqual({ kind: 'limited' });
  });

  test('is not written with an unauthorized token, or if issues are disabled', async () => {
    fake.fail({ method: 'POST', path: /\/issues$/, status: 403, times: 1 });
    expect(await put()).toEqual({ kind: 'forbidden' });
    fake.fail({ method: 'POST', path: /\/issues$/, status: 410, times: 1, message: 'Issues has been disabled' });
    expect(await put()).toEqual({ kind: 'disabled' });
  });
});
