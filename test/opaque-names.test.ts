import { describe, expect, test } from 'vitest';
import { opaqueBetween } from './opaque-between.ts';

const bundle = (revision: number): string =>
  `apiVersion: operators.example.com/v1\nkind: Bundle\nmetadata: {name: b}\nspec: {revision: ${revision}}\n`;
const values = (replicas: number): string =>
  `orgAllowlist: github.com/acme/*\nimage: {tag: a}\nreplicas: ${replicas}\n`;

const folders = ['clusters/ci', 'apps/.tekton', '.circleci', 'ci'];
const names = ['atlantis.yaml', 'skaffold.yaml', 'cloudbuild.yaml', 'Taskfile.yml', 'buildspec-a.yml', '.drone.yml'];

const objects: readonly (readonly [name: string, file: string, before: string, after: string])[] = [
  ...folders.map((folder) => [`a folder \`${folder}\``, `${folder}/b.yaml`, bundle(1), bundle(2)] as const),
  ...names.map((name) => [`the name \`${name}\``, `apps/${name}`, bundle(1), bundle(2)] as const),
  ['values in a folder `ci`', 'clusters/ci/values.yaml', values(1), values(2)],
  ['values of Atlantis', 'values/atlantis.yaml', values(1), values(2)],
  [
    'an explicit key',
    '.p.yaml',
    '',
    '? apiVersion\n: operators.example.com/v1\n? kind\n: Bundle\nmetadata: {name: x}\n',
  ],
  [
    'an escaped key',
    'docker-compose-x.yaml',
    '',
    '"api\\x56ersion": operators.example.com/v1\nkind: Bundle\nmetadata: {name: x}\n',
  ],
  [
    'a colon on the next line',
    'k/.p.yaml',
    'kind: A\n',
    '{"kind": "Bundle", "apiVersion"\n : "operators.example.com/v1", "metadata": {"name": "x"}}\n',
  ],
  [
    'a second document for Backstage',
    'catalog-info.yaml',
    '',
    'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: {name: x}\n---\n"api\\x56ersion": operators.example.com/v1\nkind: Bundle\nmetadata: {name: x}\n',
  ],
];

const pipelines: readonly (readonly [name: string, file: string, before: string, after: string])[] = [
  [
    'jobs of GitLab in a folder `ci`',
    'ci/build.yml',
    'build:\n  stage: build\n  script: [make]\n',
    'build:\n  stage: build\n  script: [make all]\n',
  ],
  [
    'a pipeline of Concourse',
    'ci/pipeline.yml',
    'jobs:\n- name: a\n  plan: [{get: b}]\n',
    'jobs:\n- name: a\n  plan: [{get: c}]\n',
  ],
  ['tasks', 'Taskfile.yml', 'version: "3"\ntasks:\n  a: {cmd: b}\n', 'version: "3"\ntasks:\n  a: {cmd: c}\n'],
  ['projects of Atlantis', 'atlantis.yaml', 'version: 3\nprojects: [{dir: a}]\n', 'version: 3\nprojects: [{dir: b}]\n'],
  ['steps of Cloud Build', 'cloudbuild.yaml', 'steps: [{name: a}]\n', 'steps: [{name: b}]\n'],
  [
    'images of Skaffold',
    'skaffold.yaml',
    'apiVersion: skaffold/v4beta11\nkind: Config\nbuild: {artifacts: [{image: a}]}\n',
    'apiVersion: skaffold/v4beta11\nkind: Config\nbuild: {artifacts: [{image: b}]}\n',
  ],
  [
    'a pipeline of Tekton in its folder',
    '.tekton/test.yaml',
    'apiVersion: tekton.dev/v1\nkind: PipelineRun\nmetadata: {name: a}\nspec: {params: [{name: a, value: b}]}\n',
    'apiVersion: tekton.dev/v1\nkind: PipelineRun\nmetadata: {name: a}\nspec: {params: [{name: a, value: c}]}\n',
  ],
  ['services of Compose', 'docker-compose.yaml', 'services: {a: {image: b}}\n', 'services: {a: {image: c}}\n'],
  ['settings of a linter', '.yamllint.yaml', 'extends: default\n', 'extends: relaxed\n'],
  [
    'a component of Backstage',
    'catalog-info.yaml',
    'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: {name: x}\n',
    'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: {name: y}\n',
  ],
];

describe('T79: what is in a file decides, and not its name', () => {
  test.each(objects)('%s', async (_, file, before, after) => {
    const base = before === '' ? {} : { [file]: before };
    expect(await opaqueBetween(base, { [file]: after })).toEqual([file]);
  });

  test.each(pipelines)('but not %s', async (_, file, before, after) => {
    expect(await opaqueBetween({ [file]: before }, { [file]: after })).toEqual([]);
  });
});
