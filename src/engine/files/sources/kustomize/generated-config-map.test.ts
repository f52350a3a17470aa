import { expect, test } from 'vitest';
import { discoveryOfTexts } from '../repository/file-tree.test-support.ts';
import { generatedConfigMap } from './generated-config-map.ts';

const generator = (entry: string, rest = ''): string => `configMapGenerator:\n  - ${entry}\n${rest}`;
const files = {
  'apps/kustomization.yaml': generator('{name: values, files: [values.yaml, prod.yaml=envs/prod.yaml]}'),
  'apps/values.yaml': 'replicas: 1\n',
  'apps/envs/prod.yaml': 'replicas: 3\n',
};

const data = (texts: Readonly<Record<string, string>>, given = {}) =>
  generatedConfigMap(discoveryOfTexts(texts), {
    name: 'values',
    namespace: 'flux',
    from: 'apps/release.yaml',
    ...given,
  });

const expected = { 'values.yaml': 'replicas: 1\n', 'prod.yaml': 'replicas: 3\n' };

test('files are its data, also by the name with a hash', () => {
  expect(data(files)).toEqual(expected);
  expect(data(files, { name: 'values-h4k2m9t8bf' })).toEqual(expected);
  expect(data(files, { name: 'values-other' })).toBeUndefined();
});

test('literals are its data, without quotes', () => {
  expect(data({ 'apps/kustomization.yaml': generator(`{name: values, literals: [region=eu, 'zone="a=b"']}`) })).toEqual(
    {
      region: 'eu',
      zone: 'a=b',
    },
  );
});

test('the kustomization with the object counts, and otherwise the only one', () => {
  const other = { 'other/kustomization.yaml': generator('{name: values, literals: [region=us]}') };
  expect(data({ ...files, ...other })).toEqual(expected);
  expect(data(other)).toEqual({ region: 'us' });
  expect(data({ ...other, 'third/kustomization.yaml': other['other/kustomization.yaml'] })).toBeUndefined();
});

test.each([
  ['a file is missing', generator('{name: values, files: [none.yaml]}')],
  ['a file is outside of the repository', generator('{name: values, files: [../../values.yaml]}')],
  ['it merges with another one', generator('{name: values, behavior: merge, files: [values.yaml]}')],
  ['variables are in a file', generator('{name: values, env: values.yaml}')],
  ['it is in another namespace', generator('{name: values, files: [values.yaml]}', 'namespace: shop\n')],
])('it is unknown if %s', (_, kustomization) => {
  expect(data({ ...files, 'apps/kustomization.yaml': kustomization })).toBeUndefined();
});
