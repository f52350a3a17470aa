import { expect, test } from 'vitest';
import type { EnvironmentReview } from '../../review/context/review-data.ts';
import { finding, review } from '../test-support.ts';
import { newFindings } from './new-findings.ts';

const environment = (name: string, isMain: boolean): EnvironmentReview =>
  ({ name, isMain, changedObjects: 1, estimate: null }) as unknown as EnvironmentReview;

const found = (message: string, cluster?: string) =>
  finding({ code: 'lint/price-gap', message, span: { file: 'a.yaml', start: 0, end: 1 }, ...(cluster && { cluster }) });

const messages = (environments: readonly EnvironmentReview[]): string[] =>
  newFindings(
    review({
      environments,
      findings: [found('dev', 'dev'), found('staging', 'staging'), found('all'), found('prod', 'prod')],
    }),
  ).map(({ diagnostic }) => diagnostic.message);

test('findings of production come before those of the other environments', () => {
  const three = [environment('dev', false), environment('staging', false), environment('prod', true)];
  expect(messages(three)).toEqual(['all', 'prod', 'staging', 'dev']);
});

test('what several other environments share comes after production', () => {
  const three = [environment('dev', false), environment('staging', false), environment('prod', true)];
  const shared = finding({
    code: 'lint/price-gap',
    message: 'dev and staging',
    span: { file: 'a.yaml', start: 0, end: 1 },
    clusters: ['dev', 'staging'],
  });
  const ordered = newFindings(review({ environments: three, findings: [shared, found('prod', 'prod')] }));
  expect(ordered.map(({ diagnostic }) => diagnostic.message)).toEqual(['prod', 'dev and staging']);
});

test('findings of a single cluster keep the order of the files', () => {
  expect(messages([])).toEqual(['dev', 'staging', 'all', 'prod']);
});
