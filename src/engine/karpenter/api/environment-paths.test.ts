import { expect, test } from 'vitest';
import { ownersOf } from './environment.ts';
import type { Environment } from './settings.ts';

const environment = (...paths: string[]) => ({ paths }) as unknown as Environment;

test.each([
  ['karpenter/overlays/dev/pool.yaml', ['dev']],
  ['karpenter/overlays/dev/deep/pool.yaml', ['dev']],
  ['karpenter/overlays/development/pool.yaml', []],
  ['teams/a/prod/pool.yaml', ['prod']],
  ['teams/a/b/prod/pool.yaml', []],
  ['infra/prod.tf', ['prod']],
])('%s belongs to %j', (file, expected) => {
  const environments = {
    dev: environment('karpenter/overlays/dev/**'),
    prod: environment('teams/*/prod', 'infra/prod.tf'),
  };
  expect(ownersOf({ file, text: '' }, environments)).toEqual(expected);
});
