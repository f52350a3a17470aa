import { describe, expect, test } from 'vitest';
import { catalogOf } from '../../cluster/provisioning/simulation.test-support.ts';
import type { EC2NodeClass } from '../node-class/ec2-node-class.ts';
import { nodeVolumes, volumeMonthlyUsd } from './node-volumes.ts';

type Ebs = NonNullable<NonNullable<EC2NodeClass['spec']['blockDeviceMappings']>[number]['ebs']>;

const nodeClass = (spec: EC2NodeClass['spec']): EC2NodeClass => ({ metadata: { name: 'default' }, spec });
const root = (ebs: Ebs, deviceName = '/dev/xvda') =>
  nodeClass({ amiFamily: 'AL2023', blockDeviceMappings: [{ deviceName, ebs }] });

/** The monthly cost of all volumes of a node, or why it is unknown. */
function monthly(of: EC2NodeClass, region = 'us-east-1'): number | null | string {
  const found = nodeVolumes(of);
  if ('unknown' in found) return found.unknown;
  const usd = found.volumes.map((volume) => volumeMonthlyUsd(volume, catalogOf(region).fees?.volumes[volume.type]));
  return usd.includes(null) ? null : Number(usd.reduce<number>((sum, one) => sum + one!, 0).toFixed(4));
}

describe('volumes of a node without blockDeviceMappings', () => {
  test.each([
    ['AL2', 20 * 0.08],
    ['AL2023', 20 * 0.08],
    ['Bottlerocket', 24 * 0.08],
    ['Windows2022', 50 * 0.08],
    ['Custom', 'the AMI decides'],
  ])('%s', (amiFamily, expected) => {
    expect(monthly(nodeClass({ amiFamily }))).toBe(expected);
  });
});

describe('volumes with blockDeviceMappings, us-east-1', () => {
  test.each<[string, Ebs, number | null | string]>([
    ['gp3 with only what it includes', { volumeSize: '100Gi', volumeType: 'gp3', iops: 3000, throughput: 125 }, 8],
    ['gp3 with more IOPS', { volumeSize: '100Gi', volumeType: 'gp3', iops: 4000 }, 8 + 5],
    ['gp3 with more throughput', { volumeSize: '100Gi', volumeType: 'gp3', throughput: 250 }, 8 + 5],
    ['whole GiB are billed', { volumeSize: '100G', volumeType: 'gp3' }, 7.52],
    ['gp2, which has no price for IOPS', { volumeSize: '100Gi', volumeType: 'gp2', iops: 300 }, 10],
    ['io1', { volumeSize: '100Gi', volumeType: 'io1', iops: 1000 }, 12.5 + 65],
    ['io2 in its tiers', { volumeSize: '10Gi', volumeType: 'io2', iops: 70_000 }, 1.25 + 2080 + 1472 + 192],
    ['st1', { volumeSize: '500Gi', volumeType: 'st1' }, 22.5],
    ['magnetic, for which AWS also bills requests', { volumeSize: '10Gi', volumeType: 'standard' }, null],
    ['a type that does not exist', { volumeSize: '10Gi', volumeType: 'gp9' }, null],
    ['IOPS from a placeholder', { volumeSize: '10Gi', volumeType: 'gp3', iops: `\${IOPS}` }, null],
    ['no type', { volumeSize: '10Gi' }, 'the volume type of /dev/xvda is not set'],
    ['a snapshot', { volumeType: 'gp3' }, 'the snapshot decides the size of /dev/xvda'],
  ])('%s', (_, ebs, expected) => {
    expect(monthly(root(ebs))).toBe(expected);
  });

  test('a mapping of another device leaves the root volume to the AMI', () => {
    expect(monthly(root({ volumeSize: '10Gi', volumeType: 'gp3' }, '/dev/xvdb'))).toMatch(/root volume is not mapped/);
  });
});

test('regions have their own prices, or none if AWS publishes none', () => {
  const large = root({ volumeSize: '100Gi', volumeType: 'gp3' });
  expect(monthly(large, 'eu-central-1')).toBe(9.52);
  expect(monthly(large, 'il-central-1')).toBeNull();
});
