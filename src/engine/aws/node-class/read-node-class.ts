import { placeholderIn } from '../../cluster/provisioning/pods/pod-unknowns.ts';
import type { Karpenter } from '../../karpenter/api/karpenter.ts';
import type { NodeClassObject } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { KnownNodeClass, NodeClassProblem } from '../../karpenter/cloud-provider/node-class.ts';
import type { Mapping, Path, Value } from '../../manifest/model/manifest.ts';
import { mappingOrEmpty } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { amiFamilyOf } from './ami-family.ts';
import { uncountableSetting, uncountedSettings } from './counted-kubelet-settings.ts';
import type { EC2NodeClass } from './ec2-node-class.ts';
import { readNodeClassSpec, readNodeClassStatus } from './node-class-fields.ts';

/** Fields of a node class that decide the capacity of its nodes, or whether it can be used. */
const decisiveClassFields = [
  ...['amiFamily', 'kubelet', 'blockDeviceMappings', 'instanceStorePolicy', 'networkInterfaces', 'ipPrefixCount'],
  ...['cpuOptions', 'connectionTracking', 'placementGroupSelector'],
];

/** EFA devices, which are attached only if a pod or the node class asks for them. */
export const efa = 'vpc.amazonaws.com/efa';

/** Reads an EC2NodeClass, or says why the capacity of its nodes is unknown: a placeholder or a kubelet setting. */
export function readNodeClass(
  { name, spec, status: seen, reservations = {} }: NodeClassObject,
  { opensKubelet, capacityReservations }: Karpenter,
): KnownNodeClass<EC2NodeClass> | NodeClassProblem {
  const unknown = unknownField(spec);
  if (unknown !== undefined) return { kind: 'placeholder', path: unknown };

  const nodeClass = { metadata: { name }, spec: readNodeClassSpec(spec) ?? {} };
  const setting = uncountableSetting(spec.kubelet, { isOpen: opensKubelet, amiFamily: amiFamilyOf(nodeClass) });
  if (setting !== undefined) return { kind: 'kubelet', path: ['spec', 'kubelet', ...setting] };

  const seenStatus = readNodeClassStatus(seen);
  const terms = capacityReservations ? (nodeClass.spec.capacityReservationSelectorTerms ?? []) : [];
  const isSeen = terms.length === 0 || seenStatus?.capacityReservations !== undefined;
  const described = isSeen ? [] : describedBy(terms, reservations);
  const status = described.length === 0 ? seenStatus : { ...seenStatus, capacityReservations: described };

  return {
    nodeClass: { ...nodeClass, ...(status && { status }) },
    zones: status?.subnets?.flatMap(({ zone }) => zone ?? []) ?? [],
    attached: nodeClass.spec.networkInterfaces === undefined ? [] : [efa],
    hasUnknownReservations: !isSeen && described.length < terms.length,
    uncounted: opensKubelet ? uncountedSettings(spec.kubelet) : [],
  };
}

/** The reservations that terms select by id and that the configuration describes. */
const describedBy = (
  terms: readonly Readonly<Record<string, unknown>>[],
  reservations: NonNullable<NodeClassObject['reservations']>,
): NonNullable<NonNullable<EC2NodeClass['status']>['capacityReservations']> =>
  terms.flatMap(({ id }) => {
    const reservation = typeof id === 'string' && Object.hasOwn(reservations, id) ? reservations[id] : undefined;
    if (reservation)
      return [{ id: String(id), instanceType: reservation.instanceType, availabilityZone: reservation.zone }];
    return [];
  });

function unknownField(spec: Mapping): Path | undefined {
  for (const field of decisiveClassFields) {
    const placeholder = placeholderIn(spec[field], ['spec', field]);
    if (placeholder !== undefined) return placeholder;
  }
  return unknownFamily(spec);
}

/** The path of a placeholder for the AMI family. A placeholder for the version of an alias does not affect capacity. */
function unknownFamily(spec: Mapping): Path | undefined {
  if (spec.amiFamily !== undefined || !Array.isArray(spec.amiSelectorTerms)) return undefined;
  const at = spec.amiSelectorTerms.findIndex((term: Value) => {
    const alias = mappingOrEmpty(term).alias;
    return hasPlaceholder(alias) && hasPlaceholder(`${alias}`.split('@')[0]);
  });
  if (at < 0) return undefined;
  return ['spec', 'amiSelectorTerms', at, 'alias'];
}

/** Whether a class that is not ready stays so: user data and tags do not make it ready, and a snapshot does not contain them. */
export function isNotReadyAsWell(before: Mapping, after: Mapping): boolean {
  const [old, current] = [before, after].map(({ userData: _, tags: __, ...rest }) => JSON.stringify(rest));
  return old === current;
}
