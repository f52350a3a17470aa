/** What Karpenter assumes about nodes of an AMI family, and what AWS builds into its images. */
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
  /** The root device of its images. Undefined if the AMI decides. Source: provider-aws pkg/providers/amifamily, EphemeralBlockDevice. */
  readonly rootDevice: string | undefined;
  /**
   * The size of the snapshot of the root volume in GiB, of every release. Bottlerocket had 2 for years, and newer
   * releases have more. Undefined if the AMI decides.
   */
  readonly imageGib: number | undefined;
  /** The build number in a label of Windows nodes. */
  readonly windowsBuild: string | undefined;
}

const gibibyte = 1024 ** 3;

type Disk = Pick<AmiFamily, 'ephemeralDevice' | 'rootDevice' | 'imageGib'>;

const linux = (name: string, disk: Disk): AmiFamily => ({
  name,
  limitsPodsByEnis: true,
  reservesMemoryByEnis: name !== 'Bottlerocket',
  hasPodsPerCore: name !== 'Bottlerocket',
  takesAnyKubeletSetting: name === 'AL2023' || name === 'Custom',
  ...disk,
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
  rootDevice: '/dev/sda1',
  imageGib: 50,
  windowsBuild,
});

const amazonLinux: Disk = { ephemeralDevice: '/dev/xvda', rootDevice: '/dev/xvda', imageGib: 20 };

/** Karpenter's default. */
export const al2 = linux('AL2', amazonLinux);

/** Images that Karpenter knows nothing about. */
export const custom = linux('Custom', { ephemeralDevice: undefined, rootDevice: undefined, imageGib: undefined });

/** The families of v1. v1beta1 also has Ubuntu. */
export const amiFamilies: readonly AmiFamily[] = [
  al2,
  linux('AL2023', amazonLinux),
  linux('Bottlerocket', { ephemeralDevice: '/dev/xvdb', rootDevice: '/dev/xvda', imageGib: 2 }),
  windows('Windows2019', '10.0.17763'),
  windows('Windows2022', '10.0.20348'),
  windows('Windows2025', '10.0.26100'),
  custom,
];

/** The family with a name, as `amiFamily` spells it. */
export const familyNamed = (name: string | undefined): AmiFamily | undefined =>
  amiFamilies.find((family) => family.name === name);

/** The family of an alias such as `al2023@v20260715`. */
export const aliasedFamily = (alias: string): AmiFamily | undefined => {
  const [family] = alias.split('@');
  return amiFamilies.find(({ name }) => name !== custom.name && name.toLowerCase() === family);
};
