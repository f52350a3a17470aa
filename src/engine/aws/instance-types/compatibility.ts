import type { AmiFamily } from '../catalog/ami-families.ts';
import type { InstanceTypeInfo } from '../catalog/instance-type-info.ts';
import type { EC2NodeClass } from '../node-class/ec2-node-class.ts';

/**
 * Whether nodes of a node class can run on a type. If not, its offerings are unavailable. A manifest does not contain the strategy of
 * a placement group, so this assumes that it fits.
 * Source: provider-aws pkg/providers/instancetype/compatibility/compatibility.go.
 */
export function isCompatible(info: InstanceTypeInfo, nodeClass: EC2NodeClass, amiFamily: AmiFamily): boolean {
  if (amiFamily.name === 'AL2023' && info.family === 'a1') return false;
  const { connectionTracking, cpuOptions, enclaveOptions, networkInterfaces } = nodeClass.spec;
  if (connectionTracking !== undefined && info.hypervisor !== 'nitro') return false;
  if (cpuOptions?.nestedVirtualization === 'enabled' && !info.hasNestedVirtualization) return false;
  if (enclaveOptions?.enabled === true && !info.hasNitroEnclaves) return false;
  return networkInterfaces === undefined || hasInterfaces(info, networkInterfaces);
}

type NetworkInterfaces = NonNullable<EC2NodeClass['spec']['networkInterfaces']>;

function hasInterfaces(info: InstanceTypeInfo, networkInterfaces: NetworkInterfaces): boolean {
  if (!info.hasEna) return false;
  const efaOnly = networkInterfaces.filter(({ interfaceType }) => interfaceType === 'efa-only').length;
  if (efaOnly > (info.efas ?? 0)) return false;
  return networkInterfaces.every(
    ({ networkCardIndex = 0, deviceIndex = 0 }) => deviceIndex < (info.networkCards[networkCardIndex] ?? 0),
  );
}
