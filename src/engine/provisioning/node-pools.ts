import type { EC2NodeClass } from '../api/ec2-node-class.ts';
import { label, normalizeLabel } from '../api/labels.ts';
import type { NodePool } from '../api/node-pool.ts';
import { defaultZones } from '../catalog/catalog.ts';
import type { InstanceTypes } from '../catalog/instance-types.ts';
import type { Manifest, Path, Value } from '../manifest/manifest.ts';
import { hasPlaceholder } from '../manifest/placeholder.ts';
import type { Ground } from './ground.ts';
import { readNodeClassSpec, readNodeClassStatus } from './node-class.ts';
import { readNodePool } from './node-pool.ts';
import { nodePoolFault } from './node-pool-validation.ts';
import { placeholderIn } from './pod-unknowns.ts';
import { isMapping, mapping, text } from './value-reader.ts';

/** A NodePool or EC2NodeClass in its v1 form, with the manifest that it was written as. */
export interface KarpenterObject {
  readonly kind: 'NodePool' | 'EC2NodeClass';
  readonly name: string;
  readonly object: { readonly [key: string]: Value };
  readonly manifest: Manifest;
}

/** Why a NodePool can not be simulated. */
export type NodePoolProblem =
  | { readonly kind: 'placeholder'; readonly path: Path }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'other-class'; readonly classKind: string }
  /** The controller would not use it: its reason and message. */
  | { readonly kind: 'not-ready'; readonly reason: string; readonly message: string };

/** A NodePool that can be simulated. */
export interface KnownNodePool {
  readonly name: string;
  readonly manifest: Manifest;
  readonly nodePool: NodePool;
  readonly instanceTypes: InstanceTypes;
  /** Where its nodes can stand, sorted. */
  readonly zones: readonly string[];
  readonly zoneSource: ZoneSource;
  /** The class stands nowhere in the manifests: the defaults of one were taken. */
  readonly isClassAssumed: boolean;
}

/** The NodePools of one side. */
export interface NodePools {
  /** By weight, highest first, then by name, last first: Karpenter's order. */
  readonly known: readonly KnownNodePool[];
  readonly refused: readonly {
    readonly name: string;
    readonly manifest: Manifest;
    readonly problem: NodePoolProblem;
  }[];
}

export type ZoneSource = 'nodeClassZones' | 'status' | 'settings' | 'hints' | 'default';

/** Where the nodes of a class can stand, by what says so first. */
function zonesOf(
  name: string,
  nodeClass: EC2NodeClass | undefined,
  { ground, wanted }: { readonly ground: Ground; readonly wanted: readonly string[] },
): Pick<KnownNodePool, 'zones' | 'zoneSource'> {
  const { settings, catalog, zoneHints } = ground;
  const subnets = nodeClass?.status?.subnets?.flatMap(({ zone }) => zone ?? []) ?? [];
  const isOfRegion = (zone: string): boolean => catalog.zones.some((known) => known.zone === zone);
  const hinted = zoneHints.filter(isOfRegion);
  const own = Object.hasOwn(settings.nodeClassZones, name) ? settings.nodeClassZones[name] : undefined;
  const choices: readonly (readonly [ZoneSource, readonly string[] | undefined])[] = [
    ['nodeClassZones', own],
    ['status', subnets],
    ['settings', settings.zones],
    ['hints', hinted],
    // A zone that some NodePool asks for is taken to have a subnet, or every guess would call that pool empty.
    ['default', [...defaultZones(catalog).map(({ zone }) => zone), ...wanted.filter(isOfRegion)]],
  ];
  const [zoneSource, zones] = choices.find(([, list]) => list !== undefined && list.length > 0) ?? ['default', []];
  return { zones: [...new Set(zones)].sort(), zoneSource };
}

/** Zones of nodes that belong to no class. */
export const zonesOfRegion = (ground: Ground): readonly string[] =>
  zonesOf('', undefined, { ground, wanted: [] }).zones;

/** An EC2NodeClass that nobody configured. */
export const plainNodeClass: EC2NodeClass = { metadata: { name: '' }, spec: { amiFamily: 'AL2023' } };

/** Fields of a class that decide what its nodes can hold or when it may be used. */
const decisiveClassFields = [
  ...['amiFamily', 'kubelet', 'blockDeviceMappings', 'instanceStorePolicy', 'networkInterfaces', 'ipPrefixCount'],
  ...['cpuOptions', 'connectionTracking', 'placementGroupSelector'],
];

interface Classes {
  readonly byName: ReadonlyMap<string, KarpenterObject>;
  readonly live: ReadonlyMap<string, Manifest>;
  /** Every class that there is can be seen: a name that is not among them does not exist. */
  readonly isComplete: boolean;
  /** Zones that the requirements of any NodePool name. */
  readonly wantedZones: readonly string[];
}

/** Reads the NodePools of one side with what their classes resolve to; each name once, the first one counts. */
export function readNodePools(
  objects: readonly KarpenterObject[],
  live: readonly Manifest[] | undefined,
  ground: Ground,
): NodePools {
  const byKind = (kind: KarpenterObject['kind']): readonly KarpenterObject[] =>
    [
      ...new Map(
        objects
          .filter((object) => object.kind === kind)
          .toReversed()
          .map((object) => [object.name, object]),
      ).values(),
    ].toReversed();
  const classObjects = byKind('EC2NodeClass');
  const classes: Classes = {
    byName: new Map(classObjects.map((object) => [object.name, object])),
    live: new Map(
      live?.filter((manifest) => manifest.kind === 'EC2NodeClass').map((manifest) => [manifest.name, manifest]),
    ),
    isComplete: live !== undefined || classObjects.length > 0,
    wantedZones: byKind('NodePool').flatMap(({ object }) => zonesIn(object)),
  };
  const known: KnownNodePool[] = [];
  const refused: NodePools['refused'][number][] = [];
  for (const object of byKind('NodePool')) {
    const read = readPool(object, classes, ground);
    if ('kind' in read) refused.push({ name: object.name, manifest: object.manifest, problem: read });
    else known.push(read);
  }
  return { known: known.sort(byWeight), refused };
}

function zonesIn(object: KarpenterObject['object']): readonly string[] {
  const requirements = readNodePool(object)?.spec.template.spec.requirements ?? [];
  return requirements.flatMap(({ key, operator, values = [] }) =>
    operator === 'In' && normalizeLabel(key) === label.zone ? values : [],
  );
}

/** Highest weight first, then the last name first (pkg/utils/nodepool OrderByWeight). */
function byWeight(a: KnownNodePool, b: KnownNodePool): number {
  return (
    (b.nodePool.spec.weight ?? 0) - (a.nodePool.spec.weight ?? 0) || (a.name < b.name ? 1 : a.name > b.name ? -1 : 0)
  );
}

function readPool(object: KarpenterObject, classes: Classes, ground: Ground): KnownNodePool | NodePoolProblem {
  const spec = mapping(object.object.spec);
  const className = text(mapping(mapping(mapping(spec.template).spec).nodeClassRef).name) ?? '';
  const unknown = unknownInPool(spec, classes.byName.has(className));
  if (unknown !== undefined) return { kind: 'placeholder', path: ['spec', ...unknown] };
  const nodePool = readNodePool(object.object);
  if (nodePool === undefined) return { kind: 'unreadable' };
  const { kind = 'EC2NodeClass', group } = nodePool.spec.template.spec.nodeClassRef;
  if (kind !== 'EC2NodeClass' || (group !== undefined && group !== 'karpenter.k8s.aws'))
    return { kind: 'other-class', classKind: kind };
  const fault = nodePoolFault(nodePool);
  if (fault !== undefined) return { kind: 'not-ready', reason: 'NodePoolValidationFailed', message: fault };
  const nodeClass = readClass(className, classes);
  if ('kind' in nodeClass) return nodeClass;
  const zones = zonesOf(className, nodeClass.nodeClass, { ground, wanted: classes.wantedZones });
  return {
    name: object.name,
    manifest: object.manifest,
    nodePool,
    instanceTypes: ground.resolve(nodeClass.nodeClass, zones.zones),
    ...zones,
    isClassAssumed: nodeClass.isAssumed,
  };
}

/** A placeholder in a pool that decides what it launches; the name of its class is none when a class has the same one. */
function unknownInPool(spec: { readonly [key: string]: Value }, hasClass: boolean): Path | undefined {
  const template = mapping(spec.template);
  const { nodeClassRef, requirements, taints, startupTaints } = mapping(template.spec);
  const name = mapping(nodeClassRef).name;
  const parts: readonly (readonly [Path, Value | undefined])[] = [
    [['weight'], spec.weight],
    [['replicas'], spec.replicas],
    [['limits'], spec.limits],
    [['template', 'metadata', 'labels'], mapping(template.metadata).labels],
    [['template', 'spec', 'nodeClassRef', 'name'], hasClass ? undefined : name],
    [['template', 'spec', 'requirements'], requirements],
    [['template', 'spec', 'taints'], taints],
    [['template', 'spec', 'startupTaints'], startupTaints],
  ];
  for (const [path, value] of parts) {
    const found = placeholderIn(value, path);
    if (found !== undefined) return found;
  }
  return hasPlaceholder(spec.template) ? ['template'] : undefined;
}

type ReadClass = { readonly nodeClass: EC2NodeClass; readonly isAssumed: boolean };

function readClass(name: string, { byName, live, isComplete }: Classes): ReadClass | NodePoolProblem {
  const object = byName.get(name);
  if (object === undefined) {
    if (!isComplete) return { nodeClass: plainNodeClass, isAssumed: true };
    return { kind: 'not-ready', reason: 'NodeClassNotFound', message: 'NodeClass not found on cluster' };
  }
  const spec = mapping(object.object.spec);
  for (const field of decisiveClassFields) {
    const found = placeholderIn(spec[field], ['spec', field]);
    if (found !== undefined) return { kind: 'placeholder', path: found };
  }
  const alias = unknownFamily(spec);
  if (alias !== undefined) return { kind: 'placeholder', path: alias };
  const seen = live.get(name);
  const unready = seen && unreadyNow(seen, object);
  if (unready !== undefined) return unready;
  const status = readNodeClassStatus(seen?.object.status);
  const nodeClass = { metadata: { name }, spec: readNodeClassSpec(spec) ?? {}, ...(status && { status }) };
  return { nodeClass, isAssumed: false };
}

/** Where a placeholder stands for the AMI family itself; one for the version of an alias says nothing of capacity. */
function unknownFamily(spec: { readonly [key: string]: Value }): Path | undefined {
  if (spec.amiFamily !== undefined || !Array.isArray(spec.amiSelectorTerms)) return undefined;
  const at = spec.amiSelectorTerms.findIndex((term: Value) => {
    const alias = mapping(term).alias;
    return hasPlaceholder(alias) && hasPlaceholder(`${alias}`.split('@')[0]);
  });
  return at < 0 ? undefined : ['spec', 'amiSelectorTerms', at, 'alias'];
}

/** Why the controller does not use the class now, unless the change touches its spec. */
function unreadyNow(seen: Manifest, object: KarpenterObject): NodePoolProblem | undefined {
  if (mapping(seen.object.metadata).deletionTimestamp !== undefined)
    return { kind: 'not-ready', reason: 'NodeClassTerminating', message: 'NodeClass is being deleted' };
  const conditions = mapping(seen.object.status).conditions;
  const ready = Array.isArray(conditions)
    ? conditions.find((condition: Value) => isMapping(condition) && condition.type === 'Ready')
    : undefined;
  const { status, reason, message } = mapping(ready);
  if (status !== 'False' || JSON.stringify(seen.object.spec) !== JSON.stringify(object.object.spec)) return undefined;
  return {
    kind: 'not-ready',
    reason: text(reason) ?? 'NodeClassNotReady',
    message: text(message) ?? 'NodeClass is not ready',
  };
}
