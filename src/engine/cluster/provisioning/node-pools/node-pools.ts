import {
  autoModeInstanceLabels,
  karpenterInstanceLabels,
  label,
  normalizeLabel,
} from '../../../karpenter/api/labels.ts';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import type { Pod } from '../../../karpenter/api/pod.ts';
import { type CloudProvider, otherCloudIn, providerOf } from '../../../karpenter/cloud-provider/cloud-provider.ts';
import type { InstanceTypes } from '../../../karpenter/cloud-provider/instance-types.ts';
import type { KnownNodeClass, NodeClassKind, NodeClassProblem } from '../../../karpenter/cloud-provider/node-class.ts';
import { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import type { Manifest, Path, Value } from '../../../manifest/model/manifest.ts';
import { mappingOrEmpty } from '../../../manifest/model/manifest.ts';
import { isUnrendered } from '../../../manifest/unrendered.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { compareNames } from '../../../text/name-order.ts';
import { nearest } from '../../../text/nearest.ts';
import { readText } from '../input/value-reader.ts';
import { placeholderIn, unrenderedProblem } from '../pods/pod-unknowns.ts';
import type { Simulator } from '../simulator/simulator.ts';
import { decidedSpec, specWithUnknowns } from './decided-spec.ts';
import type { KarpenterObject } from './karpenter-objects.ts';
import { keepsOff, type PodFilter, podFilterOf } from './kept-off-pods.ts';
import { classKey, findNodeClass, type NodeClasses } from './node-classes.ts';
import { nodePoolFault, withoutFaults } from './node-pool-validation.ts';
import { type NodeZones, type WantedZones, wantedZones, zonesOf } from './node-zones.ts';
import { readNodePool } from './read-node-pool.ts';

const otherModes: ReadonlySet<string> = new Set([...autoModeInstanceLabels, ...karpenterInstanceLabels]);

/** Why a NodePool cannot be simulated. */
export type NodePoolProblem =
  | NodeClassProblem
  | { readonly kind: 'unreadable' }
  /** It launches only into capacity reservations, and nothing says what they are. */
  | { readonly kind: 'reservations' }
  | { readonly kind: 'other-class'; readonly classKind: string }
  /** The cloud creates it, and no file says what it launches. */
  | { readonly kind: 'built-in' }
  /** The provider launches nothing in this cluster, or it is unknown whether it does. */
  | { readonly kind: 'stopped'; readonly because: string; readonly isCertain: boolean };

/** A NodePool that can be simulated. */
export interface KnownNodePool extends NodeZones, Pick<KnownNodeClass, 'nodeClass' | 'attached'> {
  readonly name: string;
  readonly manifest: Manifest;
  readonly nodePool: NodePool;
  /** Who launches its nodes. */
  readonly provider: CloudProvider;
  readonly instanceTypes: InstanceTypes;
  /** The manifests do not contain the class, so the defaults of a class are assumed. */
  readonly isClassAssumed: boolean;
  /** Kubelet settings of the class that Karpenter ignores when it sizes nodes, sorted. */
  readonly uncountedKubelet: readonly string[];
}

/** The NodePools of one side. */
export interface NodePools {
  /** In Karpenter's order: highest weight first, then by name, last name first. */
  readonly known: readonly KnownNodePool[];
  readonly refused: readonly {
    readonly name: string;
    readonly manifest: Manifest;
    readonly problem: NodePoolProblem;
    /** What it launches, if neither its placeholders nor its faults decide that. */
    readonly launchOnly?: KnownNodePool;
    /** Which pods it may run, as far as that is known. */
    readonly filter?: PodFilter;
    /** Its taints and labels keep off every known pod, so what it launches does not matter. */
    readonly isUnused?: true;
  }[];
}

/** The objects that the NodePools of one side may refer to, in addition to its own. */
export interface OtherObjects {
  /** Undefined if live state is unknown. */
  readonly live: readonly Manifest[] | undefined;
  /** All objects of the side. */
  readonly manifests: readonly Manifest[];
  /** The objects of the other side. */
  readonly otherManifests?: readonly Manifest[];
}

/** Reads the NodePools of one side with what their classes resolve to. Of several with the same name, the first counts. */
export function readNodePools(
  objects: readonly KarpenterObject[],
  { live, manifests, otherManifests = [] }: OtherObjects,
  simulator: Simulator,
): NodePools {
  const byKind = (kind: KarpenterObject['kind']): readonly KarpenterObject[] =>
    [
      ...new Map(
        objects
          .filter((object) => object.kind === kind)
          .toReversed()
          .map((object) => [keyOf(object), object]),
      ).values(),
    ].toReversed();

  const classObjects = byKind('NodeClass');

  const isClass = ({ kind }: Manifest): boolean =>
    simulator.providers.some(({ nodeClasses }) => nodeClasses.some((nodeClass) => nodeClass.kind === kind));

  const classes: NodeClasses = {
    byName: new Map(classObjects.map((object) => [keyOf(object), object])),
    live: new Map(live?.filter(isClass).map((manifest) => [classKey(manifest.kind, manifest.name), manifest])),
    isMissing: live === undefined ? missingAmong(classObjects, otherManifests) : () => true,
    karpenter: simulator.karpenter,
    reservations: simulator.settings.describedReservations,
  };

  // Karpenter skips NodePools that are being deleted, and only a cluster shows that (core
  // pkg/controllers/provisioning/provisioner.go NewScheduler).
  const leaving = new Set(live?.filter(isBeingDeleted).map(({ name }) => name));
  const pools = byKind('NodePool').filter(({ name }) => !leaving.has(name));
  const wanted = wantedZones(pools.map(({ object }) => object));

  const otherCloud = otherCloudIn(
    pools.map(({ manifest }) => manifest),
    simulator.providers,
  );

  const known: KnownNodePool[] = [];
  const refused: NodePools['refused'][number][] = [];

  const stoppedBy = (provider: CloudProvider): NodePoolProblem | undefined => {
    const isStopped = provider.stopping?.isStopped(manifests, otherManifests) ?? undefined;
    if (provider.stopping === undefined || isStopped === false) return undefined;
    return { kind: 'stopped', because: provider.stopping.because, isCertain: isStopped === true };
  };

  for (const object of pools) {
    const read = readPool(object, { classes, simulator, wanted, otherCloud, stoppedBy });
    if ('kind' in read) {
      const launchOnly = ['placeholder', 'not-ready'].includes(read.kind)
        ? poolToLaunch(object, { classes, simulator, wanted, otherCloud, stoppedBy, isFixed: true })
        : undefined;
      const filter = podFilterOf(object);
      refused.push({
        name: object.name,
        manifest: object.manifest,
        problem: read,
        ...(launchOnly && { launchOnly }),
        ...(filter && { filter }),
      });
    } else known.push(read);
  }

  return { known: known.sort(byWeight), refused: [...refused, ...builtInPools(manifests, pools, simulator)] };
}

/** The NodePools, with those marked that cannot be simulated and that none of the pods could use. */
export const withUnusedPools = (nodePools: NodePools, pods: readonly Pod[]): NodePools => ({
  ...nodePools,
  refused: nodePools.refused.map((pool) => {
    const { filter } = pool;
    if (filter && pods.every((pod) => keepsOff(filter, pod))) return { ...pool, isUnused: true };
    return pool;
  }),
});

/** The NodePools that the clouds create, unless live state shows them. */
const builtInPools = (
  manifests: readonly Manifest[],
  pools: readonly KarpenterObject[],
  { providers }: Simulator,
): NodePools['refused'] =>
  providers
    .flatMap((provider) => provider.builtInPools?.(manifests) ?? [])
    .filter(({ name }, i, all) => all.findIndex((pool) => pool.name === name) === i)
    .filter(({ name }) => pools.every((pool) => pool.name !== name))
    .map(({ name, manifest }) => ({ name, manifest, problem: { kind: 'built-in' } }));

/** A class does not exist if the change removes or adds it, or if its name looks like a misspelled one. Otherwise it may come from elsewhere. */
function missingAmong(classes: readonly KarpenterObject[], others: readonly Manifest[]): NodeClasses['isMissing'] {
  const namesOf = (kind: string): string[] =>
    classes.filter((object) => classKindOf(object) === kind).map(({ name }) => name);
  const isChanged = (name: string, kind: string): boolean =>
    others.some((other) => other.kind === kind && other.name === name);
  return (name, kind) => isChanged(name, kind) || nearest(name, namesOf(kind)) !== undefined;
}

/** The kind of a class in v1. The migration makes an EC2NodeClass of older kinds. */
const classKindOf = ({ object }: KarpenterObject): string => readText(object.kind) ?? '';

const keyOf = (object: KarpenterObject): string => classKey(classKindOf(object), object.name);

const isBeingDeleted = ({ kind, object }: Manifest): boolean =>
  kind === 'NodePool' && mappingOrEmpty(object.metadata).deletionTimestamp !== undefined;

/** Highest weight first, then by name, last name first (pkg/utils/nodepool OrderByWeight). */
function byWeight(a: KnownNodePool, b: KnownNodePool): number {
  return (b.nodePool.spec.weight ?? 0) - (a.nodePool.spec.weight ?? 0) || compareNames(b.name, a.name);
}

interface PoolContext {
  readonly classes: NodeClasses;
  readonly simulator: Simulator;
  readonly wanted: WantedZones;
  /** The group of a cloud that has no provider here, if a NodePool names its labels. */
  readonly otherCloud: string | undefined;
  /** Why a provider launches nothing; undefined if it launches nodes. */
  stoppedBy(provider: CloudProvider): NodePoolProblem | undefined;
  /** Read it without the labels and taints that make it invalid. */
  readonly isFixed?: true;
}

function readPool(
  object: KarpenterObject,
  { classes, simulator, wanted, otherCloud, stoppedBy, isFixed }: PoolContext,
): KnownNodePool | NodePoolProblem {
  if (isUnrendered(object.manifest)) return unrenderedProblem;

  if (hasPlaceholder(object.manifest.get(['spec']))) return { kind: 'placeholder', path: ['spec'] };

  const spec = specWithUnknowns(object.object, object.manifest);
  const reference = mappingOrEmpty(mappingOrEmpty(mappingOrEmpty(spec.template).spec).nodeClassRef);
  const className = readText(reference.name) ?? '';
  const writtenKind = readText(reference.kind) ?? simulator.provider.nodeClasses[0]!.kind;
  const unknown = unknownInPool(spec, classes.byName.has(classKey(writtenKind, className)));
  if (unknown !== undefined) return { kind: 'placeholder', path: ['spec', ...unknown] };

  const written = readNodePool(object.object);
  if (written === undefined) return { kind: 'unreadable' };

  const { nodeClassRef } = written.spec.template.spec;
  if (otherCloud !== undefined && !hasClassGroup(object.manifest))
    return { kind: 'other-class', classKind: otherCloud };

  const owner = providerOf(nodeClassRef, simulator.providers);
  const launching = owner && simulator.launchingOf(owner.provider);
  if (owner === undefined || launching === undefined)
    return { kind: 'other-class', classKind: nodeClassRef.kind ?? simulator.provider.nodeClasses[0]!.kind };

  const stopped = stoppedBy(owner.provider);
  if (stopped !== undefined) return stopped;

  const named = withClassKind(written, owner.kind);
  const nodePool = (isFixed && withoutFaults(named)) ?? named;
  const fault = nodePoolFault(nodePool);
  if (fault !== undefined) return { kind: 'not-ready', reason: 'NodePoolValidationFailed', message: fault };

  const nodeClass = findNodeClass(className, classes, { launching, kind: owner.kind });
  if ('kind' in nodeClass) return nodeClass;
  // Without the gate, no offering is reserved, so it is known to launch nothing.
  const isOff = simulator.settings.karpenter.featureGates?.reservedCapacity === false;
  if (!isOff && nodeClass.hasUnknownReservations && needsReservations(nodePool)) return { kind: 'reservations' };

  const zones = zonesOf(className, nodeClass.zones, { simulator, wanted });

  return {
    name: object.name,
    manifest: object.manifest,
    nodePool,
    nodeClass: nodeClass.nodeClass,
    attached: nodeClass.attached,
    provider: owner.provider,
    instanceTypes: simulator.resolve(nodeClass.nodeClass, zones.zones, {
      launching,
      customLabels: customLabels(nodePool),
    }),
    ...zones,
    isClassAssumed: nodeClass.isAssumed,
    uncountedKubelet: nodeClass.uncounted,
  };
}

/** The labels of instances that a NodePool names itself. Those of the other mode are labels of its own. */
export const customLabels = ({ spec: { template } }: NodePool): readonly string[] =>
  [
    ...Object.keys(template.metadata?.labels ?? {}),
    ...(template.spec.requirements ?? []).map(({ key }) => normalizeLabel(key)),
  ]
    .filter((key) => otherModes.has(key))
    .sort(compareNames);

/** Whether a NodePool allows no capacity type but `reserved`. */
const needsReservations = ({ spec }: NodePool): boolean => {
  const allowed = Requirements.from(
    (spec.template.spec.requirements ?? []).filter(({ key }) => key === label.capacityType),
  ).get(label.capacityType);
  return allowed.has('reserved') && !allowed.has('on-demand') && !allowed.has('spot');
};

/** A NodePool without placeholders and faults that do not decide what it launches. A class that is unknown is assumed to have defaults. */
function poolToLaunch(object: KarpenterObject, context: PoolContext): KnownNodePool | undefined {
  if (isUnrendered(object.manifest)) return undefined;

  const spec = decidedSpec(specWithUnknowns(object.object, object.manifest));
  if (spec === undefined) return undefined;

  const decided = { ...object, object: { ...object.object, spec } };
  const read = readPool(decided, context);
  if (!('kind' in read)) return read;

  const classes = { ...context.classes, byName: new Map(), isMissing: () => false };
  const assumed = readPool(decided, { ...context, classes });

  if ('kind' in assumed) return undefined;
  return assumed;
}

/** Whether the file itself names the group of the class. The migration to v1 adds the default. */
const hasClassGroup = (manifest: Manifest): boolean => {
  const { group, apiVersion } = mappingOrEmpty(manifest.get(['spec', 'template', 'spec', 'nodeClassRef']));
  return group !== undefined || apiVersion !== undefined;
};

/** Fills in the group and kind of the NodePool's class, which are optional. */
function withClassKind(nodePool: NodePool, { group, kind }: NodeClassKind): NodePool {
  const { template } = nodePool.spec;
  const nodeClassRef = { ...template.spec.nodeClassRef, group, kind };
  return {
    ...nodePool,
    spec: { ...nodePool.spec, template: { ...template, spec: { ...template.spec, nodeClassRef } } },
  };
}

/**
 * The path of a placeholder that affects what the NodePool launches. A placeholder in the class name does not count if a
 * class has the same name.
 */
function unknownInPool(spec: { readonly [key: string]: Value }, hasClass: boolean): Path | undefined {
  const template = mappingOrEmpty(spec.template);
  const { nodeClassRef, requirements, taints, startupTaints } = mappingOrEmpty(template.spec);
  const name = mappingOrEmpty(nodeClassRef).name;

  const parts: readonly (readonly [Path, Value | undefined])[] = [
    [['weight'], spec.weight],
    [['replicas'], spec.replicas],
    [['limits'], spec.limits],
    [['template', 'metadata', 'labels'], mappingOrEmpty(template.metadata).labels],
    [['template', 'spec', 'nodeClassRef', 'name'], hasClass ? undefined : name],
    [['template', 'spec', 'requirements'], requirements],
    [['template', 'spec', 'taints'], taints],
    [['template', 'spec', 'startupTaints'], startupTaints],
  ];

  for (const [path, value] of parts) {
    const placeholder = placeholderIn(value, path);
    if (placeholder !== undefined) return placeholder;
  }

  if (hasPlaceholder(spec.template)) return ['template'];
  return undefined;
}
