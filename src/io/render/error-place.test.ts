import { expect, test } from 'vitest';
import type { Root } from '../../engine/files/sources/root/root.ts';
import { errorPlace } from './error-place.ts';

const rootOf = (call: Root['call'], files: readonly string[]): Root => ({
  name: 'pools',
  file: 'flux.yaml',
  tool: 'flux',
  call,
  files,
  patches: [],
  obstacles: [],
  isDeclared: true,
});

const kustomization = rootOf({ kustomize: { folder: 'prod', needsHelm: false } }, [
  'base/kustomization.yaml',
  'base/web.yaml',
  'extra/web.yaml',
  'prod/kustomization.yaml',
]);

const chart = rootOf(
  { helm: { chart: 'charts/pools', release: 'pools', valueFiles: [], set: [], includesCrds: true, dependencies: [] } },
  ['charts/pools/Chart.yaml', 'charts/pools/templates/pools.yaml'],
);

test.each([
  [
    'a file of a base',
    "Error: accumulating resources: accumulation err='accumulating resources from '../base': 'base' must resolve to a file': recursed accumulation of path 'base': accumulating resources: accumulating resources from 'web.yaml': MalformedYAMLError: yaml: line 7: did not find expected key in File: web.yaml",
    { file: 'base/web.yaml', line: 7, fault: { what: 'is not valid YAML', why: 'did not find expected key' } },
  ],
  [
    'an error without a line',
    "accumulating resources from 'extra/web.yaml': missing metadata.name",
    { file: 'extra/web.yaml' },
  ],
  ['a name that two files have', "accumulating resources from 'web.yaml': no kind", { file: 'flux.yaml' }],
  [
    'a file that is not one of the root',
    "accumulating resources from 'other.yaml': yaml: line 3: bad",
    { file: 'flux.yaml' },
  ],
  ['no file', 'Error: out of luck', { file: 'flux.yaml' }],
])('of kustomize: %s', (_, error, expected) => expect(errorPlace(kustomization, error)).toEqual(expected));

test('of helm: a template of a dependency, which helm has in `charts/`', () => {
  const umbrella = rootOf(
    {
      helm: {
        chart: 'charts/stack',
        release: 'stack',
        valueFiles: [],
        set: [],
        includesCrds: true,
        dependencies: [{ name: 'pools', folder: 'charts/pools' }],
      },
    },
    ['charts/pools/templates/pools.yaml', 'charts/stack/Chart.yaml'],
  );
  const error =
    'Error: template: stack/charts/pools/templates/pools.yaml:8:16: executing "stack/charts/pools/templates/pools.yaml" at <$pool.weight>: nil pointer evaluating interface {}.weight';
  expect(errorPlace(umbrella, error)).toEqual({ file: 'charts/pools/templates/pools.yaml' });
});

test.each([
  [
    'a template that does not parse',
    'Error: parse error at (pools/templates/pools.yaml:12): function "endd" not defined\n',
    {
      file: 'charts/pools/templates/pools.yaml',
      line: 12,
      fault: { what: 'is not a valid template', why: 'function "endd" not defined' },
    },
  ],
  [
    'a rendered text, whose lines are not those of the file',
    'Error: YAML parse error on pools/templates/pools.yaml: error converting YAML to JSON: yaml: line 40: did not find expected key',
    { file: 'charts/pools/templates/pools.yaml' },
  ],
  [
    'a template of another chart',
    'Error: parse error at (other/templates/x.yaml:3): unclosed action',
    { file: 'flux.yaml' },
  ],
])('of helm: %s', (_, error, expected) => expect(errorPlace(chart, error)).toEqual(expected));
