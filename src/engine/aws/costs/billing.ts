import { isOldDate } from '../../karpenter/cloud-provider/catalog.ts';
import type { BilledCluster, Billing } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { OtherCost, VolumeCost } from '../../karpenter/cloud-provider/other-cost.ts';
import { addToGroup } from '../../text/group-by.ts';
import { hoursPerMonth, type Range, rangeOf, sumKnown, unknownRange } from '../../text/range.ts';
import { firstNames } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import type { Ec2Catalog } from '../catalog/ec2-catalog.ts';
import type { RegionFees } from '../catalog/fees.ts';
import { controlPlaneOf } from '../cluster/control-plane.ts';
import type { EC2NodeClass } from '../node-class/ec2-node-class.ts';
import { imageLicense } from './licenses.ts';
import { type NodeVolumes, nodeVolumes, volumeMonthlyUsd } from './node-volumes.ts';

type Billed = BilledCluster<EC2NodeClass, Ec2Catalog>;

function volumesOf(nodeClass: EC2NodeClass, catalog: Ec2Catalog): VolumeCost {
  const { fees } = catalog;
  const storage = nodeVolumes(nodeClass);
  if ('unknown' in storage) return { monthlyUsd: null, basis: storage.unknown };
  if (fees === undefined) return { monthlyUsd: null, basis: 'prices of volumes are unknown in this region' };

  const prices = storage.volumes.map((volume) => volumeMonthlyUsd(volume, fees.volumes[volume.type]));
  const unpriced = storage.volumes.find((_, i) => prices[i] === null);
  if (unpriced) return { monthlyUsd: null, basis: `the price of \`${unpriced.type}\` with these settings is unknown` };

  return { monthlyUsd: prices.reduce<number>((sum, usd) => sum + usd!, 0), basis: volumesText(storage, fees) };
}

function volumesText({ volumes }: Extract<NodeVolumes, { volumes: unknown }>, fees: RegionFees): string {
  const isBorrowed = volumes.some(
    ({ type, throughputMibps }) => throughputMibps !== undefined && fees.volumes[type]?.isThroughputOfUsEast1,
  );
  const sizes = volumes.map(({ sizeGib, type }) => `${sizeGib} GiB ${type}`).join(' and ');
  return `${sizes || 'no volume'}${textIf(isBorrowed, ' (throughput at the price of us-east-1)')}`;
}

const sum = (ranges: readonly Range[]): Range => {
  const of = (bound: keyof Range): number | null => sumKnown(ranges.map((range) => range[bound]));
  return rangeOf(of('low'), of('likely'), of('high'));
};

/** The date of published prices, for the end of a sentence. With old prices, a figure is an estimate. */
const dated = (fees: RegionFees | undefined, what: string, today: string): string => {
  const date = fees?.sources.find((source) => source.what.startsWith(what))?.date;
  if (date === undefined) return '';
  const basis = isOldDate(date, today) ? 'estimated from prices' : 'prices';
  return ` (${basis} of ${date})`;
};

function volumeCost({ pools, catalog, settings }: Billed): readonly OtherCost[] {
  if (pools.length === 0) return [];

  const bases = new Map<string, string[]>();
  for (const { name, volumes, classKind } of pools) {
    const basis = volumes?.basis ?? `its ${classKind} is unknown`;
    addToGroup(bases, basis, `\`${name}\``);
  }

  const texts = [...bases].map(([basis, names]) => {
    if (bases.size === 1) return basis;
    return `${firstNames(names)}: ${basis}`;
  });

  return [
    {
      kind: 'volumes',
      name: 'EBS volumes',
      monthlyUsd: sum(pools.map(({ volumesMonthlyUsd }) => volumesMonthlyUsd)),
      basis: `EBS volumes of each node: ${texts.join('; ')}${dated(catalog.fees, 'EBS', settings.today)}`,
    },
  ];
}

function addressCost({ pools, catalog: { fees }, settings }: Billed): readonly OtherCost[] {
  const isPublic = ({ nodeClass }: Billed['pools'][number]) => nodeClass?.spec.associatePublicIPAddress;
  const wanted = pools.filter((pool) => isPublic(pool) !== false);
  if (wanted.length === 0) return [];

  const monthly = fees && fees.publicIpv4Hour * hoursPerMonth;

  const priced = (nodes: Range, isKnown: boolean): Range => {
    const usd = (count: number | null) => {
      if (count === null || monthly === undefined) return null;
      return count * monthly;
    };
    // The subnets may assign addresses, so only an upper bound is known.
    if (isKnown) return rangeOf(usd(nodes.low), usd(nodes.likely), usd(nodes.high));
    return { ...unknownRange, high: usd(nodes.high) };
  };

  const undecided = wanted.filter((pool) => isPublic(pool) === undefined);
  const unsure = [...new Set(undecided.map(({ name }) => `\`${name}\``))];
  const kinds = [...new Set(undecided.map(({ classKind }) => classKind))];
  const date = dated(fees, 'public IPv4', settings.today);

  const why = () => {
    if (unsure.length === 0) return `one address for each node${date}`;
    return `the subnets decide whether nodes of ${firstNames(unsure)} get addresses${date}. Set \`associatePublicIPAddress\` in the ${kinds.join(' and the ')} to make this known`;
  };

  return [
    {
      kind: 'public-ipv4',
      name: 'public IPv4 addresses',
      monthlyUsd: sum(wanted.map((pool) => priced(pool.nodes, isPublic(pool) === true))),
      basis: `Public IPv4 addresses: ${why()}`,
    },
  ];
}

/** Whether something contradicts EKS: the cluster uses kOps, runs its own control plane, or all its NodePools are for another cloud. */
const isNotEks = ({ manifests, hasKnownPools, refused }: Billed): boolean =>
  (controlPlaneOf(manifests) ?? 'eks') !== 'eks' ||
  (!hasKnownPools && refused.some(({ isOfOtherClass }) => isOfOtherClass));

/** The fee for an EKS cluster, which does not depend on its nodes. Other clusters have no such fee. */
function controlPlane(billed: Billed): readonly OtherCost[] {
  const { fees } = billed.catalog;
  if (fees === undefined || isNotEks(billed)) return [];

  const { kubernetesVersion, today } = billed.settings;
  const support = kubernetesVersion === undefined ? undefined : fees.eks.versions[kubernetesVersion];
  const monthly = (hour: number): number => hour * hoursPerMonth;
  const [standard, extended] = [monthly(fees.eks.standardHour), monthly(fees.eks.extendedHour)];
  const date = dated(fees, 'EKS', today);
  const text = (usd: number): string => `$${usd.toFixed(2)}/month`;

  if (support === undefined || today > support.extendedUntil) {
    const why = () => {
      if (kubernetesVersion === undefined) return 'set `kubernetesVersion` in the configuration to choose one';
      return `the kind of support for Kubernetes ${kubernetesVersion} is unknown`;
    };

    const monthlyUsd = rangeOf(standard, null, extended);

    return [
      {
        kind: 'control-plane',
        name: 'EKS control plane',
        monthlyUsd,
        basis: `EKS control plane: ${text(standard)} under standard support, ${text(extended)} under extended support${date}; ${why()}`,
      },
    ];
  }

  const isStandard = today <= support.standardUntil;
  const usd = isStandard ? standard : extended;

  const until = () => {
    if (isStandard) return `standard support until ${support.standardUntil}`;
    return `extended support since ${support.standardUntil}`;
  };

  return [
    {
      kind: 'control-plane',
      name: 'EKS control plane',
      monthlyUsd: rangeOf(usd, usd, usd),
      until: isStandard ? support.standardUntil : support.extendedUntil,
      basis: `EKS control plane: ${text(usd)}, because Kubernetes ${kubernetesVersion} has ${until()}${date}`,
    },
  ];
}

/** What AWS bills in addition to instances: volumes and public addresses of nodes, and the fees of EKS. */
export const billing: Billing<EC2NodeClass, Ec2Catalog> = {
  spotCaveat: 'AWS can reclaim spot nodes with two minutes’ notice, and prices change',
  volumesOf,
  licenseOf: imageLicense,
  ofNodes: (billed) => [...volumeCost(billed), ...addressCost(billed)],
  ofCluster: controlPlane,
};
