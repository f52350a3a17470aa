import type { EC2NodeClass } from './ec2-node-class.ts';

/** What Karpenter assumes about nodes of an AMI family. */
export interface AmiFamily {
  readonly name: string;
  /** Network interfaces limit the number of pods, unless maxPods is set. For Windows the number is 110. */
  readonly limitsPodsByEnis: boolean;
  /** kube-reserved memory depends on the number of pods that the network interfaces allow, even if maxPods is set. */
  readonly reservesMemoryByEnis: boolean;
  readonly hasPodsPerCore: boolean;
  /** From 1.15 on: Karpenter accepts settings under `kubelet` that it does not use itself. */
  readonly takesAnyKubeletSetting: boolean;
  /** The device of the volume that pods write to. Undefined if the AMI decides. */
  readonly ephemeralDevice: string | undefined;
  readonly defaultVolumeBytes: number;
  /** The build number in a label of Windows nodes. */
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
 * The AMI family of a node class: `amiFamily`, else the family of its alias, else Custom.
 * Source: provider-aws pkg/apis/v1/ec2nodeclass.go AMIFamily, pkg/providers/amifamily.
 */
export function amiFamilyOf(nodeClass: EC2NodeClass): AmiFamily {
  const { amiFamily, amiSelectorTerms } = nodeClass.spec;
  // Like GetAMIFamily, this treats an unknown family as AL2.
  if (amiFamily !== undefined) return families.find((family) => family.name === amiFamily) ?? al2;
  const alias = amiSelectorTerms?.find((term) => term.alias)?.alias?.split('@')[0];
  return families.find((family) => family !== custom && family.name.toLowerCase() === alias) ?? custom;
}
