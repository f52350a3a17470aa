import { ebsDrivers } from '../../karpenter/api/ebs.ts';

/** Nitro types whose EBS volumes have no limit of their own, except for bare metal. Those since the seventh generation have one. */
const sharing = /^(?:[cmr]5[abdn]{0,2}|[cmr]6[agi]d?|t3a?|t4g)\.(?!metal)/;

/** Such types share 28 places among volumes, network interfaces and local disks. The first interface and the root volume take two. */
const shared: ReadonlyMap<string, number> = new Map(ebsDrivers.map((driver) => [driver, 28 - 2]));

/**
 * The most EBS volumes that pods can attach to an instance, by driver; undefined if that is unknown. It is less on instances with more interfaces.
 * Source: https://docs.aws.amazon.com/ebs/latest/userguide/volume_limits.html.
 */
export const attachmentLimits = (instanceType: string): ReadonlyMap<string, number> | undefined =>
  sharing.test(instanceType) ? shared : undefined;
