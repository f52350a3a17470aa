import { parseResource } from '../../karpenter/api/quantity.ts';
import type { VolumePrice } from '../catalog/fees.ts';
import { amiFamilyOf } from '../node-class/ami-family.ts';
import type { EC2NodeClass } from '../node-class/ec2-node-class.ts';

/** An EBS volume that every node of a NodeClass gets. */
export interface NodeVolume {
  readonly type: string;
  readonly sizeGib: number;
  readonly iops: number | undefined;
  readonly throughputMibps: number | undefined;
}

/** The volumes of a node, or why they are unknown. */
export type NodeVolumes = { readonly volumes: readonly NodeVolume[] } | { readonly unknown: string };

const gibibyte = 1024 ** 3;
const gp3 = (sizeGib: number): NodeVolume => ({ type: 'gp3', sizeGib, iops: undefined, throughputMibps: undefined });

/** The size of Bottlerocket's system volume, which pods do not write to. */
const bottlerocketSystemGib = 4;

/**
 * The EBS volumes of a node. Without `blockDeviceMappings` they are the defaults of the AMI family. Any mapping replaces all of the
 * defaults. Other volumes that the AMI itself maps are unknown. Source: provider-aws pkg/providers/amifamily.
 */
export function nodeVolumes(nodeClass: EC2NodeClass): NodeVolumes {
  const family = amiFamilyOf(nodeClass);
  const mappings = nodeClass.spec.blockDeviceMappings ?? [];
  if (mappings.length > 0) return mapped(mappings, family.rootDevice);
  if (family.ephemeralDevice === undefined) return { unknown: 'the AMI decides' };
  const data = gp3(family.defaultVolumeBytes / gibibyte);
  return { volumes: family.name === 'Bottlerocket' ? [gp3(bottlerocketSystemGib), data] : [data] };
}

type Mapping = NonNullable<EC2NodeClass['spec']['blockDeviceMappings']>[number];

function mapped(mappings: readonly Mapping[], root: string | undefined): NodeVolumes {
  const hasRoot = mappings.some(({ deviceName, rootVolume }) => rootVolume || (root && deviceName === root));
  if (!hasRoot) return { unknown: 'the root volume is not mapped, so the AMI decides' };

  const volumes: NodeVolume[] = [];

  for (const { deviceName = 'a device', ebs } of mappings) {
    if (ebs === undefined) continue;

    const size = ebs.volumeSize === undefined ? undefined : parseResource('storage', ebs.volumeSize);
    if (size === undefined) return { unknown: `the snapshot decides the size of ${deviceName}` };
    if (ebs.volumeType === undefined) return { unknown: `the volume type of ${deviceName} is not set` };

    // Karpenter rounds up to whole GiB.
    const sizeGib = Math.ceil(size / gibibyte);
    volumes.push({ type: ebs.volumeType, sizeGib, iops: amount(ebs.iops), throughputMibps: amount(ebs.throughput) });
  }

  return { volumes };
}

/** The number that is set. NaN for a placeholder, because its value is unknown. */
const amount = (written: string | number | undefined): number | undefined => {
  if (written === undefined) return undefined;
  return Number(written);
};

/** The performance that the price of gp3 includes. */
const included = { iops: 3_000, mibps: 125 };
/** The upper limits of the IOPS tiers of io2. */
const tiers = [32_000, 64_000, Number.POSITIVE_INFINITY];
/** Volume types for which AWS also bills requests, whose number is unknown. */
const billedByRequest = new Set(['standard']);

/** The monthly cost of a volume in USD. Null if its price or one of its amounts is unknown. */
export function volumeMonthlyUsd(volume: NodeVolume, price: VolumePrice | undefined): number | null {
  if (price === undefined || billedByRequest.has(volume.type)) return null;
  const iops = iopsUsd(volume, price);
  const throughput = throughputUsd(volume, price);
  const usd = volume.sizeGib * price.gibMonth + iops + throughput;
  if (Number.isFinite(usd)) return usd;
  return null;
}

function iopsUsd({ type, iops = 0 }: NodeVolume, { iopsMonth }: VolumePrice): number {
  const billedIops = () => {
    if (type === 'gp3') return Math.max(0, iops - included.iops);
    if (type.startsWith('io')) return iops;
    return 0;
  };

  const billed = billedIops();
  if (billed === 0) return 0;

  let usd = 0;
  let below = 0;
  for (const [at, price] of (iopsMonth ?? [Number.NaN]).entries()) {
    const limit = iopsMonth?.length === 1 ? Number.POSITIVE_INFINITY : tiers[at]!;
    usd += Math.max(0, Math.min(billed, limit) - below) * price;
    below = limit;
  }

  if (Number.isNaN(billed)) return Number.NaN;
  return usd;
}

function throughputUsd({ type, throughputMibps = 0 }: NodeVolume, { mibpsMonth = Number.NaN }: VolumePrice): number {
  const billed = type === 'gp3' ? Math.max(0, throughputMibps - included.mibps) : 0;
  if (billed === 0) return 0;
  return billed * mibpsMonth;
}
