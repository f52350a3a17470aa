import type { Karpenter } from '../../../karpenter/api/karpenter.ts';
import type { DescribedReservation } from '../../../karpenter/api/settings.ts';
import type { Launching } from '../../../karpenter/cloud-provider/cloud-provider.ts';
import type { KnownNodeClass, NodeClassKind, NodeClassProblem } from '../../../karpenter/cloud-provider/node-class.ts';
import { isObject, type Manifest, mappingOrEmpty, type Value } from '../../../manifest/model/manifest.ts';
import { isUnrendered } from '../../../manifest/unrendered.ts';
import { readText } from '../input/value-reader.ts';
import { unrenderedProblem } from '../pods/pod-unknowns.ts';
import type { KarpenterObject } from './karpenter-objects.ts';

/** The key of a class: classes of several kinds can have the same name. */
export const classKey = (kind: string, name: string): string => `${kind}/${name}`;

/** The node classes of one side whose provider can launch nodes, by `classKey`. */
export interface NodeClasses {
  readonly byName: ReadonlyMap<string, KarpenterObject>;
  /** The same classes as they are in the cluster. */
  readonly live: ReadonlyMap<string, Manifest>;
  /** Whether a class of a kind that is in no file does not exist. Otherwise, something else may create it, such as Terraform. */
  isMissing(name: string, kind: string): boolean;
  readonly karpenter: Karpenter;
  /** Reservation id → what the configuration says about it. */
  readonly reservations: Readonly<Record<string, DescribedReservation>>;
}

/**
 * A class with its status from the cluster. The defaults of a class are assumed if it is not found and may exist.
 */
interface ReadNodeClass extends KnownNodeClass {
  readonly isAssumed: boolean;
}

/** Finds the class of a NodePool by name and kind. */
export function findNodeClass(
  name: string,
  { byName, live, isMissing, karpenter, reservations }: NodeClasses,
  { launching, kind: missing }: { readonly launching: Launching; readonly kind: NodeClassKind },
): ReadNodeClass | NodeClassProblem {
  const key = classKey(missing.kind, name);
  const object = byName.get(key);
  if (object === undefined) {
    if (missing.builtIn?.includes(name))
      return { nodeClass: launching.plainNodeClass, isAssumed: false, zones: [], attached: [], uncounted: [] };
    if (!isMissing(name, missing.kind))
      return { nodeClass: launching.plainNodeClass, isAssumed: true, zones: [], attached: [], uncounted: [] };

    return { kind: 'not-ready', reason: 'NodeClassNotFound', message: 'NodeClass not found on cluster', missing };
  }

  if (isUnrendered(object.manifest)) return unrenderedProblem;

  const seen = live.get(key);
  const spec = mappingOrEmpty(object.object.spec);
  const read = launching.readNodeClass({ name, spec, status: seen?.object.status, reservations }, karpenter);
  if ('kind' in read) return read;

  return (seen && unreadyNow(seen, object, launching)) ?? { ...read, isAssumed: false };
}

/** Why the controller does not use the class at the moment. Undefined if the change may fix it by editing its spec. */
function unreadyNow(seen: Manifest, object: KarpenterObject, launching: Launching): NodeClassProblem | undefined {
  if (mappingOrEmpty(seen.object.metadata).deletionTimestamp !== undefined)
    return { kind: 'not-ready', reason: 'NodeClassTerminating', message: 'NodeClass is being deleted' };

  const conditions = mappingOrEmpty(seen.object.status).conditions;
  const ready = Array.isArray(conditions)
    ? conditions.find((condition: Value) => isObject(condition) && condition.type === 'Ready')
    : undefined;
  const { status, reason, message } = mappingOrEmpty(ready);
  const [before, after] = [mappingOrEmpty(seen.object.spec), mappingOrEmpty(object.object.spec)];

  if (status !== 'False' || !launching.isNotReadyAsWell(before, after)) return undefined;

  return {
    kind: 'not-ready',
    reason: readText(reason) ?? 'NodeClassNotReady',
    message: readText(message) ?? 'NodeClass is not ready',
  };
}
