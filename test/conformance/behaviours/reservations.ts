import * as o from './objects.ts';

/** The ID of the i-th reservation. */
export const id = (i: number) => `cr-0${i}23456789abcdef0`;
/** An open reservation in the status of an EC2NodeClass. */
export const reservation = (i: number, zone = 'us-east-1a', instanceType = 'm5.xlarge') => ({
  id: id(i),
  instanceType,
  availabilityZone: zone,
  instanceMatchCriteria: 'targeted',
  ownerID: '111122223333',
  reservationType: 'default',
  interruptible: false,
  state: 'active',
});
/** An EC2NodeClass with its reservations. */
export const reservedClass = (name: string, ...reservations: object[]) =>
  o.nodeClass(
    name,
    { capacityReservationSelectorTerms: [{ tags: { reserved: name } }] },
    { capacityReservations: reservations },
  );
export const anyCapacity = o.within(o.capacityType, 'reserved', 'on-demand', 'spot');
/** A pod that requires a node of its own. */
export const alone = o.required('podAntiAffinity', o.term(o.hostname, {}));
