import { isObject } from '../../manifest/manifest.ts';
import {
  boolean,
  listOf,
  mapOf,
  number,
  objectOf,
  quantity,
  type Reader,
  text,
} from '../../provisioning/value-reader.ts';
import type { EC2NodeClass, KubeletConfiguration } from './ec2-node-class.ts';

type Spec = EC2NodeClass['spec'];
type Status = NonNullable<EC2NodeClass['status']>;
type Items<T> = NonNullable<T> extends readonly (infer Item)[] ? Item : never;
type BlockDeviceMapping = Items<Spec['blockDeviceMappings']>;

const kubelet = objectOf<KubeletConfiguration>({
  maxPods: number,
  podsPerCore: number,
  kubeReserved: mapOf(text),
  systemReserved: mapOf(text),
  evictionHard: mapOf(text),
  evictionSoft: mapOf(text),
});

const spec = objectOf<Spec>({
  amiFamily: text,
  amiSelectorTerms: listOf(
    objectOf<Items<Spec['amiSelectorTerms']>>({
      alias: text,
      id: text,
      name: text,
      owner: text,
      ssmParameter: text,
      tags: mapOf(text),
    }),
  ),
  kubelet,
  blockDeviceMappings: listOf(
    objectOf<BlockDeviceMapping>({
      deviceName: text,
      rootVolume: boolean,
      ebs: objectOf<NonNullable<BlockDeviceMapping['ebs']>>({
        volumeSize: quantity,
        volumeType: text,
        iops: quantity,
        throughput: quantity,
      }),
    }),
  ),
  associatePublicIPAddress: boolean,
  instanceStorePolicy: text,
  ipPrefixCount: number,
  networkInterfaces: listOf(
    objectOf<Items<Spec['networkInterfaces']>>({ networkCardIndex: number, deviceIndex: number, interfaceType: text }),
  ),
  connectionTracking: (value) => (isObject(value) ? value : undefined),
  cpuOptions: objectOf<NonNullable<Spec['cpuOptions']>>({ nestedVirtualization: text }),
  enclaveOptions: objectOf<NonNullable<Spec['enclaveOptions']>>({ enabled: boolean }),
  placementGroupSelector: objectOf<NonNullable<Spec['placementGroupSelector']>>({ name: text, id: text }),
  capacityReservationSelectorTerms: listOf((value) => (isObject(value) ? value : undefined)),
});

/** What the controller found out about a class: subnets with their zones, capacity reservations. */
export const readNodeClassStatus: Reader<Status> = objectOf<Status>({
  subnets: listOf(objectOf<Items<Status['subnets']>>({ id: text, zone: text, zoneID: text })),
  capacityReservations: listOf(
    objectOf<Items<Status['capacityReservations']>>(
      {
        id: text,
        instanceType: text,
        availabilityZone: text,
        reservationType: text,
        interruptible: boolean,
        state: text,
      },
      { required: ['id', 'instanceType', 'availabilityZone'] },
    ),
  ),
});

/** The spec of an EC2NodeClass, whatever else stands in the manifest. */
export const readNodeClassSpec: Reader<Spec> = spec;
