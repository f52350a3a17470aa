import { label } from '../../karpenter/api/labels.ts';
import type { InstanceTypes, Offering } from '../../karpenter/cloud-provider/instance-types.ts';
import type { Launch } from '../provisioning/input/results.ts';
import type { ExistingNode } from '../provisioning/input/scheduler-input.ts';
import { offeringOf } from '../provisioning/nodes/launched-labels.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';

/** How a running node is billed, by its labels; undefined if its instance type, zone or price is unknown. */
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
    capacityType,
    instanceType,
    zone,
    hourlyUsd: price,
    priceSource,
    ties: [],
    types: [instanceType],
    ...(billedPrice !== undefined && { billedHourlyUsd: billedPrice }),
    // The node already runs, so there is no choice between instance types.
    highestHourlyUsd: billedPrice ?? price,
  };
}

function pricedOffering(
  instanceTypes: InstanceTypes | undefined,
  labels: Readonly<Record<string, string>>,
): Offering | undefined {
  const offering = instanceTypes && offeringOf(instanceTypes, labels);
  if (offering !== undefined && Number.isFinite(offering.price)) return offering;
  return undefined;
}

/** Every instance type in each zone of the region, regardless of what NodePools allow now. */
const everyType = (simulator: Simulator): InstanceTypes =>
  simulator.resolve(
    simulator.launching.plainNodeClass,
    simulator.catalog.zones.map(({ zone }) => zone),
  );

/** Reserved capacity costs nothing extra, because it is paid for whether a node uses it or not. */
const reservedLaunch = (instanceType: string, zone: string): Launch => ({
  capacityType: 'reserved',
  instanceType,
  zone,
  hourlyUsd: 0,
  priceSource: 'table',
  ties: [],
  highestHourlyUsd: 0,
  types: [instanceType],
});
