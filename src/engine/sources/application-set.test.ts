import { describe, expect, test } from 'vitest';
import { expandApplicationSet } from './application-set.ts';
import { definitionsIn } from './definition.ts';
import { discoveryOfTexts } from './file-tree.test-support.ts';

const files = {
  'apps/one/kustomization.yaml': '',
  'apps/two/kustomization.yaml': '',
  'apps/two/deep/x.yaml': '',
  'apps/.hidden/x.yaml': '',
  'apps/excluded/x.yaml': '',
  'clusters/dev/config.json': '{"cluster": {"name": "dev-1", "address": "https://1"}, "size": 2}',
  'clusters/prod/config.yaml': 'cluster: {name: prod-1, address: https://2}\nsize: 9\n',
};

const expand = (generators: string, template: string, isGo = false) => {
  const text = `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: set, namespace: argocd}
spec:
  goTemplate: ${isGo}
  generators: ${generators}
  template:
    metadata: {name: "${template}"}
    spec: {source: {path: x}}
`;
  const [definition] = definitionsIn([{ file: 'set.yaml', text }]);
  const { applications, unknown } = expandApplicationSet(definition!, discoveryOfTexts(files));
  return { names: applications.map(({ name }) => name), unknown };
};

const directories = '[{git: {repoURL: x, directories: [{path: apps/*}, {path: apps/excluded, exclude: true}]}}]';
const configurations = '[{git: {repoURL: x, files: [{path: "clusters/**/config.*"}]}}]';

describe('generators, as the documentation of Argo CD has them', () => {
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
      'a matrix whose second takes from the first',
      '[{matrix: {generators: [{list: {elements: [{env: dev}]}}, {git: {repoURL: x, files: [{path: "clusters/{{env}}/*"}]}}]}}]',
      '{{cluster.name}}',
      false,
      ['dev-1'],
    ],
  ])('%s', (_, generators, template, isGo, names) =>
    expect(expand(generators, template, isGo)).toEqual({ names, unknown: [] }),
  );

  test.each([
    ['[{clusters: {}}]', ['clusters']],
    ['[{pullRequest: {github: {}}}]', ['pullRequest']],
    ['[{scmProvider: {}}]', ['scmProvider']],
    ['[{matrix: {generators: [{clusters: {}}, {list: {elements: []}}]}}]', ['clusters']],
    ['[{clusters: {selector: {}}, values: {a: b}}]', ['clusters']],
    ['[{plugin: {}}]', ['plugin']],
  ])('%s is named as unknown', (generators, unknown) => {
    expect(expand(generators, '{{name}}')).toEqual({ names: ['{{name}}'], unknown });
  });

  test('what is known stands beside what is not', () => {
    const both = '[{list: {elements: [{name: a}]}}, {clusters: {}}]';
    expect(expand(both, '{{name}}')).toEqual({ names: ['a', '{{name}}'], unknown: ['clusters'] });
  });
});
