import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chartYaml, cleanUp, diagnosticsOf, type Files, folderOf, madeOf, nodePool, rendered } from './rendering.ts';

/** A repository of one chart on loopback, as `helm repo index` writes it. */
let server: Server;
let url: string;
let requests: string[] = [];
let served: string;
/** Changes the index, if a test needs that. */
let forge = (index: string): string => index;

const run = (args: readonly string[], cwd: string): string =>
  execFileSync('helm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

beforeAll(async () => {
  served = folderOf({
    'c/Chart.yaml': chartYaml('common'),
    'c/values.yaml': 'cpu: 3\n',
    'c/templates/p.yaml': nodePool('common', '{{ .Values.cpu }}'),
  });
  run(['package', 'c'], served);
  server = createServer((request, response) => {
    requests.push(request.url!);
    if (/^\/(?:v2|token)/.test(request.url!)) return void registry(request, response);
    const bytes = readFileSync(join(served, request.url!));
    response.end(request.url === '/index.yaml' ? forge(bytes.toString()) : bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  run(['repo', 'index', '.', '--url', url], served);
});

/** A registry as helm pushes charts to it: tags, a manifest that names the archive by its digest, and a public token. */
function registry({ url: asked, headers }: IncomingMessage, response: ServerResponse): void {
  if (asked!.startsWith('/token')) return void response.end(JSON.stringify({ token: 'for-everybody' }));
  if (headers.authorization !== 'Bearer for-everybody') {
    const challenge = `Bearer realm="${url}/token",service="s",scope="repository:charts/common:pull"`;
    return void response.writeHead(401, { 'www-authenticate': challenge }).end();
  }
  const archive = readFileSync(join(served, 'common-0.1.0.tgz'));
  const digest = `sha256:${createHash('sha256').update(archive).digest('hex')}`;
  const mediaType = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip';
  const manifest = forge(JSON.stringify({ schemaVersion: 2, layers: [{ mediaType, digest, size: archive.length }] }));
  const answers: Readonly<Record<string, string | Buffer>> = {
    '/v2/charts/common/tags/list?n=10000': JSON.stringify({ tags: ['0.0.9', '0.1.0', '9.0.0-rc.1', 'latest'] }),
    '/v2/charts/common/manifests/0.1.0': manifest,
    [`/v2/charts/common/blobs/${digest}`]: archive,
  };
  response.writeHead(answers[asked!] === undefined ? 404 : 200).end(answers[asked!]);
}

afterAll(() => {
  server.close();
  cleanUp();
});

const cacheBefore = process.env.XDG_CACHE_HOME;
beforeEach(() => {
  requests = [];
  process.env.XDG_CACHE_HOME = folderOf({});
});
afterEach(() => {
  forge = (index) => index;
  if (cacheBefore === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = cacheBefore;
});

const umbrella = (version: string): Files => ({
  'Chart.yaml': chartYaml('umbrella', `dependencies: [{name: common, version: "${version}", repository: "${url}/"}]\n`),
  'templates/pool.yaml': nodePool('own'),
});

/** The server is available once tests run. */
const allowed = () => ({ sources: { chartRepositories: [`${url}/`] } });

test("a dependency is fetched once if its repository is allowed, and the result is helm's", async () => {
  const tree = folderOf(umbrella('0.1.0'));
  const copy = folderOf({});
  cpSync(tree, copy, { recursive: true });
  // The files are as after `helm dependency build`. The server is in this process, so helm itself cannot reach it.
  cpSync(join(served, 'common-0.1.0.tgz'), join(copy, 'charts/common-0.1.0.tgz'));
  const expected = { '.': run(['template', 'umbrella', '.'], copy) };
  expect(madeOf(await rendered(tree, allowed()))).toEqual(expected);
  expect(requests).toEqual(['/index.yaml', '/common-0.1.0.tgz']);
  expect(madeOf(await rendered(tree, allowed()))).toEqual(expected);
  expect(requests).toHaveLength(2);
});

test('nothing is requested from a repository that is not allowed, and the chart is rendered without the dependency', async () => {
  const result = await rendered(folderOf(umbrella('0.1.0')));
  expect(diagnosticsOf(result).map(({ code }) => code)).toEqual(['render/refused']);
  expect(madeOf(result)['.']).toContain('name: own');
  expect(result.head.notRendered?.map(({ root }) => root)).toEqual(['dependency common of .']);
  expect(requests).toEqual([]);
});

test('a range uses the newest version in the index', async () => {
  forge = (index) =>
    index.replace(/^ {2}common:\n/m, '$&  - {name: common, version: 0.0.9, urls: [nowhere.tgz], digest: x}\n');
  const result = await rendered(folderOf(umbrella('^0.1.0 || 0.0.x')), allowed());
  expect(madeOf(result)['.']).toContain('name: common');
});

test('a range that Chart.lock pins uses that version', async () => {
  const lock = { 'Chart.lock': `dependencies: [{name: common, version: 0.0.9, repository: "${url}"}]\n` };
  const result = await rendered(folderOf({ ...umbrella('>=0.0.1'), ...lock }), allowed());
  expect(diagnosticsOf(result).map(({ code, message }) => [code, message])).toEqual([
    ['render/failed', expect.stringContaining('does not have version 0.0.9')],
  ]);
});

test('a range without a matching version is a finding', async () => {
  const result = await rendered(folderOf(umbrella('^7.0.0')), allowed());
  expect(diagnosticsOf(result).map(({ message }) => message)).toEqual([
    expect.stringContaining('does not have version ^7.0.0'),
  ]);
});

test('a text that is neither a version nor a range is rejected', async () => {
  const result = await rendered(folderOf(umbrella('latest')), allowed());
  expect(diagnosticsOf(result).map(({ code }) => code)).toEqual(['render/refused']);
  expect(requests).toEqual([]);
});

describe('a registry', () => {
  const oci = (): string => `${url.replace('http:', 'oci:')}/charts`;
  const release = (chart: string): Files => ({
    'hub.yaml': `apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata: {name: hub, namespace: f}\nspec: {type: oci, url: "${oci()}"}\n`,
    'oci.yaml': `apiVersion: source.toolkit.fluxcd.io/v1\nkind: OCIRepository\nmetadata: {name: common, namespace: f}\nspec: {url: "${oci()}/common", ref: {semver: ">=0.0.1"}}\n`,
    'release.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: r, namespace: f}\nspec: {${chart}}\n`,
  });
  const application = (version: string): Files => ({
    'app.yaml': `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: r}\nspec:\n  destination: {namespace: f}\n  source: {chart: common, repoURL: "${oci().replace('oci://', '')}", targetRevision: "${version}"}\n`,
  });
  const dependency = (): Files => ({
    ...umbrella('0.1.0'),
    'Chart.yaml': chartYaml('umbrella', `dependencies: [{name: common, version: 0.1.x, repository: "${oci()}"}]\n`),
  });

  test.each<[string, () => Files, string]>([
    ['an Application', () => application('0.1.0'), 'Application r'],
    ['an Application with a range', () => application('0.*'), 'Application r'],
    [
      'a HelmRelease',
      () => release('chart: {spec: {chart: common, version: 0.1.0, sourceRef: {kind: HelmRepository, name: hub}}}'),
      'HelmRelease f/r',
    ],
    ['a HelmRelease by chartRef', () => release('chartRef: {kind: OCIRepository, name: common}'), 'HelmRelease f/r'],
    ['a dependency', dependency, '.'],
  ])('%s uses a chart of an allowed registry', async (_, files, root) => {
    const made = madeOf(await rendered(folderOf(files()), { sources: { chartRepositories: [oci()] } }));
    expect(made[root]).toContain('# Source: ');
    expect(made[root]).toContain('name: common');
    expect(requests.at(-1)).toMatch(/^\/v2\/charts\/common\/blobs\/sha256:/);
  });

  test('nothing is requested from a registry that is not allowed', async () => {
    const { states } = await rendered(folderOf(application('0.1.0')), allowed());
    expect(states.map(({ obstacles }) => obstacles.map(({ code }) => code))).toEqual([['render/unknown']]);
    expect(requests).toEqual([]);
  });

  test.each<[string, (manifest: string) => string, string]>([
    ['another digest', (text) => text.replace(/sha256:\w{8}/, 'sha256:00000000'), 'answered with status 404'],
    ['an artifact that is not a chart', (text) => text.replace('helm.chart', 'other'), 'is not a chart'],
    ['no manifest', () => '<html>', 'could not be fetched'],
  ])('%s is a finding', async (_, change, words) => {
    forge = change;
    const result = await rendered(folderOf(application('0.1.0')), { sources: { chartRepositories: [oci()] } });
    expect(diagnosticsOf(result).map(({ code, message }) => [code, message])).toEqual([
      ['render/failed', expect.stringContaining(words)],
    ]);
  });
});

test.each<[string, (index: string) => string, string]>([
  [
    'another digest',
    (index) => index.replace(/digest: .*/, `digest: ${'0'.repeat(64)}`),
    'digest differs from the one',
  ],
  ['no digest', (index) => index.replace(/ *digest: .*\n/, ''), 'has no digest'],
  ['no such version', (index) => index.replace(/version: 0.1.0/, 'version: 0.2.0'), 'does not have version 0.1.0'],
  ['an invalid index', () => '<html>', 'does not have version 0.1.0'],
  ['another protocol', (index) => index.replace(/- http:.*tgz/, '- file:///etc/passwd'), 'only http'],
])('%s is a finding', async (_, change, words) => {
  forge = change;
  const application = `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: c}\nspec: {source: {chart: common, repoURL: "${url}", targetRevision: 0.1.0}}\n`;
  const result = await rendered(folderOf({ 'app.yaml': application }), allowed());
  expect(diagnosticsOf(result).map(({ code, message }) => [code, message])).toEqual([
    ['render/failed', expect.stringContaining(words)],
  ]);
});

test('Argo CD and Flux use charts of an allowed repository', async () => {
  const tree = folderOf({
    'app.yaml': `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec:\n  destination: {namespace: n}\n  source: {chart: common, repoURL: "${url}", targetRevision: 0.1.0, helm: {valuesObject: {cpu: 9}}}\n`,
    'release.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: r, namespace: f}\nspec:\n  chart: {spec: {chart: common, version: 0.1.0, sourceRef: {kind: HelmRepository, name: hub}}}\n  values: {cpu: 8}\n`,
    'hub.yaml': `apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata: {name: hub, namespace: f}\nspec: {url: "${url}"}\n`,
  });
  const template = (release: string, namespace: string, cpu: number, more: readonly string[] = []): string =>
    run(['template', release, 'common-0.1.0.tgz', '--namespace', namespace, '--set', `cpu=${cpu}`, ...more], served);
  expect(madeOf(await rendered(tree, allowed()))).toEqual({
    'Application a': template('a', 'n', 9, ['--include-crds']),
    'HelmRelease f/r': template('r', 'f', 8),
  });
});

test.each([
  ['leave them out', '[]', ['render/unknown c/templates/pools.yaml'], ['c/templates/pools.yaml']],
  ['give them', '[a]', [], []],
])('templates of NodePools, if the default values of a chart %s', async (_, pools, said, asTheyStand) => {
  const result = await rendered(
    folderOf({
      'c/Chart.yaml': chartYaml('c'),
      'c/values.yaml': `pools: ${pools}\n`,
      'c/templates/pools.yaml': `{{- range .Values.pools }}\n---\n${nodePool('{{ . }}')}{{- end }}\n`,
      'c/templates/config.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n',
    }),
  );
  expect(diagnosticsOf(result).map(({ code, span }) => `${code} ${span.file}`)).toEqual(said);
  const plain = result.head.sources.filter(({ origin }) => origin === undefined).map(({ file }) => file);
  expect(plain.filter((file) => file.includes('/templates/'))).toEqual(asTheyStand);
});
