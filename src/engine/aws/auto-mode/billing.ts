import type { BilledCluster, BilledNode, Billing } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { OtherCost, VolumeCost } from '../../karpenter/cloud-provider/other-cost.ts';
import { hoursPerMonth, rangeOf, sumKnown } from '../../text/range.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import type { Ec2Catalog } from '../catalog/ec2-catalog.ts';
import { billing as ec2Billing } from '../costs/billing.ts';
import { volumeMonthlyUsd } from '../costs/node-volumes.ts';
import type { EC2NodeClass } from '../node-class/ec2-node-class.ts';
import { dataVolumeOf } from './node-class.ts';

/**
 * The fee for an instance as a part of its on-demand price, by category. It is worked out from the fees that AWS published for types of
 * these categories in several regions in September 2026. Each of them is this part of the price, rounded to 5 decimals.
 */
const generalPart = 0.12;
const graphicsPart = 0.078;
const general: ReadonlySet<string> = new Set(['c', 'd', 'i', 'im', 'is', 'm', 'r', 't', 'x', 'z']);
const graphics: ReadonlySet<string> = new Set(['g', 'gr']);

/** The fee per hour of an instance type in USD; undefined if it is unknown. Spot, Savings Plans and reservations do not lower it. */
export function autoModeFee(instanceType: string, catalog: Ec2Catalog): number | undefined {
  const category = /^[a-z]+/.exec(instanceType)?.[0] ?? '';

  const partOf = () => {
    if (general.has(category)) return generalPart;
    if (graphics.has(category)) return graphicsPart;
    return undefined;
  };

  const part = partOf();
  const [zone] = catalog.zonesOf(instanceType);
  const price = zone === undefined ? undefined : catalog.price(instanceType, 'on-demand', zone);
  if (part === undefined || price === undefined) return undefined;
  return Math.round(price.hourlyUsd * part * 1e5) / 1e5;
}

type Billed = BilledCluster<EC2NodeClass, Ec2Catalog>;

function monthlyFee(nodes: readonly BilledNode[] | null, catalog: Ec2Catalog): number | null {
  if (nodes === null) return null;

  const fees = nodes.map(({ instanceType }) => autoModeFee(instanceType, catalog));
  return sumKnown(fees.map((hourlyUsd) => (hourlyUsd === undefined ? null : hourlyUsd * hoursPerMonth)));
}

function fee({ pools, catalog }: Billed): readonly OtherCost[] {
  if (pools.length === 0) return [];

  const cases = [0, 1, 2].map((at) => pools.map(({ instances }) => monthlyFee(instances[at] ?? null, catalog)));
  const [low, likely, high] = cases.map(sumKnown);
  const types = new Set(
    pools.flatMap(({ instances }) => instances.flatMap((nodes) => nodes ?? [])).map((node) => node.instanceType),
  );
  const unknown = [...types].filter((type) => autoModeFee(type, catalog) === undefined).sort();

  const basis = () => {
    if (unknown.length > 0) return `EKS Auto Mode: the fee for ${firstNames(unknown.map(quoted))} is unknown`;
    return 'EKS Auto Mode: a fee for each instance in addition to EC2, estimated as 12% of the on-demand price and 7.8% for G instances. Spot, Savings Plans and reservations do not lower it (fees of 2026-09-28)';
  };

  return [{ kind: 'auto-mode', name: 'EKS Auto Mode', monthlyUsd: rangeOf(low!, likely!, high!), basis: basis() }];
}

function volumesOf(nodeClass: EC2NodeClass, { fees }: Ec2Catalog): VolumeCost {
  const volume = dataVolumeOf(nodeClass);
  const monthlyUsd = volume === undefined ? null : volumeMonthlyUsd(volume, fees?.volumes[volume.type]);
  if (volume === undefined || monthlyUsd === null)
    return { monthlyUsd: null, basis: 'prices of volumes are unknown in this region' };
  return { monthlyUsd, basis: `${volume.sizeGib} GiB gp3, without the system volume, whose size AWS does not publish` };
}

/** What AWS bills for nodes of EKS Auto Mode: the same as for other nodes, and a fee for each instance. */
export const autoModeBilling: Billing<EC2NodeClass, Ec2Catalog> = {
  spotCaveat: ec2Billing.spotCaveat,
  volumesOf,
  ofNodes: fee,
  ofCluster: () => [],
};
