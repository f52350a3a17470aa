import { isObject, type Manifest, mappingOrEmpty, type Value } from '../../../manifest/model/manifest.ts';
import { mapOf, readText } from '../input/value-reader.ts';

/** The owner of an object. */
interface OwnerReference {
  readonly kind: string;
  readonly name: string;
}

/** `ReplicaSet/namespace/name` → the Deployment or Rollout that owns it, `Job/…` → the CronJob. */
export type OwnerReferences = ReadonlyMap<string, OwnerReference>;

/** `Deployment/namespace/name`, always with a namespace. */
export const workloadKey = (kind: string, namespace: string, name: string): string => `${kind}/${namespace}/${name}`;

/** `Deployment/namespace/name` of an object. */
export const workloadKeyOf = (manifest: Manifest): string =>
  workloadKey(manifest.kind, manifest.namespace ?? 'default', manifest.name);

const labelsOf = (manifest: Manifest): Readonly<Record<string, string>> =>
  mapOf(readText)(mappingOrEmpty(manifest.object.metadata).labels) ?? {};

/** The controller of an object, from its ownerReferences. Other owners do not make an object part of them. */
export function controllerOf(manifest: Manifest): OwnerReference | undefined {
  const owners = mappingOrEmpty(manifest.object.metadata).ownerReferences;
  if (!Array.isArray(owners)) return undefined;
  const owner = owners.find((entry: Value) => isObject(entry) && entry.controller === true);
  const { kind, name } = mappingOrEmpty(owner);
  if (typeof kind === 'string' && typeof name === 'string') return { kind, name };
  return undefined;
}

/** The owners of ReplicaSets and Jobs that are in the manifests. */
export function readOwners(manifests: readonly Manifest[]): OwnerReferences {
  const owners = new Map<string, OwnerReference>();
  for (const manifest of manifests) {
    if (manifest.kind !== 'ReplicaSet' && manifest.kind !== 'Job') continue;
    const owner = controllerOf(manifest);
    if (owner) owners.set(workloadKeyOf(manifest), owner);
  }

  return owners;
}

/** The key of the topmost workload that controls a pod; undefined if nothing controls the pod. */
export function workloadOf(pod: Manifest, owners: OwnerReferences): string | undefined {
  const namespace = pod.namespace ?? 'default';
  const owner = controllerOf(pod);
  if (owner === undefined) return undefined;
  const above = owners.get(workloadKey(owner.kind, namespace, owner.name)) ?? hashless(owner, labelsOf(pod)) ?? owner;
  return workloadKey(above.kind, namespace, above.name);
}

/** If a ReplicaSet is missing, its name without the pods' hash is the name of its Deployment. */
function hashless(owner: OwnerReference, labels: Readonly<Record<string, string>>): OwnerReference | undefined {
  if (owner.kind !== 'ReplicaSet') return undefined;
  const rollout = labels['rollouts-pod-template-hash'];
  const hash = rollout ?? labels['pod-template-hash'];
  if (!hash || !owner.name.endsWith(`-${hash}`)) return undefined;
  return { kind: rollout ? 'Rollout' : 'Deployment', name: owner.name.slice(0, -hash.length - 1) };
}
