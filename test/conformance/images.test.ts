import { describe, expect, test } from 'vitest';
import { followsKubernetes } from '../../src/engine/aws/node-class/kubernetes-images.ts';
import { selectsOtherImages } from '../../src/engine/aws/node-class/selector-terms.ts';
import { parseManifests } from '../../src/engine/manifest/parse.ts';
import { asked, type ImageQuery, readImages } from './images/recording.ts';

const { queries } = readImages();
const aliasOf = ({ family, version }: Pick<ImageQuery, 'family' | 'version'>) => `${family.toLowerCase()}@${version}`;
const isDisjoint = (a: ImageQuery, b: ImageQuery) => !a.parameters.some((one) => b.parameters.includes(one));
const classOf = (alias: string) =>
  parseManifests(
    {
      file: 'a.yaml',
      text: `apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: a}\nspec: {amiSelectorTerms: [{alias: ${alias}}]}\n`,
    },
    { set: {} },
  ).manifests[0]!;

test('every alias was recorded', () =>
  expect(queries.map(({ parameters: _, ...question }) => question)).toEqual(asked));

describe('the images of the real provider', () => {
  test.each([...new Set(queries.map(aliasOf))])('%s follows the control plane', (alias) => {
    const [before, after] = queries.filter((query) => aliasOf(query) === alias);
    expect([before!.parameters.length > 0, isDisjoint(before!, after!)]).toEqual([
      true,
      followsKubernetes(classOf(alias)),
    ]);
  });

  const pairs = queries.flatMap((before) =>
    queries
      .filter(({ kubernetes, family }) => kubernetes === before.kubernetes && family === before.family)
      .map((after) => ({ before, after })),
  );

  test.each(
    pairs.map(
      ({ before, after }) =>
        [`${aliasOf(before)} to ${aliasOf(after)}, Kubernetes ${after.kubernetes}`, before, after] as const,
    ),
  )('%s', (_, before, after) => {
    const [was, is] = [before, after].map((query) => [{ alias: aliasOf(query) }]);
    // Only the parameter itself says which release is the latest.
    const isKnown = (before.version === 'latest') === (after.version === 'latest');
    expect(selectsOtherImages(was, is)).toBe(isKnown && isDisjoint(before, after));
  });
});
