import { expect, test } from 'vitest';
import type { PodSpec } from '../../../karpenter/api/pod.ts';
import { withoutTracking } from './untracked-pods.ts';

const spread = { maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'DoNotSchedule' };
const terms = (...keys: string[]): PodSpec['affinity'] => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: keys.map((key) => ({ matchExpressions: [{ key, operator: 'Exists' }] })),
    },
  },
});
const podClass = (claimName: string, affinity?: PodSpec['affinity']) => ({
  workload: 'StatefulSet/default/db',
  order: 0,
  firstIndex: 0,
  count: 1,
  pod: {
    metadata: { name: 'db-0', namespace: 'default', labels: {} },
    spec: {
      containers: [],
      topologySpreadConstraints: [spread],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
      ...(affinity && { affinity }),
    },
  },
});

test.each([
  ['whose volume does not refer to its claim is not tracked', podClass('data'), undefined],
  ['with another volume is tracked', podClass('other'), [spread]],
  ['with a term that nodes can meet is not tracked', podClass('data', terms('kubernetes.io/arch', 'team')), undefined],
  ['that gives up a term is tracked again', podClass('data', terms('team', 'kubernetes.io/arch')), [spread]],
])('a pod %s', (_, one, expected) => {
  const [placed] = withoutTracking([one], ['default/data'], { nodePools: [], nodes: [] });
  expect(placed?.pod.spec.topologySpreadConstraints).toEqual(expected);
  expect(placed?.pod.spec.affinity?.nodeAffinity).toEqual(one.pod.spec.affinity?.nodeAffinity);
});
