import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultSources } from '../../karpenter/api/settings.ts';
import { discoveryOfTexts } from './repository/file-tree.test-support.ts';
import { rootsOf } from './roots.ts';

/** Any YAML data, often with the names that the code looks for. */
const keys = [
  ...[
    'spec',
    'source',
    'sources',
    'path',
    'chart',
    'helm',
    'kustomize',
    'generators',
    'template',
    'list',
    'elements',
    'git',
  ],
  ...[
    'directories',
    'files',
    'matrix',
    'postBuild',
    'substitute',
    'substituteFrom',
    'valuesFrom',
    'values',
    'sourceRef',
  ],
  ...[
    'resources',
    'bases',
    'patches',
    'components',
    'helmCharts',
    'transformers',
    'configMapGenerator',
    'dependencies',
  ],
  ...[
    'name',
    'kind',
    'metadata',
    'repository',
    'version',
    'images',
    'valueFiles',
    'parameters',
    'valuesObject',
    '__proto__',
  ],
];
const leaf = fc.oneof(
  fc.constantFrom('a', '../a', '/', '..', '*', '**', '{{path}}', '${x}', 'https://x', 'a/kustomization.yaml', '', '-x'),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('list'), tie('map')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  map: fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 5 }),
}));

const kinds: readonly (readonly [string, string])[] = [
  ['argoproj.io/v1alpha1', 'Application'],
  ['argoproj.io/v1alpha1', 'ApplicationSet'],
  ['kustomize.toolkit.fluxcd.io/v1', 'Kustomization'],
  ['helm.toolkit.fluxcd.io/v2', 'HelmRelease'],
];
const definition = fc
  .tuple(fc.constantFrom(...kinds), value)
  .map(([[apiVersion, kind], spec]) => JSON.stringify({ apiVersion, kind, metadata: { name: 'x' }, spec }));

test('for any kustomizations, charts and definitions, roots are found without an exception', () => {
  fc.assert(
    fc.property(value, value, value, definition, (one, two, chart, text) => {
      const files = {
        'a/kustomization.yaml': JSON.stringify(one),
        'b/kustomization.yaml': JSON.stringify(two),
        'c/Chart.yaml': JSON.stringify(chart),
        'c/values-prod.yaml': '',
        'set.yaml': text,
      };
      const discovery = discoveryOfTexts(files);
      const roots = rootsOf(discovery, [{ file: 'set.yaml', text }], { sources: defaultSources, environments: {} });
      expect(new Set(roots.map(({ name }) => name)).size).toBe(roots.length);
      // All rendered files are in the repository.
      for (const root of roots) for (const file of root.files) expect(discovery.tree.files.has(file)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
