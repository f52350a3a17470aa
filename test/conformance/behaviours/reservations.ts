import * as o from './objects.ts';

/** The i-th reservation's id. */
export const id = (i: number) => `cr-0${i}23456789abcdef0`;
/** An open reservation that a NodeClass found. */
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
/** A NodeClass with its reservations. */
export const reservedClass = (name: string, ...reservations: object[]) =>
  o.nodeClass(
    name,
    { capacityReservationSelectorTerms: [{ tags: { reserved: name } }] },
    { capacityReservations: reservations },
  );
export const anyCapacity = o.within(o.capacityType, 'reserved', 'on-demand', 'spot');
/** A pod that wants a node for itself. */
export const alone = o.required('podAntiAffinity', o.term(o.hostname, {}));
