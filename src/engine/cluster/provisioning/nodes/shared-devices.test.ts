import { expect, test } from 'vitest';
import { manifestsOf } from '../simulation.test-support.ts';
import { sharedDevices } from './shared-devices.ts';

const configMap = (text: string): string => `
apiVersion: v1
kind: ConfigMap
metadata: { name: device-plugin }
data:
  config.yaml: |
${text.replace(/^/gm, '    ')}
---
`;

const timeSliced = `version: v1
flags:
  migStrategy: none
sharing:
  timeSlicing:
    resources:
      - name: nvidia.com/gpu
        replicas: 8
      - name: nvidia.com/mig-1g.5gb
        replicas: 2`;

test.each([
  [
    'time slicing',
    timeSliced,
    [
      ['nvidia.com/gpu', 8],
      ['nvidia.com/mig-1g.5gb', 2],
    ],
  ],
  [
    'MPS',
    timeSliced.replace('timeSlicing', 'mps'),
    [
      ['nvidia.com/gpu', 8],
      ['nvidia.com/mig-1g.5gb', 2],
    ],
  ],
  [
    'a resource with another name',
    timeSliced.replace('        replicas: 8', '        rename: nvidia.com/slice\n        replicas: 8'),
    [
      ['nvidia.com/slice', 8],
      ['nvidia.com/mig-1g.5gb', 2],
    ],
  ],
  ['a number that is not one', timeSliced.replace('replicas: 8', 'replicas: many'), [['nvidia.com/mig-1g.5gb', 2]]],
  ['a plugin that shares nothing', 'version: v1\nflags:\n  migStrategy: none', []],
])('%s', (_, text, expected) => {
  expect([...sharedDevices(manifestsOf(configMap(text)))]).toEqual(expected);
});

test('of several configurations, the smallest number counts', () => {
  const both = configMap(timeSliced) + configMap(timeSliced.replace('replicas: 8', 'replicas: 4'));
  expect(sharedDevices(manifestsOf(both)).get('nvidia.com/gpu')).toBe(4);
});
