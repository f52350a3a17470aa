import { expect, test } from 'vitest';
import { simulate } from '../provisioning/simulate.ts';
import { manifestsOf, nodeClass, simulator } from '../provisioning/simulation.test-support.ts';
import { unregisteredDevices } from './device-plugins.ts';

const shared = simulator();

const pool = (taint: string, family = ''): string => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: infer }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      taints: [{ key: ${taint}, effect: NoSchedule }]
      requirements:
        - { key: node.kubernetes.io/instance-type, operator: In, values: [inf2.xlarge] }
---
${family === '' ? nodeClass : nodeClass.replace(/alias: al2023@[\w.]+/, `alias: ${family}`)}
`;

const pod = (tolerated: readonly string[], container: string): string => `
  template:
    metadata: { labels: { app: a } }
    spec:
      tolerations: [${tolerated.map((key) => `{ key: ${key}, operator: Exists }`).join(', ')}]
      containers: [${container}]
`;

const plugin = (...tolerated: readonly string[]): string => `
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: neuron, namespace: kube-system }
spec:
  selector: { matchLabels: { app: a } }
${pod(tolerated, '{ name: plugin, image: public.ecr.aws/neuron/neuron-device-plugin:2.26.26.0 }')}`;

const work = (resource = 'aws.amazon.com/neuron'): string => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: infer }
spec:
  replicas: 2
  selector: { matchLabels: { app: a } }
${pod(['old', 'new'], `{ name: infer, image: a, resources: { requests: { cpu: 1, memory: 1Gi, ${resource}: 1 }, limits: { ${resource}: 1 } } }`)}`;

const of = (parts: readonly string[]) =>
  simulate({ manifests: manifestsOf(parts.join('\n---\n')), otherManifests: [], live: undefined }, shared);

const between = (before: readonly string[], after: readonly string[], uncounted: readonly string[] = []) =>
  unregisteredDevices({ before: of(before), after: of(after), uncounted }, shared).get('infer');

test('nodes wait for a device if the change keeps its only plugin off them', () => {
  const before = [pool('old'), plugin('old'), work()];
  expect(between(before, [pool('new'), plugin('old'), work()])).toBe(
    'DaemonSet `kube-system/neuron` does not run on new nodes, so nothing registers `aws.amazon.com/neuron`',
  );
  // The plugin itself may be what changes.
  expect(between(before, [pool('old'), plugin(), work()])).toMatch(/nothing registers/);
});

test.each<[string, readonly string[], readonly string[], (readonly string[])?]>([
  [
    'the plugin tolerates the new taint',
    [pool('old'), plugin('old', 'new'), work()],
    [pool('new'), plugin('old', 'new'), work()],
  ],
  ['no plugin ran there before', [pool('old'), plugin(), work()], [pool('new'), plugin(), work()]],
  ['no pod requests the device', [pool('old'), plugin('old'), work('cpu')], [pool('new'), plugin('old'), work('cpu')]],
  [
    'a chart may install another plugin',
    [pool('old'), plugin('old'), work()],
    [pool('new'), plugin('old'), work()],
    ['HelmRelease ml/neuron-helm-chart'],
  ],
  [
    'the image may contain the plugin',
    [pool('old', 'bottlerocket@v1.44.0'), plugin('old'), work()],
    [pool('new', 'bottlerocket@v1.44.0'), plugin('old'), work()],
  ],
])('nothing is known if %s', (_, before, after, uncounted = []) => {
  expect(between(before, after, uncounted)).toBeUndefined();
});
