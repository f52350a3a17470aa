import type { License } from '../../karpenter/cloud-provider/other-cost.ts';
import type { InstanceTypeInfo } from '../catalog/instance-type-info.ts';
import { amiFamilyOf } from '../node-class/ami-family.ts';
import type { EC2NodeClass } from '../node-class/ec2-node-class.ts';

/** A license that AWS bills together with an instance, in all regions at the same rate. */
export interface InstanceLicense extends License {
  /** USD per hour of one instance; undefined if the rate is unknown. */
  hourlyUsd(type: InstanceTypeInfo): number | undefined;
}

/**
 * USD per hour of the Windows license of burstable instances, which do not pay the rate per vCPU. They are the differences between the
 * published prices of Windows and Linux, which are the same in all regions (prices of 2021-08-30).
 */
const burstable: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  t2: { nano: 0.0023, micro: 0.0046, small: 0.0092, medium: 0.018, large: 0.028, xlarge: 0.041, '2xlarge': 0.062 },
  t3: { nano: 0.0046, micro: 0.0092, small: 0.0184, medium: 0.0184, large: 0.0276, xlarge: 0.0736, '2xlarge': 0.1472 },
};

/** Source: the table of license-included prices in the EC2 User Guide, "Optimize CPUs for License-Included instances", of October 2025. */
const perVcpuUsd = { windows: 0.046, Enterprise: 0.421, Standard: 0.166, Web: 0.063 };

const userGuide = 'EC2 User Guide of 2025-10';

const windows: InstanceLicense = {
  title: 'Windows Server',
  basis: `$${perVcpuUsd.windows} per vCPU and hour, less for T instances (${userGuide})`,
  isPriced: true,
  hourlyUsd: ({ family, size, vcpus }) =>
    burstable[family === 't3a' ? 't3' : family]?.[size] ?? vcpus * perVcpuUsd.windows,
};

const windowsWithSql = (edition: 'Enterprise' | 'Standard' | 'Web'): InstanceLicense => ({
  title: `Windows Server with SQL Server ${edition}`,
  basis: `$${perVcpuUsd[edition]} per vCPU and hour (${userGuide})`,
  isPriced: true,
  hourlyUsd: ({ vcpus }) => vcpus * perVcpuUsd[edition],
});

/** Rates per vCPU by size. Source: AWS, "RHEL on AWS pricing", in force since 2024-07-01. */
const rhel: InstanceLicense = {
  title: 'Red Hat Enterprise Linux',
  basis: '$0.0144 per vCPU and hour up to 8 vCPUs, and less for larger instances (prices of 2024-07-01)',
  isPriced: true,
  hourlyUsd: ({ vcpus }) => {
    if (vcpus <= 8) return vcpus * 0.0144;
    if (vcpus < 128) return vcpus * 0.0108;
    return vcpus * 0.0096;
  },
};

const unpriced = (title: string): InstanceLicense => ({
  title,
  basis: '',
  isPriced: false,
  hourlyUsd: () => undefined,
});

type Term = NonNullable<EC2NodeClass['spec']['amiSelectorTerms']>[number];

const redHatAccount = '309956199498';
const suseAccount = '013907871322';

/** The license of the images that a term selects by a name or account of their publisher; undefined if none shows. */
function licenseOfTerm({ name = '', owner, ssmParameter = '' }: Term, isWindows: boolean): InstanceLicense | undefined {
  const image = name === '' ? ssmParameter : name;
  const edition = /SQL_20\d\d_(Enterprise|Standard|Web|\*)/.exec(image)?.[1];
  if (edition === 'Enterprise' || edition === 'Standard' || edition === 'Web') {
    if (isWindows) return windowsWithSql(edition);
    return unpriced(`SQL Server ${edition}`);
  }
  if (edition !== undefined) return unpriced('SQL Server');
  if (isWindows) return windows;
  // Images for Red Hat's Cloud Access and SUSE's own subscriptions have no license from AWS.
  if (/^RHEL.*-Access/.test(name) || /^suse-.*-byos-/.test(name)) return undefined;
  if (/^RHEL_(?:HA|SAP)|^RHEL-SAP/.test(name)) return unpriced('Red Hat Enterprise Linux with add-ons');
  if (/^RHEL-/.test(name) || owner === redHatAccount) return rhel;
  if (/^suse-sles-/.test(name) || owner === suseAccount || /\/aws\/service\/suse\//.test(ssmParameter))
    return unpriced('SUSE Linux Enterprise Server');

  return undefined;
}

/**
 * The license of a node class's images, as far as the AMI family and the names of public images show it. Several different ones have no
 * single price.
 */
export function imageLicense(nodeClass: EC2NodeClass): InstanceLicense | undefined {
  const isWindows = amiFamilyOf(nodeClass).windowsBuild !== undefined;
  const terms = nodeClass.spec.amiSelectorTerms ?? [];
  if (terms.length === 0) {
    if (isWindows) return windows;
    return undefined;
  }

  const licenses = terms.map((term) => licenseOfTerm(term, isWindows));
  const [first] = licenses;
  if (licenses.every((license) => license?.title === first?.title)) return first;

  return unpriced(licenses.find((license) => license !== undefined)!.title);
}
