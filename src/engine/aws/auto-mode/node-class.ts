import { readBoolean, readQuantity } from '../../cluster/provisioning/input/value-reader.ts';
import { placeholderIn } from '../../cluster/provisioning/pods/pod-unknowns.ts';
import type { Karpenter } from '../../karpenter/api/karpenter.ts';
import { parseResource } from '../../karpenter/api/quantity.ts';
import type { NodeClassObject } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { KnownNodeClass, NodeClassProblem } from '../../karpenter/cloud-provider/node-class.ts';
import { asList, type Mapping, mappingOrEmpty } from '../../manifest/model/manifest.ts';
import type { NodeVolume } from '../costs/node-volumes.ts';
import type { EC2NodeClass } from '../node-class/ec2-node-class.ts';
import { readNodeClassStatus } from '../node-class/node-class-fields.ts';

/** The device of the volume that pods write to. Nodes of Auto Mode run a variant of Bottlerocket. */
const dataDevice = '/dev/xvdb';

/** The most pods on a node. EKS applies it after the limit of the network interfaces. */
export const mostPods = 110;

/**
 * A NodeClass of EKS Auto Mode as the node class of a Karpenter that launches the same nodes: Bottlerocket with a data volume. Auto Mode has no
 * field for anything else that decides what fits on a node.
 */
export function equivalentClass(name: string, spec: Mapping): EC2NodeClass {
  const { size, iops, throughput } = mappingOrEmpty(spec.ephemeralStorage);
  const associatePublicIPAddress = readBoolean(mappingOrEmpty(spec.advancedNetworking).associatePublicIPAddress);
  const volumeSize = readQuantity(size) ?? '80Gi';

  return {
    metadata: { name },
    spec: {
      amiFamily: 'Bottlerocket',
      ...(associatePublicIPAddress !== undefined && { associatePublicIPAddress }),
      blockDeviceMappings: [
        {
          deviceName: dataDevice,
          ebs: {
            volumeType: 'gp3',
            volumeSize,
            iops: readQuantity(iops) ?? 3000,
            throughput: readQuantity(throughput) ?? 125,
          },
        },
      ],
    },
  };
}

/** The volume that pods on a node write to; undefined if its size is not a quantity. */
export function dataVolumeOf({ spec: { blockDeviceMappings = [] } }: EC2NodeClass): NodeVolume | undefined {
  const ebs = blockDeviceMappings[0]?.ebs;
  const bytes = ebs?.volumeSize === undefined ? undefined : parseResource('storage', ebs.volumeSize);
  if (bytes === undefined) return undefined;
  const [iops, throughputMibps] = [Number(ebs?.iops), Number(ebs?.throughput)];
  return { type: 'gp3', sizeGib: Math.ceil(bytes / 1024 ** 3), iops, throughputMibps };
}

/** Reads a NodeClass, or says why the capacity of its nodes is unknown. */
export function readAutoModeClass(
  { name, spec, status: seen }: NodeClassObject,
  _karpenter: Karpenter,
): KnownNodeClass<EC2NodeClass> | NodeClassProblem {
  const unknown = placeholderIn(spec.ephemeralStorage, ['spec', 'ephemeralStorage']);
  if (unknown !== undefined) return { kind: 'placeholder', path: unknown };

  const status = readNodeClassStatus(seen);

  return {
    nodeClass: { ...equivalentClass(name, spec), ...(status && { status }) },
    zones: status?.subnets?.flatMap(({ zone }) => zone ?? []) ?? [],
    attached: [],
    uncounted: [],
    hasUnknownReservations:
      asList(spec.capacityReservationSelectorTerms).length > 0 && status?.capacityReservations === undefined,
  };
}
