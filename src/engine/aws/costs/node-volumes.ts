import { parseResource } from '../../api/quantity.ts';
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

/** The volumes of a node, or why they are not known. */
export type NodeVolumes = { readonly volumes: readonly NodeVolume[] } | { readonly unknown: string };

const gibibyte = 1024 ** 3;
const gp3 = (sizeGib: number): NodeVolume => ({ type: 'gp3', sizeGib, iops: undefined, throughputMibps: undefined });

/** Size of the volume with the system, where it is not the one that pods write to. */
const bottlerocketSystemGib = 4;

/**
 * The EBS volumes of a node. Without `blockDeviceMappings` they are the defaults of the AMI family; any mapping replaces all of
 * those, and what the AMI itself maps beside them is not known. Source: provider-aws pkg/providers/amifamily.
 */
export function nodeVolumes(nodeClass: EC2NodeClass): NodeVolumes {
  const family = amiFamilyOf(nodeClass);
  const mappings = nodeClass.spec.blockDeviceMappings ?? [];
  if (mappings.length > 0) return mapped(mappings, rootDevice(family.name));
  if (family.ephemeralDevice === undefined) return { unknown: 'the AMI decides' };
  const data = gp3(family.defaultVolumeBytes / gibibyte);
  return { volumes: family.name === 'Bottlerocket' ? [gp3(bottlerocketSystemGib), data] : [data] };
}

type Mapping = NonNullable<EC2NodeClass['spec']['blockDeviceMappings']>[number];

/** Undefined where the AMI decides. */
const rootDevice = (family: string): string | undefined =>
  family === 'Custom' ? undefined : family.startsWith('Windows') ? '/dev/sda1' : '/dev/xvda';

function mapped(mappings: readonly Mapping[], root: string | undefined): NodeVolumes {
  const hasRoot = mappings.some(({ deviceName, rootVolume }) => rootVolume || (root && deviceName === root));
  if (!hasRoot) return { unknown: 'the root volume is not mapped, so the AMI decides on it' };
  const volumes: NodeVolume[] = [];
  for (const { deviceName = 'a device', ebs } of mappings) {
    if (ebs === undefined) continue;
    const size = ebs.volumeSize === undefined ? undefined : parseResource('storage', ebs.volumeSize);
    if (size === undefined) return { unknown: `the snapshot decides on the size of ${deviceName}` };
    if (ebs.volumeType === undefined) return { unknown: `the type of ${deviceName} is not named` };
    // Karpenter rounds up to whole GiB.
    const sizeGib = Math.ceil(size / gibibyte);
    volumes.push({ type: ebs.volumeType, sizeGib, iops: amount(ebs.iops), throughputMibps: amount(ebs.throughput) });
  }
  return { volumes };
}

/** What is written and no number, a placeholder for one, is not known: NaN. */
const amount = (written: string | number | undefined): number | undefined =>
  written === undefined ? undefined : Number(written);

/** What gp3 includes. */
const included = { iops: 3_000, mibps: 125 };
/** Up to how many IOPS each tier of io2 goes. */
const tiers = [32_000, 64_000, Number.POSITIVE_INFINITY];
/** Types of which requests are billed too, whose number nobody knows. */
const billedByRequest = new Set(['standard']);

/** What a volume costs a month in USD; null where its price or one of its amounts is not known. */
export function volumeMonthlyUsd(volume: NodeVolume, price: VolumePrice | undefined): number | null {
  if (price === undefined || billedByRequest.has(volume.type)) return null;
  const iops = iopsUsd(volume, price);
  const throughput = throughputUsd(volume, price);
  const usd = volume.sizeGib * price.gibMonth + iops + throughput;
  return Number.isFinite(usd) ? usd : null;
}

function iopsUsd({ type, iops = 0 }: NodeVolume, { iopsMonth }: VolumePrice): number {
  const billed = type === 'gp3' ? Math.max(0, iops - included.iops) : type.startsWith('io') ? iops : 0;
  if (billed === 0) return 0;
  let usd = 0;
  let below = 0;
  for (const [at, price] of (iopsMonth ?? [Number.NaN]).entries()) {
    const limit = iopsMonth?.length === 1 ? Number.POSITIVE_INFINITY : tiers[at]!;
    usd += Math.max(0, Math.min(billed, limit) - below) * price;
    below = limit;
  }
  return Number.isNaN(billed) ? Number.NaN : usd;
}

function throughputUsd({ type, throughputMibps = 0 }: NodeVolume, { mibpsMonth = Number.NaN }: VolumePrice): number {
  const billed = type === 'gp3' ? Math.max(0, throughputMibps - included.mibps) : 0;
  return billed === 0 ? 0 : billed * mibpsMonth;
}
