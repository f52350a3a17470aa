import { describe, expect, test } from 'vitest';
import type { Value } from '../../manifest/model/manifest.ts';
import { amiFamilyOf } from './ami-family.ts';
import { refusedKubeletSettings } from './refused-kubelet-settings.ts';

const refused = (kubelet: Readonly<Record<string, Value>>, amiFamily = 'AL2023') =>
  refusedKubeletSettings(kubelet, amiFamilyOf({ metadata: { name: '' }, spec: { amiFamily } })).map(({ path }) =>
    path.join(' '),
  );

describe('kubelet settings that Karpenter rejects', () => {
  test.each<[string, Readonly<Record<string, Value>>, string[]]>([
    ['nothing', {}, []],
    ['settings that Karpenter does not check', { shutdownGracePeriod: '30s', authentication: { webhook: {} } }, []],
    ['names that no kubelet knows', { maxPod: 1, other: null }, ['maxPod', 'other']],
    ['a name with another capitalization', { MaxPods: 1 }, ['MaxPods']],
    ['a name from a template', { '{{ name }}': 1 }, []],
    ['a setting that Karpenter sets itself, even if it is null', { registerWithTaints: null }, ['registerWithTaints']],
    ['an expression for pods', { maxPods: 'vcpus * 4' }, []],
    ['invalid numbers of pods', { maxPods: -1, podsPerCore: '4' }, ['maxPods', 'podsPerCore']],
    ['null for a number', { maxPods: null, podsPerCore: null }, []],
    ['a placeholder for a number', { podsPerCore: '{{ pods }}' }, []],
    ['a percentage above 100', { imageGCHighThresholdPercent: 101 }, ['imageGCHighThresholdPercent']],
    [
      'equal low and high thresholds',
      { imageGCHighThresholdPercent: 80, imageGCLowThresholdPercent: 80 },
      ['imageGCHighThresholdPercent'],
    ],
    ['thresholds in order', { imageGCHighThresholdPercent: 80, imageGCLowThresholdPercent: 79 }, []],
    [
      'signals and thresholds',
      {
        evictionHard: {
          'memory.available': '5%',
          'nodefs.available': '1Gi',
          'nodefs.inodesFree': '101%',
          'imagefs.available': '-1Gi',
          'imagefs.inodesFree': '%',
          'pid.available': null,
          'allocatableMemory.available': '5%',
        },
      },
      [
        'evictionHard nodefs.inodesFree',
        'evictionHard imagefs.available',
        'evictionHard imagefs.inodesFree',
        'evictionHard pid.available',
        'evictionHard allocatableMemory.available',
      ],
    ],
    [
      'percentages as Go parses them',
      {
        evictionHard: { 'memory.available': '.5%', 'nodefs.available': '1e1%', 'imagefs.available': '+5.%' },
        evictionMinimumReclaim: { 'memory.available': ' 5%', 'nodefs.available': '0x10%', 'imagefs.available': '1_0%' },
      },
      ['evictionMinimumReclaim memory.available', 'evictionMinimumReclaim nodefs.available'],
    ],
    [
      'values of a wrong type',
      {
        failSwapOn: 'false',
        containerLogMaxFiles: 1.5,
        healthzPort: 4294967296,
        memoryThrottlingFactor: '0.9',
        reservedSystemCPUs: 0,
        shutdownGracePeriod: 30,
        imageMinimumGCAge: '1d',
        allowedUnsafeSysctls: 'a',
        topologyManagerPolicyOptions: { a: true },
        featureGates: { A: 'true' },
        reservedMemory: {},
        memorySwap: [],
      },
      [
        ...['failSwapOn', 'containerLogMaxFiles', 'healthzPort', 'memoryThrottlingFactor', 'reservedSystemCPUs'],
        ...['shutdownGracePeriod', 'imageMinimumGCAge', 'allowedUnsafeSysctls', 'topologyManagerPolicyOptions'],
        ...['featureGates', 'reservedMemory', 'memorySwap'],
      ],
    ],
    [
      'values of the right type',
      {
        failSwapOn: false,
        containerLogMaxFiles: 2,
        maxOpenFiles: 4294967296,
        failCgroupV1: false,
        memoryThrottlingFactor: 0.9,
        reservedSystemCPUs: '0-1',
        imageMinimumGCAge: '2m0s',
        allowedUnsafeSysctls: ['a'],
        topologyManagerPolicyOptions: { a: 'true' },
        featureGates: { A: true, B: '{{ b }}' },
        reservedMemory: [],
        memorySwap: {},
        seccompDefault: null,
        serializeImagePulls: '{{ serialize }}',
      },
      [],
    ],
    [
      'values that are not mappings',
      { evictionMinimumReclaim: ['a'], kubeReserved: 'a' },
      ['evictionMinimumReclaim', 'kubeReserved'],
    ],
    ['null for a mapping', { evictionHard: null, kubeReserved: null }, []],
    ['a template for a mapping', { evictionHard: '{{ thresholds }}' }, []],
    [
      'grace periods',
      {
        evictionSoft: { 'memory.available': '5%', 'nodefs.available': '5%', 'pid.available': '5%' },
        evictionSoftGracePeriod: { 'memory.available': '90', 'nodefs.available': '-1s', 'pid.available': '1m30s' },
      },
      ['evictionSoftGracePeriod memory.available', 'evictionSoftGracePeriod nodefs.available'],
    ],
    [
      'one of a pair',
      { evictionSoft: { 'memory.available': '5%' }, evictionSoftGracePeriod: { 'pid.available': '1m' } },
      ['evictionSoft memory.available', 'evictionSoftGracePeriod pid.available'],
    ],
    ['one of a pair next to a template', { evictionSoft: { 'memory.available': '5%', '{{ a }}': '5%' } }, []],
    [
      'reservations',
      { kubeReserved: { cpu: 'vcpus * 10', memory: '-1Mi', gpu: '1' }, systemReserved: { cpu: 1, pid: '100' } },
      ['kubeReserved memory', 'kubeReserved gpu', 'systemReserved cpu'],
    ],
  ])('%s', (_, kubelet, paths) => {
    expect(refused(kubelet)).toEqual(paths);
  });

  const open = { shutdownGracePeriod: '30s', podsPerCore: 4, clusterDNS: ['10.0.0.10', '10.0.0.11'] };

  test.each([
    ['AL2', ['shutdownGracePeriod', 'clusterDNS']],
    ['AL2023', []],
    ['Bottlerocket', ['shutdownGracePeriod', 'podsPerCore', 'clusterDNS']],
    ['Windows2022', ['shutdownGracePeriod', 'clusterDNS']],
    ['Custom', []],
  ])('%s', (family, paths) => {
    expect(refused(open, family)).toEqual(paths);
    expect(refused({ podsPerCore: null, clusterDNS: ['10.0.0.10'] }, family)).toEqual([]);
  });

  test('lists the valid names that are not set yet', () => {
    const family = amiFamilyOf({ metadata: { name: '' }, spec: {} });
    const [wrong] = refusedKubeletSettings({ kubeReserved: { cpu: '1', mem: '1Gi' } }, family);
    expect(wrong!.names).toEqual(['memory', 'ephemeral-storage', 'pid']);
  });
});
