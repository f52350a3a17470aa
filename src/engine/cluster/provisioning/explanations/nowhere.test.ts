import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../karpenter/api/pod.ts';
import type { Catalog } from '../../../karpenter/cloud-provider/catalog.ts';
import { nowhereBecause } from './nowhere.ts';

const catalog = { types: [{ vcpus: 4, memoryMib: 1024 }] } as unknown as Catalog;
const reason = (spec: object, region?: string) =>
  nowhereBecause({ metadata: {}, spec: { containers: [], ...spec } } as unknown as Pod, { catalog, region });
const selecting = (key: string, value: string) => ({ nodeSelector: { [key]: value } });
const requesting = (requests: object) => ({ containers: [{ name: 'a', resources: { requests } }] });
const affine = (...terms: object[]) => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } },
});
const arch = (...values: string[]) => ({ matchExpressions: [{ key: 'kubernetes.io/arch', operator: 'In', values }] });

describe('no node of any kind can run a pod that', () => {
  test.each([
    ['selects a capacity type that does not exist', selecting('karpenter.sh/capacity-type', 'ON_DEMAND')],
    ['selects an architecture by another name', selecting('kubernetes.io/arch', 'x86_64')],
    ['selects it by the old label', selecting('beta.kubernetes.io/arch', 'x86_64')],
    ['selects an operating system that does not exist', selecting('kubernetes.io/os', 'Linux')],
    ['selects a zone of another region', selecting('topology.kubernetes.io/zone', 'us-east-1a'), 'eu-central-1'],
    ['selects another region', selecting('topology.kubernetes.io/region', 'us-east-1'), 'eu-central-1'],
    ['requires an architecture that does not exist', affine(arch('x86_64', 'aarch64'))],
    ['requests more CPU than the largest type has', requesting({ cpu: '5' })],
    ['requests more memory than the largest type has', requesting({ memory: '2Gi' })],
  ])('%s', (_, spec, region?: string) => {
    expect(reason(spec, region)).toMatch(/\.$/);
  });
});

describe('some node may run a pod that', () => {
  test.each([
    ['selects a known value', selecting('karpenter.sh/capacity-type', 'spot')],
    ['has a placeholder', selecting('kubernetes.io/arch', '${ARCH}')],
    ['selects a zone where the region is assumed', selecting('topology.kubernetes.io/zone', 'us-east-1a')],
    ['selects a zone of the region', selecting('topology.kubernetes.io/zone', 'eu-central-1a'), 'eu-central-1'],
    ['selects a zone of another cloud', selecting('topology.kubernetes.io/zone', 'fsn1'), 'eu-central-1'],
    ['selects a label of its own', selecting('team', 'web')],
    ['has an alternative', affine(arch('x86_64'), arch('amd64'))],
    ['also allows a known value', affine(arch('x86_64', 'amd64'))],
    ['fits the largest type', requesting({ cpu: '4', memory: '1Gi' })],
  ])('%s', (_, spec, region?: string) => {
    expect(reason(spec, region)).toBeUndefined();
  });
});
