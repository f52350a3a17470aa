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
  'some-nodes': 'nodes that no longer match its changed node class are replaced',
  'all-nodes': 'all of its nodes are replaced, because its node class changes',
};

/**
 * Changed NodePools with the effect of their node class, if that is worse than their own: running nodes do not stay while their class
 * replaces them. A class counts if it is in the same cluster, or if no other one has its name.
 */
export function withClassEffects(
  changed: readonly ChangedObject[],
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
    const named = classes.filter(
      (nodeClass) => nodeClass.manifest.kind === kind && nodeClass.manifest.name === reference.name,
    );
    const changedClass =
      named.find((object) => keyOf(object.manifest) === keyOf(manifest)) ?? (named.length === 1 ? named[0] : undefined);
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
