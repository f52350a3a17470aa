import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { run } from '../../src/hosts/cli/terminal/terminal.test-support.ts';
import { addFiles, chartYaml, cleanUp, type Files, folderOf, kustomization, nodePool } from './rendering.ts';

afterEach(cleanUp);

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });

interface ShownFinding {
  readonly code: string;
  readonly severity: string;
  readonly isNew: boolean;
  readonly message: string;
}

interface Shown {
  readonly verdict: { readonly result: string };
  readonly inputs: { readonly nodePools: number; readonly notRendered: readonly object[] };
  readonly diagnostics: readonly ShownFinding[];
  readonly estimate: { readonly after: { readonly nodes: { readonly likely: number | null } } | null } | null;
  readonly changes: readonly {
    readonly type: string;
    readonly resource: { readonly name: string };
    readonly fields: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[];
    readonly roots?: readonly string[];
  }[];
}

async function reviewed(args: readonly string[], cwd?: string, path = process.env.PATH!): Promise<Shown> {
  const options = { env: { PATH: path }, ...(cwd !== undefined && { cwd }) };
  return JSON.parse((await run(['review', ...args, '--format', 'json', '--quiet'], options)).stdout);
}

/** The same change as two commits, as a commit and the working tree, and as two folders. */
async function inEveryWay(before: Files, after: Files): Promise<Shown[]> {
  const [base, head] = [folderOf(before), folderOf(after)];
  const clone = folderOf(before);
  git(clone, 'init', '-q', '-b', 'main');
  git(clone, 'add', '-A');
  git(clone, 'commit', '-qm', 'base');
  git(clone, 'rm', '-rq', '.');
  cpSync(head, clone, { recursive: true });
  git(clone, 'add', '-A');
  const working = await reviewed(['--base', 'main'], clone);
  git(clone, 'checkout', '-qb', 'change');
  git(clone, 'commit', '-qm', 'head');
  return [
    await reviewed(['--base', 'main', '--head', 'change'], clone),
    working,
    await reviewed(['--base', base, '--head', head]),
  ];
}

const messages = ({ diagnostics }: Shown): string[] =>
  diagnostics
    .filter(({ code }) => code.startsWith('render/'))
    .map(({ code, severity, isNew }) => `${code} ${severity} ${isNew ? 'new' : 'old'}`);

/** A chart with values for three environments, and files that only document its values. */
const chart = (cpu = '.Values.cpu'): Files => ({
  'pools/Chart.yaml': chartYaml('pools'),
  'pools/values.yaml': 'cpu: 10\n',
  'pools/values.schema.yaml': 'type: object\n',
  'pools/values-example.yaml': 'cpu: 1\n',
  ...Object.fromEntries(['dev', 'prod', 'staging'].map((name) => [`pools/values-${name}.yaml`, 'cpu: 20\n'])),
  'pools/templates/pool.yaml': nodePool('web', `{{ ${cpu} }}`),
});
const roots = ['dev', 'prod', 'staging'].map((name) => `pools with values-${name}.yaml`);

test('a chart renders with the values of each environment on both sides, in every way to compare', async () => {
  const after = { ...chart(), 'pools/templates/pool.yaml': nodePool('web', '{{ add .Values.cpu 5 }}') };
  for (const shown of await inEveryWay(chart(), after)) {
    expect(messages(shown)).toEqual([]);
    expect(shown.changes).toMatchObject([
      { type: 'modified', roots, fields: [{ path: 'spec.limits.cpu', before: 20, after: 25 }] },
    ]);
  }
});

const deployment = (name: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  replicas: 2
  template:
    spec:
      containers: [{ name: web, image: web, resources: { requests: { cpu: 3, memory: 4Gi } } }]
`;
const poolOf = (types: string): string =>
  nodePool('a', '1000').replace(
    'requirements:',
    `requirements:\n        - { key: node.kubernetes.io/instance-type, operator: In, values: [${types}] }`,
  );

test('pods of overlays are counted as the cluster gets them, although only a NodePool changes', async () => {
  const of = (types: string): Files => ({
    'pool.yaml': poolOf(types),
    'apps/base/web.yaml': deployment('web'),
    'apps/base/kustomization.yaml': 'resources: [web.yaml]\n',
    'apps/prod/kustomization.yaml': 'resources: [../base]\nreplicas: [{ name: web, count: 6 }]\n',
  });
  for (const shown of await inEveryWay(of('m7i.xlarge, m7i.2xlarge'), of('m7i.xlarge')))
    expect(shown.estimate?.after?.nodes.likely).toBe(6);
});

test('of many overlays, those of the environment that changes are counted', async () => {
  const apps = Array.from({ length: 21 }, (_, i) => `app-${i}`);
  const overlay = (name: string, count: number): string =>
    `resources: [../base]\nreplicas: [{ name: ${name}, count: ${count} }]\n`;
  const of = (types: string): Files =>
    Object.fromEntries([
      ['clusters/prod/pool.yaml', poolOf(types)],
      ['clusters/dev/pool.yaml', poolOf('m7i.xlarge')],
      ...apps.flatMap((name) => [
        [`apps/${name}/base/web.yaml`, deployment(name)],
        [`apps/${name}/base/kustomization.yaml`, 'resources: [web.yaml]\n'],
        [`apps/${name}/prod/kustomization.yaml`, overlay(name, 3)],
        [`apps/${name}/dev/kustomization.yaml`, overlay(name, 1)],
      ]),
    ]);
  for (const shown of await inEveryWay(of('m7i.xlarge, m7i.2xlarge'), of('m7i.xlarge')))
    expect(shown.estimate?.after?.nodes.likely).toBe(63);
});

test('a release of a helmfile changes what its chart makes, although only its values change', async () => {
  const of = (cpu: number): Files => ({
    'helmfile.yaml': `environments: { prod: {}, dev: {} }
---
releases:
  - { name: pools, chart: ./charts/pools, values: ['values/{{ .Environment.Name }}.yaml'] }
`,
    'values/prod.yaml': `cpu: ${cpu}\n`,
    'values/dev.yaml': 'cpu: 5\n',
    'charts/pools/Chart.yaml': 'apiVersion: v2\nname: pools\nversion: 1.0.0\n',
    'charts/pools/templates/pool.yaml': nodePool('a', '{{ .Values.cpu }}'),
  });
  for (const { changes } of await inEveryWay(of(100), of(200)))
    expect(changes.map(({ fields }) => fields.map(({ before, after }) => [before, after]))).toEqual([[[100, 200]]]);
});

test('Flux substitutes variables on both sides although its Kustomization does not change', async () => {
  const files = (capacity: string): Files => ({
    'clusters/prod/sync.yaml':
      'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: pools, namespace: flux-system}\nspec:\n  path: ./pools\n  sourceRef: {kind: GitRepository, name: flux-system}\n  postBuild: {substitute: {CPU: "320"}}\n',
    'pools/pool.yaml': nodePool('web', '${CPU}').replace('spot', capacity),
  });
  for (const shown of await inEveryWay(files('spot'), files('on-demand'))) {
    expect(messages(shown)).toEqual([]);
    expect(shown.changes).toMatchObject([{ roots: ['Kustomization flux-system/pools'] }]);
    expect(JSON.stringify(shown.changes)).not.toContain('CPU');
    expect(shown.changes[0]!.fields).toHaveLength(1);
  }
});

test.each(['in a file', 'inline'])(
  'variables that patches of the Kustomization of a cluster give to the ones it applies: %s',
  async (how) => {
    const patch =
      'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: any}\nspec: {postBuild: {substitute: {CPU: "320"}}}\n';
    const patches = JSON.stringify([{ target: { kind: 'Kustomization' }, patch }]);
    const synced = (name: string, path: string): string =>
      `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: ${name}, namespace: flux-system}\nspec:\n  path: ${path}\n  sourceRef: {kind: GitRepository, name: flux-system}\n`;
    const ofCluster =
      how === 'inline'
        ? {
            'clusters/prod/flux-system/sync.yaml': `${synced('flux-system', './clusters/prod')}  patches: ${patches}\n`,
          }
        : {
            'clusters/prod/flux-system/sync.yaml': synced('flux-system', './clusters/prod'),
            'clusters/prod/flux-system/kustomization.yaml': `${kustomization('sync.yaml')}patches: [{path: vars.yaml, target: {kind: Kustomization, name: flux-system}}]\n`,
            'clusters/prod/flux-system/vars.yaml': `${synced('flux-system', './clusters/prod')}  patches: ${patches}\n`,
          };
    const files = (capacity: string): Files => ({
      ...ofCluster,
      'clusters/prod/pools.yaml': `${synced('pools', './pools')}  postBuild: {substitute: {REGION: eu-west-1}}\n`,
      'pools/pool.yaml': nodePool('web', '${CPU}').replace('spot', capacity),
    });

    for (const shown of await inEveryWay(files('spot'), files('on-demand'))) {
      expect(messages(shown)).toEqual([]);
      expect(JSON.stringify(shown.changes)).not.toContain('CPU');
      expect(shown.changes).toMatchObject([{ roots: ['Kustomization flux-system/pools'] }]);
    }
  },
);

describe('a chart that stops rendering', () => {
  test('is one new error for all its values, and never passes', async () => {
    for (const shown of await inEveryWay(chart(), chart('.Values.node.cpu'))) {
      expect(messages(shown)).toEqual(['render/failed error new']);
      expect(shown.diagnostics[0]!.message).toContain(`The same holds for \`${roots[1]}\`, \`${roots[2]}\``);
      expect(shown.verdict.result).toBe('block');
      expect(shown.changes).toMatchObject([{ type: 'unknown' }]);
      expect(shown.inputs.notRendered).toEqual(
        roots.map((root) => ({ root, kind: 'chart', reason: 'rendering fails' })),
      );
    }
  });

  test('is not new if it failed before, even with another message', async () => {
    const [shown] = await inEveryWay(chart('.Values.node.cpu'), chart('.Values.other.cpu'));
    expect(messages(shown!)).toEqual(['render/unknown note new', 'render/failed note old']);
  });

  test('is a new warning if it is refused, because that is a limit of plumbline', async () => {
    const base = { 'kustomization.yaml': kustomization('pool.yaml'), 'pool.yaml': nodePool('web') };
    const head = { ...base, 'kustomization.yaml': kustomization('pool.yaml', 'https://example.com/a.yaml') };
    const [shown] = await inEveryWay(base, head);
    expect(messages(shown!)).toEqual(['render/refused warning new']);
    expect(shown!.verdict.result).toBe('warn');
  });
});

test('roots that would be downloaded are one finding with all places', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const tree = folderOf(
    Object.fromEntries(
      names.flatMap((name) => [
        [`${name}/kustomization.yaml`, kustomization('pool.yaml', `https://example.com/${name}.yaml`)],
        [`${name}/pool.yaml`, nodePool(name)],
      ]),
    ),
  );
  const { stdout } = await run(['check', tree, '--format', 'json', '--quiet'], { env: { PATH: process.env.PATH! } });
  const { diagnostics, inputs } = JSON.parse(stdout) as Shown & { diagnostics: { labels: object[] }[] };
  const found = diagnostics.filter(({ code }) => code === 'render/refused');
  expect(found.map(({ message }) => message)).toEqual([
    'plumbline does not render `a`, `b`, `c` and 2 more, because they use something that it does not fetch or run',
  ]);
  // Objects that no patch changes are reviewed as they are.
  expect(inputs.nodePools).toBe(names.length);
});

describe('with and without kustomize', () => {
  const overlay: Files = {
    'base/kustomization.yaml': kustomization('pool.yaml'),
    'base/pool.yaml': nodePool('web').replace(/^ {2}limits:\n.*\n/m, ''),
    'prod/kustomization.yaml': `${kustomization('../base')}patches: [{path: limits.yaml}]\n`,
    'prod/limits.yaml':
      'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: web}\nspec: {limits: {cpu: 5}, template: {spec: {expireAfter: Never}}}\n',
  };

  test('patches are never objects, and objects that they change are never judged', async () => {
    const tree = folderOf(overlay);
    const found = async (path: string): Promise<string[]> => {
      const { stdout } = await run(['check', tree, '--format', 'json', '--quiet'], { env: { PATH: path } });
      return (JSON.parse(stdout) as Shown).diagnostics.map(({ code, severity }) => `${code} ${severity}`);
    };
    expect(await found('/nowhere')).toEqual(['render/tool-missing warning']);
    expect((await found(process.env.PATH!)).filter((one) => one.startsWith('render/'))).toEqual([]);
  });

  test('a changed patch needs attention without kustomize', async () => {
    const base = folderOf(overlay);
    const head = folderOf(overlay);
    addFiles(head, { 'prod/limits.yaml': (overlay['prod/limits.yaml'] as string).replace('cpu: 5', 'cpu: 6') });
    const args = ['--base', base, '--head', head];
    const [without, rendered] = [await reviewed(args, undefined, '/nowhere'), await reviewed(args)];
    expect(messages(without)).toEqual(['render/tool-missing warning new']);
    expect(without.verdict.result).toBe('warn');
    expect(without.changes).toEqual([]);
    expect(rendered.changes).toMatchObject([{ roots: ['prod'], fields: [{ path: 'spec.limits.cpu' }] }]);
  });
});
