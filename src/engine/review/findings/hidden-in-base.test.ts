import { expect, test } from 'vitest';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { withHiddenInBase } from './hidden-in-base.ts';

const pool = (weight: number): string =>
  `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec: {weight: ${weight}}\n`;

const setOf = (text: string, unrenderedKinds?: readonly string[]) =>
  manifestSet([
    parseManifests({ file: 'base/pool.yaml', text, ...(unrenderedKinds && { unrenderedKinds }) }, { set: {} }),
  ]);

const textsOf = (text: string) =>
  new Map([
    ['base/pool.yaml', text],
    ['base/job.yaml', 'kind: Job\n'],
  ]);
const place = (file: string) => ({ file, start: 0, end: 1 });

/** A finding about a Job, because of a NodePool. */
const finding = {
  diagnostic: {
    code: 'lint/interrupted-jobs',
    severity: 'warning',
    message: 'Karpenter evicts it',
    span: place('base/job.yaml'),
    labels: [{ span: place('base/pool.yaml'), message: 'moves running pods' }],
    resource: null,
  },
  isNew: true,
} as const;

test.each<
  [
    what: string,
    kinds: readonly string[] | undefined,
    kindsNow: readonly string[] | undefined,
    now: number,
    isNew: boolean,
  ]
>([
  ['could not be rendered before', ['NodePool'], undefined, 1, false],
  ['could be changed in any way before', ['*'], undefined, 1, false],
  ['could not be rendered before, and the change edits it', ['NodePool'], undefined, 2, true],
  ['can be rendered on neither side', ['NodePool'], ['NodePool'], 1, true],
  ['has other kinds next to it that could not be rendered', ['Deployment'], undefined, 1, true],
  ['was judged before', undefined, undefined, 1, true],
])('whether a finding is new if its object %s', (_, kinds, kindsNow, now, isNew) => {
  const sides = { base: setOf(pool(1), kinds), head: setOf(pool(now), kindsNow) };
  const found = withHiddenInBase([finding], sides, { base: textsOf(pool(1)), head: textsOf(pool(now)) });

  expect(found[0]!.isNew).toBe(isNew);
  expect(found.slice(1).map(({ diagnostic: { message, severity } }) => `${severity} ${message}`)).toEqual(
    isNew
      ? []
      : [
          'note A kustomization that changes these objects could not be rendered before the change, so it is unknown whether 1 finding is new',
        ],
  );
});
