import { nodeClassRefOf } from '../../../karpenter/api/pool-fields.ts';
import { type CloudProvider, classProviderOf, providerOf } from '../../../karpenter/cloud-provider/cloud-provider.ts';
import type { Change, Effect } from '../../../manifest/change.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';

/** A change with the object that it leads to. */
export interface ChangedObject {
  readonly change: Change;
  readonly manifest: Manifest;
}

const disruptive: readonly Effect[] = ['unknown', 'some-nodes', 'all-nodes'];

const summaries: Partial<Record<Effect, string>> = {
  unknown: 'its effect on running nodes is unknown, because its node class changes',
  'some-nodes': 'nodes that no longer match its changed node class must be replaced',
  'all-nodes': 'all of its nodes must be replaced, because its node class changes',
};

/**
 * Changed NodePools with the effect of their node class, if that is worse than their own: running nodes do not stay while their class
 * replaces them. A class counts if it is in the same cluster, or if that cluster has none with its name and no other class that changes has it.
 */
export function withClassEffects(
  changed: readonly ChangedObject[],
  head: readonly Manifest[],
  providers: readonly CloudProvider[],
  keyOf: (manifest: Manifest) => string,
): Change[] {
  const classes = changed.filter(
    ({ change, manifest }) => disruptive.includes(change.effect) && classProviderOf(manifest, providers) !== undefined,
  );
  return changed.map(({ change, manifest }) => {
    const reference = manifest.kind === 'NodePool' && change.type === 'modified' ? nodeClassRefOf(manifest) : undefined;
    if (reference === undefined || classes.length === 0) return change;

    const kind = providerOf(reference, providers)?.kind.kind;
    const isNamed = (object: Manifest): boolean => object.kind === kind && object.name === reference.name;
    const isHere = (object: Manifest): boolean => keyOf(object) === keyOf(manifest);
    const named = classes.filter((nodeClass) => isNamed(nodeClass.manifest));

    // A class of another cluster says nothing about a pool whose own class stays as it is.
    const isElsewhere = named.length !== 1 || head.some((object) => isNamed(object) && isHere(object));
    const changedClass = named.find((object) => isHere(object.manifest)) ?? (isElsewhere ? undefined : named[0]);
    if (changedClass === undefined || rank(changedClass.change.effect) <= rank(change.effect)) return change;

    // What its own fields do no longer matters.
    const { remark: _, ...others } = change;
    return { ...others, effect: changedClass.change.effect, summary: summaries[changedClass.change.effect]! };
  });
}

/** Lower for everything that replaces no nodes. */
const rank = (effect: Effect): number => {
  if (effect === 'delete') return disruptive.length;
  return disruptive.indexOf(effect);
};
