import { expect } from 'vitest';
import { reviewFiles } from '../src/hosts/library/library.ts';
import { sceneTest } from './extent.ts';

const test = sceneTest(2);

const nodes = (type: string, driver = 'ebs.csi.aws.com'): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: default }
spec:
  limits: { cpu: 200 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: node.kubernetes.io/instance-type, operator: In, values: [${type}] }
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: KarpenterNodeRole-prod
  amiSelectorTerms: [{ alias: al2023@v20260701 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: fast }
provisioner: ${driver}
volumeBindingMode: WaitForFirstConsumer
---
`;

const set = (replicas: number, claims: number): string => `apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db, namespace: shop }
spec:
  serviceName: db
  replicas: ${replicas}
  selector: { matchLabels: { app: db } }
  template:
    metadata: { labels: { app: db } }
    spec:
      containers: [{ name: db, image: "postgres:17", resources: { requests: { cpu: 100m, memory: 256Mi } } }]
  volumeClaimTemplates:
${Array.from(
  { length: claims },
  (_, i) =>
    `    - { metadata: { name: data${i} }, spec: { accessModes: [ReadWriteOnce], storageClassName: fast, resources: { requests: { storage: 10Gi } } } }`,
).join('\n')}
---
`;

/** How many nodes the pods of a file need. */
async function nodesFor(text: string): Promise<number | null | undefined> {
  const files = { 'cluster/all.yaml': text };
  const options = { today: '2026-11-25', region: 'us-east-1' };
  const { review } = await reviewFiles({ before: files, after: files }, options);
  return review.estimate?.head?.nodes.likely;
}

test.each([
  ['more than a node can attach', nodes('m6i.4xlarge') + set(20, 2), 2],
  ['three times what a node can attach', nodes('r5.4xlarge') + set(30, 2), 3],
  ['as many as a node can attach', nodes('m6i.4xlarge') + set(13, 2), 1],
  ['of the old plugin', nodes('m6i.4xlarge', 'kubernetes.io/aws-ebs') + set(20, 2), 2],
  ['of a type with a limit of its own', nodes('m7i.4xlarge') + set(20, 2), 1],
  ['of another driver', nodes('m6i.4xlarge', 'efs.csi.aws.com') + set(20, 2), 1],
])('volumes that are %s', async (_, text, expected) => expect(await nodesFor(text)).toBe(expected));

/** What is said about the number of volumes of a pod. */
async function saidOf(text: string): Promise<readonly string[]> {
  const files = { 'cluster/all.yaml': text };
  const { review } = await reviewFiles({ before: {}, after: files }, { today: '2026-11-25', region: 'us-east-1' });
  const said = review.findings.map(({ diagnostic }) => diagnostic);
  return said.filter(({ code }) => code === 'lint/volume-count').map(({ message }) => message);
}

const many = (limit: string): unknown => expect.stringContaining(limit);

test.each([
  ['than any type attaches', nodes('m7i.4xlarge') + set(1, 129), [many('no instance type attaches more than 128')]],
  [
    'than the types attach',
    nodes('m6i.4xlarge') + set(1, 27),
    [many('No instance type of NodePool `default` attaches more than 26')],
  ],
  [
    'than one of the types attaches',
    nodes('m6i.4xlarge, m7i.4xlarge') + set(1, 30),
    [many('1 instance type of NodePool `default`, `m6i.4xlarge`, attaches at most 26')],
  ],
  ['than a node needs', nodes('m6i.4xlarge') + set(1, 26), []],
  ['of another driver', nodes('m6i.4xlarge', 'efs.csi.aws.com') + set(1, 40), []],
])('a pod with more volumes %s', async (_, text, expected) => expect(await saidOf(text)).toEqual(expected));
