import { expect } from 'vitest';
import { reviewFiles } from '../src/hosts/library/library.ts';
import { sceneTest } from './extent.ts';

const test = sceneTest(3);

const nodes = (capacity: string): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: default }
spec:
  limits: { cpu: 200 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.large, m6a.large, m5.large] }
        - { key: karpenter.sh/capacity-type, operator: In, values: [${capacity}] }
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
`;

const workload = (kind: string, replicas: number, more = ''): string => `apiVersion: apps/v1
kind: ${kind}
metadata: { name: db, namespace: shop }
spec:
  serviceName: db
  replicas: ${replicas}
  selector: { matchLabels: { app: db } }
  template:
    metadata: { labels: { app: db } }
    spec:
      ${more}
      containers: [{ name: db, image: "postgres:17", resources: { requests: { cpu: 500m, memory: 1Gi } } }]
`;

const volume = `  volumeClaimTemplates:
    - metadata: { name: data }
      spec: { accessModes: [ReadWriteOnce], storageClassName: fast, resources: { requests: { storage: 10Gi } } }
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: fast }
provisioner: ebs.csi.aws.com
volumeBindingMode: WaitForFirstConsumer
`;

/** What is said about single pods that move to spot. */
async function saidOf(before: string, after: string): Promise<readonly string[]> {
  const { review } = await reviewFiles(
    { before: { 'all.yaml': before }, after: { 'all.yaml': after } },
    { today: '2026-11-25', region: 'us-east-1' },
  );
  return review.findings
    .map(({ diagnostic }) => diagnostic.message)
    .filter((message) => message.includes('from on-demand to spot nodes'));
}

const onDemand = nodes('on-demand');
const onSpot = nodes('spot');
const single = workload('Deployment', 1).replace('  serviceName: db\n', '');
const store = workload('StatefulSet', 1) + volume;

test('a single pod moves to spot', async () =>
  expect(await saidOf(onDemand + single, onSpot + single)).toEqual([
    'The only pod of `Deployment/shop/db` moves from on-demand to spot nodes. Whenever EC2 reclaims such a node, its workload stops until another pod is ready',
  ]));

test('a single pod with a volume moves to spot', async () =>
  expect(await saidOf(onDemand + store, onSpot + store)).toEqual([
    expect.stringContaining('EBS volumes of `StatefulSet/shop/db` also need spot capacity in their own zone'),
  ]));

const selecting = workload('Deployment', 1, 'nodeSelector: { karpenter.sh/capacity-type: on-demand }').replace(
  '  serviceName: db\n',
  '',
);

test.each([
  ['it ran on spot before', onSpot + single, onSpot.replace('cpu: 200', 'cpu: 300') + single],
  ['it has two replicas', onDemand + workload('StatefulSet', 2), onSpot + workload('StatefulSet', 2)],
  ['it is new', onSpot, onSpot + single],
  ['it asks for on-demand', onDemand + selecting, nodes('spot, on-demand') + selecting],
])('nothing is said if %s', async (_, before, after) => expect(await saidOf(before, after)).toEqual([]));
