import { expect, test } from 'vitest';
import { environmentInName, environmentInPath } from './environment-name.ts';

test.each([
  ['prod', 'prod'],
  ['prod.tfvars', 'prod'],
  ['prod-eu', 'prod-eu'],
  ['eu-west-1-staging', 'eu-west-1-staging'],
  ['dev2', undefined],
  ['dev-2', 'dev-2'],
  ['use1-prod', 'use1-prod'],
  ['dev-tools', undefined],
  ['test-utils', undefined],
  ['dev-to-prod', undefined],
  ['production-cluster', 'production-cluster'],
  ['products', undefined],
])('%s names the environment %s', (name, expected) => expect(environmentInName(name)).toBe(expected));

test('the last folder that names an environment counts', () => {
  expect(environmentInPath('dev/apps/prod/web')).toBe('prod');
  expect(environmentInPath('apps/web')).toBeUndefined();
});
