import { describe, expect, test } from 'vitest';
import { nodePool } from '../src/engine/changes/plan/plan.test-support.ts';
import { opaqueBetween } from './opaque-between.ts';

const object = (api: string, kind: string, rest: string, labels = ''): string =>
  `apiVersion: ${api}\nkind: ${kind}\nmetadata: {name: x, namespace: argocd${labels}}\n${rest}`;
const ofCluster = ', labels: {argocd.argoproj.io/secret-type: cluster}';
const secret = (revision: string, labels = ofCluster): string =>
  object('v1', 'Secret', 'stringData: {server: https://x}\n', `${labels}, annotations: {revision: ${revision}}`);
const external = (template: string): string =>
  object(
    'external-secrets.io/v1',
    'ExternalSecret',
    `spec:\n  target:\n${template}  dataFrom: [{extract: {key: x}}]\n`,
  );
const configMap = (data: string, name = 'x'): string =>
  object('v1', 'ConfigMap', data).replace('name: x', `name: ${name}`);
const kops = (field: string): string =>
  object('kops.k8s.io/v1alpha2', 'Cluster', `spec:\n  kubernetesVersion: 1.31.0\n  ${field}\n`);
const plugin = (command: string): string =>
  configMap(
    `data:\n  plugin.yaml: |\n    apiVersion: argoproj.io/v1alpha1\n    kind: ConfigManagementPlugin\n    spec: {generate: {command: [${command}]}}\n  notes: a\n`,
  );
const quotedPool = 'apiVersion: karpenter.sh/v1\\nkind: NodePool\\nmetadata: {name: evil}\\n';
const terraformSecret = (body: string, annotation: string): string =>
  `resource "kubernetes_secret" "x" {\n  metadata {\n    name = "x"\n    namespace = "argocd"\n${body}    annotations = { revision = "${annotation}" }\n  }\n}\n`;

type Change = readonly [before: string, after: string];

const mutating = (resource: string): string =>
  `apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingAdmissionPolicy\nmetadata: {name: x}\nspec:\n  matchConstraints: {resourceRules: [{apiGroups: [karpenter.sh], apiVersions: [v1], operations: [CREATE], resources: [${resource}]}]}\n  reinvocationPolicy: Never\n  mutations: [{patchType: JSONPatch, jsonPatch: {expression: "[]"}}]\n`;
const kyverno = (kind: string): string =>
  `apiVersion: kyverno.io/v1\nkind: ClusterPolicy\nmetadata: {name: x}\nspec: {rules: [{name: a, match: {any: [{resources: {kinds: [${kind}]}}]}, mutate: {patchStrategicMerge: {metadata: {labels: {a: b}}}}}]}\n`;

const node = (spec: string, labels = ''): string =>
  `apiVersion: v1\nkind: Node\nmetadata: {name: ip-10-0-0-1${labels}}\nspec: ${spec}\n`;

const opaque: Readonly<Record<string, Change>> = {
  'a taint of a node': [node('{}'), node('{taints: [{key: a, effect: NoExecute}]}')],
  'a node that takes no more pods': [node('{}'), node('{unschedulable: true}')],
  'a label of a node': [node('{}'), node('{}', ', labels: {karpenter.sh/capacity-type: spot}')],
  'a node that is new': ['', node('{unschedulable: true}')],
  'a policy that changes NodePools': ['', mutating('nodepools')],
  'a policy that no longer changes NodeClaims': [mutating('nodeclaims'), ''],
  'a policy of Kyverno that changes NodePools': ['', kyverno('NodePool')],
  'an annotation of a cluster of Argo CD': [secret('v1'), secret('v2')],
  'a Secret that is no cluster any more': [secret('v1'), secret('v1', '')],
  'an ExternalSecret of a cluster': [
    external('    template: {metadata: {labels: {argocd.argoproj.io/secret-type: cluster, a: b}}}\n'),
    external('    template: {metadata: {labels: {argocd.argoproj.io/secret-type: cluster, a: c}}}\n'),
  ],
  'a SealedSecret of a cluster': [
    object(
      'bitnami.com/v1alpha1',
      'SealedSecret',
      `spec: {encryptedData: {a: b}, template: {metadata: {${ofCluster.slice(2)}}}}\n`,
    ),
    object(
      'bitnami.com/v1alpha1',
      'SealedSecret',
      `spec: {encryptedData: {a: c}, template: {metadata: {${ofCluster.slice(2)}}}}\n`,
    ),
  ],
  'an ExternalSecret that makes another kind': [
    '',
    external('    manifest: {apiVersion: argoproj.io/v1alpha1, kind: Application}\n'),
  ],
  'labels from data that is elsewhere': [
    '',
    external('    template: {templateFrom: [{target: Labels, literal: "{{ .x }}"}]}\n'),
  ],
  'a plugin of Argo CD': [plugin('cat'), plugin('curl')],
  'the address of a plugin of ApplicationSets': [
    configMap('data: {token: $a, baseUrl: http://a}\n'),
    configMap('data: {token: $a, baseUrl: http://b}\n'),
  ],
  'settings of Argo CD': [configMap('data: {a: b}\n', 'argocd-cm'), configMap('data: {a: c}\n', 'argocd-cm')],
  'a NodePool in quotes': ['', configMap(`data:\n  a: "${quotedPool}"\n`)],
  'a NodePool with escapes': [
    '',
    configMap(`data:\n  a: |\n    "api\\x56ersion": karpenter.sh/v1\n    kind: NodePool\n`),
  ],
  'a NodePool on the next line': ['', configMap(`data:\n  a:\n    "kind: NodePool\\n${quotedPool}"\n`)],
  'a NodePool in base64': ['', configMap(`binaryData: {a: ${Buffer.from(nodePool('evil')).toString('base64')}}\n`)],
  'a restore of Velero': ['', object('velero.io/v1', 'Restore', 'spec: {backupName: a}\n')],
  'hooks of a backup': [
    '',
    object('velero.io/v1', 'Schedule', 'spec: {schedule: "@daily", template: {hooks: {resources: []}}}\n'),
  ],
  'addons of kOps': [kops('addons: [{manifest: s3://a}]'), kops('addons: [{manifest: s3://b}]')],
  'addons of kOps of their own': ['', object('kops.k8s.io/v1alpha2', 'Addons', 'spec: {addons: []}\n')],
  'an object of a group that ends as those of Kubernetes': [
    '',
    object('something.k8s.io/v1', 'Thing', 'spec: {a: b}\n'),
  ],
};

const seen: Readonly<Record<string, Change>> = {
  'an annotation of another Secret': [secret('v1', ''), secret('v2', '')],
  'an ExternalSecret': [
    external('    template: {metadata: {labels: {a: b}}}\n'),
    external('    template: {metadata: {labels: {a: c}}}\n'),
  ],
  'another key next to a plugin': [plugin('cat'), plugin('cat').replace('notes: a', 'notes: b')],
  'a ConfigMap with an address': [configMap('data: {baseUrl: http://a}\n'), configMap('data: {baseUrl: http://b}\n')],
  'a ConfigMap with a Deployment': [
    '',
    configMap('data:\n  a: "apiVersion: apps/v1\\nkind: Deployment\\nmetadata: {name: x}\\n"\n'),
  ],
  'a binary ConfigMap': ['', configMap(`binaryData: {a: ${Buffer.from('karpenter').toString('base64')}}\n`)],
  'a label of the plugin’s ConfigMap': [plugin('cat'), plugin('cat').replace('argocd}', 'argocd, labels: {a: b}}')],
  'a schedule of backups': [
    object('velero.io/v1', 'Schedule', 'spec: {schedule: "@daily"}\n'),
    object('velero.io/v1', 'Schedule', 'spec: {schedule: "@weekly"}\n'),
  ],
  'a route': ['', object('gateway.networking.k8s.io/v1', 'HTTPRoute', 'spec: {hostnames: [a]}\n')],
};

describe('T82: an object that decides what others apply is opaque', () => {
  const change = ([before, after]: Change): Promise<readonly string[]> =>
    opaqueBetween(before === '' ? {} : { 'a.yaml': before }, { 'a.yaml': after });

  test.each(Object.entries(opaque))('%s', async (_, texts) => {
    expect(await change(texts)).toEqual(['a.yaml']);
  });

  test.each(Object.entries(seen))('but not %s', async (_, texts) => {
    expect(await change(texts)).toEqual([]);
  });

  test.each([
    ['plain labels', '    labels = { "argocd.argoproj.io/secret-type" = "cluster" }\n', true],
    ['computed labels', '    labels = merge(local.a, local.b)\n', true],
    ['labels of its own', '    labels = { app = "a" }\n', false],
    ['no labels', '', false],
  ])('a Secret of Terraform with %s', async (_, labels, isOpaque) => {
    const eks = 'resource "aws_eks_cluster" "main" {\n  name = "main"\n}\n';
    const files = await opaqueBetween(
      { 'tf/x.tf': terraformSecret(labels, 'v1'), 'tf/eks.tf': eks },
      { 'tf/x.tf': terraformSecret(labels, 'v2'), 'tf/eks.tf': eks },
    );
    expect(files).toEqual(isOpaque ? ['tf/x.tf'] : []);
  });
});
