import type { InstanceTypes, Offering } from '../../src/engine/karpenter/cloud-provider/instance-types.ts';

/** NodeClass → its instance types, in the format that instance-types.go reads. The empty name stands for all other NodeClasses. */
export type InstanceTypesFile = Readonly<Record<string, readonly object[]>>;

/** The instance types of a NodeClass in our catalog, in the format of the kwok provider. */
export const instanceTypesFile = (byNodeClass: ReadonlyMap<string, InstanceTypes>): InstanceTypesFile =>
  Object.fromEntries([...byNodeClass].map(([nodeClass, types]) => [nodeClass, listed(types)]));

function listed(types: InstanceTypes): readonly object[] {
  return types.names.flatMap((name, i) => {
    const offerings = types.offerings[i]!.filter(({ price }) => !Number.isNaN(price));
    if (offerings.length === 0) return [];
    return [
      {
        name,
        labels: Object.fromEntries([...types.labels].map(([label, values]) => [label, values[i]!])),
        capacity: amounts(types.capacity, i),
        overhead: amounts(types.overhead, i),
        offerings: offerings.map(offeringOf),
      },
    ];
  });
}

const offeringOf = ({ zone, zoneId, capacityType, price, isAvailable, reservation }: Offering): object => ({
  zone,
  zoneId: zoneId ?? '',
  capacityType,
  price,
  isAvailable,
  ...(reservation && {
    reservation: { ...reservation, isInterruptible: undefined, interruptible: String(reservation.isInterruptible) },
  }),
});

/** CPU is in thousandths here, everything else in whole units. */
const amounts = (columns: ReadonlyMap<string, Float64Array>, i: number): Record<string, string> =>
  Object.fromEntries(
    [...columns]
      .filter(([, amount]) => !Number.isNaN(amount[i]))
      .map(([resource, amount]) => [resource, resource === 'cpu' ? `${amount[i]}m` : `${amount[i]}`]),
  );
