import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { documentedWorkflows } from './real/documented-workflows.ts';

const workflows = documentedWorkflows();

describe('a workflow in the documentation', () => {
  const withIdentity = workflows.filter(({ text }) => /id-token: *write/.test(text));
  const reviews = workflows.filter(({ text }) => /^ {2}pull_request:|^on: *pull_request/m.test(text));

  test('there is at least one of each kind', () =>
    expect([withIdentity.length > 0, reviews.length > 0]).toEqual([true, true]));

  test.each(withIdentity)('$name has an identity, and pins every action to a commit', ({ text }) => {
    const used = [...text.matchAll(/uses: *(\S+)/g)].map((match) => match[1]!);
    expect(used.filter((uses) => !/@([0-9a-f]{40}|FULL-COMMIT-SHA)$/.test(uses))).toEqual([]);
  });

  test.each(reviews)('$name reviews again when the base changes, and is never skipped', ({ text }) => {
    const { on, jobs } = parse(text);
    expect(on.pull_request.types).toContain('edited');
    for (const job of Object.values(jobs) as { if?: string }[]) expect(job.if).toBeUndefined();
  });
});
