import { beforeAll, expect, test } from 'vitest';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const pool = (name: string, more = 'limits: {cpu: 40}'): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: ${name}}
spec:
  ${more}
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: quay}
      expireAfter: 720h
      requirements:
        - {key: node.kubernetes.io/instance-type, operator: In, values: [m7i.xlarge]}
        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: quay}
spec:
  role: quay-nodes
  amiSelectorTerms: [{alias: al2023@v20260715}]
  subnetSelectorTerms: [{tags: {team: quay}}]
  securityGroupSelectorTerms: [{tags: {team: quay}}]
`;
/** \`limit\` is not a field. */
const wrong = pool('crane', 'limit: {cpu: 40}');
const workload = (name: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: quay}
spec:
  replicas: 3
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      containers: [{name: main, image: registry.example.com/${name}:2, resources: {requests: {cpu: 700m, memory: 1Gi}}}]
`;
const kustomization = (...resources: string[]): string => `resources: [${resources.join(', ')}]\n`;
const application = (path: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${path.replaceAll('/', '-')}, namespace: argocd}
spec:
  source: {repoURL: 'https://git.example.com/quay', path: ${path}, targetRevision: main}
  destination: {server: 'https://kubernetes.default.svc', namespace: quay}
`;
const karpenterOf = (version: string): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: karpenter, namespace: kube-system}
spec:
  chart: {spec: {chart: karpenter, version: ${version}, sourceRef: {kind: HelmRepository, name: karpenter}}}
  values: {settings: {clusterName: quay}}
`;
const eks = (version: string): string =>
  `resource "aws_eks_cluster" "quay" {\n  name     = "quay"\n  version  = "${version}"\n  role_arn = "arn:aws:iam::111122223333:role/quay"\n}\n`;

/** Errors and warnings, apart from those of rules, each with whether it is new, and then changes. */
async function said(base: Texts, head: Texts): Promise<string[]> {
  const { review } = await reviewOfTexts(base, head, { renderer });
  return [
    ...review.findings.flatMap(({ isNew, diagnostic: { code, severity } }) =>
      severity === 'note' || code.startsWith('lint/') ? [] : [`${isNew ? 'new' : 'old'} ${code}`],
    ),
    ...review.changes.map(({ type, resource: { kind, name } }) => `${type} ${kind}/${name}`),
  ];
}

test.each<[string, Texts, Texts, string[]]>([
  [
    'a file with an old error moves next to a file that stays',
    { 'k8s/crane.yaml': wrong, 'k8s/app.yaml': workload('ferry') },
    { 'k8s/pools/crane.yaml': wrong, 'k8s/app.yaml': workload('ferry') },
    ['old schema/unknown-field'],
  ],
  [
    'it moves out of a folder that an Application begins to apply',
    { 'deploy/crane.yaml': wrong, 'deploy/app.yaml': workload('ferry') },
    { 'tools/crane.yaml': wrong, 'deploy/app.yaml': workload('ferry'), 'apps/deploy.yaml': application('deploy') },
    ['old schema/unknown-field'],
  ],
  [
    'it moves into a folder that an Application applies',
    { 'crane.yaml': wrong, 'deploy/app.yaml': workload('ferry'), 'apps/deploy.yaml': application('deploy') },
    { 'deploy/crane.yaml': wrong, 'deploy/app.yaml': workload('ferry'), 'apps/deploy.yaml': application('deploy') },
    ['old schema/unknown-field'],
  ],
  [
    'a base is split into two overlays',
    { 'pools/crane.yaml': wrong, 'pools/kustomization.yaml': kustomization('crane.yaml') },
    {
      'base/crane.yaml': wrong,
      'base/kustomization.yaml': kustomization('crane.yaml'),
      'east/kustomization.yaml': kustomization('../base'),
      'west/kustomization.yaml': kustomization('../base'),
    },
    ['old schema/unknown-field'],
  ],
  [
    'a copy in another environment is new',
    { 'dev/crane.yaml': wrong },
    { 'dev/crane.yaml': wrong, 'prod/crane.yaml': wrong },
    ['old schema/unknown-field', 'new schema/unknown-field', 'added NodePool/crane', 'added EC2NodeClass/quay'],
  ],
  [
    'a change brings a cluster with a Karpenter that is too old for it',
    { 'README.md': '' },
    { 'flux/karpenter.yaml': karpenterOf('1.2.0'), 'infra/eks.tf': eks('1.34'), 'pools/crane.yaml': pool('crane') },
    ['new upgrade/compatibility', 'added HelmRelease/karpenter', 'added NodePool/crane', 'added EC2NodeClass/quay'],
  ],
  [
    'a change brings only that Karpenter',
    { 'infra/eks.tf': eks('1.34'), 'pools/crane.yaml': pool('crane') },
    { 'flux/karpenter.yaml': karpenterOf('1.2.0'), 'infra/eks.tf': eks('1.34'), 'pools/crane.yaml': pool('crane') },
    ['new upgrade/compatibility', 'added HelmRelease/karpenter'],
  ],
  [
    'both were there and move',
    { 'flux/karpenter.yaml': karpenterOf('1.2.0'), 'infra/eks.tf': eks('1.34'), 'pools/crane.yaml': pool('crane') },
    { 'gitops/karpenter.yaml': karpenterOf('1.2.0'), 'tf/eks.tf': eks('1.34'), 'pools/crane.yaml': pool('crane') },
    ['old upgrade/compatibility'],
  ],
  [
    'a kustomization that failed for another reason loses a folder',
    {
      'prod/kustomization.yaml': kustomization('crane.yaml', 'https://example.com/a.yaml'),
      'prod/crane.yaml': pool('crane'),
    },
    { 'prod/kustomization.yaml': kustomization('crane.yaml', '../none'), 'prod/crane.yaml': pool('crane') },
    ['new render/missing-file'],
  ],
  [
    'a kustomization lacks the same file as before',
    { 'prod/kustomization.yaml': kustomization('crane.yaml', 'none.yaml'), 'prod/crane.yaml': pool('crane') },
    { 'prod/kustomization.yaml': kustomization('none.yaml', 'crane.yaml'), 'prod/crane.yaml': pool('crane') },
    ['old render/missing-file'],
  ],
  [
    'the first NodePool of a repository with overlays',
    {
      'apps/dev.yaml': application('k8s/dev'),
      'k8s/dev/kustomization.yaml': kustomization('../base'),
      'k8s/base/kustomization.yaml': kustomization('ferry.yaml'),
      'k8s/base/ferry.yaml': workload('ferry'),
    },
    {
      'apps/dev.yaml': application('k8s/dev'),
      'k8s/dev/kustomization.yaml': kustomization('../base'),
      'k8s/base/kustomization.yaml': kustomization('ferry.yaml'),
      'k8s/base/ferry.yaml': workload('ferry'),
      'nodes/crane.yaml': pool('crane'),
    },
    ['added NodePool/crane', 'added EC2NodeClass/quay'],
  ],
  [
    'the last NodePool of a repository with overlays',
    {
      'k8s/dev/kustomization.yaml': kustomization('../base'),
      'k8s/base/kustomization.yaml': kustomization('ferry.yaml'),
      'k8s/base/ferry.yaml': workload('ferry'),
      'nodes/crane.yaml': pool('crane'),
    },
    {
      'k8s/dev/kustomization.yaml': kustomization('../base'),
      'k8s/base/kustomization.yaml': kustomization('ferry.yaml'),
      'k8s/base/ferry.yaml': workload('ferry'),
    },
    ['removed NodePool/crane', 'removed EC2NodeClass/quay', 'new disruption/last-node-pool'],
  ],
  [
    'a file that cannot be read any more also moves',
    { 'nodes/crane.yaml': pool('crane') },
    { 'pools/crane.yaml': pool('crane').replace('spec:\n', 'spec:\n      - :\n  x\n') },
    ['new yaml/syntax', 'unknown NodePool/crane'],
  ],
])('%s', async (_, base, head, expected) => {
  expect((await said(base, head)).sort()).toEqual(expected.toSorted());
});
