import { describe, expect, test } from 'vitest';
import type { Job } from './job.ts';
import { readJob } from './job-shape.ts';

const sha = 'a'.repeat(40);
const origin = { deliveryId: 'd', installationId: 7, repository: { owner: 'acme', repo: 'infra' } };
const review = { ...origin, kind: 'review', number: 3 } as const;

describe('T64: the shape of a queued job', () => {
  const jobs: readonly Job[] = [
    review,
    { ...review, hint: `${sha} main` },
    { ...origin, kind: 'merge-group', headSha: sha, baseSha: sha },
    { ...origin, kind: 'restart', headSha: sha, following: [review], isWhole: true },
    { ...origin, kind: 'command', number: 3, commentId: 4 },
    { ...origin, kind: 'gate', environment: 'production', runId: 5, sha },
    { ...origin, kind: 'missing-review', of: review, message: 'no' },
  ];

  test.each(jobs)('of kind $kind is read unchanged', (job) => expect(readJob(structuredClone(job))).toEqual(job));

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'review'],
    ['another kind', { ...review, kind: 'apply' }],
    ['a kind that is a property of every JavaScript object', { ...review, kind: 'constructor' }],
    ['a name that is a path', { ...review, repository: { owner: '../../app', repo: 'x' } }],
    ['a name that is the parent folder', { ...review, repository: { owner: 'acme', repo: '..' } }],
    ['a name with a query string', { ...review, repository: { owner: 'acme', repo: 'x?per_page=1' } }],
    ['a number that is a text', { ...review, number: '3/../../x' }],
    ['no number', { ...review, number: Number.NaN }],
    ['an invalid installation', { ...review, installationId: 0 }],
    ['a commit that is a ref', { ...origin, kind: 'gate', environment: 'x', runId: 5, sha: 'main' }],
    ['a restart of a gate job', { ...origin, kind: 'restart', headSha: sha, following: [{ ...origin, kind: 'gate' }] }],
    [
      'a missing review of a missing review',
      { ...origin, kind: 'missing-review', of: { ...origin, kind: 'missing-review' }, message: 'x' },
    ],
    ['a message that is too long', { ...origin, kind: 'missing-review', of: review, message: 'x'.repeat(10_001) }],
  ])('with %s is not accepted', (_, value) => expect(readJob(value)).toBeUndefined());
});
