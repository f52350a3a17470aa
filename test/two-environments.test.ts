/**
 * Two environments lose nothing: whatever is reported for the files of one folder is reported when the same files are
 * in `envs/dev` and `envs/prod`.
 */
import { describe, expect, test } from 'vitest';
import { caseRepositories } from './case-repositories.ts';
import { sample } from './extent.ts';
import { figuresOf, findingsOf, inFolders, inLayout, type Repository, reviewedAs } from './layouts.ts';
import { withSharedModule } from './shared-module.ts';

const environments = ['dev', 'prod'];

/** Case → why it is different in two environments. This list only shrinks. */
const exceptions: Readonly<Record<string, string>> = {
  'a-remote-base-is-a-note': 'a finding about several roots is at the first of them',
  'all-events-reach-the-queue':
    'a repository without NodePools has no environments yet, because none could be inferred',
  'an-application-without-pruning-keeps-its-node-pool': 'its Application names a folder, and the layout moves it',
  'ci-runners-on-a-node-pool-that-consolidates': 'a finding about several roots is at the first of them',
  'a-suspended-kustomization-holds-a-change-back': 'its Kustomization names a folder, and the layout moves it',
  'ci-runners-that-must-not-be-disrupted': 'a finding about several roots is at the first of them',
  'flux-applies-another-folder-and-is-not-rendered': 'its Kustomization names a folder, and the layout moves it',
  'no-rule-sends-spot-warnings-to-the-queue': 'a repository without NodePools has no environments yet',
  'node-groups-of-other-environments-are-not-counted': 'it has folders named dev and prod itself',
  'patches-are-not-objects-without-kustomize': 'a finding about several roots is at the first of them',
  'terraform-drops-the-module-of-karpenter':
    'the access of a role with the same name in both environments is not missed, if both lose it',
  'terraform-gives-a-chart-the-values-of-node-pools': 'a finding about several roots is at the first of them',
  'what-makes-the-node-pools-is-in-another-repository': 'a finding about several roots is at the first of them',
};

/** Case → why it is different with a shared module. This list only shrinks. */
const exceptionsWithModule: Readonly<Record<string, string>> = {
  'another-kubernetes-replaces-nodes': 'a value that a variable passes on is not understood at its own line',
  'all-events-reach-the-queue': exceptions['all-events-reach-the-queue']!,
  'amazon-linux-2-in-v1beta1-with-kubernetes-1-33': 'only the name of a local value says what its version is of',
  'no-rule-sends-spot-warnings-to-the-queue': exceptions['no-rule-sends-spot-warnings-to-the-queue']!,
  'terraform-drops-the-module-of-karpenter': exceptions['terraform-drops-the-module-of-karpenter']!,
  'the-version-of-a-module-is-not-that-of-its-chart': 'the range of the version of the chart is no longer in the call',
  'what-makes-the-node-pools-is-in-another-repository': 'NodePools of no environment are made elsewhere',
};

const repositories = caseRepositories();

/** What is reported without its place, because a shared module reports once for both environments. */
const withoutPlaces = (findings: readonly string[]): readonly string[] =>
  [...new Set(findings.map((finding) => finding.replace(/^\S+ /, '')))].sort();

test('every exception is a case', () => {
  const names = repositories.map(({ name }) => name);
  const listed = [...Object.keys(exceptions), ...Object.keys(exceptionsWithModule)];
  expect(listed.filter((name) => !names.includes(name))).toEqual([]);
});

const chosen = (all: readonly Repository[], listed: Readonly<Record<string, string>>): readonly Repository[] =>
  sample(all, ({ name }) => name, { oneOf: 40, oneOfWhole: 5 }).filter(({ name }) => !Object.hasOwn(listed, name));

describe('in two folders', () => {
  test.for(chosen(repositories, exceptions))('$name', async (repository, { skip }) => {
    const alone = await reviewedAs(repository);
    if (alone.environments.length > 0) skip('it has several environments already');

    const both = await reviewedAs(inLayout(repository, inFolders('envs/dev', 'envs/prod')));
    for (const environment of environments) {
      const folder = `envs/${environment}/`;
      expect(
        findingsOf(both, (file) => (file.startsWith(folder) ? file.slice(folder.length) : undefined)),
        environment,
      ).toEqual(findingsOf(alone));
      expectSameFigures(alone, both, environment);
    }
    expect(both.verdict.result).toBe(alone.verdict.result);
  });
});

describe('with a shared module', () => {
  const withTerraform = repositories.filter(
    ({ base, head }) => withSharedModule(head) !== null && (base === null || withSharedModule(base) !== null),
  );

  test.for(chosen(withTerraform, exceptionsWithModule))('$name', async (repository, { skip }) => {
    const alone = await reviewedAs(repository);
    if (alone.environments.length > 0) skip('it has several environments already');

    const both = await reviewedAs(inLayout(repository, (files) => withSharedModule(files)!));

    expect(withoutPlaces(findingsOf(both))).toEqual(withoutPlaces(findingsOf(alone)));
    for (const environment of environments) expectSameFigures(alone, both, environment);
    expect(both.verdict.result).toBe(alone.verdict.result);
  });
});

/** Expects an environment to have the figures of the repository alone. One in which nothing differs needs none. */
function expectSameFigures(
  alone: Awaited<ReturnType<typeof reviewedAs>>,
  both: Awaited<ReturnType<typeof reviewedAs>>,
  environment: string,
): void {
  const found = both.environments.find(({ name }) => name === environment);
  const isUnchanged = alone.estimate !== null && sameSides(alone.estimate) && alone.changes.length === 0;
  if (found?.isMain === false && found.estimate === null && isUnchanged) return;

  expect(figuresOf(found?.estimate ?? null), environment).toBe(figuresOf(alone.estimate));
}

const sameSides = ({ before, after }: NonNullable<Awaited<ReturnType<typeof reviewedAs>>['estimate']>): boolean =>
  JSON.stringify([before?.nodes, before?.monthlyUsd]) === JSON.stringify([after?.nodes, after?.monthlyUsd]);
