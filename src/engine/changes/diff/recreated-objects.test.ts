import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aws } from '../../aws/aws.ts';
import { decodeCrdPack } from '../../files/schema/definitions/crd-pack.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { evaluated } from '../../manifest/terraform/terraform.test-support.ts';
import { diff } from './diff.ts';

const pack = decodeCrdPack(JSON.parse(readFileSync('data/crds/1.14.json', 'utf8')));

interface Pool {
  readonly name?: string;
  readonly after?: string;
  /** Arguments of the resource. */
  readonly more?: string;
  /** Other blocks. */
  readonly others?: string;
}

const pool = ({ name = 'jobs', after = '5m', more = '', others = '' }: Pool): string => `
locals {
  ref  = { group = "karpenter.k8s.aws", kind = "EC2NodeClass", name = "a" }
  spec = {
    disruption = { consolidateAfter = "${after}" }
    limits     = { cpu = var.limit }
    template   = { spec = { nodeClassRef = local.ref, requirements = [] } }
  }
}
resource "kubectl_manifest" "pool" {
  ${more}
  yaml_body = yamlencode({ apiVersion = "karpenter.sh/v1", kind = "NodePool", metadata = { name = "${name}" }, spec = local.spec })
}
${others}`;

/** What the review says of each object that the change affects. */
const changes = (before: Pool | string, after: Pool | string): readonly string[] =>
  changesOfFiles(filesOf(before), filesOf(after));

const filesOf = (side: Pool | string): Texts => ({ 'main.tf': typeof side === 'string' ? side : pool(side) });

type Texts = Readonly<Record<string, string>>;

function changesOfFiles(before: Texts, after: Texts): readonly string[] {
  const [base, head] = [before, after].map((texts) =>
    manifestSet(evaluated(texts).made.map((source) => parseManifests(source, { set: {} }))),
  );
  return diff(base!, head!, { pack, providers: [aws] }).map(
    ({ type, effect, summary }) => `${type} ${effect}: ${summary.split(/;| \(|, so/)[0]}`,
  );
}

const hashed = 'jobs-${substr(sha1(yamlencode(local.spec)), 0, 8)}';
const random = 'jobs-${random_pet.pool.id}';
const pet = 'resource "random_pet" "pool" {\n  keepers = { spec = jsonencode(local.spec) }\n}';
const open = 'jobs-${sha256(data.external.spec.result)}';
const triggered = 'lifecycle {\n    replace_triggered_by = [terraform_data.version]\n  }';
const version = (input: string): string => `resource "terraform_data" "version" {\n  input = ${input}\n}`;

const kept = 'modified none: running nodes stay';
const replaced = ['removed delete: removed', 'added new-nodes: new'];
const again = 'modified delete: Terraform deletes it and creates it again';
const ignoring = (what: string): string => `lifecycle {\n    ignore_changes = ${what}\n  }`;
const ignored = 'modified none: Terraform ignores the change of `yaml_body`';
const unclear = 'modified unknown: a part of its name is unknown';

test.each<[what: string, before: Pool | string, after: Pool | string, expected: readonly string[]]>([
  ['a name of its own', {}, { after: '9m' }, [kept]],
  [
    'a text that Terraform ignores',
    { more: ignoring('[yaml_body]') },
    { more: ignoring('[yaml_body]'), after: '9m' },
    [ignored],
  ],
  ['all arguments ignored', { more: ignoring('all') }, { more: ignoring('all'), after: '9m' }, [ignored]],
  ['ignored from this change on', {}, { more: ignoring('[yaml_body]'), after: '9m' }, [ignored]],
  ['no longer ignored', { more: ignoring('[yaml_body]') }, { after: '9m' }, [kept]],
  ['another argument ignored', { more: ignoring('[wait]') }, { more: ignoring('[wait]'), after: '9m' }, [kept]],
  ['a hash of its spec', { name: hashed }, { name: hashed, after: '9m' }, replaced],
  ['a hash of its spec, which stays', { name: hashed }, { name: hashed }, []],
  ['a hash of something else', { name: 'jobs-${sha1("a")}' }, { name: 'jobs-${sha1("a")}', after: '9m' }, [kept]],
  ['a random name with its spec', { name: random, others: pet }, { name: random, others: pet, after: '9m' }, replaced],
  [
    'a random name that stays',
    { name: random, others: 'resource "random_pet" "pool" {\n  length = 2\n}' },
    { name: random, others: 'resource "random_pet" "pool" {\n  length = 2\n}', after: '9m' },
    [kept],
  ],
  [
    'a hash of what nobody knows',
    { name: 'jobs-${sha1(uuid())}' },
    { name: 'jobs-${sha1(uuid())}', after: '9m' },
    [unclear],
  ],
  [
    'a hash that becomes unknown',
    { name: hashed },
    { name: 'jobs-${sha1(uuid())}' },
    ['removed unknown: a part of its name is unknown', 'added new-nodes: new'],
  ],
  [
    'a hash with an unknown value that may be the same',
    { name: 'jobs-${sha1("a")}' },
    { name: 'jobs-${sha1(var.a)}' },
    ['removed unknown: a part of its name is unknown', 'added new-nodes: new'],
  ],
  ['a hash of a result that stays', { name: open }, { name: open, after: '9m' }, [kept]],
  ['force_new', { more: 'force_new = true' }, { more: 'force_new = true', after: '9m' }, [again]],
  [
    'force_new and another layout',
    { more: 'force_new = true' },
    pool({ more: 'force_new = true' }).replace('"5m"', '"5m" '),
    [],
  ],
  ['force_new that is off', { more: 'force_new = false' }, { more: 'force_new = false', after: '9m' }, [kept]],
  [
    'force_new and a value that may be the same',
    { more: 'force_new = true' },
    { more: 'force_new = true', after: '${var.after}' },
    ['modified unknown: whether Terraform deletes it and creates it again is unknown'],
  ],
  [
    'force_new of what may not exist',
    { more: 'count = var.has_pool ? 1 : 0\n  force_new = true' },
    { more: 'count = var.has_pool ? 1 : 0\n  force_new = true', after: '9m' },
    ['modified unknown: Terraform deletes it and creates it again'],
  ],
  ['force_new that the change adds', {}, { more: 'force_new = true' }, []],
  [
    'a trigger that changes',
    { more: triggered, others: version('"3"') },
    { more: triggered, others: version('"4"') },
    [again],
  ],
  [
    'a trigger that stays',
    { more: triggered, others: version('"3"') },
    { more: triggered, others: version('"3"'), after: '9m' },
    [kept],
  ],
  [
    'a trigger that nobody knows',
    { more: triggered, others: version('"3"') },
    { more: triggered, others: version('var.version') },
    ['modified unknown: whether Terraform deletes it and creates it again is unknown'],
  ],
])('%s', (_, before, after, expected) => {
  expect(changes(before, after)).toEqual(expected);
});

/** A NodePool of another version and type of resource. */
const versioned = (version: string, type: 'kubectl' | 'kubernetes', more = ''): string => {
  const object = `{ apiVersion = "karpenter.sh/${version}", kind = "NodePool", metadata = { name = "jobs" }, spec = { template = { spec = { nodeClassRef = { group = "karpenter.k8s.aws", kind = "EC2NodeClass", name = "a" }, requirements = [] } } } }`;
  const body = type === 'kubectl' ? `yaml_body = yamlencode(${object})` : `manifest = ${object}`;
  return `resource "${type}_manifest" "pool" {\n  ${body}\n  ${more}\n}\n`;
};

const imported =
  'import {\n  to = kubernetes_manifest.pool\n  id = "apiVersion=karpenter.sh/v1beta1,kind=NodePool,name=jobs"\n}\n';

test.each<[what: string, before: string, after: string, expected: string]>([
  ['kubernetes_manifest', versioned('v1beta1', 'kubernetes'), versioned('v1', 'kubernetes'), again],
  ['kubectl_manifest', versioned('v1beta1', 'kubectl'), versioned('v1', 'kubectl'), again],
  [
    'a resource that only applies',
    versioned('v1beta1', 'kubectl', 'apply_only = true'),
    versioned('v1', 'kubectl', 'apply_only = true'),
    kept,
  ],
  [
    'an imported resource',
    versioned('v1beta1', 'kubernetes') + imported,
    versioned('v1', 'kubernetes') + imported,
    kept,
  ],
])('another API version: %s', (_, before, after, expected) => {
  expect(changes(before, after)).toEqual([expected]);
});

test.each<[what: string, root: string, before: string, after: string, expected: readonly string[]]>([
  [
    'a new hook of upgrades',
    'HelmRelease a/b',
    '',
    'helm.sh/hook: "post-install,post-upgrade"',
    [again.replace('Terraform', 'Helm')],
  ],
  [
    'a new hook of the installation',
    'charts/pools',
    '',
    'helm.sh/hook: post-install',
    ['modified delete: Helm deletes it and does not create it again'],
  ],
  [
    'a new hook before upgrades',
    'charts/pools',
    '',
    'helm.sh/hook: pre-upgrade',
    ['modified delete: Helm deletes it and does not create it again'],
  ],
  [
    'a new hook that is never deleted',
    'charts/pools',
    '',
    'helm.sh/hook: "post-install,post-upgrade", helm.sh/hook-delete-policy: hook-failed',
    [again.replace('Terraform', 'Helm')],
  ],
  [
    'an object that Helm keeps',
    'charts/pools',
    'helm.sh/resource-policy: keep',
    'helm.sh/resource-policy: keep, helm.sh/hook: post-install',
    [kept],
  ],
  ['a hook that stays', 'charts/pools', 'helm.sh/hook: post-install', 'helm.sh/hook: post-install, a: b', [kept]],
  [
    'a hook of upgrades that stays',
    'charts/pools',
    'helm.sh/hook: post-upgrade',
    'helm.sh/hook: post-upgrade, a: b',
    [again.replace('Terraform', 'Helm')],
  ],
  [
    'a hook in Argo CD',
    'Application argocd/pools',
    '',
    'helm.sh/hook: post-upgrade',
    [again.replace('Terraform', 'Argo CD')],
  ],
  ['a hook of Argo CD', 'deploy/prod', '', 'argocd.argoproj.io/hook: Sync', [again.replace('Terraform', 'Argo CD')]],
  ['no hook', 'charts/pools', '', 'a: b', [kept]],
])('hooks: %s', (_, root, before, after, expected) => {
  const [base, head] = [before, after].map((annotations) => {
    const source = {
      file: `${root} (helm template)`,
      text: yamlPool({ cpu: 10, annotations: `, annotations: {${annotations}}` }),
      origin: { root, tool: 'helm', trace: () => ({ span: { file: 'a', start: 0, end: 0 }, isExact: false }) },
    } as const;
    return manifestSet([parseManifests(source, { set: {} })]);
  });
  expect(
    diff(base!, head!, { pack, providers: [aws] }).map(
      ({ type, effect, summary }) => `${type} ${effect}: ${summary.split(/;| \(|, so/)[0]}`,
    ),
  ).toEqual(expected);
});

test('whether a module that nothing calls has nodes is unknown', () => {
  const root = { 'main.tf': 'provider "aws" {\n  region = "eu-west-1"\n}\n# karpenter\n' };
  const ofFolder = (folder: string, name: string): Texts => ({ ...root, [`${folder}/main.tf`]: pool({ name }) });
  const ofOtherClass = (texts: Texts): Texts =>
    Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, text.replace('name = "a"', 'name = "b"')]));
  const uncalled = ofFolder('modules/pool', 'jobs');
  const applied = ofFolder('pool', 'jobs');

  expect(changesOfFiles(root, uncalled)).toEqual([
    'added unknown: new, but nothing in this repository calls the module `modules/pool`',
  ]);
  expect(changesOfFiles(root, applied)).toEqual(['added new-nodes: new']);
  expect(changesOfFiles(uncalled, ofOtherClass(uncalled))).toEqual([
    'modified unknown: its effect on running nodes is unknown',
  ]);
  expect(changesOfFiles(applied, ofOtherClass(applied))).toEqual([
    'modified all-nodes: all of its nodes must be replaced',
  ]);
});

/** A NodePool whose file is a key of `for_each`, or the value of a key. */
const documents = (keys: 'documents' | 'manifests', cpu: number): Texts => ({
  'main.tf': `data "kubectl_path_documents" "pools" {
  pattern = "\${path.module}/pools/*.yaml"
}
resource "kubectl_manifest" "pools" {
  for_each  = ${keys === 'documents' ? 'toset(data.kubectl_path_documents.pools.documents)' : 'data.kubectl_path_documents.pools.manifests'}
  yaml_body = each.value
}
`,
  'pools/web.yaml': yamlPool({ cpu }),
});

const yamlPool = ({ cpu, annotations = '' }: { readonly cpu: number; readonly annotations?: string }): string =>
  `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: web${annotations}}
spec:
  limits: {cpu: ${cpu}}
  template: {spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: a}, requirements: []}}
`;

test('an object whose text is its key is another one with each edit', () => {
  expect(changesOfFiles(documents('documents', 10), documents('documents', 20))).toEqual([again]);
  expect(changesOfFiles(documents('documents', 10), documents('documents', 10))).toEqual([]);
  expect(changesOfFiles(documents('manifests', 10), documents('manifests', 20))).toEqual([kept]);
});

test.each([
  ['Replace=true,Force=true', ['modified delete: Argo CD deletes it and creates it again']],
  ['Force=true', [kept]],
  ['Replace=true', [kept]],
])('sync options of Argo CD: %s', (options, expected) => {
  const annotations = `, annotations: {argocd.argoproj.io/sync-options: "${options}"}`;
  const [before, after] = [10, 20].map((cpu) =>
    manifestSet([parseManifests({ file: 'a.yaml', text: yamlPool({ cpu, annotations }) }, { set: {} })]),
  );
  const shown = diff(before!, after!, { pack, providers: [aws] });
  expect(shown.map(({ type, effect, summary }) => `${type} ${effect}: ${summary.split(/;| \(/)[0]}`)).toEqual(expected);
});
