import { describe, expect, test } from 'vitest';
import { isWhole } from '../../../../../test/extent.ts';
import { discoveryOfTexts } from '../repository/file-tree.test-support.ts';
import { expandApplicationSet } from './application-set.ts';
import { definitionsIn } from './definition.ts';

const files = {
  'apps/one/kustomization.yaml': '',
  'apps/two/kustomization.yaml': '',
  'apps/two/deep/x.yaml': '',
  'apps/.hidden/x.yaml': '',
  'apps/excluded/x.yaml': '',
  'sets/components.yaml': 'key: {components: [{name: one, version: V1}, {name: two, version: V2}]}\n',
  'sets/list.json': '[{"n": "a"}, {"n": "b"}]',
  'sets/numbered.yaml': 'of: [x, y]\n',
  'clusters/dev/config.json': '{"cluster": {"name": "dev-1", "address": "https://1"}, "size": 2}',
  'clusters/prod/config.yaml': 'cluster: {name: prod-1, address: https://2}\nsize: 9\n',
};

const expand = (generators: string, template: string, isGo = false, more = '') => {
  const text = `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: set, namespace: argocd}
spec:
  goTemplate: ${isGo}
  generators: ${generators}
  template:
    metadata: {name: "${template}"}
    spec: {source: {path: x}}
${more}`;
  const [definition] = definitionsIn([{ file: 'set.yaml', text }]);
  const { applications, ...rest } = expandApplicationSet(definition!, discoveryOfTexts(files));
  return { names: applications.map(({ name }) => name), ...rest };
};

const directories = '[{git: {repoURL: x, directories: [{path: apps/*}, {path: apps/excluded, exclude: true}]}}]';
const configurations = '[{git: {repoURL: x, files: [{path: "clusters/**/config.*"}]}}]';

describe('generators as in the Argo CD documentation', () => {
  test.each<[string, string, string, boolean, string[]]>([
    [
      'list',
      '[{list: {elements: [{cluster: a, url: u}, {cluster: b, url: v}]}}]',
      '{{cluster}}-x',
      false,
      ['a-x', 'b-x'],
    ],
    ['list, Go template', '[{list: {elements: [{cluster: a}, {cluster: b}]}}]', '{{.cluster}}', true, ['a', 'b']],
    ['git directories', directories, '{{path.basename}}', false, ['one', 'two']],
    ['git directories by index', directories, '{{path[0]}}-{{path[1]}}', false, ['apps-one', 'apps-two']],
    ['git directories, Go template', directories, '{{.path.basename}}', true, ['one', 'two']],
    ['git directories, Go template by index', directories, '{{index .path.segments 1}}', true, ['one', 'two']],
    ['git directories, whole path', directories, '{{ path }}', false, ['apps/one', 'apps/two']],
    ['git files', configurations, '{{cluster.name}}-{{size}}', false, ['dev-1-2', 'prod-1-9']],
    [
      'git files, Go template',
      configurations,
      '{{.cluster.name}}-{{.path.basename}}',
      true,
      ['dev-1-dev', 'prod-1-prod'],
    ],
    ['git files, name', configurations, '{{path.filenameNormalized}}', false, ['config-json', 'config-yaml']],
    [
      'values',
      '[{git: {repoURL: x, directories: [{path: apps/one}], values: {n: "v-{{path.basename}}"}}}]',
      '{{values.n}}',
      false,
      ['v-one'],
    ],
    [
      'a matrix',
      '[{matrix: {generators: [{list: {elements: [{env: dev}, {env: prod}]}}, {git: {repoURL: x, directories: [{path: apps/one}]}}]}}]',
      '{{env}}-{{path.basename}}',
      false,
      ['dev-one', 'prod-one'],
    ],
    [
      'a matrix whose second generator uses parameters of the first',
      '[{matrix: {generators: [{list: {elements: [{env: dev}]}}, {git: {repoURL: x, files: [{path: "clusters/{{env}}/*"}]}}]}}]',
      '{{cluster.name}}',
      false,
      ['dev-1'],
    ],
  ])('%s', (_, generators, template, isGo, names) =>
    expect(expand(generators, template, isGo)).toMatchObject({ names, unknown: [] }),
  );

  const merged = (keys: string, ...generators: readonly string[]): string =>
    `[{merge: {mergeKeys: [${keys}], generators: [${generators.join(', ')}]}}]`;
  const clusters = '{list: {elements: [{server: a, kafka: "true"}, {server: b, kafka: "true"}]}}';

  test.each<[string, string, string, boolean, string[]]>([
    [
      'merge: later ones override, and sets without a match are dropped',
      merged('server', clusters, '{list: {elements: [{server: b, kafka: "false"}, {server: z, kafka: x}]}}'),
      '{{server}}-{{kafka}}',
      false,
      ['a-true', 'b-false'],
    ],
    [
      'merge: three generators',
      merged(
        'server',
        clusters,
        '{list: {elements: [{server: a, redis: one}, {server: b, redis: one}]}}',
        '{list: {elements: [{server: b, redis: two}]}}',
      ),
      '{{server}}-{{redis}}',
      false,
      ['a-one', 'b-two'],
    ],
    [
      'merge, Go template: mappings are joined',
      merged(
        'server',
        '{list: {elements: [{server: a, values: {x: 1, y: 2}}]}}',
        '{list: {elements: [{server: a, values: {y: 3}}]}}',
      ),
      '{{.values.x}}-{{.values.y}}',
      true,
      ['1-3'],
    ],
    [
      'merge of a matrix',
      merged(
        'env',
        '{matrix: {generators: [{list: {elements: [{env: dev}, {env: prod}]}}, {list: {elements: [{app: x}]}}]}}',
        '{list: {elements: [{env: prod, app: y}]}}',
      ),
      '{{env}}-{{app}}',
      false,
      ['dev-x', 'prod-y'],
    ],
    [
      'a selector by labels',
      '[{list: {elements: [{cluster: a, env: staging}, {cluster: b, env: prod}]}, selector: {matchLabels: {env: staging}}}]',
      '{{cluster}}',
      false,
      ['a'],
    ],
    [
      'a selector by expressions',
      '[{list: {elements: [{c: a, env: dev}, {c: b, env: prod}, {c: d}]}, selector: {matchExpressions: [{key: env, operator: In, values: [dev, prod]}, {key: env, operator: NotIn, values: [dev]}]}}]',
      '{{c}}',
      false,
      ['b'],
    ],
    [
      'a selector by existence',
      '[{list: {elements: [{c: a, env: dev}, {c: d}]}, selector: {matchExpressions: [{key: env, operator: DoesNotExist}]}}]',
      '{{c}}',
      false,
      ['d'],
    ],
    [
      'a selector of nested values',
      '[{git: {repoURL: x, files: [{path: "clusters/**/config.*"}]}, selector: {matchLabels: {cluster.name: prod-1}}}]',
      '{{.cluster.name}}',
      true,
      ['prod-1'],
    ],
    [
      'the template of a generator overrides',
      '[{list: {elements: [{cluster: a}], template: {metadata: {name: "own-{{cluster}}"}}}}, {list: {elements: [{cluster: b}]}}]',
      'shared-{{cluster}}',
      false,
      ['own-a', 'shared-b'],
    ],
    [
      'elementsYaml of the first of a matrix',
      '[{matrix: {generators: [{git: {repoURL: x, files: [{path: sets/components.yaml}]}}, {list: {elementsYaml: "{{ .key.components | toJson }}"}}]}}]',
      '{{.name}}-{{.version | lower}}',
      true,
      ['one-v1', 'two-v2'],
    ],
    [
      'pathParamPrefix',
      '[{matrix: {generators: [{git: {repoURL: x, pathParamPrefix: app, directories: [{path: apps/one}]}}, {git: {repoURL: x, pathParamPrefix: target, directories: [{path: clusters/*}]}}]}}]',
      '{{app.path.basename}}-{{target.path.basename}}',
      false,
      ['one-dev', 'one-prod'],
    ],
    [
      'pathParamPrefix, Go template',
      '[{git: {repoURL: x, pathParamPrefix: my, directories: [{path: apps/one}]}}]',
      '{{.my.path.basename}}',
      true,
      ['one'],
    ],
    ['a file that is a list', '[{git: {repoURL: x, files: [{path: sets/list.json}]}}]', '{{n}}', false, ['a', 'b']],
    ['list items by number', '[{git: {repoURL: x, files: [{path: sets/numbered.yaml}]}}]', '{{of.1}}', false, ['y']],
    ['a function', '[{list: {elements: [{c: "My.Cluster_1"}]}}]', '{{ .c | normalize }}', true, ['my-cluster-1']],
  ])('%s', (_, generators, template, isGo, names) =>
    expect(expand(generators, template, isGo)).toMatchObject({ names, unknown: [] }),
  );

  test.each<[string, string, string[] | 'unknown']>([
    ['fills in and patches', '  templatePatch: |\n    metadata: {name: "{{ .cluster }}-patched"}\n', ['a-patched']],
    ['removes with null', '  templatePatch: |\n    metadata: {name: null}\n', ['set']],
    [
      'a condition is not evaluated',
      '  templatePatch: |\n    {{- if .auto }}\n    spec: {}\n    {{- end }}\n',
      'unknown',
    ],
    ['a text that is not a mapping', '  templatePatch: "[1]"\n', 'unknown'],
  ])('templatePatch: %s', (_, patch, expected) => {
    const found = expand('[{list: {elements: [{cluster: a}]}}]', '{{.cluster}}', true, patch);
    expect(found.isPatchUnknown ? 'unknown' : found.names).toEqual(expected);
  });

  test.each([
    ['[{clusterDecisionResource: {configMapRef: x, name: y}}]', ['clusterDecisionResource']],
    [merged('server', '{clusters: {}}', clusters), ['clusters']],
    // Argo CD rejects these.
    [merged('server', clusters, '{list: {elements: [{server: a, x: 1}, {server: a, x: 2}]}}'), ['merge']],
    [merged('', clusters, clusters), ['merge']],
    [merged('server', clusters), ['merge']],
    ['[{matrix: {generators: [{list: {elements: []}}, {list: {elements: []}}, {list: {elements: []}}]}}]', ['matrix']],
    ['[{list: {elementsYaml: "{{ .unknown | toJson }}"}}]', ['list']],
    ['[{clusters: {}}]', ['clusters']],
    ['[{pullRequest: {github: {}}}]', ['pullRequest']],
    ['[{scmProvider: {}}]', ['scmProvider']],
    ['[{matrix: {generators: [{clusters: {}}, {list: {elements: []}}]}}]', ['clusters']],
    ['[{clusters: {selector: {}}, values: {a: b}}]', ['clusters']],
    ['[{plugin: {}}]', ['plugin']],
  ])('%s is reported as unknown', (generators, unknown) => {
    expect(expand(generators, '{{name}}')).toMatchObject({ names: ['{{name}}'], unknown });
  });

  test('known Applications are kept if others are unknown', () => {
    const both = '[{list: {elements: [{name: a}]}}, {clusters: {}}]';
    expect(expand(both, '{{name}}')).toMatchObject({ names: ['a', '{{name}}'], unknown: ['clusters'] });
  });
});

describe.runIf(isWhole)('more Applications than the limit', () => {
  const elements = (key: string, count: number): string =>
    `{list: {elements: [${Array.from({ length: count }, (_, i) => `{${key}: ${key}${i}}`).join(', ')}]}}`;
  const matrix = (first: string, second: string, more = ''): string =>
    `[{matrix: {generators: [${first}, ${second}]}${more}}]`;

  test.each([
    ['a list of 1,000', `[${elements('a', 1000)}]`, false],
    ['a list of 1,001', `[${elements('a', 1001)}]`, true],
    ['a matrix of 1,000', matrix(elements('a', 10), elements('b', 100)), false],
    ['a matrix of 1,010', matrix(elements('a', 10), elements('b', 101)), true],
    ['a matrix of nine million', matrix(elements('a', 3000), elements('b', 3000)), true],
    [
      'a matrix of nine million whose selector matches none',
      matrix(elements('a', 3000), elements('b', 3000), ', selector: {matchLabels: {a: none}}'),
      true,
    ],
    [
      'a long list, a thousand times, whose selector matches none',
      matrix(elements('a', 1000), elements('b', 10_000).replace(/}$/, ', selector: {matchLabels: {b: none}}}')),
      true,
    ],
  ])('%s', (_, generators, isCut) => {
    const expansion = expand(generators, '{{a}}-{{b}}');
    expect(expansion.isCut).toBe(isCut);
    expect(expansion.names.length).toBeLessThanOrEqual(1000);
  });
});
