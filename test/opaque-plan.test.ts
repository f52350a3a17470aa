import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { nodePool } from '../src/engine/changes/plan/plan.test-support.ts';
import type { Plan } from '../src/engine/changes/plan/plan.ts';
import { sceneTest } from './extent.ts';
import { type Prints, plansBetween, plansOfSides, type Texts } from './plans-between.ts';

const test = sceneTest(2);

const kustomization = (rest: string): string =>
  `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${rest}`;
const application = (source: string, server = 'https://kubernetes.default.svc'): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: team, namespace: argocd}\nspec:\n  project: default\n  ${source}\n  destination: {server: "${server}", namespace: team}\n`;
const flux = (rest: string): string =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: team, namespace: flux-system}\nspec:\n  interval: 1m\n  path: ./k\n  prune: true\n${rest}`;
const ofRepository = '  sourceRef: {kind: GitRepository, name: flux-system}\n';
const here = 'source: {repoURL: https://github.com/acme/infra, targetRevision: HEAD, path: k}';
const chart = (template: string): Texts => ({
  'web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'web/values.yaml': 'shade: blue\n',
  'web/templates/all.yaml': template,
});
const helmfile = (more = '', top = ''): string =>
  `releases:\n- name: pools\n  chart: ./web\n  values: [{shade: blue}]\n${more}${top}`;
const deployment = (replicas: number): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: shop, namespace: default}\nspec:\n  replicas: ${replicas}\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec: {containers: [{name: c, image: x, resources: {requests: {cpu: 1}}}]}\n`;
const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {shade: blue}\n';

const start: Texts = { 'pool.yaml': nodePool() };

/** What kubectl would get from a kustomization that lists files, and from a chart whose templates decode base64. */
const prints: Prints = ({ call, files, patches }, read) => {
  if (call === null) return undefined;
  if ('helm' in call)
    return files
      .filter((file) => file.includes('/templates/'))
      .map((file) =>
        read(file).replaceAll(/\{\{ "([^"]*)" \| b64dec \}\}/g, (_, text) => Buffer.from(text, 'base64').toString()),
      )
      .join('---\n');
  return files
    .filter((file) => !/kustomization/.test(file) && !patches.includes(file))
    .map(read)
    .join('---\n');
};

async function planned(base: Texts, head: Texts): Promise<Plan> {
  const { plans } = await plansBetween(base, head, { prints });
  const [plan] = plans;
  if (plan?.digest == null) throw new Error(`no plan: ${plan?.problems.join('; ')}`);
  return plan;
}

const opaqueIn = ({ opaque }: Plan): string[] => opaque.map(({ file }) => file);

interface Scene {
  readonly base?: Texts;
  readonly change: Texts;
  readonly files: readonly string[];
}

const scenes: Readonly<Record<string, Scene>> = {
  'a remote base': {
    base: { 'k/kustomization.yaml': kustomization('resources: [cm.yaml]\n'), 'k/cm.yaml': configMap },
    change: {
      'k/kustomization.yaml': kustomization('resources: [cm.yaml, "https://github.com/somebody/base?ref=main"]\n'),
    },
    files: ['k/kustomization.yaml'],
  },
  'an Application of another repository': {
    change: {
      'app.yaml': application('source: {repoURL: https://github.com/somebody/x, path: p, targetRevision: main}'),
    },
    files: ['app.yaml'],
  },
  'an Application that moves to another repository': {
    base: { 'k/pool.yaml': nodePool('moved'), 'app.yaml': application(here) },
    change: { 'app.yaml': application(here.replace('acme', 'somebody')) },
    files: ['app.yaml'],
  },
  'an Application that moves to another cluster': {
    base: { 'k/pool.yaml': nodePool('moved'), 'app.yaml': application(here) },
    change: { 'app.yaml': application(here, 'https://elsewhere.example') },
    files: ['app.yaml'],
  },
  'an Application with a second source': {
    base: { 'k/pool.yaml': nodePool('moved'), 'app.yaml': application(here) },
    change: {
      'app.yaml': application(
        'sources: [{repoURL: https://github.com/acme/infra, targetRevision: HEAD, path: k}, {repoURL: https://github.com/somebody/x, path: p}]',
      ),
    },
    files: ['app.yaml'],
  },
  'a Kustomization of Flux with another source': {
    base: { 'k/pool.yaml': nodePool('moved'), 'flux.yaml': flux(ofRepository) },
    change: { 'flux.yaml': flux('  sourceRef: {kind: OCIRepository, name: flux-system}\n') },
    files: ['flux.yaml'],
  },
  'a GitRepository with another address': {
    base: {
      'git.yaml':
        'apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: flux-system, namespace: flux-system}\nspec: {url: https://github.com/acme/infra}\n',
    },
    change: {
      'git.yaml':
        'apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: flux-system, namespace: flux-system}\nspec: {url: https://github.com/somebody/infra}\n',
    },
    files: ['git.yaml'],
  },
  'a HelmRepository with another address': {
    base: {
      'repository.yaml':
        'apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata: {name: team, namespace: flux-system}\nspec:\n  url: https://charts.example.com\n',
    },
    change: {
      'repository.yaml':
        'apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata: {name: team, namespace: flux-system}\nspec:\n  url: https://charts.example.org\n',
    },
    files: ['repository.yaml'],
  },
  'a cluster of Argo CD with another address': {
    change: {
      'cluster.yaml':
        'apiVersion: v1\nkind: Secret\nmetadata:\n  name: prod\n  labels: {argocd.argoproj.io/secret-type: cluster}\nstringData: {server: https://elsewhere.example}\n',
    },
    files: ['cluster.yaml'],
  },
  'an object next to the templates of a chart': {
    base: chart(configMap),
    change: {
      'web/extra.yaml': 'apiVersion: fluxcd.controlplane.io/v1\nkind: ResourceSet\nmetadata: {name: r}\nspec: {}\n',
    },
    files: ['web/extra.yaml'],
  },
  'inputs of Terragrunt for a module from elsewhere': {
    base: { 'terragrunt.hcl': 'terraform {\n  source = "github.com/somebody/x"\n}\ninputs = {\n  a = "1"\n}\n' },
    change: { 'terragrunt.hcl': 'terraform {\n  source = "github.com/somebody/x"\n}\ninputs = {\n  a = "2"\n}\n' },
    files: ['terragrunt.hcl'],
  },
  'a release of a chart from a registry': {
    change: {
      'release.yaml':
        'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: team, namespace: flux-system}\nspec:\n  interval: 1m\n  chart: {spec: {chart: team, version: 1.0.0, sourceRef: {kind: HelmRepository, name: team}}}\n',
    },
    files: ['release.yaml'],
  },
  'a set of objects of an operator': {
    change: {
      'set.yaml':
        'apiVersion: fluxcd.controlplane.io/v1\nkind: ResourceSet\nmetadata: {name: r, namespace: f}\nspec:\n  resourcesTemplate: "kind: << inputs.kind >>"\n',
    },
    files: ['set.yaml'],
  },
  'an object of an operator under the name of a tool’s settings': {
    change: {
      'mkdocs.yaml':
        'apiVersion: fluxcd.controlplane.io/v1\nkind: ResourceSet\nmetadata: {name: r, namespace: f}\nspec: {inputs: []}\n',
    },
    files: ['mkdocs.yaml'],
  },
  'a NodePool of Terraform': {
    change: { 'main.tf': `resource "kubectl_manifest" "x" {\n  yaml_body = <<-EOT\n${nodePool('terraform')}EOT\n}\n` },
    files: ['main.tf'],
  },
  'a manifest of Terraform that is computed': {
    base: { 'main.tf': 'variable "y" {}\nresource "kubectl_manifest" "x" {\n  yaml_body = base64decode(var.y)\n}\n' },
    change: { 'x.auto.tfvars': 'y = "YXBpVmVyc2lvbg=="\n' },
    files: ['x.auto.tfvars'],
  },
  'variables of Terraform in JSON': {
    base: { 'main.tf': 'variable "y" {}\nresource "kubectl_manifest" "x" {\n  yaml_body = base64decode(var.y)\n}\n' },
    change: { 'x.auto.tfvars.json': '{"y": "YXBpVmVyc2lvbg=="}\n' },
    files: ['x.auto.tfvars.json'],
  },
  'a text that Terraform reads': {
    base: {
      'main.tf': 'resource "kubectl_manifest" "x" {\n  yaml_body = base64decode(file("${path.module}/notes.txt"))\n}\n',
      'notes.txt': 'YQ==',
    },
    change: { 'notes.txt': 'YXBpVmVyc2lvbg==' },
    files: ['notes.txt'],
  },
  'Terraform that hides a release behind the spelling of a block': {
    change: { 'main.tf': 'locals { a = 1\n }\n resource "helm_release" "x" {\n   chart = "raw"\n }\n' },
    files: ['main.tf'],
  },
  OpenTofu: { change: { 'main.tofu': 'resource "kubectl_manifest" "x" { yaml_body = "" }\n' }, files: ['main.tofu'] },
  'a module from elsewhere': {
    change: { 'main.tf': 'module "x" {\n  source = "github.com/somebody/pools"\n}\n' },
    files: ['main.tf'],
  },
  'a node class of Auto Mode': {
    change: {
      'nc.yaml': 'apiVersion: eks.amazonaws.com/v1\nkind: NodeClass\nmetadata: {name: a}\nspec: {role: somebody}\n',
    },
    files: ['nc.yaml'],
  },
  'a NodePool whose name the API server chooses': {
    change: { 'p.yaml': nodePool().replace('{name: web}', '{generateName: web-}') },
    files: ['p.yaml'],
  },
  'a ConfigMap that contains a NodePool': {
    change: {
      'cm.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: pools}\ndata:\n  pool.yaml: |\n${nodePool('inside').replaceAll(/^/gm, '    ')}\n`,
    },
    files: ['cm.yaml'],
  },
};

describe('T72: what nobody can plan is in the plan', () => {
  test.each(Object.entries(scenes))('%s', async (_name, { base = {}, change, files }) => {
    const before = { ...start, ...base };
    const plan = await planned(before, { ...before, ...change });
    expect(opaqueIn(plan)).toEqual(files);
    expect(plan.objects).toEqual([]);
    for (const item of plan.opaque) {
      expect(item.reasons.length).toBeGreaterThan(0);
      expect(item.base === item.head).toBe(false);
    }
  });

  test('a chart that does not render', async () => {
    const head = { ...start, ...chart('x: {{ required "x" .Values.x }}\n') };
    const { plans } = await plansBetween(start, head, { prints: () => undefined });
    expect(opaqueIn(plans[0] as Plan)).toEqual(['web/Chart.yaml', 'web/templates/all.yaml', 'web/values.yaml']);
  });

  test.each([
    'postRenderer: ./x.sh',
    'hooks: [{events: [presync], command: kubectl}]',
    'dependencies: [{chart: oci://x/y, version: 1.0.0}]',
    'someFieldOfTomorrow: 1',
  ])('a release of a helmfile with `%s`', async (field) => {
    const before = { ...start, ...chart(configMap), 'helmfile.yaml': helmfile() };
    const plan = await planned(before, { ...before, 'helmfile.yaml': helmfile(`  ${field}\n`) });
    expect(opaqueIn(plan)).toEqual(['helmfile.yaml']);
  });

  test.each([
    'bases: [b.yaml]',
    'helmfiles: [{path: sub/any.yaml}]',
    'helmDefaults: {postRenderer: ./x.sh}',
    'someFieldOfTomorrow: 1',
  ])('a helmfile with `%s`', async (field) => {
    const before = { ...start, ...chart(configMap), 'helmfile.yaml': helmfile() };
    const plan = await planned(before, { ...before, 'helmfile.yaml': helmfile('', `${field}\n`) });
    expect(opaqueIn(plan)).toEqual(['helmfile.yaml']);
  });

  test('a submodule that moves to another commit', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-submodule-'));
    const git = (...args: string[]): string =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        encoding: 'utf8',
      }).trim();
    const commitWith = (submodule: string): string => {
      git('update-index', '--add', '--cacheinfo', `160000,${submodule.repeat(40)},vendor/pools`);
      git('commit', '--quiet', '--message', submodule);
      return git('rev-parse', 'HEAD');
    };
    try {
      git('init', '--quiet');
      writeFileSync(join(folder, 'pool.yaml'), nodePool());
      git('add', '.');
      const sides = { folder, base: commitWith('a'), head: commitWith('b') };
      const { plans } = await plansOfSides(sides);
      expect((plans[0] as Plan).opaque).toEqual([
        {
          file: 'vendor/pools',
          base: 'a'.repeat(40),
          head: 'b'.repeat(40),
          reasons: ['a submodule, whose files plumbline does not read'],
        },
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('another content of an opaque file is another plan, and the same content the same', async () => {
    const of = (repository: string): Promise<Plan> =>
      planned(start, {
        ...start,
        'app.yaml': application(here.replace('acme', repository).replace('path: k', 'path: p')),
      });
    const [one, again, other] = await Promise.all([of('a'), of('a'), of('b')]);
    expect(again).toEqual(one);
    expect(other.digest).not.toBe(one.digest);
  });
});

describe('T73: whether a root matters is decided by what it renders to', () => {
  const hidden = Buffer.from(nodePool('hidden')).toString('base64');

  test('a chart that decodes a NodePool', async () => {
    const plan = await planned(start, { ...start, ...chart(`{{ "${hidden}" | b64dec }}\n`) });
    expect(plan.objects.map(({ action, resource }) => `${action} ${resource.name}`)).toEqual(['create hidden']);
  });

  test('a kustomization whose replacements complete a kind', async () => {
    const files = {
      'k/kustomization.yaml': kustomization(
        'resources: [p.yaml]\nreplacements:\n- source: {kind: ConfigMap, name: w, fieldPath: data.a}\n  targets: [{select: {name: x}, fieldPaths: [kind]}]\n',
      ),
      'k/p.yaml': 'apiVersion: kaXpenter.sh/v1\nkind: NXdePool\nmetadata: {name: x}\n',
    };
    const { plans, rendered } = await plansBetween(
      start,
      { ...start, ...files },
      { prints: () => nodePool('completed') },
    );
    expect([...rendered]).toEqual(['k']);
    expect((plans[0] as Plan).objects.map(({ resource }) => resource.name)).toEqual(['completed']);
  });

  test('a JSON patch of `kind`', async () => {
    const files = {
      'k/kustomization.yaml': kustomization(
        'resources: [p.yaml]\npatches:\n- target: {kind: Foo}\n  patch: |-\n    - {op: replace, path: /kind, value: NodePool}\n',
      ),
      'k/p.yaml': 'apiVersion: example.com/v1\nkind: Foo\nmetadata: {name: x}\n',
    };
    const { plans } = await plansBetween(start, { ...start, ...files }, { prints: () => nodePool('patched') });
    expect((plans[0] as Plan).objects.map(({ resource }) => resource.name)).toEqual(['patched']);
  });

  test('variables of Flux in `kind`', async () => {
    const files = {
      'flux.yaml': flux(`${ofRepository}  postBuild: {substitute: {R: r}}\n`),
      'k/p.yaml': 'apiVersion: ka${R}penter.sh/v1\nkind: NodePool\nmetadata:\n  name: x\n',
    };
    const { plans } = await plansBetween(start, { ...start, ...files }, { prints: () => nodePool('substituted') });
    expect((plans[0] as Plan).objects.map(({ resource }) => resource.name)).toEqual(['substituted']);
  });

  test('an object of an operator that only rendering shows', async () => {
    const text =
      'apiVersion: fluxcd.controlplane.io/v1\nkind: ResourceSet\nmetadata: {name: r, namespace: f}\nspec: {}\n';
    const plan = await planned(start, {
      ...start,
      ...chart(`{{ "${Buffer.from(text).toString('base64')}" | b64dec }}\n`),
    });
    expect(opaqueIn(plan)).not.toEqual([]);
  });

  test('a text that only looks like an object of a known kind', async () => {
    const text =
      'metadata: {name: "x\nkind: ConfigMap\napiVersion: v1"}\napiVersion: fluxcd.controlplane.io/v1\nkind: ResourceSet\n';
    const encoded = Buffer.from(text).toString('base64');
    expect(opaqueIn(await planned(start, { ...start, ...chart(`{{ "${encoded}" | b64dec }}\n`) }))).not.toEqual([]);
  });

  test('roots beyond the budget are opaque', async () => {
    const charts = Object.fromEntries(
      Array.from({ length: 151 }, (_, i) =>
        Object.entries(chart('{{ "" | b64dec }}')).map(([path, text]) => [`c${i}/${path}`, text]),
      ).flat(),
    );
    const { plans, rendered } = await plansBetween(start, { ...start, ...charts }, { prints: () => configMap });
    expect(rendered.size).toBe(150);
    expect(new Set(opaqueIn(plans[0] as Plan).map((file) => file.split('/')[0])).size).toBe(1);
  });

  test('what renders to the same objects, although its files differ, is opaque for nodes only', async () => {
    const change = async (text: string): Promise<string[]> => {
      const before = { ...start, ...chart('x: {{ .Values.shade }}\n'), 'helmfile.yaml': helmfile() };
      const { plans } = await plansBetween(
        before,
        { ...before, 'web/values.yaml': 'shade: red\n' },
        { prints: () => text },
      );
      return opaqueIn(plans[0] as Plan);
    };
    expect(await change(configMap)).toEqual([]);
    expect(await change(nodePool('of-chart'))).toEqual(['web/values.yaml']);
  });

  test.each<[string, Texts, string[]]>([
    ['a comment', { 'web/values.yaml': '# The color of the shop\nshade: blue\n' }, []],
    ['other quotes', { 'web/values.yaml': 'shade: "blue"\n' }, []],
    [
      'a comment with a template, which Helm runs',
      { 'web/templates/all.yaml': '# {{ .Values.other }}\n' },
      ['web/templates/all.yaml'],
    ],
    ['a comment and a value', { 'web/values.yaml': '# The color\nshade: red\n' }, ['web/values.yaml']],
  ])('%s in what renders to the same nodes', async (_, change, files) => {
    const before = { ...start, ...chart('x: {{ .Values.shade }}\n'), 'helmfile.yaml': helmfile() };
    const { plans } = await plansBetween(before, { ...before, ...change }, { prints: () => nodePool('of-chart') });
    expect(opaqueIn(plans[0] as Plan)).toEqual(files);
  });

  test('a file that moves within a kustomization of nodes', async () => {
    const of = (file: string, text = nodePool('moved')): Texts => ({
      'k/kustomization.yaml': kustomization(`resources: [${file}]\n`),
      [`k/${file}`]: text,
    });
    const print = (): string => nodePool('moved');
    const moved = await plansBetween(
      { ...start, ...of('a.yaml') },
      { ...start, ...of('pools/b.yaml') },
      { prints: print },
    );
    expect(opaqueIn(moved.plans[0] as Plan)).toEqual([]);

    const edited = of('pools/b.yaml', `${nodePool('moved')}  weight: 7\n`);
    const other = await plansBetween({ ...start, ...of('a.yaml') }, { ...start, ...edited }, { prints: print });
    expect(opaqueIn(other.plans[0] as Plan)).not.toEqual([]);
  });
});

describe('what everybody can see stays out of the opaque part', () => {
  test('patches and values of what is rendered', async () => {
    const of = (cpu: number): Texts => ({
      'k/kustomization.yaml': kustomization(
        `resources: [pool.yaml]\npatches:\n- target: {kind: NodePool}\n  patch: '[{"op": "replace", "path": "/spec/limits/cpu", "value": "${cpu}"}]'\n`,
      ),
      'k/pool.yaml': nodePool('patched'),
    });
    const print: Prints = (_, read) =>
      nodePool('patched', `limits: {cpu: ${/"value": ("\d+")/.exec(read('k/kustomization.yaml'))![1]}}`);
    const { plans } = await plansBetween({ ...start, ...of(1) }, { ...start, ...of(2) }, { prints: print });
    expect((plans[0] as Plan).opaque).toEqual([]);
    expect((plans[0] as Plan).objects.map(({ resource }) => resource.name)).toEqual(['patched']);
  });

  const base: Texts = {
    ...start,
    ...chart('kind: {{ .Values.shade }}\n'),
    'helmfile.yaml': helmfile(),
    'k/kustomization.yaml': kustomization('resources: [d.yaml]\n'),
    'k/d.yaml': deployment(2),
    'app.yaml': application(here),
    'plumbline.yaml': 'environments:\n  production: {}\n',
    'main.tf': 'resource "aws_s3_bucket" "x" {\n  bucket = "a"\n}\n',
  };

  test.each<[string, Texts, string[]]>([
    ['README.md', { 'README.md': 'Hello\n', 'web/README.md': 'Hello\n' }, []],
    ['a Deployment', { 'd.yaml': deployment(3) }, []],
    ['a Deployment of a kustomization', { 'k/d.yaml': deployment(3) }, []],
    ['a ConfigMap', { 'cm.yaml': configMap }, []],
    ['a NodePool', { 'pool.yaml': nodePool('web', 'weight: 3') }, ['web']],
    ['a new NodePool', { 'other.yaml': nodePool('other') }, ['other']],
    ['values of a chart without nodes', { 'web/values.yaml': 'shade: red\n' }, []],
    ['plumbline.yaml', { 'plumbline.yaml': 'environments:\n  production: {karpenterVersion: "1.14"}\n' }, []],
    ['source code', { 'src/main.ts': 'export {};\n', 'package.json': '{}\n' }, []],
    ['a bucket', { 'main.tf': 'resource "aws_s3_bucket" "x" {\n  bucket = "b"\n}\n' }, []],
  ])('%s', async (_, change, objects) => {
    const print: Prints = (root, read) => (root.call && 'helm' in root.call ? configMap : prints(root, read));
    const { plans } = await plansBetween(base, { ...base, ...change }, { prints: print });
    const plan = plans[0] as Plan;
    expect(plan.opaque).toEqual([]);
    expect(plan.objects.map(({ resource }) => resource.name)).toEqual(objects);
  });
});
