import { label } from '../api/labels.ts';
import type { InstanceTypes, Offering } from '../cloud-provider/instance-types.ts';
import { offeringOf } from '../provisioning/nodes/launched-labels.ts';
import type { Launch } from '../provisioning/results.ts';
import type { ExistingNode } from '../provisioning/scheduler-input.ts';
import type { Simulator } from '../provisioning/simulator.ts';

/** What a node that runs is billed as, by its labels; undefined where type, zone or price is not known. */
export function runningLaunch(
  { labels }: Pick<ExistingNode, 'labels'>,
  pool: { readonly instanceTypes: InstanceTypes } | undefined,
  simulator: Simulator,
): Launch | undefined {
  const wanted = { [label.capacityType]: 'on-demand', ...labels };
  const instanceType = labels[label.instanceType];
  if (instanceType === undefined) return undefined;
  if (wanted[label.capacityType] === 'reserved') return reservedLaunch(instanceType, labels[label.zone] ?? '');
  const offering = pricedOffering(pool?.instanceTypes, wanted) ?? pricedOffering(everyType(simulator), wanted);
  if (offering === undefined) return undefined;
  const { capacityType, zone, price, billedPrice, priceSource } = offering;
  return {
    ...{ capacityType, instanceType, zone, hourlyUsd: price, priceSource, ties: [], types: [instanceType] },
    ...(billedPrice !== undefined && { billedHourlyUsd: billedPrice }),
    // It runs as what it is: nobody chooses again.
    highestHourlyUsd: billedPrice ?? price,
  };
}

function pricedOffering(
  instanceTypes: InstanceTypes | undefined,
  labels: Readonly<Record<string, string>>,
): Offering | undefined {
  const offering = instanceTypes && offeringOf(instanceTypes, labels);
  return offering !== undefined && Number.isFinite(offering.billedPrice ?? offering.price) ? offering : undefined;
}

/** Every type of the region in each of its zones, whatever NodePools allow now. */
const everyType = (simulator: Simulator): InstanceTypes =>
  simulator.resolve(
    simulator.launching.plainNodeClass,
    simulator.catalog.zones.map(({ zone }) => zone),
  );

/** Reserved capacity is paid for whether a node uses it or not. */
const reservedLaunch = (instanceType: string, zone: string): Launch => ({
  ...{ capacityType: 'reserved', instanceType, zone, hourlyUsd: 0, priceSource: 'table', ties: [] },
  ...{ highestHourlyUsd: 0, types: [instanceType] },
});
