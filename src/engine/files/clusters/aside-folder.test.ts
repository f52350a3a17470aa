import { expect, test } from 'vitest';
import { asideFolder, templateOf } from './aside-folder.ts';

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

test.each<[string, readonly string[], boolean]>([
  ['pool.yaml.tpl', ['pool.yaml'], true],
  ['a/pool.yaml.j2', ['a/pool.yaml'], true],
  ['pool.tpl.yaml', ['pool.yaml'], true],
  ['pool.tftpl', ['pool.yml'], true],
  ['pool.yaml.tpl', ['other.yaml', 'a/pool.yaml'], false],
  ['pool.yaml', ['pool.yaml.tpl', 'pool.yaml'], false],
  ['pool-template.yaml', ['pool.yaml'], false],
])('%s is a template of %s: %s', (file, others, expected) => {
  expect(templateOf({ file, text: '' }, new Set([file, ...others])) === file).toBe(expected);
});
