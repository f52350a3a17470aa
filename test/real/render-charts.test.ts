import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { chartYaml, cleanUp, diagnosticsOf, type Files, folderOf, madeOf, nodePool, rendered } from './rendering.ts';

/** A repository of one chart on loopback, as `helm repo index` writes it. */
let server: Server;
let url: string;
let requests: string[] = [];
let served: string;
/** What the index says is changed by this, where a test wants that. */
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
    const bytes = readFileSync(join(served, request.url!));
    response.end(request.url === '/index.yaml' ? forge(bytes.toString()) : bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  run(['repo', 'index', '.', '--url', url], served);
});

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

/** The server is there once tests run. */
const allowed = () => ({ sources: { chartRepositories: [`${url}/`] } });

test('a dependency is fetched where its repository is allowed, once, and gives what helm gives', async () => {
  const tree = folderOf(umbrella('0.1.0'));
  const copy = folderOf({});
  cpSync(tree, copy, { recursive: true });
  // As `helm dependency build` leaves it; the server is in this process, so that helm cannot ask it.
  cpSync(join(served, 'common-0.1.0.tgz'), join(copy, 'charts/common-0.1.0.tgz'));
  const expected = { '.': run(['template', 'umbrella', '.'], copy) };
  expect(madeOf(await rendered(tree, allowed()))).toEqual(expected);
  expect(requests).toEqual(['/index.yaml', '/common-0.1.0.tgz']);
  expect(madeOf(await rendered(tree, allowed()))).toEqual(expected);
  expect(requests).toHaveLength(2);
});

test('without leave nothing is asked', async () => {
  const result = await rendered(folderOf(umbrella('0.1.0')));
  expect(diagnosticsOf(result).map(({ code }) => code)).toEqual(['render/refused']);
  expect(requests).toEqual([]);
});

test('a range of versions is refused: it would not be the same tomorrow', async () => {
  const result = await rendered(folderOf(umbrella('^0.1.0')), allowed());
  expect(diagnosticsOf(result).map(({ code }) => code)).toEqual(['render/refused']);
  expect(requests).toEqual([]);
});

test.each<[string, (index: string) => string, string]>([
  ['another digest', (index) => index.replace(/digest: .*/, `digest: ${'0'.repeat(64)}`), 'digest is not the one'],
  ['no digest', (index) => index.replace(/ *digest: .*\n/, ''), 'names no digest'],
  ['no such version', (index) => index.replace(/version: 0.1.0/, 'version: 0.2.0'), 'no version 0.1.0'],
  ['an index that is none', () => '<html>', 'no version 0.1.0'],
  ['another protocol', (index) => index.replace(/- http:.*tgz/, '- file:///etc/passwd'), 'only http'],
])('%s is a finding', async (_, change, words) => {
  forge = change;
  const application = `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: c}\nspec: {source: {chart: common, repoURL: "${url}", targetRevision: 0.1.0}}\n`;
  const result = await rendered(folderOf({ 'app.yaml': application }), allowed());
  expect(diagnosticsOf(result).map(({ code, message }) => [code, message])).toEqual([
    ['render/failed', expect.stringContaining(words)],
  ]);
});

test('Argo CD and Flux take charts of an allowed repository', async () => {
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
