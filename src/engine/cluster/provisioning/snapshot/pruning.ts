import { doNotDisrupt } from '../../../karpenter/api/disruption-keys.ts';
import type { Container, ContainerPort, PodSpec, ResourceRequirements } from '../../../karpenter/api/pod.ts';
import { isObject, type Mapping, mappingOrEmpty, type Path, type Value } from '../../../manifest/model/manifest.ts';
import { compareNames } from '../../../text/name-order.ts';
import { readPodSpec } from '../pods/pod-spec.ts';
import { ownNodeName } from './cluster-snapshot.ts';

/** The annotations that matter. All others are left out. */
const annotations = [
  ...[doNotDisrupt, 'controller.kubernetes.io/pod-deletion-cost'],
  'storageclass.kubernetes.io/is-default-class',
];

/** Whether a label of pods or namespaces is kept. */
export type KeepsLabel = (key: string) => boolean;

/** An object without fields that are undefined or empty mappings. */
export function withoutEmptyFields(fields: Readonly<Record<string, Value | undefined>>): Mapping {
  const kept = Object.entries(fields).filter(
    (entry): entry is [string, Value] =>
      entry[1] !== undefined && !(isObject(entry[1]) && Object.keys(entry[1]).length === 0),
  );
  return Object.fromEntries(kept);
}

const entriesOf = (value: Value | undefined, keeps: (key: string) => boolean): Mapping =>
  Object.fromEntries(
    Object.entries(mappingOrEmpty(value))
      .filter(([key]) => keeps(key))
      .sort(([a], [b]) => compareNames(a, b)),
  );

/** Keeps labels and the few annotations that matter, and leaves out who created an object and when. */
export const pruneLabels = (metadata: Value | undefined, keeps: KeepsLabel): Mapping =>
  withoutEmptyFields({
    labels: entriesOf(mappingOrEmpty(metadata).labels, keeps),
    annotations: entriesOf(mappingOrEmpty(metadata).annotations, (key) => annotations.includes(key)),
  });

/** Keeps only the controller, because other owners do not make an object part of them. */
export function pruneOwners(owners: Value | undefined): readonly Value[] | undefined {
  const owner = () => {
    if (Array.isArray(owners)) return owners.find((entry: Value) => mappingOrEmpty(entry).controller === true);
    return undefined;
  };

  const { kind, name } = mappingOrEmpty(owner());
  if (typeof kind === 'string' && typeof name === 'string') return [{ kind, name, controller: true }];
  return undefined;
}

/** A copy with only the values at some paths. */
export function pickPaths(object: Mapping, paths: readonly Path[]): Mapping {
  const result: Record<string, Value> = {};
  for (const [head, ...rest] of paths) {
    const value = object[`${head}`];
    if (value === undefined) continue;
    if (rest.length === 0) result[`${head}`] = value;
    else if (isObject(value)) result[`${head}`] = { ...mappingOrEmpty(result[`${head}`]), ...pickPaths(value, [rest]) };
  }

  return result;
}

/** Keeps the labels and the spec of a pod template that scheduling reads. */
export const pruneTemplate = (template: Value | undefined, keeps: KeepsLabel): Mapping => {
  const spec = () => {
    if (mappingOrEmpty(template).spec === undefined) return undefined;
    return prunePodSpec(mappingOrEmpty(template).spec, undefined);
  };

  return withoutEmptyFields({
    metadata: pruneLabels(mappingOrEmpty(template).metadata, keeps),
    spec: spec(),
  });
};

/** Keeps the parts of a pod's spec that scheduling reads, and removes its own node, also from its affinity. */
export function prunePodSpec(spec: Value | undefined, nodeName: string | undefined): Mapping {
  const { nodeName: _, volumes, ...read } = readPodSpec(mappingOrEmpty(spec)) ?? { containers: [] };
  const claiming = volumes?.filter(({ persistentVolumeClaim, ephemeral }) => persistentVolumeClaim || ephemeral) ?? [];
  const onHost = read.hostNetwork === true;

  const pruned: PodSpec = {
    ...read,
    containers: read.containers.map((container) => pruneContainer(container, onHost)),
    ...(read.initContainers && {
      initContainers: read.initContainers.map((container) => pruneContainer(container, onHost)),
    }),
    ...(claiming.length > 0 && { volumes: claiming }),
  };

  const plain = pruned as unknown as Mapping;

  if (nodeName === undefined) return plain;
  return withoutNode(plain, nodeName);
}

/** Removes ports that need no host port, and limits of resources that have a request. */
function pruneContainer({ ports, resources, ...rest }: Container, isOnHost: boolean): Container {
  const hostPorts = ports?.filter((port: ContainerPort) => isOnHost || port.hostPort) ?? [];
  return {
    ...rest,
    ...(resources && { resources: pruneResources(resources) }),
    ...(hostPorts.length > 0 && { ports: hostPorts }),
  };
}

function pruneResources({ requests, limits }: ResourceRequirements): ResourceRequirements {
  const open = Object.entries(limits ?? {}).filter(([name]) => requests?.[name] === undefined);
  return { ...(requests && { requests }), ...(open.length > 0 && { limits: Object.fromEntries(open) }) };
}

/** Replaces the pod's own node in its node affinity. */
const withoutNode = (spec: Mapping, nodeName: string): Mapping => replaceField(spec, nodeName, ownNodeName);

/** The reverse of `withoutNode`. */
export const withNodeName = (spec: Mapping, nodeName: string): Mapping => replaceField(spec, ownNodeName, nodeName);

function replaceField(spec: Mapping, from: string, to: string): Mapping {
  if (mappingOrEmpty(spec.affinity).nodeAffinity === undefined) return spec;

  const replace = (value: Value, isField: boolean): Value => {
    if (Array.isArray(value)) return value.map((item: Value) => replace(item, isField));
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, replace(item, isField || key === 'matchFields')]),
      );
    if (isField && value === from) return to;
    return value;
  };

  return { ...spec, affinity: replace(mappingOrEmpty(spec.affinity), false) };
}
