import { expect, test } from 'vitest';
import type { Value } from '../../manifest/model/manifest.ts';
import { kubeletExpressions } from './kubelet-expressions.ts';

test.each<[string, Readonly<Record<string, Value>>, string[]]>([
  ['amounts', { maxPods: 110, kubeReserved: { cpu: '80m', memory: '1Gi' } }, []],
  ['an expression for pods', { maxPods: 'min(max_pods, 110)' }, ['maxPods']],
  ['a number of pods in quotes', { maxPods: '110' }, ['maxPods']],
  [
    'expressions for reservations',
    { kubeReserved: { cpu: 'vcpus * 10', memory: '255Mi' }, systemReserved: { memory: '11 * max_pods + 255' } },
    ['kubeReserved cpu', 'systemReserved memory'],
  ],
  ['placeholders', { maxPods: '${PODS}', kubeReserved: { cpu: '{{ cpu }}' } }, []],
  ['values that are not expressions', { maxPods: null, kubeReserved: 'vcpus', systemReserved: { cpu: 1 } }, []],
])('%s', (_, kubelet, expected) => {
  expect(kubeletExpressions(kubelet).map((path) => path.join(' '))).toEqual(expected);
});
