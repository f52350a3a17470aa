/** Unrelated content changes nothing: whatever is next to the files of a cluster, its findings and figures stay the same. */
import { describe, expect, test } from 'vitest';
import { caseRepositories } from './case-repositories.ts';
import { sample } from './extent.ts';
import { figuresOf, findingsOf, inFolder, inLayout, type Repository, reviewedAs } from './layouts.ts';
import { unrelated } from './unrelated.ts';

/** Whether the cluster's NodePools say its name, so that the Terraform of another one is recognized. Otherwise, nothing tells whose it is. */
const namesItsCluster = ({ head }: Repository): boolean =>
  Object.values(head).some((text) => /karpenter\.sh\/discovery["']?\s*[:=]\s*["']?(?!\w+\.)[a-z]/i.test(text));

/** Kind and case → why it is different. This list only shrinks. */
const exceptions: Readonly<Record<string, string>> = {
  'a second environment: all-events-reach-the-queue':
    'a cluster without NodePools has no name next to one that has some',
};

describe.each(Object.entries(unrelated))('%s', (kind, add) => {
  const repositories = caseRepositories()
    .filter((repository) => kind !== 'the Terraform of a second cluster' || namesItsCluster(repository))
    .filter(({ name }) => !Object.hasOwn(exceptions, `${kind}: ${name}`));

  test.for(sample(repositories, ({ name }) => `${kind} ${name}`, { oneOf: 100, oneOfWhole: 15 }))(
    '$name',
    async (repository, { skip }) => {
      const placed = inLayout(repository, inFolder('envs/prod'));
      const alone = await reviewedAs(placed);
      if (alone.environments.length > 0) skip('it has several environments already');

      const more = await reviewedAs(inLayout(placed, add));

      const own = (file: string): string | undefined => (file.startsWith('envs/prod/') ? file : undefined);
      expect(findingsOf(more, own)).toEqual(findingsOf(alone, own));

      const environment = more.environments.find(({ name }) => name === 'prod');
      const estimate = more.environments.length > 0 ? (environment?.estimate ?? null) : more.estimate;
      if (estimate === null && alone.changes.length === 0) return;
      expect(figuresOf(estimate)).toBe(figuresOf(alone.estimate));
    },
  );
});
