import { expect, test } from 'vitest';
import { asideFolder } from './aside-folder.ts';

test.each([
  ['k8s/pool.yaml', undefined],
  ['examples/a/pool.yaml', 'examples'],
  ['provider/k8s/testdata/pool.yml', 'provider/k8s/testdata'],
  ['envs/e2e/pool.yaml', undefined],
  ['docs/pool.yaml', 'docs'],
  ['apps/docs/pool.yaml', undefined],
  ['vendor/k8s.io/apimachinery/pkg/pod.yaml', 'vendor'],
  ['tools/vendor/github.com/acme/chart/pool.yaml', 'tools/vendor'],
  ['vendor/karpenter/pool.yaml', undefined],
  ['apps/vendor.io/pool.yaml', undefined],
])('%s: %s', (file, folder) => {
  expect(asideFolder({ file, text: '' })).toBe(folder);
});
