import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { isNetworkCut } from '../../src/io/render/sandbox.ts';
import {
  addFiles,
  chartYaml,
  cleanUp,
  diagnosticsOf,
  type Files,
  folderOf,
  kustomization,
  madeOf,
  nodePool,
  rendered,
} from './rendering.ts';

/**
 * In this test, only the checks before a program runs protect the network from a pull request. The programs run as on a
 * machine without network namespaces. A server on the loopback address counts requests, because proxies are not used for it.
 */
vi.mock('../../src/io/program.ts', async (original) => {
  const real = await original<typeof import('../../src/io/program.ts')>();
  const findProgram: typeof real.findProgram = (name, path) =>
    name === 'unshare' ? undefined : real.findProgram(name, path);
  return { ...real, findProgram };
});

let server: Server;
let host: string;
const requests: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end(nodePool('fetched'));
  });
  server.on('connection', () => requests.push('connection'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  requests.length = 0;
});
afterEach(cleanUp);

const pool: Files = { 'pool.yaml': nodePool('a') };
const url = (): string => `http://${host}/x.yaml`;
/** A file with the same name as the path of the URL. */
const decoy = (): Files => ({ [`http:/${host}/x.yaml`]: nodePool('decoy') });
const tree = (fields: string, files: Files = {}): Files => ({
  ...pool,
  ...decoy(),
  'kustomization.yaml': `${kustomization('pool.yaml')}${fields}\n`,
  ...files,
});
const plugin = (text: string): Files => tree('transformers: [t.yaml]', { 't.yaml': text });
const patchOf = (path: string): string =>
  `apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: t}\npath: ${path}\ntarget: {kind: NodePool}\n`;
const chart = (files: Files): Files => ({
  'Chart.yaml': chartYaml('c'),
  'templates/pool.yaml': nodePool('a'),
  ...files,
});
const schema = (): string => JSON.stringify({ $ref: url() });

/** Fields of a kustomization that name files. */
const fields: Readonly<Record<string, () => string>> = {
  bases: () => `bases: ["${url()}"]`,
  components: () => `components: ["${url()}"]`,
  crds: () => `crds: ["${url()}"]`,
  configurations: () => `configurations: ["${url()}"]`,
  'openapi.path': () => `openapi: {path: "${url()}"}`,
  'replacements.path': () => `replacements: [{path: "${url()}"}]`,
  'configMapGenerator.files': () => `configMapGenerator: [{name: c, files: ["k=${url()}"]}]`,
  'configMapGenerator.envs': () => `configMapGenerator: [{name: c, envs: ["${url()}"]}]`,
  'configMapGenerator.env': () => `configMapGenerator: [{name: c, env: "${url()}"}]`,
  'secretGenerator.files': () => `secretGenerator: [{name: c, files: ["k=${url()}"]}]`,
  'secretGenerator.envs': () => `secretGenerator: [{name: c, envs: ["${url()}"]}]`,
  'patches.path': () => `patches: [{path: "${url()}", target: {kind: NodePool}}]`,
  patchesStrategicMerge: () => `patchesStrategicMerge: ["${url()}"]`,
  'patchesJson6902.path': () =>
    `patchesJson6902: [{path: "${url()}", target: {group: karpenter.sh, version: v1, kind: NodePool, name: a}}]`,
  generators: () => `generators: ["${url()}"]`,
  transformers: () => `transformers: ["${url()}"]`,
  validators: () => `validators: ["${url()}"]`,
};

const attacks: Readonly<Record<string, () => Files>> = {
  resources: () => ({ ...pool, ...decoy(), 'kustomization.yaml': kustomization('pool.yaml', url()) }),
  ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, () => tree(field())])),
  'helmCharts.valuesFile': () =>
    tree(`helmCharts: [{name: c, valuesFile: "${url()}"}]`, { 'charts/c/Chart.yaml': chartYaml('c') }),
  'helmCharts.additionalValuesFiles': () =>
    tree(`helmCharts: [{name: c, additionalValuesFiles: ["${url()}"]}]`, { 'charts/c/Chart.yaml': chartYaml('c') }),
  'a chart in a folder where kustomize does not look for one with a repository': () =>
    tree(`helmCharts: [{name: c, version: 0.1.0, repo: "http://${host}"}]`, { 'charts/c/Chart.yaml': chartYaml('c') }),
  'a scheme in capitals': () => tree(`crds: ["HTTP://${host}/x.yaml"]`, { [`HTTP:/${host}/x.yaml`]: nodePool('d') }),
  'a URL that looks like inline YAML': () => tree(`patchesStrategicMerge: ["http://${host}/x?a: b"]`),
  'the path of a transformer': () => plugin(patchOf(url())),
  'the path of a transformer, with escaped slashes': () => plugin(patchOf(`"http:\\/\\/${host}\\/x.yaml"`)),
  'the path of a transformer, after a document that only Go reads': () =>
    plugin(`${patchOf('pool.yaml')}---\n${patchOf(`"http:\\/\\/${host}/x.yaml"`)}path: pool.yaml\n`),
  'the path of a transformer from a folder': () =>
    tree('transformers: [more]', { 'more/kustomization.yaml': kustomization('t.yaml'), 'more/t.yaml': patchOf(url()) }),
  'the path of a transformer that a folder composes': () =>
    tree('transformers: [more]', {
      'more/kustomization.yaml': `${kustomization('t.yaml')}patches: [{patch: '[{"op": "replace", "path": "/path", "value": "http:\\u002f\\u002f${host}/x.yaml"}]', target: {kind: PatchTransformer}}]\n`,
      'more/t.yaml': patchOf('pool.yaml'),
    }),
  'a path in base64, and a file with that name': () => {
    const encoded = Buffer.from(url()).toString('base64');
    return tree(`crds: [!!binary ${encoded}]`, { [encoded]: nodePool('decoy') });
  },
  'a field after a Unicode line separator in a comment': () => tree(`# a comment\u2028crds: ["${url()}"]`),
  'a Flux component that a generator adds': () => ({
    'sync.yaml':
      'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a, namespace: flux-system}\nspec: {path: ./a, components: [../evil]}\n',
    'a/kustomization.yaml': `${kustomization('pool.yaml')}configMapGenerator: [{name: c, files: [evil/kustomization.yaml]}]\n`,
    'a/pool.yaml': nodePool('a'),
    'a/evil/kustomization.yaml': 'resources: []\n',
    'evil/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\ncrds: ["${url()}"]\n`,
    'b/kustomization.yaml': `${kustomization('../a/pool.yaml')}configMapGenerator: [{name: c, files: [../evil/kustomization.yaml]}]\n`,
  }),
  'the schema of a chart': () => chart({ 'values.schema.json': schema() }),
  'the schema of a chart within a chart': () =>
    chart({
      'charts/b/Chart.yaml': chartYaml('b'),
      'charts/b/values.schema.json': schema(),
      'values.yaml': 'b: {a: 1}\n',
    }),
  'the schema of a chart that a kustomization inflates': () =>
    tree('helmCharts: [{name: c}]', {
      'charts/c/Chart.yaml': chartYaml('c'),
      'charts/c/values.schema.json': schema(),
      'charts/c/templates/pool.yaml': nodePool('c'),
    }),
  'the values of an Application': () => ({
    ...decoy(),
    'c/Chart.yaml': chartYaml('c'),
    'c/templates/pool.yaml': nodePool('a'),
    'app.yaml': `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: c}\nspec: {source: {path: c, helm: {valueFiles: ["${url()}"]}}}\n`,
  }),
};

test('the network works in this test, so that the counts mean something', async () => {
  expect(await isNetworkCut()).toBe(false);
  expect((await fetch(url())).ok).toBe(true);
  expect(requests).toContain('/x.yaml');
});

test.each(Object.entries(attacks))('T53: %s', async (_, hostile) => {
  const result = await rendered(folderOf(hostile()));
  expect(requests).toEqual([]);
  expect(JSON.stringify(madeOf(result))).not.toContain('fetched');
  expect(diagnosticsOf(result).filter(({ code }) => code.startsWith('render/'))).not.toEqual([]);
});

test('T53: the schema of a chart in an archive', async () => {
  const folder = folderOf(chart({ 'values.yaml': 'b: {a: 1}\n' }));
  const { writeTar } = await import('../../src/io/render/tar.ts');
  const file = (path: string, text: string) => ({ path, content: Buffer.from(text) });
  const archive = writeTar([file('b/Chart.yaml', chartYaml('b')), file('b/values.schema.json', schema())]);
  const { mkdirSync, writeFileSync } = await import('node:fs');
  mkdirSync(`${folder}/charts`);
  writeFileSync(`${folder}/charts/b-0.1.0.tgz`, gzipSync(archive));
  const result = await rendered(folder);
  expect(requests).toEqual([]);
  expect(diagnosticsOf(result).map(({ message }) => message)).toEqual([expect.stringContaining('refers to')]);
});

test('a draft that a schema names is not downloaded, and the chart renders', async () => {
  const folder = folderOf(chart({ 'values.schema.json': JSON.stringify({ $schema: url(), type: 'object' }) }));
  expect(madeOf(await rendered(folder))['.']).toContain('name: a');
  expect(requests).toEqual([]);
});

test('a chart in an archive, a schema of its own and a folder of transformers still render', async () => {
  const { writeTar } = await import('../../src/io/render/tar.ts');
  const file = (path: string, text: string) => ({ path, content: Buffer.from(text) });
  const archive = writeTar([
    file('b/Chart.yaml', chartYaml('b')),
    file('b/templates/pool.yaml', nodePool('from-archive')),
    file('b/values.schema.json', JSON.stringify({ $ref: '#/definitions/a', definitions: { a: { type: 'object' } } })),
  ]);
  const folder = folderOf(chart({ 'values.yaml': 'b: {a: 1}\n' }));
  const { mkdirSync, writeFileSync } = await import('node:fs');
  mkdirSync(`${folder}/charts`);
  writeFileSync(`${folder}/charts/b-0.1.0.tgz`, gzipSync(archive));
  expect(madeOf(await rendered(folder))['.']).toContain('from-archive');
  const listed = folderOf({
    ...pool,
    'kustomization.yaml': `${kustomization('pool.yaml')}transformers: [more]\n`,
    'more/kustomization.yaml': kustomization('t.yaml'),
    'more/t.yaml':
      'apiVersion: builtin\nkind: PrefixTransformer\nmetadata: {name: t}\nprefix: p-\nfieldSpecs: [{path: metadata/name}]\n',
  });
  addFiles(listed, {});
  expect(madeOf(await rendered(listed))['.']).toContain('p-a');
});
