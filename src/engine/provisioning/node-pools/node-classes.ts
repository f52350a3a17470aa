import { amiFamilyOf } from '../../aws/node-class/ami-family.ts';
import { uncountableSetting, uncountedSettings } from '../../aws/node-class/counted-kubelet-settings.ts';
import type { EC2NodeClass } from '../../aws/node-class/ec2-node-class.ts';
import { readNodeClassSpec, readNodeClassStatus } from '../../aws/node-class/node-class-fields.ts';
import { isObject, type Manifest, type Path, type Value } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { placeholderIn } from '../pods/pod-unknowns.ts';
import { mapping, readText } from '../value-reader.ts';
import type { KarpenterObject } from './karpenter-objects.ts';

/** Why the NodePools of a class cannot be simulated. */
export type NodeClassProblem =
  | { readonly kind: 'placeholder'; readonly path: Path }
  /** What Karpenter makes of that kubelet setting is not known. */
  | { readonly kind: 'kubelet'; readonly path: Path }
  /** The controller would not use it: its reason and message. */
  | { readonly kind: 'not-ready'; readonly reason: string; readonly message: string };

/** The EC2NodeClasses of one side. */
export interface NodeClasses {
  readonly byName: ReadonlyMap<string, KarpenterObject>;
  /** The same as the cluster shows them. */
  readonly live: ReadonlyMap<string, Manifest>;
  /** Every class that there is can be seen: a name that is not among them does not exist. */
  readonly isComplete: boolean;
  /** `spec.kubelet` takes more than the settings that Karpenter reads. */
  readonly opensKubelet: boolean;
}

/** An EC2NodeClass that nobody configured. */
export const plainNodeClass: EC2NodeClass = { metadata: { name: '' }, spec: { amiFamily: 'AL2023' } };

/** Fields of a class that decide what its nodes can hold or when it may be used. */
const decisiveClassFields = [
  ...['amiFamily', 'kubelet', 'blockDeviceMappings', 'instanceStorePolicy', 'networkInterfaces', 'ipPrefixCount'],
  ...['cpuOptions', 'connectionTracking', 'placementGroupSelector'],
];

/** A class with what the cluster says of it; assumed where the manifests show none at all. */
export interface ReadNodeClass {
  readonly nodeClass: EC2NodeClass;
  readonly isAssumed: boolean;
  /** Settings of the kubelet that Karpenter does not count with, sorted. */
  readonly uncounted: readonly string[];
}

/** Reads the class of a NodePool by name. */
export function readNodeClass(
  name: string,
  { byName, live, isComplete, opensKubelet }: NodeClasses,
): ReadNodeClass | NodeClassProblem {
  const object = byName.get(name);
  if (object === undefined) {
    if (!isComplete) return { nodeClass: plainNodeClass, isAssumed: true, uncounted: [] };
    return { kind: 'not-ready', reason: 'NodeClassNotFound', message: 'NodeClass not found on cluster' };
  }
  const spec = mapping(object.object.spec);
  for (const field of decisiveClassFields) {
    const found = placeholderIn(spec[field], ['spec', field]);
    if (found !== undefined) return { kind: 'placeholder', path: found };
  }
  const alias = unknownFamily(spec);
  if (alias !== undefined) return { kind: 'placeholder', path: alias };
  const own = { metadata: { name }, spec: readNodeClassSpec(spec) ?? {} };
  const setting = uncountableSetting(spec.kubelet, { isOpen: opensKubelet, amiFamily: amiFamilyOf(own) });
  if (setting !== undefined) return { kind: 'kubelet', path: ['spec', 'kubelet', ...setting] };
  const seen = live.get(name);
  const unready = seen && unreadyNow(seen, object);
  if (unready !== undefined) return unready;
  const status = readNodeClassStatus(seen?.object.status);
  const nodeClass = { ...own, ...(status && { status }) };
  return { nodeClass, isAssumed: false, uncounted: opensKubelet ? uncountedSettings(spec.kubelet) : [] };
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
function unreadyNow(seen: Manifest, object: KarpenterObject): NodeClassProblem | undefined {
  if (mapping(seen.object.metadata).deletionTimestamp !== undefined)
    return { kind: 'not-ready', reason: 'NodeClassTerminating', message: 'NodeClass is being deleted' };
  const conditions = mapping(seen.object.status).conditions;
  const ready = Array.isArray(conditions)
    ? conditions.find((condition: Value) => isObject(condition) && condition.type === 'Ready')
    : undefined;
  const { status, reason, message } = mapping(ready);
  if (status !== 'False' || hasChanged(seen.object.spec, object.object.spec)) return undefined;
  return {
    kind: 'not-ready',
    reason: readText(reason) ?? 'NodeClassNotReady',
    message: readText(message) ?? 'NodeClass is not ready',
  };
}

/** User data and tags make no class ready, and a snapshot does not hold them. */
function hasChanged(before: Value | undefined, after: Value | undefined): boolean {
  const [old, own] = [before, after].map((spec) => {
    const { userData: _, tags: __, ...rest } = mapping(spec);
    return JSON.stringify(rest);
  });
  return old !== own;
}
