import { describe, expect, test } from 'vitest';
import { aws } from '../../aws/aws.ts';
import { knownResources } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { readHcl } from '../../manifest/terraform/syntax/read-hcl.ts';
import { evaluated, parse } from '../../manifest/terraform/terraform.test-support.ts';
import type { Source } from '../../text/source.ts';
import { isElementOfOneSide } from './field-judgement.ts';
import { type PlaceClass, weakest } from './judgement.ts';
import { type Ledger, ledgerOf } from './ledger.ts';
import type { LedgerSide } from './ledger-input.ts';

type Files = Readonly<Record<string, string>>;

/** The ledger of a change of files that were read as they are. `others` are files that exist and stay the same. */
function ledgerIn(
  base: Files,
  head: Files,
  others: readonly string[] = [],
  isEvaluated = false,
  unread: readonly string[] = [],
): Ledger {
  const side = (files: Files): LedgerSide => {
    const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
    const set: ManifestSet = manifestSet(sources.map((source) => parseManifests(source, { set: {} })));
    const code = sources.filter(({ file }) => /\.(?:tf|tfvars|hcl)$/.test(file) && !unread.includes(file));
    const terraform = code.map((one) => readHcl(one, parse));
    return {
      set,
      sources,
      roots: [],
      terraform: isEvaluated ? terraform : [],
      usedFiles: new Set(isEvaluated ? ['v/loki.yaml'] : []),
    };
  };
  const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])].sort();
  const files = paths.map((path) => ({ path, before: base[path], after: head[path] }));
  return ledgerOf({
    changed: {
      files: files.filter(({ before, after }) => before !== after),
      has: (path) => paths.includes(path) || others.includes(path),
      all: new Set(paths),
    },
    base: side(base),
    head: side(head),
    resources: knownResources([aws]),
  });
}

/** The classes of a change of a template of a chart that is not rendered, by what they are about. */
function unrenderedTemplate(before: string, after: string): readonly string[] {
  const file = 'charts/pools/templates/a.yaml';
  const side = (text: string): LedgerSide => {
    const source = { file, text };
    const root = { name: 'charts/pools', files: [file], rendered: null, file: 'charts/pools/Chart.yaml', given: '' };
    return {
      set: manifestSet([parseManifests(source, { set: {} })]),
      sources: [source],
      roots: [root],
      terraform: [],
      usedFiles: new Set(),
    };
  };
  const { entries } = ledgerOf({
    changed: { files: [{ path: file, before, after }], has: (path) => path === file },
    base: side(before),
    head: side(after),
    resources: [],
  });
  return entries.map((entry) => `${entry.class}: ${entry.what}`);
}

const object = (api: string, kind: string, spec: string, name = 'a'): string =>
  `apiVersion: ${api}\nkind: ${kind}\nmetadata:\n  name: ${name}\nspec:\n${spec}`;
/** An AnalysisTemplate with a Job, and lines of its pod template. */
const analysis = (metadata: string, spec = ''): string =>
  object(
    'argoproj.io/v1alpha1',
    'AnalysisTemplate',
    `  metrics:\n    - provider:\n        job:\n          spec:\n            template:\n              metadata:\n                annotations:\n                  ${metadata}\n              spec:\n                containers:\n                  - image: b\n${spec}`,
  );
const policy = (spec: string): string =>
  object('networking.k8s.io/v1', 'NetworkPolicy', spec).replace('  name: a\n', '  name: a\n  namespace: karpenter\n');
const deployment = (pod: string): string =>
  object('apps/v1', 'Deployment', `  template:\n    spec:\n      containers:\n        - name: a\n${pod}`);
const owned = (text: string, uid = 'e1'): string =>
  text.replace(
    '  name: a\n',
    `  name: a\n  ownerReferences: [{apiVersion: v1, kind: Namespace, name: x, uid: ${uid}}]\n`,
  );
const annotated = (line: string): string =>
  object('apps/v1', 'Deployment', `  template:\n    metadata:\n      annotations:\n        ${line}\n`);

const synced = (automated: string): string =>
  object('argoproj.io/v1alpha1', 'Application', `  source: {path: apps}\n  syncPolicy: {automated: {${automated}}}\n`);

/** A document of permissions, and a policy as JSON, in Terraform that was not evaluated. */
const permits = (actions: string, more = ''): string =>
  `data "aws_iam_policy_document" "app" {\n  statement {\n    actions = ${actions}\n    resources = ["*"]\n  }\n${more}}\n`;
const permitsInline = (action: string): string =>
  `resource "aws_iam_role_policy" "app" {\n  role = aws_iam_role.app.id\n  policy = jsonencode({\n    Statement = [{ Effect = "Allow", Action = ${action}, Resource = "*" }]\n  })\n}\n`;

const lock = (provider: string, version: string, hash = 'a'): string =>
  `# This file is maintained automatically by "terraform init".\n\nprovider "registry.terraform.io/hashicorp/${provider}" {\n  version     = "${version}"\n  constraints = ">= 3.0"\n  hashes = [\n    "h1:${hash}",\n  ]\n}\n`;
const schema = (property: string): string =>
  `{\n  "$schema": "http://json-schema.org/draft-06/schema#",\n  "properties": {\n    "replicas": {\n      ${property}\n    }\n  }\n}\n`;

/** A role for whoever may take it, and a policy of AWS that it gets. */
const roleFor = (principal: string): string =>
  `resource "aws_iam_role" "app" {\n  name = "app"\n  assume_role_policy = jsonencode({\n    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = ${principal} }]\n  })\n  tags = var.tags\n}\nresource "aws_iam_role_policy_attachment" "app" {\n  role       = aws_iam_role.app.name\n  policy_arn = var.policy\n}\n`;

/** What a change of one file from one text to another is. */
const kinds: readonly (readonly [what: string, file: string, before: string, after: string, is: string])[] = [
  [
    'an annotation of Karpenter in a template of pods that other objects create',
    'a.yaml',
    analysis('karpenter.sh/do-not-disrupt: "false"'),
    analysis('karpenter.sh/do-not-disrupt: "true"'),
    'not understood near',
  ],
  [
    'a request in such a template',
    'a.yaml',
    analysis('a: b', '                    resources: {requests: {cpu: 1}}\n'),
    analysis('a: b', '                    resources: {requests: {cpu: 4}}\n'),
    'not understood',
  ],
  ['an annotation of a team in such a template', 'a.yaml', analysis('team: a'), analysis('team: b'), 'harmless'],
  ...(
    [
      ['for services of applications', '["bedrock:InvokeModel", "dynamodb:*"]', 'outside'],
      ['of which one is for instances', '["dynamodb:*", "ec2:*"]', 'not understood'],
      ['for queues, of which Karpenter reads one', '["dynamodb:*", "sqs:*"]', 'not understood'],
      ['for buckets, which nodes may start from', '["s3:GetObject"]', 'not understood'],
      ['for everything', '["*"]', 'not understood'],
      ['with an action from elsewhere', '["dynamodb:*", var.action]', 'not understood'],
    ] as const
  ).flatMap(([what, actions, is]) => [
    [`permissions ${what}`, 'iam/a.tf', '# iam\n', `# iam\n${permits(actions)}`, is] as const,
    [`permissions as JSON ${what}`, 'iam/a.tf', `# iam\n${permitsInline(actions)}`, '# iam\n', is] as const,
  ]),
  ...(
    [
      ['of Lambda', '{ Service = "lambda.amazonaws.com" }', 'outside'],
      ['of tasks of ECS', '{ Service = ["ecs-tasks.amazonaws.com", "ecs.amazonaws.com"] }', 'outside'],
      ['of instances', '{ Service = "ec2.amazonaws.com" }', 'not understood'],
      ['of Lambda and instances', '{ Service = ["lambda.amazonaws.com", "ec2.amazonaws.com"] }', 'not understood'],
      ['of pods', '{ Service = "pods.eks.amazonaws.com" }', 'not understood'],
      ['of Lambda and service accounts', '{ Service = "lambda.amazonaws.com", Federated = "arn" }', 'not understood'],
      ['of Lambda and an account', '{ Service = "lambda.amazonaws.com", AWS = "*" }', 'not understood'],
      ['of Lambda and something elsewhere', '{ Service = ["lambda.amazonaws.com", var.service] }', 'not understood'],
    ] as const
  ).map(
    ([what, principal, is]) =>
      [`a role ${what}, with a policy`, 'iam/a.tf', '# iam\n', `# iam\n${roleFor(principal)}`, is] as const,
  ),
  [
    'permissions with those of another document',
    'iam/a.tf',
    permits('["dynamodb:*"]'),
    permits('["dynamodb:*"]', '  source_policy_documents = [data.aws_iam_policy_document.nodes.json]\n'),
    'not understood',
  ],
  [
    'a JSON schema of an add-on',
    'eks_addons/coredns.schema.json',
    schema('"type": "string"'),
    schema('"type": "integer"'),
    'outside',
  ],
  [
    'data that names its JSON schema',
    'eks_addons/coredns.json',
    '{\n  "$schema": "./coredns.schema.json",\n  "replicas": 1\n}\n',
    '{\n  "$schema": "./coredns.schema.json",\n  "replicas": 2\n}\n',
    'not understood near',
  ],
  ['checksums of a provider', '.terraform.lock.hcl', lock('aws', '5.1', 'a'), lock('aws', '5.1', 'b'), 'harmless'],
  ['a provider of AWS', '.terraform.lock.hcl', lock('aws', '5.1', 'a'), lock('aws', '6.0', 'b'), 'not understood'],
  ['a later provider of AWS', '.terraform.lock.hcl', lock('aws', '5.1', 'a'), lock('aws', '5.9', 'b'), 'harmless'],
  [
    'a provider before its first version',
    '.terraform.lock.hcl',
    lock('flux', '0.1'),
    lock('flux', '0.2'),
    'not understood',
  ],
  [
    'one more provider',
    '.terraform.lock.hcl',
    lock('aws', '5.1'),
    `${lock('aws', '5.1')}${lock('kubernetes', '2.1')}`,
    'harmless',
  ],
  ['another provider', 'a/.terraform.lock.hcl', lock('datadog', '3.1'), lock('datadog', '3.2'), 'outside'],
  [
    'two providers',
    '.terraform.lock.hcl',
    `${lock('datadog', '3.1')}${lock('helm', '2.1')}`,
    `${lock('datadog', '3.2')}${lock('helm', '3.0')}`,
    'not understood',
  ],
  [
    'a conflict in a lock file',
    '.terraform.lock.hcl',
    lock('datadog', '3.1'),
    `<<<<<<< a\n${lock('datadog', '3.2')}`,
    'not understood',
  ],
  ['a README', 'README.md', 'a\n', 'b\n', 'harmless'],
  ['a comment', 'a.yaml', `# one\n${deployment('')}`, `# two\n${deployment('')}`, 'harmless'],
  ['the order of keys', 'a.yaml', 'apiVersion: v1\nkind: Service\n', 'kind: Service\napiVersion: v1\n', 'harmless'],
  ['an image', 'a.yaml', deployment('          image: a:1\n'), deployment('          image: a:2\n'), 'harmless'],
  [
    'a variable',
    'a.yaml',
    deployment('          env: [{name: A}]\n'),
    deployment('          env: [{name: B}]\n'),
    'harmless',
  ],
  [
    'a request',
    'a.yaml',
    deployment('          resources: {requests: {cpu: 1}}\n'),
    deployment('          resources: {requests: {cpu: 2}}\n'),
    'modelled',
  ],
  [
    'a limit',
    'a.yaml',
    object('karpenter.sh/v1', 'NodePool', '  limits: {cpu: 1}\n'),
    object('karpenter.sh/v1', 'NodePool', '  limits: {cpu: 2}\n'),
    'modelled',
  ],
  ['a checksum', 'a.yaml', annotated('checksum/config: a'), annotated('checksum/config: b'), 'harmless'],
  [
    'an injected proxy',
    'a.yaml',
    annotated('sidecar.istio.io/proxyCPU: 1'),
    annotated('sidecar.istio.io/proxyCPU: 2'),
    'modelled',
  ],
  [
    'eviction by another autoscaler',
    'a.yaml',
    annotated('cluster-autoscaler.kubernetes.io/safe-to-evict: a'),
    annotated('cluster-autoscaler.kubernetes.io/safe-to-evict: b'),
    'not understood',
  ],
  [
    'what happens to a release after a failed upgrade',
    'a.yaml',
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', '  upgrade: {remediation: {strategy: rollback}}\n'),
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', '  upgrade: {remediation: {strategy: uninstall}}\n'),
    'not understood',
  ],
  [
    'the tag of the chart of Karpenter',
    'a.yaml',
    object('source.toolkit.fluxcd.io/v1', 'OCIRepository', '  url: oci://r.test/karpenter\n  ref: {tag: 1.8.1}\n'),
    object('source.toolkit.fluxcd.io/v1', 'OCIRepository', '  url: oci://r.test/karpenter\n  ref: {tag: 1.9.0}\n'),
    'modelled',
  ],
  [
    'the tag of another chart',
    'a.yaml',
    object('source.toolkit.fluxcd.io/v1', 'OCIRepository', '  url: oci://r.test/istiod\n  ref: {tag: 1.8.1}\n'),
    object('source.toolkit.fluxcd.io/v1', 'OCIRepository', '  url: oci://r.test/istiod\n  ref: {tag: 1.9.0}\n'),
    'not understood',
  ],
  [
    'how often a source is read',
    'a.yaml',
    object('source.toolkit.fluxcd.io/v1', 'OCIRepository', '  interval: 10m\n  url: oci://r.test/istiod\n'),
    object('source.toolkit.fluxcd.io/v1', 'OCIRepository', '  interval: 1h\n  url: oci://r.test/istiod\n'),
    'harmless',
  ],
  [
    'the address of a source',
    'a.yaml',
    object('source.toolkit.fluxcd.io/v1', 'HelmRepository', '  interval: 10m\n  url: https://r.test\n'),
    object('source.toolkit.fluxcd.io/v1', 'HelmRepository', '  interval: 10m\n  url: https://s.test\n'),
    'not understood',
  ],
  [
    'a new repository of Karpenter’s chart',
    'a.yaml',
    '',
    object('source.toolkit.fluxcd.io/v1', 'HelmRepository', '  url: oci://public.ecr.aws/karpenter\n', 'karpenter'),
    'harmless',
  ],
  [
    'a name of a release that it has anyway',
    'a.yaml',
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', '  interval: 1m\n'),
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', '  interval: 1m\n  releaseName: a\n'),
    'harmless',
  ],
  [
    'a name of a release that it has anyway in another namespace',
    'a.yaml',
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', '  targetNamespace: b\n'),
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', '  targetNamespace: b\n  releaseName: b-a\n'),
    'harmless',
  ],
  [
    'another name of a release',
    'a.yaml',
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', '  interval: 1m\n'),
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', '  interval: 1m\n  releaseName: b\n'),
    'not understood',
  ],
  [
    'a namespace of records that is another one',
    'a.yaml',
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', '  interval: 1m\n'),
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', '  interval: 1m\n  storageNamespace: b\n'),
    'not understood',
  ],
  [
    'an annotation without a prefix',
    'a.yaml',
    object('apps/v1', 'StatefulSet', '  replicas: 3\n'),
    object('apps/v1', 'StatefulSet', '  replicas: 3\n').replace(
      '  name: a\n',
      '  name: a\n  annotations: {docs: "https://wiki.example.com/a"}\n',
    ),
    'harmless',
  ],
  [
    'an annotation of somebody’s controller',
    'a.yaml',
    object('apps/v1', 'StatefulSet', '  replicas: 3\n'),
    object('apps/v1', 'StatefulSet', '  replicas: 3\n').replace(
      '  name: a\n',
      '  name: a\n  annotations: {scaler.example.com/night: "0"}\n',
    ),
    'not understood',
  ],
  ['an end of healing', 'a.yaml', synced('selfHeal: true'), synced('selfHeal: false'), 'harmless'],
  ['an end of healing and pruning', 'a.yaml', synced('prune: true, selfHeal: true'), synced(''), 'harmless'],
  ['a begin of healing', 'a.yaml', synced('selfHeal: false'), synced('selfHeal: true'), 'not understood'],
  [
    'an annotation of a PodDisruptionBudget',
    'a.yaml',
    object('policy/v1', 'PodDisruptionBudget', '  maxUnavailable: 1\n'),
    object('policy/v1', 'PodDisruptionBudget', '  maxUnavailable: 1\n').replace(
      '  name: a\n',
      '  name: a\n  annotations: {note: x}\n',
    ),
    'harmless',
  ],
  [
    'a policy for other pods next to Karpenter',
    'a.yaml',
    policy('  podSelector: {matchLabels: {app: metrics}}\n  policyTypes: [Egress]\n'),
    policy('  podSelector: {matchLabels: {app: metrics}}\n  policyTypes: [Ingress]\n'),
    'harmless',
  ],
  [
    'a policy that allows Karpenter everything',
    'a.yaml',
    policy('  podSelector: {}\n  policyTypes: [Egress]\n'),
    policy('  podSelector: {}\n  policyTypes: [Egress]\n  egress: [{}]\n'),
    'harmless',
  ],
  [
    'a policy that no longer allows Karpenter everything',
    'a.yaml',
    policy('  podSelector: {}\n  policyTypes: [Egress]\n  egress: [{}]\n'),
    policy('  podSelector: {}\n  policyTypes: [Egress]\n'),
    'not understood near',
  ],
  [
    'a policy for all pods next to Karpenter that begins to restrict ingress',
    'a.yaml',
    policy('  podSelector: {}\n  policyTypes: [Egress]\n'),
    policy('  podSelector: {}\n  policyTypes: [Ingress]\n'),
    'not understood near',
  ],
  [
    'how often an upgrade is retried',
    'a.yaml',
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', '  upgrade: {remediation: {retries: 1}}\n'),
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', '  upgrade: {remediation: {retries: 3}}\n'),
    'harmless',
  ],
  [
    'an owner of a NodePool',
    'a.yaml',
    object('karpenter.sh/v1', 'NodePool', '  limits: {cpu: 1}\n'),
    owned(object('karpenter.sh/v1', 'NodePool', '  limits: {cpu: 1}\n')),
    'not understood near',
  ],
  [
    'another owner of a Deployment',
    'a.yaml',
    owned(object('apps/v1', 'Deployment', '  replicas: 1\n')),
    owned(object('apps/v1', 'Deployment', '  replicas: 1\n'), 'e2'),
    'not understood near',
  ],
  [
    'an owner that is gone',
    'a.yaml',
    owned(object('karpenter.sh/v1', 'NodePool', '  limits: {cpu: 1}\n')),
    object('karpenter.sh/v1', 'NodePool', '  limits: {cpu: 1}\n'),
    'harmless',
  ],
  [
    'a VirtualService',
    'a.yaml',
    object('networking.istio.io/v1', 'VirtualService', '  hosts: [a]\n'),
    object('networking.istio.io/v1', 'VirtualService', '  hosts: [b]\n'),
    'harmless',
  ],
  [
    'a Ray cluster',
    'a.yaml',
    object(
      'ray.io/v1',
      'RayCluster',
      '  headGroupSpec: { template: { spec: { containers: [{ name: a }] } } }\n  workerGroupSpecs: [{ replicas: 1, template: { spec: { containers: [{ name: a }] } } }]\n',
    ),
    object(
      'ray.io/v1',
      'RayCluster',
      '  headGroupSpec: { template: { spec: { containers: [{ name: a }] } } }\n  workerGroupSpecs: [{ replicas: 2, template: { spec: { containers: [{ name: a }] } } }]\n',
    ),
    'modelled',
  ],
  [
    'an operator of which nothing is known',
    'a.yaml',
    object('farms.example.com/v1', 'Farm', '  replicas: 1\n'),
    object('farms.example.com/v1', 'Farm', '  replicas: 2\n'),
    'not understood',
  ],
  [
    'a Spark application',
    'a.yaml',
    object('sparkoperator.k8s.io/v1beta2', 'SparkApplication', '  mode: a\n'),
    object('sparkoperator.k8s.io/v1beta2', 'SparkApplication', '  mode: b\n'),
    'not understood',
  ],
  [
    'a quota',
    'a.yaml',
    object('v1', 'ResourceQuota', '  hard: {cpu: 1}\n'),
    object('v1', 'ResourceQuota', '  hard: {cpu: 2}\n'),
    'modelled',
  ],
  [
    'a queue',
    'a.yaml',
    object('kueue.x-k8s.io/v1beta1', 'LocalQueue', '  clusterQueue: a\n'),
    object('kueue.x-k8s.io/v1beta1', 'LocalQueue', '  clusterQueue: b\n'),
    'modelled',
  ],
  [
    'the version of a chart',
    'a.yaml',
    object('argoproj.io/v1alpha1', 'Application', '  source: {chart: loki, targetRevision: 1.0.0}\n'),
    object('argoproj.io/v1alpha1', 'Application', '  source: {chart: loki, targetRevision: 1.1.0}\n'),
    'not understood',
  ],
  [
    'the version of Karpenter',
    'a.yaml',
    object('argoproj.io/v1alpha1', 'Application', '  source:\n    chart: karpenter\n    targetRevision: 1.0.0\n'),
    object('argoproj.io/v1alpha1', 'Application', '  source:\n    chart: karpenter\n    targetRevision: 1.1.0\n'),
    'modelled',
  ],
  [
    'values of a chart that is elsewhere',
    'values/istio.yaml',
    'pilot:\n  replicas: 1\n',
    'pilot:\n  replicas: 2\n',
    'not understood',
  ],
  ['values for NodePools', 'prod/values.yaml', 'nodePools: {a: 1}\n', 'nodePools: {a: 2}\n', 'not understood near'],
  ['an image in values', 'values.yaml', 'image:\n  tag: a\n', 'image:\n  tag: b\n', 'harmless'],
  [
    'the CNI',
    'a.yaml',
    object('apps/v1', 'DaemonSet', '  template: {spec: {containers: [{name: a, image: a:1}]}}\n', 'aws-node'),
    object('apps/v1', 'DaemonSet', '  template: {spec: {containers: [{name: a, image: a:2}]}}\n', 'aws-node'),
    'not understood near',
  ],
  [
    'a workload that is only named after Karpenter',
    'a.yaml',
    object('apps/v1', 'Deployment', '  template: {spec: {containers: [{name: a, image: nginx}]}}\n', 'karpenter-test'),
    object(
      'apps/v1',
      'Deployment',
      '  template: {spec: {containers: [{name: a, image: nginx, livenessProbe: {periodSeconds: 3}}]}}\n',
      'karpenter-test',
    ),
    'harmless',
  ],
  [
    'a workload that has an image of Karpenter',
    'a.yaml',
    object(
      'apps/v1',
      'Deployment',
      '  template: {spec: {containers: [{name: a, image: karpenter/controller}]}}\n',
      'my-karpenter',
    ),
    object(
      'apps/v1',
      'Deployment',
      '  template: {spec: {containers: [{name: a, image: karpenter/controller, livenessProbe: {periodSeconds: 3}}]}}\n',
      'my-karpenter',
    ),
    'not understood near',
  ],
  ...(
    [
      ['that only checks it', 'terraform validate', 'harmless'],
      ['that applies it', 'terraform apply', 'not understood'],
      ['that applies it after a check', 'terraform init && terraform \\\n          apply', 'not understood'],
      ['with secrets', 'a ${{ secrets.AWS_KEY }}', 'not understood'],
    ] as const
  ).map(([name, run, expected]) => {
    const withVersion = (version: string): string =>
      `jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: hashicorp/setup-terraform@v3\n        with:\n          terraform_version: "${version}"\n      - run: |\n          ${run}\n`;
    return [
      `the version of Terraform in a workflow ${name}`,
      '.github/workflows/a.yml',
      withVersion('1.9.0'),
      withVersion('1.15.8'),
      expected,
    ] as const;
  }),
  [
    'a step of a workflow',
    '.github/workflows/a.yml',
    'jobs:\n  a:\n    steps:\n      - uses: a@1\n      - run: helm upgrade a\n',
    'jobs:\n  a:\n    steps:\n      - uses: a@2\n      - run: helm upgrade a\n',
    'harmless',
  ],
  [
    'a command of a workflow',
    '.github/workflows/a.yml',
    '- run: helm upgrade a --version 1\n',
    '- run: helm upgrade a --version 2\n',
    'not understood',
  ],
  ['a workflow of tests', '.github/workflows/a.yml', '- run: npm test\n', '- run: npm run all\n', 'outside'],
  [
    'a bucket',
    'a.tf',
    'resource "aws_s3_bucket" "a" {\n  bucket = "a"\n}\n',
    'resource "aws_s3_bucket" "a" {\n  bucket = "b"\n}\n',
    'outside',
  ],
  [
    'the tags of a file system',
    'a.tf',
    'resource "aws_efs_file_system" "a" {\n  tags = { a = "a" }\n}\n',
    'resource "aws_efs_file_system" "a" {\n  tags = { a = "b" }\n}\n',
    'outside',
  ],
  [
    'a remote module',
    'a.tf',
    'module "a" {\n  source = "x/y/aws"\n  version = "1"\n}\n',
    'module "a" {\n  source = "x/y/aws"\n  version = "2"\n}\n',
    'not understood',
  ],
  ['a lock file of providers', '.terraform.lock.hcl', 'a\n', 'b\n', 'not understood'],
];

describe('what is known about a change', () => {
  test.each(kinds)('of %s', (_, file, before, after, expected) => {
    const { entries } = ledgerIn({ [file]: before }, { [file]: after });
    const [wanted, isNear] = [expected.replace(/ near$/, ''), expected.endsWith(' near')];
    expect(entries.map((entry) => [entry.class, entry.isNear === true])).toEqual(entries.map(() => [wanted, isNear]));
    expect(entries.length).toBeGreaterThan(0);
  });

  const target = 'resource "aws_efs_mount_target" "a" {\n  subnet_id = "b"\n}\n';
  const cluster = (argument: string, ignored: string): string =>
    `resource "aws_eks_cluster" "a" {\n  ${argument}\n  lifecycle {\n    ignore_changes = ${ignored}\n  }\n}\n`;

  test.each([
    ['a mount target that goes', target, '', 'not understood'],
    ['a mount target that comes', '', target, 'outside'],
    ['an ignored argument', cluster('x = "a"', 'all'), cluster('x = "b"', 'all'), 'modelled'],
    ['an argument next to an ignored one', cluster('x = "a"', '[y]'), cluster('x = "b"', '[y]'), 'not understood'],
  ])('of %s in evaluated Terraform', (_, before, after, expected) => {
    const other = 'resource "aws_eks_cluster" "other" {\n  name = "o"\n}\n';
    const { entries } = ledgerIn({ 'i/a.tf': other + before }, { 'i/a.tf': other + after }, [], true);
    expect([...new Set(entries.map((entry) => entry.class))]).toEqual([expected]);
  });

  test('of a program depends on what its project creates', () => {
    const change = (others: string[]) =>
      ledgerIn({ 'infra/main.ts': 'a\n' }, { 'infra/main.ts': 'b\n' }, others).entries[0]!.class;
    expect(change([])).toBe('outside');
    expect(change(['infra/Pulumi.yaml'])).toBe('not understood');
    expect(change(['cdk.json'])).toBe('not understood');
    expect(change(['other/cdk.json'])).toBe('outside');
  });

  test.each([
    ['karpenter-crd', ['not understood']],
    ['karpenter', ['modelled']],
  ])('of a release of %s that is new', (chart, expected) => {
    const text = object('argoproj.io/v1alpha1', 'Application', `  source: {chart: ${chart}, targetRevision: 1.9.0}\n`);
    const { entries } = ledgerIn({}, { 'a.yaml': text });
    expect(entries.map((entry) => entry.class).filter((one) => one !== 'harmless')).toEqual(expected);
  });

  test.each([
    ['aws_ssm_parameter', 'name  = "/platform/ami"', 'not understood'],
    ['aws_kms_alias', 'name  = "alias/nodes"', 'not understood'],
    ['aws_ssm_parameter', 'name  = "/platform/other"', 'outside'],
  ])('of a resource of Terraform that a node class may name: %s with %s', (type, name, expected) => {
    const spec =
      '  amiSelectorTerms: [{ssmParameter: /platform/ami}]\n  blockDeviceMappings: [{ebs: {kmsKeyID: alias/nodes}}]\n';
    const files = { 'class.yaml': object('karpenter.k8s.aws/v1', 'EC2NodeClass', spec) };
    const text = (value: string): string => `resource "${type}" "a" {\n  ${name}\n  value = "${value}"\n}\n`;
    const { entries } = ledgerIn({ ...files, 'tf/a.tf': text('1') }, { ...files, 'tf/a.tf': text('2') });
    expect(entries.map((entry) => entry.class)).toEqual([expected]);
  });

  test('of an object that moves to another file is nothing', () => {
    const pool = object('karpenter.sh/v1', 'NodePool', '  limits: {cpu: 1}\n');
    const { counts } = ledgerIn({ 'a.yaml': pool }, { 'pools/a.yaml': pool });
    expect(counts).toMatchObject({ modelled: 0, outside: 0, 'not understood': 0 });
  });

  test('of a long file is one place', () => {
    const long = `a: ${'x'.repeat(2 * 1024 * 1024)}\n`;
    const { entries } = ledgerIn({}, { 'dump.yaml': long });
    expect(entries).toEqual([expect.objectContaining({ file: 'dump.yaml', isWhole: true, class: 'not understood' })]);
  });
});

describe('a security group with another description is near Karpenter', () => {
  const user = 'resource "aws_launch_template" "l" {\n  vpc_security_group_ids = [aws_security_group.g.id]\n}\n';
  const rule = 'resource "aws_security_group_rule" "r" {\n  security_group_id = aws_security_group.other.id\n}\n';

  test.each([
    ['if a resource refers to it', '', user, true],
    ['if it has tags', '  tags = { tier = "nodes" }\n', '', true],
    ['if it names Karpenter', '  name = "karpenter"\n', '', true],
    ['not if nothing uses it', '', '', false],
    ['not if only another group is used', '', rule, false],
  ])('%s', (_, argument, others, isNear) => {
    const file = (description: string) =>
      `resource "aws_security_group" "g" {\n  description = "${description}"\n${argument}}\n${others}`;
    const { entries } = ledgerIn({ 'a.tf': file('a') }, { 'a.tf': file('b') }, [], true);
    expect(entries.map((entry) => [entry.class, entry.isNear === true])).toEqual([['not understood', isNear]]);
  });
});

describe('what is known about a module that comes to depend on another', () => {
  const call = (more: string): string => `module "m" {\n  source = "../m"\n${more}}\n`;
  const [alone, dependent] = [call(''), call('  depends_on = [module.eks]\n')];
  const attachment = (arn: string): string =>
    `resource "aws_iam_role_policy_attachment" "n" {\n  role = "karpenter"\n  policy_arn = ${arn}\n}\n`;
  const policy = `data "aws_iam_policy" "n" {\n  name = "a"\n}\n${attachment('data.aws_iam_policy.n.arn')}`;
  const document = `data "aws_iam_policy_document" "n" {\n}\nresource "aws_iam_policy" "n" {\n  policy = data.aws_iam_policy_document.n.json\n}\n`;
  const bucket = 'data "aws_region" "n" {}\nresource "aws_s3_bucket" "n" {\n  bucket = data.aws_region.n.name\n}\n';

  test.each([
    ['a data source', alone, dependent, { 'm/a.tf': policy }, 'not understood'],
    [
      'a data source through a local value',
      alone,
      dependent,
      {
        'm/a.tf': `locals {\n  arn = data.aws_iam_policy.n.arn\n}\n${policy.replace('= data.', '= local.arn # data.')}`,
      },
      'not understood',
    ],
    [
      'a data source in a module that it calls',
      alone,
      dependent,
      { 'm/a.tf': 'module "n" {\n  source = "../n"\n}\n', 'n/a.tf': policy },
      'not understood',
    ],
    ['a data source, and no longer depends on it', dependent, alone, { 'm/a.tf': policy }, 'harmless'],
    ['no data source', alone, dependent, { 'm/a.tf': attachment('"a"') }, 'harmless'],
    ['the text of a policy', alone, dependent, { 'm/a.tf': document }, 'harmless'],
    ['a data source for a bucket', alone, dependent, { 'm/a.tf': bucket }, 'harmless'],
  ])('with %s', (_, before, after, others, expected) => {
    const { entries } = ledgerIn({ 'i/a.tf': before, ...others }, { 'i/a.tf': after, ...others }, [], true);
    expect(entries.map((entry) => entry.class)).toEqual(entries.map(() => expected));
    expect(entries.length).toBeGreaterThan(0);
  });
});

/** What a change of evaluated Terraform is: the worst class of all its places, and where a value goes. */
describe('what is known about a value that Terraform passes on', () => {
  const local = (value: string, use: string) => `locals {\n  a = "${value}"\n}\n${use}`;
  const used = (kind: string, argument: string) => `resource "${kind}" "x" {\n  ${argument} = local.a\n}\n`;
  const change = (use: string): [Files, Files] => [{ 'i/a.tf': local('1', use) }, { 'i/a.tf': local('2', use) }];
  const variables = (value: string) => `variable "v" {\n  default = "${value}"\n}\n`;
  const call = 'module "m" {\n  source = "../m"\n  v = local.a\n}\n';
  const inModule = (use: string): [Files, Files] => [
    { 'i/a.tf': local('1', call), 'm/a.tf': `${variables('')}${use}` },
    { 'i/a.tf': local('2', call), 'm/a.tf': `${variables('')}${use}` },
  ];

  const chainOf = (count: number): string => {
    const lines = Array.from({ length: count }, (_, i) => `  b${i + 1} = local.b${i}\n`);
    return `locals {\n  b0 = local.a\n${lines.join('')}}\n`;
  };
  const declared = (line: string, argument = 'outpost_arn'): string =>
    `variable "a" {\n  default = "1"\n  ${line}\n}\nresource "aws_subnet" "x" {\n  ${argument} = var.a\n}\n`;
  const redeclared = (before: string, after: string, argument?: string): [Files, Files] => [
    { 'i/a.tf': declared(before, argument) },
    { 'i/a.tf': declared(after, argument) },
  ];

  test.each<[string, [Files, Files], string]>([
    ['with another type', redeclared('type = any', 'type = number'), 'not understood'],
    ['with a default instead of null', redeclared('nullable = true', 'nullable = false'), 'not understood'],
    [
      'with another type, to an argument that a rule reads',
      redeclared('type = any', 'type = string', 'tags'),
      'modelled',
    ],
    ['with another description', redeclared('description = "a"', 'description = "b"'), 'harmless'],
    [
      'for which a security group is replaced',
      change('resource "aws_security_group" "x" {\n  description = local.a\n}\n'),
      'not understood',
    ],
    ['for a description of a key', change('resource "aws_kms_key" "x" {\n  description = local.a\n}\n'), 'harmless'],
    ['to nothing', change(''), 'harmless'],
    ['to an output', change('output "o" {\n  value = local.a\n}\n'), 'harmless'],
    ['to a bucket', change(used('aws_s3_bucket', 'bucket')), 'outside'],
    ['to an argument that a rule reads', change(used('aws_subnet', 'cidr_block')), 'modelled'],
    ['to an argument that no rule reads', change(used('aws_subnet', 'outpost_arn')), 'not understood'],
    [
      'to a bucket and to an argument that no rule reads',
      change(used('aws_s3_bucket', 'bucket') + used('aws_subnet', 'outpost_arn').replace('"x"', '"y"')),
      'not understood',
    ],
    ['to whether a resource exists', change(used('aws_eks_addon', 'count')), 'not understood'],
    ['within a text', change('resource "aws_subnet" "x" {\n  outpost_arn = "a-${local.a}"\n}\n'), 'not understood'],
    ['in an index', change('resource "aws_subnet" "x" {\n  outpost_arn = var.all[local.a].arn\n}\n'), 'not understood'],
    [
      'through another local value',
      change(`locals {\n  b = [local.a]\n}\n${used('aws_sqs_queue', 'name').replace('local.a', 'local.b[0]')}`),
      'modelled',
    ],
    ['through thousands of local values', change(chainOf(3000)), 'not understood'],
    ['in a circle', change('locals {\n  b = local.c\n  c = "${local.a}${local.b}"\n}\n'), 'harmless'],
    ['to the region of a provider', change('provider "aws" {\n  region = local.a\n}\n'), 'modelled'],
    ['to another provider', change('provider "google" {\n  project = local.a\n}\n'), 'outside'],
    ['to how Terraform signs in', change('provider "kubernetes" {\n  token = local.a\n}\n'), 'harmless'],
    ['to where resources are created', change('provider "kubernetes" {\n  host = local.a\n}\n'), 'not understood'],
    ['to a module from elsewhere', change('module "m" {\n  source = "x/y/aws"\n  v = local.a\n}\n'), 'not understood'],
    [
      'to a module of buckets',
      change('module "m" {\n  source = "terraform-aws-modules/s3-bucket/aws"\n  v = local.a\n}\n'),
      'outside',
    ],
    ['to a module that does not use it', inModule(''), 'harmless'],
    [
      'to a module that uses it for a bucket',
      inModule('resource "aws_s3_bucket" "x" {\n  bucket = var.v\n}\n'),
      'outside',
    ],
    [
      'to a module that uses it where no rule reads',
      inModule('resource "aws_subnet" "x" {\n  outpost_arn = var.v\n}\n'),
      'not understood',
    ],
    [
      'out of a module',
      [
        {
          'i/a.tf': `module "m" {\n  source = "../m"\n}\n${used('aws_subnet', 'outpost_arn').replace('local.a', 'module.m.o')}`,
          'm/a.tf': local('1', 'output "o" {\n  value = local.a\n}\n'),
        },
        {
          'i/a.tf': `module "m" {\n  source = "../m"\n}\n${used('aws_subnet', 'outpost_arn').replace('local.a', 'module.m.o')}`,
          'm/a.tf': local('2', 'output "o" {\n  value = local.a\n}\n'),
        },
      ],
      'not understood',
    ],
    [
      'of a region that leads elsewhere',
      [
        {
          'i/a.tf':
            variables('1').replace('"v"', '"region"') +
            used('aws_subnet', 'outpost_arn').replace('local.a', 'var.region'),
        },
        {
          'i/a.tf':
            variables('2').replace('"v"', '"region"') +
            used('aws_subnet', 'outpost_arn').replace('local.a', 'var.region'),
        },
      ],
      'not understood',
    ],
    [
      'of a variable, by its default',
      [
        { 'i/a.tf': `${variables('1')}${used('aws_sqs_queue', 'name').replace('local.a', 'var.v')}` },
        { 'i/a.tf': `${variables('2')}${used('aws_sqs_queue', 'name').replace('local.a', 'var.v')}` },
      ],
      'modelled',
    ],
    [
      'of a variable, by a file in a folder below',
      [
        {
          'i/a.tf': `${variables('')}${used('aws_subnet', 'outpost_arn').replace('local.a', 'var.v')}`,
          'i/env/a.tfvars': 'v = "1"\n',
        },
        {
          'i/a.tf': `${variables('')}${used('aws_subnet', 'outpost_arn').replace('local.a', 'var.v')}`,
          'i/env/a.tfvars': 'v = "2"\n',
        },
      ],
      'not understood',
    ],
    [
      'of a variable that nobody declares',
      [
        { 'i/a.tf': '', 'i/a.tfvars': 'v = "1"\n' },
        { 'i/a.tf': '', 'i/a.tfvars': 'v = "2"\n' },
      ],
      'harmless',
    ],
    [
      'of a variable, by a file of a folder next to it',
      [
        {
          'i/a.tf': `${variables('')}${used('aws_subnet', 'cidr_block').replace('local.a', 'var.v')}`,
          'env/a.tfvars': 'v = "1"\n',
        },
        {
          'i/a.tf': `${variables('')}${used('aws_subnet', 'cidr_block').replace('local.a', 'var.v')}`,
          'env/a.tfvars': 'v = "2"\n',
        },
      ],
      'modelled',
    ],
    [
      'next to a file that cannot be read',
      [
        { 'i/a.tf': local('1', ''), 'i/b.tf': 'resource "x" {{{\n' },
        { 'i/a.tf': local('2', ''), 'i/b.tf': 'resource "x" {{{\n' },
      ],
      'not understood',
    ],
    [
      'in a file of Terragrunt',
      [
        { 'i/terragrunt.hcl': local('1', 'inputs = {\n  a = local.a\n}\n') },
        { 'i/terragrunt.hcl': local('2', 'inputs = {\n  a = local.a\n}\n') },
      ],
      'not understood',
    ],
    [
      'that is new in a folder that has others',
      [{ 'i/a.tf': 'locals {\n  b = 1\n}\n' }, { 'i/a.tf': 'locals {\n  b = 1\n  a = 2\n}\n' }],
      'harmless',
    ],
    [
      'that is new, but was used before',
      [
        { 'i/a.tf': used('aws_subnet', 'outpost_arn') },
        { 'i/a.tf': `locals {\n  a = 2\n}\n${used('aws_subnet', 'outpost_arn')}` },
      ],
      'not understood',
    ],
    [
      'that a data source finds',
      [
        {
          'i/a.tf': `data "aws_vpc" "d" {\n  id = "1"\n}\n${used('aws_subnet', 'vpc_id').replace('local.a', 'data.aws_vpc.d.id')}`,
        },
        {
          'i/a.tf': `data "aws_vpc" "d" {\n  id = "2"\n}\n${used('aws_subnet', 'vpc_id').replace('local.a', 'data.aws_vpc.d.id')}`,
        },
      ],
      'modelled',
    ],
  ])('%s', (_, [base, head], expected) => {
    const { entries } = ledgerIn(base, head, [], true);
    expect(entries.length).toBeGreaterThan(0);
    expect(weakest(entries)?.class).toBe(expected);
  });

  test.each<[string, string, PlaceClass]>([
    ['that something uses', used('aws_subnet', 'cidr_block').replace('local.a', 'var.v'), 'not understood'],
    ['that a bucket uses', used('aws_s3_bucket', 'bucket').replace('local.a', 'var.v'), 'outside'],
    ['that nothing uses', '', 'outside'],
  ])('of a variable %s, by a file that nothing reads', (_, use, expected) => {
    const sides = ['1', '2'].map((value) => ({
      'i/a.tf': `${variables('')}${use}`,
      'env/a.tfvars': `v = "${value}"\n`,
    }));
    const { entries } = ledgerIn(sides[0]!, sides[1]!, [], true, ['env/a.tfvars']);
    expect(entries.map((entry) => entry.class)).toEqual([expected]);
  });

  test.each([
    ['{% if a %}\n', 'a template that another program fills in'],
    ['resource "x" {{{\n', 'its syntax is invalid'],
  ])('%j cannot be read', (text, reason) => {
    const { entries } = ledgerIn({ 'a.tf': text }, { 'a.tf': `${text}${text}` }, [], true);
    expect(entries.map((entry) => entry.reason)).toEqual([reason]);
  });

  test.each([
    [
      'a release of others',
      'resource "helm_release" "loki" {\n  values = [file("v/loki.yaml")]\n}\n',
      'its values are for `helm_release.loki`, whose chart is not rendered',
      false,
    ],
    [
      'a release of Karpenter',
      'resource "helm_release" "karpenter" {\n  values = [file("v/loki.yaml")]\n}\n',
      'Terraform reads this file, and no object shows what its values become',
      true,
    ],
    [
      'a local value',
      'locals {\n  a = yamldecode(file("v/loki.yaml"))\n}\n',
      'Terraform reads this file, and no object shows what its values become',
      true,
    ],
  ])('in a file for %s', (_, text, reason, isNear) => {
    const { entries } = ledgerIn(
      { 'a.tf': text, 'v/loki.yaml': 'replicas: 1\n' },
      { 'a.tf': text, 'v/loki.yaml': 'replicas: 2\n' },
      [],
      true,
    );
    expect(entries.map((entry) => [entry.reason, entry.isNear === true])).toEqual([[reason, isNear]]);
  });

  const environments = (cidr: string) => `locals {
  all = {
    dev  = { cidr = "${cidr}", arn = "a" }
    prod = { cidr = "10.0.0.0/24", arn = "b" }
  }
  env = local.all[terraform.workspace]
}
`;

  test.each<[string, string, string]>([
    [
      'of a local value',
      'resource "aws_subnet" "x" {\n  cidr_block  = local.env.cidr\n  outpost_arn = local.env.arn\n}\n',
      'modelled',
    ],
    ['of an input', 'module "m" {\n  source = "../m"\n  v      = local.all["dev"]\n}\n', 'modelled'],
    ['of an output', 'output "o" {\n  value = local.env.cidr\n}\n', 'harmless'],
    ['of another environment', 'resource "aws_subnet" "x" {\n  outpost_arn = local.all.prod.arn\n}\n', 'harmless'],
    ['or the whole value', 'resource "aws_subnet" "x" {\n  outpost_arn = jsonencode(local.env)\n}\n', 'not understood'],
  ])('a changed member reaches only the uses of that member %s', (_, use, judgementClass) => {
    const others = {
      'm/a.tf':
        'variable "v" {}\nresource "aws_subnet" "x" {\n  cidr_block  = var.v.cidr\n  outpost_arn = var.v.arn\n}\n',
    };
    const { entries } = ledgerIn(
      { 'i/a.tf': environments('10.0.1.0/24') + use, ...others },
      { 'i/a.tf': environments('10.0.2.0/24') + use, ...others },
      [],
      true,
    );
    expect(entries.map((entry) => entry.class)).toEqual([judgementClass]);
  });

  test.each([
    'lookup(local.all, terraform.workspace, local.all.prod)',
    'try(local.all[terraform.workspace], local.all["prod"])',
    'merge(local.all["prod"], local.all[terraform.workspace])',
    'terraform.workspace == "prod" ? local.all.prod : local.all.dev',
  ])('a changed member reaches only the uses of that member through `%s`', (env) => {
    const texts = (cidr: string, use: string): Files => ({
      'i/a.tf': `${environments(cidr).replace('local.all[terraform.workspace]', env)}${use}`,
    });
    const classOf = (use: string) =>
      ledgerIn(texts('10.0.1.0/24', use), texts('10.0.2.0/24', use), [], true).entries.map((entry) => entry.class);

    const used = (member: string): string => `resource "aws_subnet" "x" {\n  outpost_arn = ${member}\n}\n`;
    expect(classOf(used('local.env.arn'))).toEqual(['harmless']);
    expect(classOf(used('local.env.cidr'))).toEqual(['not understood']);
    expect(classOf(used(`(${env}).arn`))).toEqual(['harmless']);
  });

  test('of a kustomization names the chart that is not rendered, unless it is that of Karpenter', () => {
    const charts = (name: string, version: string): Files => ({
      'k/kustomization.yaml': `helmCharts:\n  - name: ${name}\n    version: ${version}\n`,
    });
    const reasonOf = (name: string): readonly string[] =>
      ledgerIn(charts(name, '1.0.0'), charts(name, '1.1.0')).entries.map(({ reason }) => reason);
    expect(reasonOf('nvidia-device-plugin')).toEqual(['plumbline does not render the chart `nvidia-device-plugin`']);
    expect(reasonOf('karpenter')).not.toEqual(['plumbline does not render the chart `karpenter`']);
  });

  test('names the place that it reaches', () => {
    const { entries } = ledgerIn(...change(used('aws_subnet', 'outpost_arn')), [], true);
    expect(entries.map(({ reason }) => reason)).toEqual([
      'it reaches `aws_subnet.x outpost_arn`: plumbline does not judge this argument',
    ]);
  });
});

test('values of a chart that is elsewhere are one place for each key at the top, unless only one changes', () => {
  const release = (pilot: string, gateway: string): string =>
    object(
      'helm.toolkit.fluxcd.io/v2',
      'HelmRelease',
      `  chart: {spec: {chart: istiod}}\n  values:\n    pilot:\n${pilot}    gateway:\n${gateway}`,
    );
  const base = release('      replicas: 1\n      memory: 1Gi\n', '      replicas: 1\n');
  const head = release('      replicas: 2\n      memory: 2Gi\n', '      replicas: 2\n');
  const { entries } = ledgerIn({ 'a.yaml': base }, { 'a.yaml': head });
  expect(entries.map(({ what }) => what)).toEqual([
    'HelmRelease a spec.values.pilot',
    'HelmRelease a spec.values.gateway.replicas 1 → 2',
  ]);
  const hosts = (second: string): string => release('', `      hosts:\n        - a: 1\n          b: 2\n${second}`);
  const added = ledgerIn({ 'a.yaml': hosts('') }, { 'a.yaml': hosts('        - a: 3\n          b: 4\n') });
  expect(added.entries.map(({ what }) => what)).toEqual(['HelmRelease a spec.values.gateway.hosts']);
});

describe('what is known about settings of Terraform', () => {
  const provider = 'provider "kubernetes" {\n  host = "a"\n}\n';
  const required = (name: string, version: string) =>
    `terraform {\n  required_providers {\n    ${name} = {\n      version = "${version}"\n    }\n  }\n}\n`;

  test.each<[string, Files, Files, string]>([
    ['of a new folder', {}, { 'i/a.tf': `${provider}${required('aws', '6')}` }, 'harmless'],
    [
      'that a folder gets',
      { 'i/b.tf': 'output "b" {}\n' },
      { 'i/b.tf': 'output "b" {}\n', 'i/a.tf': provider },
      'not understood',
    ],
    ['for a provider of others', { 'a.tf': required('random', '1') }, { 'a.tf': required('random', '2') }, 'outside'],
    ['for a provider', { 'a.tf': required('aws', '5') }, { 'a.tf': required('aws', '6') }, 'not understood'],
    ['for a later minor', { 'a.tf': required('aws', '~> 5.1') }, { 'a.tf': required('aws', '~> 5.9') }, 'harmless'],
    ['from a later minor on', { 'a.tf': required('aws', '>= 5.1') }, { 'a.tf': required('aws', '>= 5.9') }, 'harmless'],
    [
      'for a range with the same end',
      { 'a.tf': required('aws', '>= 5.1, < 6.0.0') },
      { 'a.tf': required('aws', '>= 5.9, < 6') },
      'harmless',
    ],
    [
      'for a range with another end',
      { 'a.tf': required('aws', '>= 5.1, < 6') },
      { 'a.tf': required('aws', '>= 5.1, < 7') },
      'not understood',
    ],
    [
      'before the first version',
      { 'a.tf': required('flux', '~> 0.1.0') },
      { 'a.tf': required('flux', '~> 0.2.0') },
      'not understood',
    ],
    [
      'from a next major on',
      { 'a.tf': required('aws', '>= 5.1') },
      { 'a.tf': required('aws', '>= 6.0') },
      'not understood',
    ],
    ['that are no version', { 'a.tf': required('aws', '5.x') }, { 'a.tf': required('aws', '5.y') }, 'not understood'],
    [
      'about the source of a provider',
      { 'a.tf': required('aws', '5').replace('version =', 'source = "a/aws"\n      version =') },
      { 'a.tf': required('aws', '5').replace('version =', 'source = "b/aws"\n      version =') },
      'not understood',
    ],
    [
      'about locks of the state',
      { 'a.tf': 'terraform {\n  backend "s3" {\n    key = "a"\n    dynamodb_table = "l"\n  }\n}\n' },
      { 'a.tf': 'terraform {\n  backend "s3" {\n    key = "a"\n    use_lockfile = true\n  }\n}\n' },
      'harmless',
    ],
    [
      'written as blocks',
      { 'a.tf': 'provider "helm" {\n  kubernetes {\n    host = "a"\n    exec {\n      command = "b"\n    }\n  }\n}\n' },
      {
        'a.tf':
          'provider "helm" {\n  kubernetes = {\n    host = "a"\n    exec = {\n      command = "b"\n    }\n  }\n}\n',
      },
      'harmless',
    ],
    [
      'written as blocks, for another cluster',
      { 'a.tf': 'provider "helm" {\n  kubernetes {\n    host = "a"\n  }\n}\n' },
      { 'a.tf': 'provider "helm" {\n  kubernetes = {\n    host = "b"\n  }\n}\n' },
      'not understood',
    ],
    [
      'about state',
      { 'a.tf': 'terraform {\n  backend "s3" {\n    key = "a"\n  }\n}\n' },
      { 'a.tf': 'terraform {\n  backend "s3" {\n    key = "b"\n  }\n}\n' },
      'not understood',
    ],
    [
      'with another alias',
      { 'a.tf': 'provider "aws" {\n  profile = "a"\n}\n' },
      { 'a.tf': 'provider "aws" {\n  profile = "a"\n}\nprovider "aws" {\n  alias = "b"\n  profile = "b"\n}\n' },
      'harmless',
    ],
    [
      'that give a module another provider',
      { 'a.tf': 'module "x" {\n  source = "acme/x/aws"\n  providers = { aws = aws.a }\n}\n' },
      { 'a.tf': 'module "x" {\n  source = "acme/x/aws"\n  providers = { aws = aws.b }\n}\n' },
      'not understood',
    ],
  ])('%s', (_, base, head, expected) => {
    expect(weakest(ledgerIn(base, head, [], true).entries)?.class).toBe(expected);
  });
});

test.each<[string, string, string, string | undefined]>([
  ['instance types', '    instanceType: m5.large\n', '    instanceType: m6i.large\n', 'what a new node group gets'],
  ['spot instances', '', '    spot: true\n', 'what a new node group gets'],
  ['more nodes', '    desiredCapacity: 2\n', '    desiredCapacity: 3\n', undefined],
])('a node group of eksctl gets %s', (_, before, after, decides) => {
  const config = (fields: string): Files => ({
    'c.yaml': `apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: c, region: eu-west-1}\nmanagedNodeGroups:\n  - name: system\n${fields}`,
  });
  const [entry] = ledgerIn(config(before), config(after)).entries.filter(
    ({ class: name }) => name === 'not understood',
  );
  expect(entry?.decides?.slice(0, decides?.length)).toBe(decides);
});

describe('inputs of the EKS module with the names of version 21', () => {
  const call = (version: string, inputs: string): Files => ({
    'a.tf': `module "eks" {\n  source  = "terraform-aws-modules/eks/aws"\n  version = "${version}"\n${inputs}}\n`,
  });
  const old = '  cluster_name    = "c"\n  cluster_version = "1.33"\n  cluster_addons = {\n    coredns = {}\n  }\n';
  const classesOf = (inputs: string): string[] =>
    ledgerIn(call('20.31.0', old), call('21.3.0', inputs), [], true)
      .entries.filter(({ what }) => !/version 20/.test(what))
      .map(({ what, class: name }) => `${what}: ${name}`);

  test('and the same values', () => {
    const inputs = '  name               = "c"\n  kubernetes_version = "1.33"\n  addons = {\n    coredns = {}\n  }\n';
    expect(classesOf(inputs).filter((text) => !text.endsWith('harmless'))).toEqual([]);
  });

  test('and another value', () => {
    const inputs = '  name               = "c"\n  kubernetes_version = "1.34"\n  addons = {\n    coredns = {}\n  }\n';
    expect(
      classesOf(inputs)
        .filter((text) => !text.endsWith('harmless'))
        .join(),
    ).toContain('version');
  });

  test('and one that is gone', () => {
    const rest = classesOf('  name = "c"\n  kubernetes_version = "1.33"\n').filter(
      (text) => !text.endsWith('harmless'),
    );
    expect(rest.join()).toContain('cluster_addons');
  });
});

describe('a version of a module', () => {
  const call = (version: string): Files => ({
    'a.tf': `module "queue" {\n  source  = "acme/queue/aws"\n  version = "${version}"\n}\n`,
  });

  test.each<[string, string, string, string]>([
    ['whose newest stays the same', '~> 5.0', '~> 5.8', 'harmless'],
    ['that starts later', '>= 5.0', '>= 5.8', 'harmless'],
    ['that is exact', '5.0.0', '5.8.0', 'not understood'],
    ['with another major', '~> 5.0', '~> 6.0', 'not understood'],
    ['with another minor', '~> 5.1.0', '~> 5.2.0', 'not understood'],
    ['that becomes exact', '~> 5.0', '5.8.0', 'not understood'],
    ['that is exact in other words', '5.8.0', '= 5.8.0', 'harmless'],
  ])('%s', (_, before, after, expected) => {
    expect(weakest(ledgerIn(call(before), call(after), [], true).entries)?.class).toBe(expected);
  });

  test.each<[string, string, string, string]>([
    ['the name of the public registry', 'acme/queue/aws', 'registry.terraform.io/acme/queue/aws', 'harmless'],
    ['another registry', 'acme/queue/aws', 'app.terraform.io/acme/queue/aws', 'not understood'],
    ['another module', 'acme/queue/aws', 'registry.terraform.io/acme/topic/aws', 'not understood'],
    ['another submodule', 'acme/queue/aws//a', 'registry.terraform.io/acme/queue/aws//b', 'not understood'],
  ])('with the address of %s', (_, before, after, expected) => {
    const from = (source: string): Files => ({ 'a.tf': call('5.0.0')['a.tf']!.replace('acme/queue/aws', source) });
    expect(weakest(ledgerIn(from(before), from(after), [], true).entries)?.class).toBe(expected);
  });
});

test.each<[string, string, string]>([
  ['with the same values', '[{ name = "a", value = "1" }, { value = var.b, name = "b" }]', 'harmless'],
  ['with another value', '[{ name = "a", value = "2" }, { name = "b", value = var.b }]', 'not understood'],
  ['with one value less', '[{ name = "a", value = "1" }]', 'not understood'],
  ['in another order', '[{ name = "b", value = var.b }, { name = "a", value = "1" }]', 'not understood'],
])('blocks of a release become a list %s', (_, list, expected) => {
  const release = (settings: string): Files => ({
    'a.tf': `resource "helm_release" "agent" {\n  chart = "agent"\n  repository = "https://example.com"\n${settings}}\n`,
  });
  const blocks = '  set {\n    name = "a"\n    value = "1"\n  }\n  set {\n    name = "b"\n    value = var.b\n  }\n';
  const { entries } = ledgerIn(release(blocks), release(`  set = ${list}\n`), [], true);
  expect(weakest(entries)?.class).toBe(expected);
});

describe('a module with another name', () => {
  const root = (name: string, version: string, more = ''): Files => ({
    'a.tf': `module "${name}" {\n  source  = "acme/queue/aws"\n  version = "${version}"\n}\nresource "helm_release" "agent" {\n  chart  = "agent"\n  values = ["queue: \${module.${name}.queue_name}"]\n}\n${more}`,
  });
  const moved = 'moved {\n  from = module.old\n  to   = module.new\n}\n';

  test.each<[string, Files, string]>([
    ['that a `moved` block names', root('new', '1.0.0', moved), 'harmless'],
    ['that no block names', root('new', '1.0.0'), 'not understood'],
    ['and another version', root('new', '2.0.0', moved), 'not understood'],
    ['that another block names', root('new', '1.0.0', moved.replace('module.old', 'module.other')), 'not understood'],
  ])('%s', (_, head, expected) => {
    expect(weakest(ledgerIn(root('old', '1.0.0'), head, [], true).entries)?.class).toBe(expected);
  });
});

describe('what is known about YAML in a text of Terraform', () => {
  const release = (values: string): string =>
    `resource "helm_release" "agent" {\n  chart = "agent"\n  values = [<<-YAML\n${values}    YAML\n  ]\n}\n`;

  const before = '    image:\n      tag: ${var.tag}\n    replicas: 2\n';

  test.each<[string, string, string]>([
    ['a comment', `    # Who owns it\n${before.replace('2', '2 # for now')}`, 'harmless'],
    ['another layout', '    image: { tag: "${var.tag}" }\n    replicas: 2\n', 'harmless'],
    ['another expression', before.replace('var.tag', 'var.other'), 'not understood'],
    ['another value', before.replace('2', '3'), 'not understood'],
    ['a comment and another value', `    # Who owns it\n${before.replace('2', '3')}`, 'not understood'],
  ])('%s', (_, after, expected) => {
    const { entries } = ledgerIn({ 'a.tf': release(before) }, { 'a.tf': release(after) }, [], true);
    expect(weakest(entries)?.class).toBe(expected);
  });
});

describe('what is known about a line of a kustomization', () => {
  const file = 'k/kustomization.yaml';
  const kustomization = (rest: string): string =>
    `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [d.yaml]\n${rest}`;

  /** The classes of a change of the number of replicas, with what the kustomization renders to on both sides. */
  const classes = (before: string | null, after: string | null): readonly string[] => {
    const side = (text: string, rendered: string | null): LedgerSide => {
      const name = 'k (kustomize)';
      const whole = { file: 'k/d.yaml', start: 0, end: 0 };
      const source = {
        file: name,
        text: rendered ?? '',
        origin: { tool: 'kustomize' as const, root: 'k', trace: () => ({ span: whole, isExact: false }) },
      };
      return {
        set: manifestSet(rendered === null ? [] : [parseManifests(source, { set: {} })]),
        sources: rendered === null ? [{ file, text }] : [{ file, text }, source],
        roots: [{ name: 'k', files: [file], rendered: rendered === null ? null : name, file, given: '' }],
        terraform: [],
        usedFiles: new Set(),
      };
    };
    const [old, now] = [2, 3].map((count) => kustomization(`replicas:\n- name: d\n  count: ${count}\n`));
    const { entries } = ledgerOf({
      changed: { files: [{ path: file, before: old, after: now }], has: (path) => path === file },
      base: side(old!, before),
      head: side(now!, after),
      resources: [],
    });
    return entries.map((entry) => `${entry.class}: ${entry.reason}`);
  };

  const rendered = (replicas: number): string => object('apps/v1', 'Deployment', `  replicas: ${replicas}\n`);

  test('is what the rendered objects show', () =>
    expect(classes(rendered(2), rendered(3))).toEqual([expect.stringMatching(/^modelled: /)]));

  test('is nothing if they stay the same', () =>
    expect(classes(rendered(2), rendered(2))).toEqual(['harmless: `k` renders to the same objects']));

  test('is not understood if nothing is rendered', () =>
    expect(classes(null, null)).toEqual(['not understood: `k` is not rendered']));
});

test('a second object with the name of another one is not compared with it', () => {
  const application = (path: string, revision: string): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata:\n  name: pools\n  namespace: argocd\nspec:\n  source:\n    path: ${path}\n    targetRevision: ${revision}\n  destination:\n    name: ${path}\n`;
  const [old, second] = [application('prod', 'main'), application('stage', 'next')];
  const whats = (base: Files, head: Files): readonly string[] =>
    ledgerIn(base, head).entries.flatMap((entry) => (entry.class === 'not understood' ? [entry.what] : []));

  expect(new Set(whats({ 'a.yaml': old }, { 'a.yaml': old, 'b.yaml': second }))).toEqual(
    new Set(['Application argocd/pools']),
  );
  // One that moved is compared.
  expect(whats({ 'a.yaml': old }, { 'b.yaml': second }).join()).toContain('spec.source.path');
});

test('a new kustomization that is not rendered is one place, with its chart and all of its keys', () => {
  const file = 'k/kustomization.yaml';
  const text =
    'namespace: gpu\nnamePrefix: a-\nresources:\n  - a.yaml\nhelmCharts:\n  - name: nvidia-device-plugin\n    repo: https://charts.example.com\n    version: 1.0.0\n';
  const root = { name: 'k', files: [file], rendered: null, file, given: '' };
  const side = (sources: readonly { readonly file: string; readonly text: string }[]): LedgerSide => ({
    set: manifestSet(sources.map((source) => parseManifests(source, { set: {} }))),
    sources,
    roots: sources.length === 0 ? [] : [root],
    terraform: [],
    usedFiles: new Set(),
  });
  const { entries } = ledgerOf({
    changed: { files: [{ path: file, before: undefined, after: text }], has: (path) => path === file },
    base: side([]),
    head: side([{ file, text }]),
    resources: [],
  });
  expect(entries.filter((entry) => entry.class === 'not understood').map(({ what }) => what)).toEqual([file]);
});

describe('what is known about a variable that Flux replaces', () => {
  const file = 'flux.yaml';
  const definition = (value: string): string =>
    `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: team, namespace: flux-system}\nspec:\n  path: ./k\n  postBuild:\n    substitute:\n      color: ${value}\n`;

  /** The classes of a change of the variable, with what the Kustomization renders to on both sides. */
  const classes = (before: string | null, after: string | null): readonly string[] => {
    const side = (text: string, rendered: string | null): LedgerSide => {
      const [name, root] = ['team (flux)', 'Kustomization flux-system/team (k)'];
      const at = { file: 'k/d.yaml', start: 0, end: 0 };
      const origin = { tool: 'flux' as const, root, trace: () => ({ span: at, isExact: false }) };
      const sources = rendered === null ? [] : [{ file: name, text: rendered, origin }];
      const own = { file, text };
      return {
        set: manifestSet([own, ...sources].map((source) => parseManifests(source, { set: {} }))),
        sources: [own, ...sources],
        roots: [{ name: root, files: ['k/d.yaml'], rendered: rendered === null ? null : name, file, given: '' }],
        terraform: [],
        usedFiles: new Set(),
      };
    };
    const [old, now] = [definition('blue'), definition('red')];
    const { entries } = ledgerOf({
      changed: { files: [{ path: file, before: old, after: now }], has: (path) => path === file },
      base: side(old, before),
      head: side(now, after),
      resources: [],
    });
    return entries.map((entry) => entry.class);
  };

  const rendered = (replicas: number): string => object('apps/v1', 'Deployment', `  replicas: ${replicas}\n`);

  test.each<[string, string | null, string | null, string]>([
    ['is what the rendered objects show', rendered(2), rendered(3), 'modelled'],
    ['is nothing if they stay the same', rendered(2), rendered(2), 'harmless'],
    ['is not understood if they are unknown on a side', rendered(2), null, 'not understood'],
  ])('%s', (_, before, after, expected) => expect(classes(before, after)).toEqual([expected]));
});

test('a line of a template is judged by the object that it is in, if its name is written there', () => {
  const crd =
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: things.example.com\n';
  const hook =
    'apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingWebhookConfiguration\nmetadata:\n  name: hook\n';
  const rendered = {
    file: 'c (helm)',
    text: `${crd}---\n${hook}`,
    origin: {
      root: 'c',
      tool: 'helm' as const,
      trace: () => ({ span: { file: 'c/x', start: 0, end: 0 }, isExact: false }),
    },
  };
  const files: Files = {
    'c/templates/crd.yaml': `${crd}  labels: {{ .Values.labels }}\n`,
    'c/templates/hook.yaml': `${hook.replace('name: hook', 'name: {{ .Values.name }}')}`,
  };
  const nothing: LedgerSide = { set: manifestSet([]), sources: [], roots: [], terraform: [], usedFiles: new Set() };
  const set = manifestSet([parseManifests(rendered, { set: {} })]);
  const roots = [{ name: 'c', files: Object.keys(files), rendered: rendered.file, file: 'c/Chart.yaml', given: '' }];
  const { entries } = ledgerOf({
    changed: {
      files: Object.entries(files).map(([path, after]) => ({ path, before: undefined, after })),
      has: (path) => path in files,
    },
    base: nothing,
    head: { ...nothing, set, sources: [rendered], roots },
    resources: [],
  });
  const classes = (file: string) => new Set(entries.filter((entry) => entry.file === file).map((entry) => entry.class));
  expect(classes('c/templates/crd.yaml')).toEqual(new Set(['harmless']));
  expect(classes('c/templates/hook.yaml')).toEqual(new Set(['harmless', 'not understood']));
});

describe('a template of a chart that is not rendered', () => {
  const pool = (limits: string, weight = '{{ .Values.weight }}'): string =>
    object('karpenter.sh/v1', 'NodePool', `  limits:\n${limits}\n  weight: ${weight}\n`);

  test.each([
    ['a literal value', pool('    cpu: 1'), pool('    cpu: 2'), ['modelled: NodePool a spec.limits.cpu']],
    [
      'a value of the chart',
      pool('    cpu: 1'),
      pool('    cpu: 1', '{{ .Values.other }}'),
      ['not understood: charts/pools/templates/a.yaml'],
    ],
    [
      'a directive',
      pool('    cpu: 1'),
      pool('    {{- if .Values.cpu }}\n    cpu: 1\n    {{- end }}'),
      ['not understood: charts/pools/templates/a.yaml'],
    ],
    [
      'one of two values of a field',
      pool('    {{- if .Values.large }}\n    cpu: 8\n    {{- else }}\n    cpu: 1\n    {{- end }}'),
      pool('    {{- if .Values.large }}\n    cpu: 8\n    {{- else }}\n    cpu: 2\n    {{- end }}'),
      ['not understood: NodePool a spec.limits.cpu'],
    ],
    [
      'an object of an API that depends on values',
      pool('    cpu: 1').replace('karpenter.sh/v1', '{{ .Values.api }}'),
      pool('    cpu: 2').replace('karpenter.sh/v1', '{{ .Values.api }}'),
      ['not understood: NodePool a spec.limits.cpu 1 → 2'],
    ],
    [
      'a literal value and a value of the chart',
      pool('    cpu: 1'),
      pool('    cpu: 2', '{{ .Values.other }}'),
      ['modelled: NodePool a spec.limits.cpu', 'not understood: charts/pools/templates/a.yaml'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(unrenderedTemplate(before, after)).toEqual(expected);
  });
});

test.each<[what: string, before: string | undefined, isHarmless: boolean]>([
  ['that is new', undefined, true],
  ['that had another cluster before', 'dependency "cluster" {\n  config_path = "../other"\n}\n', false],
])('where a unit of Terragrunt %s takes values from', (_, before, isHarmless) => {
  const unit =
    'include "root" {\n  path = find_in_parent_folders()\n}\ndependency "cluster" {\n  config_path = "../cluster"\n}\n';
  const base = { ...(before !== undefined && { 'live/a/terragrunt.hcl': before }), 'live/a/b.tf': '' };
  const { entries } = ledgerIn(
    base,
    { 'live/a/terragrunt.hcl': unit, ...(before !== undefined && { 'live/a/b.tf': '' }) },
    [],
    true,
  );
  expect(entries.every((entry) => entry.class === 'harmless')).toBe(isHarmless);
});

test.each<[what: string, before: string, after: string, expected: boolean]>([
  ['one is removed', '[{env: a, server: x}, {env: b, server: y}]', '[{env: b, server: y}]', true],
  ['one is added', '[{env: b, server: y}]', '[{env: a, server: x}, {env: b, server: y}]', true],
  [
    'one gets another server',
    '[{env: a, server: x}, {env: b, server: y}]',
    '[{env: a, server: z}, {env: b, server: y}]',
    false,
  ],
  ['one takes the place of another', '[{env: a, server: x}]', '[{env: b, server: x}]', false],
])('of the elements of an ApplicationSet, %s', (_, before, after, expected) => {
  const [old, now] = [before, after].map((elements) => {
    const text = `apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: a}\nspec:\n  generators: [{list: {elements: ${elements}}}]\n`;
    return parseManifests({ file: 'a.yaml', text }, { set: {} }).manifests[0]!;
  });
  const elementsOf = (manifest: Manifest, other: Manifest): readonly boolean[] =>
    [0, 1].map((i) => isElementOfOneSide(manifest, other, ['spec', 'generators', 0, 'list', 'elements', i, 'env']));
  expect([...elementsOf(old!, now!), ...elementsOf(now!, old!)].includes(true)).toBe(expected);
});

describe('a folder that is renamed', () => {
  const pools =
    'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nnamePrefix: a-\nresources:\n  - pool.yaml\n';
  const flux = (path: string, more = ''): string =>
    `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata:\n  name: pools\n  namespace: flux-system\nspec:\n  path: ${path}\n  prune: true\n${more}`;
  const set = (path: string, name: string): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata:\n  name: pools\nspec:\n  generators:\n    - list:\n        elements:\n          - path: ${path}\n  template:\n    metadata:\n      name: ${name}\n    spec:\n      source:\n        path: '{{ path }}'\n`;
  const secret = object('v1', 'ConfigMap', '  a: b\n', 'karpenter-settings');
  const before = { 'apps/nodes/kustomization.yaml': pools, 'apps/nodes/pool.yaml': secret };
  const after = { 'apps/pools/kustomization.yaml': pools, 'apps/pools/pool.yaml': secret };

  test.each<[what: string, base: Files, head: Files, isHarmless: boolean]>([
    ['and Flux follows', { 'a.yaml': flux('./apps/nodes') }, { 'a.yaml': flux('./apps/pools') }, true],
    ['and an ApplicationSet follows', { 'a.yaml': set('apps/nodes', 'p') }, { 'a.yaml': set('apps/pools', 'p') }, true],
    [
      'and names the Applications',
      { 'a.yaml': set('apps/nodes', "'{{ path.basename }}'") },
      { 'a.yaml': set('apps/pools', "'{{ path.basename }}'") },
      false,
    ],
    ['and nothing names it', {}, {}, false],
    ['and Flux does not follow', { 'a.yaml': flux('./apps/nodes') }, { 'a.yaml': flux('./apps/nodes') }, false],
    ['and Flux goes to another folder', { 'a.yaml': flux('./apps/nodes') }, { 'a.yaml': flux('./apps/other') }, false],
    [
      'and one of two Kustomizations follows',
      { 'a.yaml': flux('./apps/nodes'), 'b.yaml': flux('./apps/nodes') },
      { 'a.yaml': flux('./apps/pools'), 'b.yaml': flux('./apps/nodes') },
      false,
    ],
    [
      'and its Kustomization changes',
      { 'a.yaml': flux('./apps/nodes') },
      { 'a.yaml': flux('./apps/pools', '  targetNamespace: b\n') },
      false,
    ],
    [
      'and a file of it changes',
      { 'a.yaml': flux('./apps/nodes') },
      { 'a.yaml': flux('./apps/pools'), 'apps/pools/pool.yaml': secret.replace('a: b', 'a: c') },
      false,
    ],
    [
      'and a file joins it',
      { 'a.yaml': flux('./apps/nodes') },
      { 'a.yaml': flux('./apps/pools'), 'apps/pools/new.yaml': secret },
      false,
    ],
  ])('%s', (_, base, head, isHarmless) => {
    const { entries } = ledgerIn({ ...before, ...base }, { ...after, ...head });
    expect(entries.every((entry) => entry.class === 'harmless')).toBe(isHarmless);
  });
});

test('the lines that only say that a new file is a kustomization are harmless, and those that make it another kind are not', () => {
  const kustomization = (kind: string): string =>
    `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: ${kind}\nnamePrefix: karpenter-\n`;
  const isHarmless = (base: Files, head: Files): readonly [what: string, isHarmless: boolean][] =>
    ledgerIn(base, head).entries.map(({ what, class: name }) => [what, name === 'harmless']);
  const file = 'pools/kustomization.yaml';

  expect(isHarmless({}, { [file]: kustomization('Kustomization') })).toEqual([
    [file, true],
    ['Kustomization', false],
  ]);
  expect(
    isHarmless({ [file]: kustomization('Kustomization') }, { [file]: kustomization('Component') }),
  ).not.toContainEqual([expect.anything(), true]);
});

describe('a value that Terraform no longer has', () => {
  const side = (files: Files): LedgerSide => {
    const made = evaluated({ ...files });
    return {
      set: manifestSet(made.made.map((source) => parseManifests(source, { set: {} }))),
      sources: made.made,
      roots: [],
      terraform: made.files,
      blocksWithoutInstances: made.blocksWithoutInstances,
      instancesOfBlocks: made.instancesOfBlocks,
      modules: made.modules,
      usedFiles: new Set(),
    };
  };

  const entriesOf = (base: Files, head: Files): readonly string[] => {
    const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])].sort();
    const files = paths.map((path) => ({ path, before: base[path], after: head[path] }));
    const { entries } = ledgerOf({
      changed: { files, has: (path) => paths.includes(path) },
      base: side(base),
      head: side(head),
      resources: knownResources([aws]),
    });
    return entries.map(({ class: name, what, isNear }) => `${isNear ? 'near, ' : ''}${name}: ${what}`);
  };

  const pools = (labels: string): string =>
    `resource "kubectl_manifest" "pool" {\n  for_each = toset(["a", "b"])\n  yaml_body = yamlencode({\n    apiVersion = "karpenter.sh/v1", kind = "NodePool", metadata = { name = each.key }\n    spec = { template = { metadata = { labels = { ${labels} } } } }\n  })\n}\n`;

  test('a field that is new on a line of manifests is judged by their objects', () => {
    const [before, after] = [pools('pool = each.key'), pools('pool = each.key, team = "platform"')];
    expect(entriesOf({ 'a.tf': before }, { 'a.tf': after })).toEqual([
      'modelled: kubectl_manifest.pool yaml_body',
      'modelled: NodePool a spec.template.metadata.labels.team',
    ]);
  });

  const called = (enabled: string): string => `module "addons" {\n  source = "./addons"\n  enabled = ${enabled}\n}\n`;
  const switched = (count: string): string =>
    `resource "kubernetes_namespace" "otel" {\n  ${count}\n  metadata {\n    name = "otel"\n  }\n}\nresource "helm_release" "otel" {\n  ${count}\n  name = "otel"\n  chart = "otel"\n}\n`;
  const flag = (more = ''): string => `variable "enabled" {\n${more}}\n`;
  const byFlag = 'count = var.enabled ? 1 : 0';

  test.each<[what: string, count: string, main: string, flag: string, isNothing: boolean]>([
    ['a flag that a call switches off', byFlag, called('false'), flag(), true],
    ['a set without members', 'for_each = toset([])', called('false'), flag(), true],
    ['a count of zero', 'count = 0', called('false'), flag(), true],
    ['a flag that is on', byFlag, called('true'), flag(), false],
    [
      'a flag that is on in one of two calls',
      byFlag,
      `${called('false')}${called('true').replace('addons', 'b')}`,
      flag(),
      false,
    ],
    [
      'a flag that whoever applies this may set',
      byFlag,
      `${called('var.a')}variable "a" {\n  default = false\n}\n`,
      flag(),
      false,
    ],
    ['a flag that is unknown', byFlag, `${called('data.http.a.body')}`, flag(), false],
  ])('what %s creates is removed', (_, count, main, variables, isNothing) => {
    const base = { 'main.tf': main, 'addons/otel.tf': switched(count), 'addons/v.tf': variables };
    const entries = entriesOf(base, { ...base, 'addons/otel.tf': '' });
    expect(entries.every((entry) => entry.startsWith('harmless: '))).toBe(isNothing);
  });

  const counted = (count: string): string =>
    `module "addons" {\n${count}  source = "./addons"\n}\nvariable "on" {\n  default = true\n}\nvariable "off" {\n  default = false\n}\n`;

  test.each<[what: string, before: string, after: string, isSame: boolean]>([
    ['a flag that is on', '', '  count = var.on ? 1 : 0\n', true],
    ['one more flag that is on', '  count = var.on ? 1 : 0\n', '  count = var.on && true ? 1 : 0\n', true],
    ['no flag any more', '  count = var.on ? 1 : 0\n', '', true],
    ['a flag that is off', '', '  count = var.off ? 1 : 0\n', false],
    ['another number', '  count = 1\n', '  count = 2\n', false],
    ['an unknown number', '  count = 1\n', '  count = data.http.a.body\n', false],
    ['keys', '', '  for_each = toset(["a"])\n', false],
    ['a set in another order', '  for_each = toset(["a", "b"])\n', '  for_each = toset(["b", "a"])\n', true],
    ['a set with a key less', '  for_each = toset(["a", "b"])\n', '  for_each = toset(["b"])\n', false],
    ['a set in place of an object', '  for_each = { a = 1 }\n', '  for_each = toset(["a"])\n', false],
    ['an object with another value', '  for_each = { a = 1 }\n', '  for_each = { a = 2 }\n', false],
  ])('%s decides about a module', (_, before, after, isSame) => {
    const files = { 'addons/otel.tf': switched('') };
    const entries = entriesOf({ ...files, 'main.tf': counted(before) }, { ...files, 'main.tf': counted(after) });
    expect(entries.every((entry) => entry.startsWith('harmless: '))).toBe(isSame);
  });

  test('what a flag begins to create is not harmless, in the block, in the call and in the flag', () => {
    const off = { 'main.tf': called('false'), 'addons/otel.tf': switched(byFlag), 'addons/v.tf': flag() };
    for (const on of [
      { ...off, 'main.tf': called('true') },
      { ...off, 'addons/otel.tf': switched('count = 1') },
      { ...off, 'main.tf': 'module "addons" {\n  source = "./addons"\n}\n', 'addons/v.tf': flag('  default = true\n') },
    ])
      expect(entriesOf(off, on)).toContainEqual(expect.stringMatching(/^near, not understood: /));
  });

  const entry = (type: string): string =>
    `resource "aws_eks_access_entry" "karpenter" {\n  cluster_name = "c"\n  type = ${type}\n}\n`;
  const input = (value: string): string =>
    `module "karpenter" {\n  source = "terraform-aws-modules/eks/aws//modules/karpenter"\n  version = "21.0.0"\n  queue_name = ${value}\n}\n`;
  const release = (version: string): string =>
    `resource "helm_release" "karpenter" {\n  name = "karpenter"\n  chart = "karpenter"\n  version = ${version}\n}\n`;
  const variable = (body: string): string => `variable "v" {${body}}\n`;

  const lost = (what: string): string => `near, not understood: ${what}`;

  test('blocks of one type are compared by their names, wherever they are', () => {
    const set = (name: string, value: string): string => `  set {\n    name  = "${name}"\n    value = ${value}\n  }\n`;
    const agent = (sets: readonly string[]): Files => ({
      'a.tf': `resource "helm_release" "agent" {\n  name  = "agent"\n  chart = "agent"\n${sets.join('')}}\n`,
    });
    const lost = (what: string): string => `not understood: helm_release.agent ${what}`;

    const [first, second] = [set('first', '"a"'), set('second', '"a"')];
    expect(entriesOf(agent([first]), agent([second, first]))).toEqual([
      lost('set.name'),
      lost('set.value'),
      'harmless: helm_release.agent set',
    ]);
    expect(entriesOf(agent([first, second]), agent([set('first', '"b"'), second]))).toEqual([lost('set.value a → b')]);
  });

  test.each<[what: string, base: Files, head: Files, expected: string]>([
    [
      'an argument of a resource',
      { 'a.tf': entry('"EC2_LINUX"') },
      { 'a.tf': entry('var.v') },
      lost('aws_eks_access_entry.karpenter type EC2_LINUX → ${var.v}'),
    ],
    [
      'an input of a public module',
      { 'a.tf': input('"jobs"') },
      { 'a.tf': input('data.terraform_remote_state.base.outputs.queue') },
      lost('module.karpenter queue_name jobs → ${data.terraform_remote_state.base.outputs.queue}'),
    ],
    [
      'the version of the chart',
      { 'a.tf': release('"1.6.2"') },
      { 'a.tf': release('var.v') },
      lost('HelmRelease karpenter spec.chart.spec.version 1.6.2 → ${var.v}'),
    ],
    [
      'the default of a variable',
      { 'a.tf': entry('var.v'), 'v.tf': variable('\n  default = "EC2_LINUX"\n') },
      { 'a.tf': entry('var.v'), 'v.tf': variable('\n') },
      lost('variable.v default'),
    ],
    [
      'an argument that becomes known',
      { 'a.tf': entry('var.v') },
      { 'a.tf': entry('"EC2_LINUX"') },
      lost('aws_eks_access_entry.karpenter type ${var.v} → EC2_LINUX'),
    ],
    [
      'the same value in a local',
      { 'a.tf': entry('"EC2_LINUX"') },
      { 'a.tf': `locals {\n  v = "EC2_LINUX"\n}\n${entry('local.v')}` },
      'harmless: aws_eks_access_entry.karpenter type',
    ],
    [
      'an output of a module with another address',
      { 'a.tf': entry('module.old.type') },
      { 'a.tf': entry('module.new.type') },
      lost('aws_eks_access_entry.karpenter type ${module.old.type} → ${module.new.type}'),
    ],
    [
      'an output of a module that is moved',
      { 'a.tf': entry('module.old.type') },
      { 'a.tf': `${entry('module.new.type')}moved {\n  from = module.old\n  to   = module.new\n}\n` },
      'harmless: aws_eks_access_entry.karpenter type',
    ],
    ['another value', { 'a.tf': entry('"EC2_LINUX"') }, { 'a.tf': entry('"STANDARD"') }, 'modelled: '],
  ])('%s', (_, base, head, expected) => {
    expect(entriesOf(base, head).join('\n')).toContain(expected);
  });

  const group = (value: string, more = ''): Files => ({
    'a.tf': `# karpenter\nresource "aws_eks_access_entry" "a" {\n  cluster_name = "c"\n  user_name = ${value}\n}\n${more}`,
  });
  const settled = (settings: string): string =>
    `resource "aws_eks_access_entry" "b" {\n  cluster_name = "c"\n  settings = ${settings}\n}\n`;
  const provider = (region: string): string =>
    `provider "aws" {\n  region = "${region}"\n}\ndata "aws_partition" "p" {}\n`;
  const locals = (text: string): string => `locals {\n${text}\n}\n`;
  const declared = (more: string): string => `variable "v" {\n${more}\n}\n`;
  const role = (name: string): string => `resource "aws_iam_role" "${name}" {\n  path = "/"\n}\n`;
  const move = (from: string, to: string): string => `moved {\n  from = ${from}\n  to   = ${to}\n}\n`;
  const extracted = { 'm/a.tf': `${role('r')}output "arn" {\n  value = aws_iam_role.r.arn\n}\n` };
  const caller = 'module "m" {\n  source = "./m"\n}\n';
  const calledWith = (value: string, inner = 'var.v'): Files => ({
    'a.tf': `# karpenter\nmodule "m" {\n  source = "./m"\n  v = ${value}\n}\n${locals('w = "a"')}`,
    'm/a.tf': `${group(inner)['a.tf']}variable "v" {}\n`,
  });

  test.each<[what: string, base: Files, head: Files, isSame: boolean]>([
    ['a local', group('"a"'), group('local.v', locals('v = "a"')), true],
    ['another value in a local', group('"a"'), group('local.v', locals('v = "b"')), false],
    ['a member of a local', group('"a"'), group('local.v.name', locals('v = { name = "a" }')), true],
    ['an unknown value in a local', group('data.x.y.z'), group('local.v', locals('v = data.x.y.z')), true],
    ['another unknown value in a local', group('data.x.y.z'), group('local.v', locals('v = data.x.y.a')), false],
    ['text with a local', group('"${data.x.y.z}-a"'), group('"${data.x.y.z}-${local.v}"', locals('v = "a"')), true],
    ['a function', group('"a-b"'), group('format("%s-%s", "a", local.v)', locals('v = "b"')), true],
    ['a merged object', group('"a"'), group('merge({ b = "b" }, { a = "a" }).a'), true],
    ['a new variable with a default', group('"a"'), group('var.v', declared('default = "a"')), true],
    ['a new variable with another default', group('"a"'), group('var.v', declared('default = "b"')), false],
    [
      'a new variable that a file sets',
      group('"a"'),
      { ...group('var.v', declared('')), 'terraform.tfvars': 'v = "a"\n' },
      true,
    ],
    [
      'the default of a variable that a command may set',
      group('var.v', declared('default = "a"')),
      group('"a"', declared('default = "a"')),
      false,
    ],
    [
      'a local with a variable that a command may set',
      group('var.v', declared('default = "a"')),
      group('local.v', `${declared('default = "a"')}${locals('v = var.v')}`),
      true,
    ],
    ['an input of a module', calledWith('"a"'), calledWith('local.w'), true],
    ['the value of an input', calledWith('"a"'), calledWith('"a"', '"a"'), true],
    ['another value than that of an input', calledWith('"a"'), calledWith('"a"', '"b"'), false],
    [
      'a resource that is moved into a module',
      group('aws_iam_role.r.arn', role('r')),
      { ...group('module.m.arn', `${caller}${move('aws_iam_role.r', 'module.m.aws_iam_role.r')}`), ...extracted },
      true,
    ],
    [
      'a resource of a module with the name of another one',
      group('aws_iam_role.r.arn', role('r')),
      { ...group('module.m.arn', `${caller}${role('r')}`), ...extracted },
      false,
    ],
    [
      'a resource with another name',
      group('aws_iam_role.r.arn', role('r')),
      group('aws_iam_role.s.arn', `${role('s')}${move('aws_iam_role.r', 'aws_iam_role.s')}`),
      true,
    ],
    [
      'a member of an object that is merged',
      group('"a"', `${role('r')}${settled('{ a = "b", c = "d" }')}`),
      group('"a"', `${role('r')}${settled('merge({ a = "b" }, { c = "d" })')}`),
      true,
    ],
    [
      'another member of an object that is merged',
      group('"a"', `${role('r')}${settled('{ a = "b", c = "d" }')}`),
      group('"a"', `${role('r')}${settled('merge({ a = "b" }, { c = "e" })')}`),
      false,
    ],
    [
      'a block that is moved into a module',
      group('"a"'),
      {
        'a.tf': `# karpenter\nmodule "m" {\n  source = "./m"\n  v = "a"\n}\n${move('aws_eks_access_entry.a', 'module.m.aws_eks_access_entry.a')}`,
        'm/a.tf': `${group('var.v')['a.tf']}variable "v" {}\n`,
      },
      true,
    ],
    [
      'a block that is moved into a module with another value',
      group('"a"'),
      {
        'a.tf': `# karpenter\nmodule "m" {\n  source = "./m"\n  v = "b"\n}\n${move('aws_eks_access_entry.a', 'module.m.aws_eks_access_entry.a')}`,
        'm/a.tf': `${group('var.v')['a.tf']}variable "v" {}\n`,
      },
      false,
    ],
    [
      'the partition of a region',
      group('"arn:aws:iam::aws:policy/a"', provider('eu-west-1')),
      group('"arn:${data.aws_partition.p.partition}:iam::aws:policy/a"', provider('eu-west-1')),
      true,
    ],
    [
      'the partition of a region in a document',
      group('jsonencode({ Resource = ["arn:aws:s3:::a"] })', provider('us-east-1')),
      group('jsonencode({ Resource = ["arn:${data.aws_partition.p.partition}:s3:::a"] })', provider('us-east-1')),
      true,
    ],
    [
      'the partition of a region in China',
      group('"arn:aws:iam::aws:policy/a"', provider('cn-north-1')),
      group('"arn:${data.aws_partition.p.partition}:iam::aws:policy/a"', provider('cn-north-1')),
      false,
    ],
    [
      'the partition of an unknown region',
      group('"arn:aws:iam::aws:policy/a"', 'data "aws_partition" "p" {}\n'),
      group('"arn:${data.aws_partition.p.partition}:iam::aws:policy/a"', 'data "aws_partition" "p" {}\n'),
      false,
    ],
    ['another resource', group('aws_iam_role.r.arn', role('r')), group('aws_iam_role.s.arn', role('s')), false],
    [
      'another member of a loop whose variable has the name of locals',
      group('[for local in data.x.y.z : local.v]', locals('v = "a"\n  w = "a"')),
      group('[for local in data.x.y.z : local.w]', locals('v = "a"\n  w = "a"')),
      false,
    ],
    ['another instance', group('aws_iam_role.r["a"].arn'), group('aws_iam_role.r["b"].arn'), false],
    ['a loop with another variable', group('[for k in data.x.y.z : k]'), group('[for k in data.x.y.a : k]'), false],
  ])('the same value in other words or another one: %s', (_, base, head, isSame) => {
    const entries = entriesOf(base, head).filter((entry) => /user_name|access_entry/.test(entry));
    expect(entries.every((entry) => entry.startsWith('harmless: '))).toBe(isSame);
  });

  const calls = (source: string): string => `module "m" {\n  source = "${source}"\n}\n`;
  const inModule = (folder: string, value = '"a"'): Files => ({
    [`${folder}/a.tf`]: `${group(value)['a.tf']}${declared('default = "b"')}`,
  });

  test.each<[what: string, base: Files, head: Files, isSame: boolean]>([
    [
      'a folder with another name',
      { 'a.tf': calls('./m'), ...inModule('m') },
      { 'a.tf': calls('./n'), ...inModule('n') },
      true,
    ],
    [
      'a folder in another folder',
      { 'a.tf': calls('./m'), ...inModule('m') },
      { 'a.tf': calls('./n/m'), ...inModule('n/m') },
      true,
    ],
    [
      'an edited folder with another name',
      { 'a.tf': calls('./m'), ...inModule('m') },
      { 'a.tf': calls('./n'), ...inModule('n', '"b"') },
      false,
    ],
    [
      'a folder that was there before',
      { 'a.tf': calls('./m'), ...inModule('m'), ...inModule('n', '"b"') },
      { 'a.tf': calls('./n'), ...inModule('n', '"b"') },
      false,
    ],
    [
      'a copy of a folder that stays',
      { 'a.tf': calls('./m'), ...inModule('m') },
      { 'a.tf': calls('./n'), ...inModule('m'), ...inModule('n') },
      false,
    ],
    [
      'a folder with a module that it calls',
      { 'a.tf': calls('./m'), 'm/a.tf': calls('./p'), ...inModule('m/p') },
      { 'a.tf': calls('./n'), 'n/a.tf': calls('./p'), ...inModule('n/p') },
      true,
    ],
  ])('the same module in another folder or another one: %s', (_, base, head, isSame) => {
    const entries = entriesOf(base, head);
    expect(entries.every((entry) => entry.startsWith('harmless: '))).toBe(isSame);
  });
});

/** The ledger of a HelmRelease whose charts render to some texts on both sides. */
function ledgerOfRelease(before: string, after: string, [old, now]: readonly [string | null, string]): Ledger {
  const file = 'releases/cart.yaml';
  const name = 'HelmRelease shop/cart';
  const release = (chart: string): string =>
    `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata:\n  name: cart\n  namespace: shop\nspec:\n  chart:\n    spec:\n      chart: ${chart}\n`;

  const side = (text: string, rendered: string | null): LedgerSide => {
    const trace = () => ({ span: { file, start: 0, end: 1 }, isExact: false });
    const origin = { tool: 'helm', root: name, trace } as const;
    const plain: Source = { file, text };
    const sources = rendered === null ? [plain] : [plain, { file: name, text: rendered, origin }];
    const root = { name, files: [], rendered: rendered === null ? null : name, file, given: '' };
    return {
      set: manifestSet(sources.map((source) => parseManifests(source, { set: {} }))),
      sources,
      roots: [root],
      terraform: [],
      usedFiles: new Set(),
    };
  };

  const texts = { before: release(before), after: release(after) };
  return ledgerOf({
    changed: { files: [{ path: file, ...texts }], has: (path) => path === file },
    base: side(texts.before, old),
    head: side(texts.after, now),
    resources: [],
  });
}

test('another folder of a chart of Flux is judged by what it renders to', () => {
  const [one, two] = [1, 2].map((cpu) => deployment(`          resources: {requests: {cpu: ${cpu}}}\n`));
  const classes = (ledger: Ledger): readonly string[] => ledger.entries.map((entry) => entry.class);

  expect(classes(ledgerOfRelease('./charts/app', 'charts/app', [one!, one!]))).toEqual(['harmless']);
  expect(classes(ledgerOfRelease('./charts/app', './charts/web', [one!, one!]))).toEqual(['harmless']);
  expect(classes(ledgerOfRelease('./charts/app', './charts/web', [one!, two!]))).toEqual(['modelled']);
  expect(classes(ledgerOfRelease('./charts/app', './charts/web', [null, two!]))).toEqual(['not understood']);
});

describe('a release of Terraform whose chart is rendered', () => {
  const name = 'live: helm_release.pools';
  const pool = (after: string): string =>
    object('karpenter.sh/v1', 'NodePool', `  disruption:\n    consolidateAfter: ${after}\n`);

  interface Side {
    readonly terraform: string;
    readonly text: string | null;
    readonly given?: string;
  }

  const side = ({ terraform, text, given = '' }: Side): LedgerSide => {
    const hcl = readHcl({ file: 'live/a.tf', text: terraform }, parse);
    const trace = (start: number, end: number) => ({ span: { file: 'pools/a.yaml', start, end }, isExact: false });
    const source = { file: name, text: text ?? '', origin: { tool: 'terraform' as const, root: 'live', trace } };
    const sources = text === null ? [] : [source];
    return {
      set: manifestSet(sources.map((one) => parseManifests(one, { set: {} }))),
      sources,
      roots: [{ name, files: [], rendered: text === null ? null : name, file: 'live/a.tf', given }],
      terraform: [hcl],
      usedFiles: new Set(),
    };
  };

  const entriesOf = (base: Side, head: Side): readonly string[] => {
    const files = [{ path: 'live/a.tf', before: base.terraform, after: head.terraform }];
    const { entries } = ledgerOf({
      changed: { files, has: (path) => path === 'live/a.tf' },
      base: side(base),
      head: side(head),
      resources: knownResources([aws]),
    });
    return entries.map((entry) => `${entry.class}: ${entry.what}`);
  };

  const release = (rest: string): string =>
    `resource "helm_release" "pools" {\n  name = "karpenter-pools"\n  chart = "./pools"\n${rest}}\n`;
  const through = (value: string): string =>
    `${release('  values = [yamlencode({ after = local.after })]\n')}locals {\n  after = ${value}\n}\n`;
  const direct = (value: string): string => release(`  values = [yamlencode({ after = ${value} })]\n`);

  test.each<[what: string, base: Side, head: Side, expected: readonly string[]]>([
    [
      'a local that its values use',
      { terraform: through('"5m"'), text: pool('5m') },
      { terraform: through('"10m"'), text: pool('10m') },
      ['modelled: locals after'],
    ],
    [
      'its values',
      { terraform: direct('"5m"'), text: pool('5m') },
      { terraform: direct('"10m"'), text: pool('10m') },
      ['modelled: helm_release.pools values'],
    ],
    [
      'the same value in another way',
      { terraform: through('"5m"'), text: pool('5m') },
      { terraform: through('format("%dm", 5)'), text: pool('5m') },
      ['harmless: locals after'],
    ],
    [
      'a setting that says what the chart says',
      { terraform: release(''), text: pool('5m') },
      { terraform: release('  set {\n    name = "after"\n    value = "5m"\n  }\n'), text: pool('5m') },
      ['harmless: helm_release.pools set', 'harmless: helm_release.pools set.name'],
    ],
    [
      'a chart that is not rendered',
      { terraform: through('"5m"'), text: null },
      { terraform: through('"10m"'), text: null },
      ['not understood: locals after'],
    ],
    [
      'a value that nothing names',
      { terraform: through('f(1)'), text: pool('5m'), given: '${unknown}' },
      { terraform: through('f(2)'), text: pool('5m'), given: '${unknown}' },
      ['not understood: locals after'],
    ],
    [
      'the namespace, which the rendered text does not show',
      { terraform: release('  namespace = "a"\n'), text: pool('5m') },
      { terraform: release('  namespace = "b"\n'), text: pool('5m') },
      ['not understood: helm_release.pools namespace a → b'],
    ],
  ])('%s', (_, base, head, expected) => {
    expect(entriesOf(base, head)).toEqual(expect.arrayContaining([...expected]));
  });
});

describe('node groups in Terraform', () => {
  const group = (rest: string): string =>
    `module "eks" {\n  source = "terraform-aws-modules/eks/aws"\n  version = "21.0.0"\n  eks_managed_node_groups = {\n    karpenter = {\n      instance_types = ["m5.large"]\n${rest}    }\n  }\n}\n`;
  const alone = (max: string): string =>
    `resource "aws_eks_node_group" "karpenter" {\n  cluster_name = "c"\n  scaling_config {\n    max_size = ${max}\n  }\n}\n`;

  const entriesOf = (before: string, after: string): readonly string[] =>
    ledgerIn({ 'a.tf': before }, { 'a.tf': after }, [], true).entries.map(
      ({ class: name, what }) => `${name}: ${what}`,
    );

  test.each<[what: string, before: string, after: string, expected: string]>([
    ['a module', group('      max_size = 3\n'), group('      max_size = 5\n'), 'harmless: '],
    ['a resource', alone('3'), alone('5'), 'harmless: '],
    ['a lower one of a module', group('      max_size = 5\n'), group('      max_size = 3\n'), 'modelled: '],
    ['a lower one of a resource', alone('5'), alone('3'), 'modelled: '],
    ['an unknown one, which the diff compares', alone('var.a'), alone('var.b'), 'modelled: '],
  ])('the most nodes of %s', (_, before, after, expected) => {
    expect(entriesOf(before, after).join('\n')).toContain(expected);
  });

  test('rules read a taint with a name, as they read all taints', () => {
    const tainted = '      taints = {\n        controller = { key = "a", effect = "NO_SCHEDULE" }\n      }\n';
    const both = tainted.replace('      }\n', '        other = { key = "b", effect = "NO_SCHEDULE" }\n      }\n');
    expect(entriesOf(group(tainted), group(both)).join('\n')).toContain('modelled: ');
  });
});

describe('values that Karpenter’s chart does not read', () => {
  const release = (version: string, values: string, registry = 'oci://public.ecr.aws/karpenter'): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata:\n  name: karpenter\nspec:\n  source:\n    chart: karpenter\n    repoURL: ${registry}\n    targetRevision: ${version}\n    helm:\n      valuesObject:\n        replicas: 2\n${values}`;
  const webhook = '        webhook:\n          enabled: false\n';
  const misplaced = '        resources:\n          requests: { cpu: 1 }\n';
  const priority = '        priorityClassName: a\n';

  test.each<[what: string, before: string, after: string, expected: string]>([
    ['a value of older versions that goes', release('1.8.1', webhook), release('1.8.1', ''), 'harmless: '],
    ['a value in the wrong place that goes', release('1.8.1', misplaced), release('1.8.1', ''), 'harmless: '],
    ['a value that this version reads', release('0.37.0', webhook), release('0.37.0', ''), 'not understood: '],
    ['a value that all versions read', release('1.8.1', priority), release('1.8.1', ''), 'not understood: '],
    ['a value for an unknown version', release('${v}', webhook), release('${v}', ''), 'not understood: '],
    [
      'a value of a chart from elsewhere',
      release('1.8.1', misplaced, 'oci://registry.example.com'),
      release('1.8.1', '', 'oci://registry.example.com'),
      'not understood: ',
    ],
  ])('%s', (_, before, after, expected) => {
    const { entries } = ledgerIn({ 'karpenter.yaml': before }, { 'karpenter.yaml': after });
    expect(entries.map(({ class: name, what }) => `${name}: ${what}`).join('\n')).toContain(expected);
  });
});
