import { describe, expect, test } from 'vitest';
import { uncountableSetting, uncountedSettings } from './counted-kubelet-settings.ts';

const amiFamily = { name: 'AL2023', hasPodsPerCore: true, takesAnyKubeletSetting: true };
const open = { isOpen: true, amiFamily };
const closed = { isOpen: false, amiFamily };

describe('kubelet settings', () => {
  test.each([
    ['none', undefined],
    ['null', null],
    ['nothing', {}],
    ['amounts', { maxPods: 110, podsPerCore: 0, kubeReserved: { cpu: '80m', pid: '100' }, systemReserved: {} }],
    ['thresholds', { evictionHard: { 'memory.available': '5%', 'nodefs.available': '1Gi' } }],
    ['nulls for unset fields', { maxPods: null, kubeReserved: null, evictionHard: null }],
    [
      'settings that Karpenter does not use to size nodes',
      { evictionMaxPodGracePeriod: 30, reservedMemory: [{ numaNode: 0 }] },
    ],
  ])('%s can be counted with', (_, kubelet) => {
    expect([uncountableSetting(kubelet, open), uncountableSetting(kubelet, closed)]).toEqual([undefined, undefined]);
  });

  test.each([
    ['a string instead of a mapping', 'a', []],
    ['a list', [1], []],
    ['an expression for pods', { maxPods: 'max_pods - 2' }, ['maxPods']],
    ['a number in quotes, which is an expression', { maxPods: '110' }, ['maxPods']],
    ['a number of pods above the maximum', { maxPods: 2 ** 31 }, ['maxPods']],
    ['half a pod', { maxPods: 1.5 }, ['maxPods']],
    ['a negative number of pods', { podsPerCore: -1 }, ['podsPerCore']],
    ['pods as a list', { podsPerCore: [] }, ['podsPerCore']],
    ['an expression for a reservation', { kubeReserved: { cpu: 'vcpus * 10' } }, ['kubeReserved', 'cpu']],
    ['a negative reservation', { systemReserved: { memory: '-1Gi' } }, ['systemReserved', 'memory']],
    ['a reservation as a list', { systemReserved: ['cpu'] }, ['systemReserved']],
    ['a mapping for an amount', { kubeReserved: { cpu: {} } }, ['kubeReserved', 'cpu']],
    ['a threshold above 100%', { evictionHard: { 'memory.available': '101%' } }, ['evictionHard', 'memory.available']],
    ['thresholds as a string', { evictionHard: 'memory.available<5%' }, ['evictionHard']],
  ])('%s cannot', (_, kubelet, path) => {
    expect([uncountableSetting(kubelet, open), uncountableSetting(kubelet, closed)]).toEqual([path, path]);
  });

  test.each([
    ['a number', 1],
    ['null', null],
  ])('%s for an amount cannot where the map is open', (_, cpu) => {
    const kubelet = { kubeReserved: { cpu } };
    expect(uncountableSetting(kubelet, open)).toEqual(['kubeReserved', 'cpu']);
    expect(uncountableSetting(kubelet, closed)).toBeUndefined();
  });

  test.each([
    ['an unknown name', { maxPod: 5 }, amiFamily, ['maxPod']],
    ['a setting that Karpenter sets itself', { registerWithTaints: [] }, amiFamily, ['registerWithTaints']],
    [
      'a setting that the AMI family does not pass on',
      { maxPods: 5, reservedMemory: [] },
      { ...amiFamily, takesAnyKubeletSetting: false },
      ['reservedMemory'],
    ],
    [
      'pods per core where the AMI family has no such setting',
      { podsPerCore: 5 },
      { ...amiFamily, hasPodsPerCore: false, takesAnyKubeletSetting: false },
      ['podsPerCore'],
    ],
  ])('%s is refused where the map is open', (_, kubelet, family, path) => {
    expect(uncountableSetting(kubelet, { isOpen: true, amiFamily: family })).toEqual(path);
    expect(uncountableSetting(kubelet, { isOpen: false, amiFamily: family })).toBeUndefined();
  });

  test('that Karpenter does not know are listed', () => {
    expect(uncountedSettings({ reservedSystemCPUs: '0', maxPods: 1, cpuManagerPolicy: 'static' })).toEqual([
      'cpuManagerPolicy',
      'reservedSystemCPUs',
    ]);
    expect(uncountedSettings('a')).toEqual([]);
  });
});
