import { expect, test } from 'vitest';
import { PlumblineError } from '../../../shared/errors.ts';
import { failureOf, JobError } from './job-failure.ts';

/** An error response of GitHub as Octokit throws it. */
const refused = (status: number, headers: Record<string, string> = {}, message = 'refused'): Error =>
  Object.assign(new Error(message), { status, response: { headers } });

const network = (code: string): Error => Object.assign(new Error('connect'), { code });
const wrapped = (cause: unknown): Error => new PlumblineError('github', 'could not read files', { cause });

test.each([
  ['a failing server', refused(502), 'transient'],
  ['a token that is rejected', refused(401), 'transient'],
  ['a repository that was deleted', refused(404), 'gone'],
  ['an installation that is suspended', refused(403, {}, 'This installation has been suspended'), 'gone'],
  ['a missing permission', refused(403), 'permanent'],
  ['a request that GitHub rejects', refused(422), 'permanent'],
  ['a rate limit', refused(429, { 'retry-after': '7' }), 'later'],
  ['a secondary rate limit', refused(403, {}, 'You have exceeded a secondary rate limit'), 'later'],
  ['a rate limit without a waiting time', refused(403, {}, 'API rate limit exceeded for installation ID 7'), 'later'],
  ['a connection that is refused', network('ECONNREFUSED'), 'transient'],
  ['a name that is not found', network('ENOTFOUND'), 'transient'],
  ['a connection that breaks', new TypeError('fetch failed', { cause: network('UND_ERR_SOCKET') }), 'transient'],
  ['a wrong setup', new PlumblineError('config', 'no such region'), 'permanent'],
  ['a bug of ours', new TypeError('x is not a function'), 'permanent'],
  ['a failing server, wrapped', wrapped(refused(500)), 'transient'],
  ['a failure that came from a thread', new JobError({ kind: 'later', seconds: 3, message: '' }), 'later'],
])('%s is %s', (_, error, kind) => expect(failureOf(error).kind).toBe(kind));

test('GitHub says how long to wait', () => {
  expect(failureOf(wrapped(refused(403, { 'retry-after': '90' })))).toMatchObject({ kind: 'later', seconds: 90 });
});

test.each([
  ['checks=write', 'checks: write'],
  ['issues=write; pull_requests=write', 'issues: write or pull_requests: write'],
])('the permission %s is named', (header, named) => {
  const { message } = failureOf(wrapped(refused(403, { 'x-accepted-github-permissions': header })));
  expect(message).toBe(`could not read files: the app lacks the permission ${named}`);
});
