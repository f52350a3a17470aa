import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultSources } from '../../src/engine/karpenter/api/settings.ts';
import { Repository } from '../../src/io/git/repository.ts';
import { findProgram } from '../../src/io/program.ts';
import { renderPair } from '../../src/io/render/render-pair.ts';
import { isNetworkCut, Sandbox } from '../../src/io/render/sandbox.ts';
import { readPair } from '../../src/io/sides/read-pair.ts';
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
  saidOf,
} from './rendering.ts';

/** A folder outside every tree that contains only a secret. */
let outside: string;
let server: Server;
let url: string;
/** Requests that reached the server. There must be none. */
const requests: string[] = [];
const secret = 'a-secret-that-must-not-leak';

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end(nodePool('fetched'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'plumbline-outside-'));
  writeFileSync(join(outside, 'secret.yaml'), `${nodePool('stolen')}# ${secret}\n`);
  requests.length = 0;
});

afterEach(() => {
  expect(requests).toEqual([]);
  // A program that ran would have left a file.
  expect(readdirSync(outside)).toEqual(['secret.yaml']);
  rmSync(outside, { recursive: true, force: true });
  cleanUp();
});

/** A program in the repository that leaves a file when it runs. */
const program = (): string => `#!/bin/sh\ntouch ${outside}/ran\ncat ${outside}/secret.yaml\n`;

const pool: Files = { 'pool.yaml': nodePool('a') };

/** Hostile content, and the words that the error contains. */
const refused: Readonly<Record<string, () => readonly [Files, string]>> = {
  'an exec plugin': () => [
    {
      ...pool,
      'kustomization.yaml': `${kustomization('pool.yaml')}generators: [plugin.yaml]\n`,
      'plugin.yaml': 'apiVersion: someteam.example.com/v1\nkind: Evil\nmetadata: {name: evil}\n',
      'kustomize/plugin/someteam.example.com/v1/evil/Evil': program(),
    },
    '`Evil`',
  ],
  'a function of its own program': () => [
    {
      ...pool,
      'kustomization.yaml': `${kustomization('pool.yaml')}transformers: [f.yaml]\n`,
      'f.yaml': `apiVersion: builtin\nkind: PrefixTransformer\nmetadata:\n  name: f\n  annotations:\n    config.kubernetes.io/function: |\n      exec: {path: ./run.sh}\n`,
      'run.sh': program(),
    },
    'would run code',
  ],
  'a function in a container': () => [
    {
      ...pool,
      'kustomization.yaml': `${kustomization('pool.yaml')}transformers:\n  - |-\n    apiVersion: v1\n    kind: X\n    metadata:\n      name: x\n      annotations:\n        config.kubernetes.io/function: "container: {image: evil}"\n`,
    },
    'would run code',
  ],
  'a remote base': () => [
    { ...pool, 'kustomization.yaml': kustomization('pool.yaml', `${url}/base.yaml`) },
    'would have to be downloaded',
  ],
  'a remote base of git': () => [
    { ...pool, 'kustomization.yaml': kustomization('pool.yaml', 'github.com/example/repository//deploy?ref=main') },
    'would have to be downloaded',
  ],
  'a remote base by ssh': () => [
    { ...pool, 'kustomization.yaml': kustomization('pool.yaml', 'git@example.com:a/b.git') },
    'would have to be downloaded',
  ],
  'a remote patch': () => [
    { ...pool, 'kustomization.yaml': `${kustomization('pool.yaml')}patches: [{path: "${url}/patch.yaml"}]\n` },
    'would have to be downloaded',
  ],
  'a remote file of a generator': () => [
    {
      ...pool,
      'kustomization.yaml': `${kustomization('pool.yaml')}configMapGenerator: [{name: c, files: ["x=${url}/c"]}]\n`,
    },
    'would have to be downloaded',
  ],
  'a remote file of a transformer': () => [
    {
      ...pool,
      'kustomization.yaml': `${kustomization('pool.yaml')}transformers: [t.yaml]\n`,
      't.yaml': `apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: t}\npath: ${url}/patch.yaml\n`,
    },
    'would have to be downloaded',
  ],
  'a remote schema': () => [
    { ...pool, 'kustomization.yaml': `${kustomization('pool.yaml')}openapi: {path: "${url}/schema.json"}\n` },
    'would have to be downloaded',
  ],
  'a field in other letters': () => [
    { ...pool, 'kustomization.yaml': `${kustomization('pool.yaml')}Components: ["${url}/x.yaml"]\n` },
    '`Components`',
  ],
  'a field in letters that fold': () => [
    { ...pool, 'kustomization.yaml': `${kustomization('pool.yaml')}reſources: ["${url}/x.yaml"]\n` },
    '`reſources`',
  ],
  'a field of a patch in other letters': () => [
    { ...pool, 'kustomization.yaml': `${kustomization('pool.yaml')}patches: [{Path: "${url}/patch.yaml"}]\n` },
    '`Path`',
  ],
  'a folder that looks remote': () => [
    {
      ...pool,
      'kustomization.yaml': kustomization('pool.yaml', 'github.com/a/b'),
      'github.com/a/b/kustomization.yaml': 'resources: []\n',
    },
    'would have to be downloaded',
  ],
  'a path out of the tree': () => [
    { ...pool, 'kustomization.yaml': kustomization('pool.yaml', `../${outside.split('/').at(-1)}/secret.yaml`) },
    'is outside the repository',
  ],
  'an absolute path': () => [
    { ...pool, 'kustomization.yaml': kustomization('pool.yaml', `${outside}/secret.yaml`) },
    'is outside the repository',
  ],
  'a path out of the tree, as Flux takes it': () => [
    {
      ...pool,
      'sync.yaml':
        'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a, namespace: flux-system}\nspec: {path: ./a}\n',
      'a/b/kustomization.yaml': kustomization('../../pool.yaml', `../../../${outside.split('/').at(-1)}/secret.yaml`),
    },
    'is outside the repository',
  ],
  'a link out of the tree': () => [
    {
      ...pool,
      'kustomization.yaml': kustomization('pool.yaml', 'link.yaml'),
      'link.yaml': { link: join(outside, 'secret.yaml') },
    },
    'symbolic link',
  ],
  'a folder that is a link': () => [
    { ...pool, 'kustomization.yaml': kustomization('pool.yaml', 'link/secret.yaml'), link: { link: outside } },
    'symbolic link',
  ],
  'a remote chart in a kustomization': () => [
    {
      ...pool,
      'kustomization.yaml': `${kustomization('pool.yaml')}helmCharts: [{name: evil, repo: "${url}", version: 1.0.0}]\n`,
    },
    'is not in the repository',
  ],
  'a post-renderer by way of a release name': () => [
    {
      ...pool,
      'kustomization.yaml': `${kustomization('pool.yaml')}helmCharts: [{name: c, releaseName: "--post-renderer=./run.sh"}]\n`,
      'charts/c/Chart.yaml': chartYaml('c'),
      'run.sh': program(),
    },
    'as an option',
  ],
  'a dependency whose name leads out of the tree': () => [
    {
      'c/Chart.yaml': `${chartYaml('c')}dependencies: [{name: "${'../'.repeat(9)}${outside.slice(1)}/d", repository: "file://../lib"}]\n`,
      'c/templates/pool.yaml': nodePool('{{ .Values.d.name }}'),
      'lib/Chart.yaml': chartYaml('lib'),
      'lib/ran': 'x',
    },
    'has a name that no chart can have',
  ],
  'values over the network': () => [
    {
      'c/Chart.yaml': chartYaml('c'),
      'c/templates/pool.yaml': nodePool('a'),
      'app.yaml': `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: c}\nspec: {source: {path: c, helm: {valueFiles: ["${url}/values.yaml"]}}}\n`,
    },
    'downloads values',
  ],
};

describe('anything that would run code, leave the tree or use the network is rejected with an error', () => {
  test.each(Object.entries(refused))('%s', async (_, hostile) => {
    const [files, words] = hostile();
    const result = await rendered(folderOf(files));
    const said = diagnosticsOf(result).map(({ code, message }) => `${code}: ${message}`);
    expect(said.filter((one) => /^render\/(?:refused|unknown): /.test(one) && one.includes(words))).toHaveLength(1);
    expect(madeOf(result)).toEqual({});
    expect(JSON.stringify(result)).not.toContain(secret);
  });
});

test('a key in base64, which kustomize decodes, is never rendered', async () => {
  const text = `${kustomization('pool.yaml')}!!binary cmVzb3VyY2Vz: ["${url}/x.yaml"]\n`;
  expect(madeOf(await rendered(folderOf({ ...pool, 'kustomization.yaml': text })))).toEqual({});
});

describe('what a chart tries while it renders has no effect', () => {
  const chart = (templates: Files): Files => ({
    'Chart.yaml': chartYaml('c'),
    'templates/pool.yaml': nodePool('a'),
    ...templates,
  });
  const value = (expression: string): string => `${nodePool('b')}  # ${expression}\n`;

  test.each([
    ['lookup', `{{ (lookup "v1" "Secret" "kube-system" "").items | default list | len }}`],
    ['a file outside by path', `{{ .Files.Get "../../../../../../etc/passwd" }}`],
    ['files outside by pattern', `{{ (.Files.Glob "../**").AsConfig }}`],
    ['the environment', `{{ env "HOME" }}`],
    ['the environment in a text', `{{ expandenv "$HOME" }}`],
    ['a name of the network', `{{ getHostByName "localhost" }}`],
  ])('%s', async (_, expression) => {
    const result = await rendered(folderOf(chart({ 'templates/x.yaml': value(expression) })));
    const text = Object.values(madeOf(result)).join('');
    for (const leak of ['root:', '127.0.0.1', '/home', tmpdir(), secret]) expect(text).not.toContain(leak);
    // The result has no relevant objects, or helm reports that the function does not exist.
    expect(text.includes('name: a') || saidOf(result)[0]?.startsWith('render/failed')).toBe(true);
  });

  test('a kubeconfig, plugins and credentials of the user are ignored', async () => {
    const home = folderOf({
      '.kube/config': `apiVersion: v1\nkind: Config\nclusters: [{name: c, cluster: {server: "${url}"}}]\ncontexts: [{name: c, context: {cluster: c}}]\ncurrent-context: c\n`,
      '.local/share/helm/plugins/evil/plugin.yaml': 'name: evil\nversion: 0.1.0\ncommand: "touch ran"\nhooks: {}\n',
      '.config/kustomize/plugin/x/v1/evil/Evil': program(),
    });
    const before = { ...process.env };
    Object.assign(process.env, { HOME: home, KUBECONFIG: join(home, '.kube/config'), AWS_SECRET_ACCESS_KEY: secret });
    try {
      const shown = value('{{ .Capabilities.KubeVersion }} {{ lookup "v1" "Namespace" "" "" }}');
      const made = madeOf(await rendered(folderOf(chart({ 'templates/x.yaml': shown }))));
      expect(made['.']).toContain('name: b');
      expect(made['.']).not.toContain(secret);
    } finally {
      process.env = before;
    }
  });

  test.each([
    ['loops without end', '{{- range $i, $e := until 100000000 }}\n{{ $i }}{{ end }}\n'],
    [
      'a text that doubles',
      '{{- $x := "aaaaaaaaaaaaaaaa" }}{{- range until 40 }}{{ $x = printf "%s%s" $x $x }}{{ end }}{{ $x }}\n',
    ],
    ['includes without end', '{{ define "a" }}{{ include "a" . }}{{ end }}{{ include "a" . }}\n'],
  ])('a template that never ends is stopped: %s', async (_, template) => {
    const start = performance.now();
    const result = await rendered(folderOf(chart({ 'templates/x.yaml': template })));
    expect(performance.now() - start).toBeLessThan(90_000);
    expect(madeOf(result)).toEqual({});
    expect(saidOf(result)).toHaveLength(1);
    expect(diagnosticsOf(result)[0]!.message.length).toBeLessThan(500);
  });

  test('values that name files are plain texts', async () => {
    const files = chart({ 'values.yaml': `file: !file ${outside}/secret.yaml\ninclude: "@${outside}/secret.yaml"\n` });
    const shown = { ...files, 'templates/x.yaml': value('{{ .Values.include }}') };
    expect(JSON.stringify(madeOf(await rendered(folderOf(shown))))).not.toContain(secret);
  });
});

describe('git', () => {
  const git = (folder: string, ...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always', ...args], {
      cwd: folder,
      stdio: 'pipe',
    });
  };

  test('a submodule is not fetched, and links of a commit are not followed', async () => {
    const inner = folderOf({ 'pool.yaml': nodePool('inner') });
    git(inner, 'init', '-q');
    git(inner, 'add', '-A');
    git(inner, 'commit', '-qm', 'inner');
    const tree = folderOf({
      ...pool,
      'a/kustomization.yaml': kustomization('pool.yaml', '../module/pool.yaml'),
      'a/pool.yaml': nodePool('a'),
      'b/kustomization.yaml': kustomization('pool.yaml', 'link.yaml'),
      'b/pool.yaml': nodePool('b'),
      'b/link.yaml': { link: join(outside, 'secret.yaml') },
    });
    git(tree, 'init', '-q');
    git(tree, 'submodule', '--quiet', 'add', inner, 'module');
    // A hook or filter of the tree would show that something was checked out.
    addFiles(tree, { '.gitattributes': '*.yaml filter=evil\n' });
    git(tree, 'add', '-A');
    git(tree, 'commit', '-qm', 'one');
    git(tree, 'config', 'filter.evil.smudge', `touch ${outside}/ran; cat`);
    const pair = await readPair({ repository: new Repository(tree), base: undefined, head: 'HEAD', paths: [] });
    const result = await renderPair(pair, {
      path: process.env.PATH,
      settings: { sources: defaultSources, environments: {} },
    });
    const messages = diagnosticsOf(result).flatMap(({ labels }) => labels.map(({ message }) => message));
    expect(messages.filter((one) => one.includes('submodule'))).toHaveLength(1);
    expect(messages.filter((one) => one.includes('symbolic link'))).toHaveLength(1);
    expect(madeOf(result)).toEqual({});
  });
});

describe('the sandbox, for content that passes the first check', () => {
  const kustomize = (): string => findProgram('kustomize', process.env.PATH)!;
  const helm = (): string => findProgram('helm', process.env.PATH)!;

  async function inSandbox(
    files: Readonly<Record<string, string>>,
    path: string,
    args: (sandbox: Sandbox) => string[],
  ) {
    const sandbox = new Sandbox();
    try {
      for (const [path, text] of Object.entries(files)) sandbox.write(path, text);
      return await sandbox.run({ name: 'program', path, libraries: [] }, args(sandbox));
    } finally {
      sandbox.dispose();
    }
  }

  test.each<[string, () => Readonly<Record<string, string>>, string[]]>([
    [
      'a remote base of git',
      () => ({ 'kustomization.yaml': kustomization('github.com/example/repository//deploy?ref=main') }),
      [],
    ],
    [
      'an exec plugin',
      () => ({
        'kustomization.yaml': 'generators: [p.yaml]\n',
        'p.yaml':
          'apiVersion: x/v1\nkind: Evil\nmetadata: {name: e, annotations: {config.kubernetes.io/function: "exec: {path: ./run.sh}"}}\n',
        'run.sh': program(),
      }),
      [],
    ],
    [
      'an exec plugin that is enabled',
      () => ({
        'kustomization.yaml': 'generators: [p.yaml]\n',
        'p.yaml':
          'apiVersion: x/v1\nkind: Evil\nmetadata: {name: e, annotations: {config.kubernetes.io/function: "exec: {path: ./run.sh}"}}\n',
        'run.sh': program(),
      }),
      ['--enable-alpha-plugins', '--enable-exec'],
    ],
  ])('kustomize: %s', async (_, files, more) => {
    expect(await inSandbox(files(), kustomize(), (sandbox) => ['build', ...more, sandbox.path('.')])).toHaveProperty(
      'error',
    );
  });

  test('helm: a post-renderer of the tree is not executable, and no other program is on PATH', async () => {
    const files = { 'c/Chart.yaml': chartYaml('c'), 'c/templates/a.yaml': nodePool('a'), 'run.sh': program() };
    for (const renderer of ['./run.sh', 'sh'])
      expect(
        await inSandbox(files, helm(), (sandbox) => ['template', 'a', sandbox.path('c'), '--post-renderer', renderer]),
      ).toHaveProperty('error');
  });

  test('there is no network at all, if the system lets users disable it', async () => {
    if (!(await isNetworkCut())) {
      // Then only the first check protects the network. The review must report the same.
      expect(await isNetworkCut()).toBe(false);
      return;
    }
    const outcome = await inSandbox(
      { 'kustomization.yaml': kustomization(`${url}/x.yaml`) },
      kustomize(),
      (sandbox) => ['build', sandbox.path('.')],
    );
    expect(outcome).toHaveProperty('error');
  });

  test('an error contains no folder of this machine', async () => {
    const outcome = await inSandbox({ 'kustomization.yaml': kustomization('gone.yaml') }, kustomize(), (sandbox) => [
      'build',
      sandbox.path('.'),
    ]);
    expect(JSON.stringify(outcome)).not.toContain(tmpdir());
  });

  test('no files are left behind', async () => {
    await rendered(folderOf({ ...pool, 'kustomization.yaml': kustomization('pool.yaml') }));
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`plumbline-render-${process.pid}-`))).toEqual([]);
    expect(existsSync(join(outside, 'ran'))).toBe(false);
  });
});
