import { describe, expect, test } from 'vitest';
import type { Job } from './job.ts';
import { readJob } from './job-shape.ts';

const sha = 'a'.repeat(40);
const origin = { deliveryId: 'd', installationId: 7, repository: { owner: 'acme', repo: 'infra' } };
const review = { ...origin, kind: 'review', number: 3 } as const;

describe('T64: a job from a queue', () => {
  const jobs: readonly Job[] = [
    review,
    { ...review, hint: `${sha} main` },
    { ...origin, kind: 'merge-group', headSha: sha, baseSha: sha },
    { ...origin, kind: 'restart', headSha: sha, following: [review], isWhole: true },
    { ...origin, kind: 'command', number: 3, commentId: 4 },
    { ...origin, kind: 'gate', environment: 'production', runId: 5, sha },
    { ...origin, kind: 'excuse', of: review, message: 'no' },
  ];

  test.each(jobs)('of kind $kind is read as it was written', (job) =>
    expect(readJob(structuredClone(job))).toEqual(job),
  );

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'review'],
    ['another kind', { ...review, kind: 'apply' }],
    ['a kind of every object', { ...review, kind: 'constructor' }],
    ['a path for a name', { ...review, repository: { owner: '../../app', repo: 'x' } }],
    ['the folder above', { ...review, repository: { owner: 'acme', repo: '..' } }],
    ['a query for a name', { ...review, repository: { owner: 'acme', repo: 'x?per_page=1' } }],
    ['a number that is a text', { ...review, number: '3/../../x' }],
    ['no number', { ...review, number: Number.NaN }],
    ['an installation that is none', { ...review, installationId: 0 }],
    ['a commit that is a ref', { ...origin, kind: 'gate', environment: 'x', runId: 5, sha: 'main' }],
    ['a job within a job', { ...origin, kind: 'restart', headSha: sha, following: [{ ...origin, kind: 'gate' }] }],
    ['an excuse for an excuse', { ...origin, kind: 'excuse', of: { ...origin, kind: 'excuse' }, message: 'x' }],
    ['a message without an end', { ...origin, kind: 'excuse', of: review, message: 'x'.repeat(10_001) }],
  ])('that is %s is not read', (_, value) => expect(readJob(value)).toBeUndefined());
});
