import type { EC2NodeClass } from './ec2-node-class.ts';

/** What Karpenter assumes of nodes of an AMI family. */
export interface AmiFamily {
  readonly name: string;
  /** Pods are limited by network interfaces, unless maxPods says otherwise; Windows takes 110. */
  readonly limitsPodsByEnis: boolean;
  /** kube-reserved memory grows with the pods that the network interfaces allow, whatever maxPods says. */
  readonly reservesMemoryByEnis: boolean;
  readonly hasPodsPerCore: boolean;
  /** What stands under `kubelet` and means nothing to Karpenter reaches the node, or is nobody's affair (from 1.15 on). */
  readonly takesAnyKubeletSetting: boolean;
  /** Device of the volume that pods write to; undefined where the AMI decides. */
  readonly ephemeralDevice: string | undefined;
  readonly defaultVolumeBytes: number;
  /** Build number that Windows nodes carry as a label. */
  readonly windowsBuild: string | undefined;
}

const gibibyte = 1024 ** 3;

const linux = (name: string, ephemeralDevice: string | undefined): AmiFamily => ({
  name,
  limitsPodsByEnis: true,
  reservesMemoryByEnis: name !== 'Bottlerocket',
  hasPodsPerCore: name !== 'Bottlerocket',
  takesAnyKubeletSetting: name === 'AL2023' || name === 'Custom',
  ephemeralDevice,
  defaultVolumeBytes: 20 * gibibyte,
  windowsBuild: undefined,
});

const windows = (name: string, windowsBuild: string): AmiFamily => ({
  name,
  limitsPodsByEnis: false,
  reservesMemoryByEnis: false,
  hasPodsPerCore: true,
  takesAnyKubeletSetting: false,
  ephemeralDevice: '/dev/sda1',
  defaultVolumeBytes: 50 * gibibyte,
  windowsBuild,
});

const al2 = linux('AL2', '/dev/xvda');
const custom = linux('Custom', undefined);

const families: readonly AmiFamily[] = [
  al2,
  linux('AL2023', '/dev/xvda'),
  linux('Bottlerocket', '/dev/xvdb'),
  windows('Windows2019', '10.0.17763'),
  windows('Windows2022', '10.0.20348'),
  windows('Windows2025', '10.0.26100'),
  custom,
];

/**
 * The AMI family of a NodeClass: its own field, else the family of its alias, else Custom.
 * Source: provider-aws pkg/apis/v1/ec2nodeclass.go AMIFamily, pkg/providers/amifamily.
 */
export function amiFamilyOf(nodeClass: EC2NodeClass): AmiFamily {
  const { amiFamily, amiSelectorTerms } = nodeClass.spec;
  // A family that Karpenter does not know is treated as AL2, as GetAMIFamily does.
  if (amiFamily !== undefined) return families.find((family) => family.name === amiFamily) ?? al2;
  const alias = amiSelectorTerms?.find((term) => term.alias)?.alias?.split('@')[0];
  return families.find((family) => family !== custom && family.name.toLowerCase() === alias) ?? custom;
}
