import examples from '@octokit/webhooks-examples' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { subjectOf } from '../jobs/job.ts';
import { events, jobsOf } from './event-jobs.ts';

// biome-ignore lint/suspicious/noExplicitAny: recorded payloads of GitHub, of every shape.
type Payload = any;
const recorded = examples as unknown as { name: string; examples: Payload[] }[];
const appId = 4242;
const from = (payload: Payload): Payload => ({ ...payload, installation: { id: 7 } });
const kinds = (name: string, payload: Payload): string[] =>
  jobsOf({ id: 'd', name, payload: from(payload) }, appId).map((job) => job.kind);
const examplesOf = (name: string): Payload[] => recorded.find((one) => one.name === name)?.examples ?? [];

describe('recorded payloads', () => {
  test.each(recorded.map(({ name }) => name))('of %s give jobs or nothing, never an error', (name) => {
    for (const payload of examplesOf(name)) {
      const jobs = jobsOf({ id: 'd', name, payload: from(payload) }, appId);
      if (!(events as readonly string[]).includes(name)) expect(jobs).toEqual([]);
      for (const job of jobs) expect(subjectOf(job)).toMatch(/^7\/[^/]+\/[^/]+\//);
    }
  });

  test.each(['opened', 'synchronize', 'reopened', 'ready_for_review', 'closed'])(
    'pull_request %s is reviewed',
    (action) => {
      const payload = examplesOf('pull_request').find((one) => one.action === action);
      expect(kinds('pull_request', payload)).toEqual(['review']);
    },
  );

  test.each(['assigned', 'labeled', 'locked'])('pull_request %s is not', (action) => {
    const payload = examplesOf('pull_request').find((one) => one.action === action);
    expect(kinds('pull_request', payload ?? { ...examplesOf('pull_request')[0], action })).toEqual([]);
  });

  test('without an installation gives no jobs', () => {
    const payload = examplesOf('pull_request').find((one) => one.action === 'opened');
    expect(jobsOf({ id: 'd', name: 'pull_request', payload: { ...payload, installation: undefined } }, appId)).toEqual(
      [],
    );
  });
});

const repository = { name: 'infra', owner: { login: 'acme' } };
const sha = 'a'.repeat(40);
const other = 'b'.repeat(40);

describe('a check that is requested again', () => {
  const check = { head_sha: sha, app: { id: appId }, external_id: '', pull_requests: [{ number: 3 }] };
  const again = (changes: Payload, action = 'rerequested'): Payload =>
    jobsOf(
      { id: 'd', name: 'check_run', payload: from({ action, repository, check_run: { ...check, ...changes } }) },
      appId,
    )[0];

  test('is restarted for its pull requests', () => {
    expect(again({})).toMatchObject({ kind: 'restart', headSha: sha, following: [{ kind: 'review', number: 3 }] });
  });

  test('restarts the pull requests of forks and merge groups that the check run records', () => {
    const external_id = `pull-12:block:abc group-${other}:pass:`;
    const { following } = again({ external_id, pull_requests: [] });
    expect(following).toMatchObject([{ number: 12 }, { kind: 'merge-group', baseSha: other, headSha: sha }]);
  });

  test.each(['', '../../12', '12:block:abc:def'])('with the id %j adds no pull request', (external_id) =>
    expect(again({ pull_requests: [], external_id })).toMatchObject({ headSha: sha, following: [], isWhole: true }),
  );

  test.each([
    ['of another app', { app: { id: 1 } }, 'rerequested'],
    ['that was only created', {}, 'created'],
  ])('%s is left alone', (_, changes, action) => expect(again(changes, action)).toBeUndefined());
});

describe('a deployment that waits', () => {
  const payload = {
    action: 'requested',
    repository,
    environment: 'production',
    sha,
    deployment_callback_url: 'https://api.github.com/repos/acme/infra/actions/runs/55/deployment_protection_rule',
  };
  const gate = (changes: Payload): Payload =>
    jobsOf({ id: 'd', name: 'deployment_protection_rule', payload: from({ ...payload, ...changes }) }, appId)[0];

  test('is answered at its run', () =>
    expect(gate({})).toMatchObject({ kind: 'gate', environment: 'production', runId: 55, sha }));

  test('from another URL is not answered', () =>
    expect(gate({ deployment_callback_url: 'https://evil.example/runs/55' })).toBeUndefined());
});

describe('a command of somebody unrelated to the repository', () => {
  const jobsFor = (body: string, { association = 'NONE', isPrivate = false, author = 1 } = {}): string[] =>
    kinds('issue_comment', {
      action: 'created',
      repository: { ...repository, private: isPrivate },
      issue: { number: 3, pull_request: {}, user: { id: author } },
      comment: { id: 4, body, user: { id: 2, type: 'User' }, author_association: association },
    });

  test.each(['review', 'plan', 'estimate', 'migrate', 'help', 'explain x', 'revieww'])(
    'is not answered in a public repository: %s',
    (command) => expect(jobsFor(`/plumbline ${command}`)).toEqual([]),
  );

  test.each<[string, string, Parameters<typeof jobsFor>[1]]>([
    ['on a pull request of their own', '/plumbline review', { author: 2 }],
    ['in a private repository', '/plumbline review', { isPrivate: true }],
    ['from a contributor', '/plumbline review', { association: 'CONTRIBUTOR' }],
    ['from a possible private member who approves', `/plumbline approve ${'a'.repeat(64)}`, {}],
    ['from a possible private member who silences a finding', '/plumbline ignore x y', {}],
  ])('is handled %s', (_, body, more) => expect(jobsFor(body, more)).toEqual(['command']));
});

describe('a delivery from a repository with an invalid name', () => {
  test.each([
    ['..', 'infra'],
    ['acme', '..'],
    ['acme', '../other'],
    ['acme%2f..', 'infra'],
  ])('%s/%s gives no job', (login, name) => {
    const payload = { ...examplesOf('pull_request').find((one) => one.action === 'opened') };
    expect(kinds('pull_request', { ...payload, repository: { name, owner: { login } } })).toEqual([]);
  });
});
