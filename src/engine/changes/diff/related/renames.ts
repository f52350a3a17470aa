import type { Change } from '../../../manifest/change.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import type { Source } from '../../../text/source.ts';
import type { ChangedObject } from './class-effects.ts';

/**
 * Changes with NodePools that only get another name: the same `spec` is removed and added in one cluster, once each. Karpenter deletes the
 * nodes of the old name like those of any removed NodePool, and the new name launches others.
 */
export function withRenames(changed: readonly ChangedObject[], clusterOf: (source: Source) => string): ChangedObject[] {
  const removed = changed.filter(({ change }) => isPool(change, 'removed') && change.effect === 'delete');
  const added = changed.filter(({ change }) => isPool(change, 'added'));
  const keyOf = ({ manifest }: ChangedObject): string => JSON.stringify([clusterOf(manifest.source), specOf(manifest)]);
  const renamed = new Map<ChangedObject, Change>();

  for (const old of removed) {
    const same = added.filter((object) => keyOf(object) === keyOf(old));
    const [heir] = same;
    if (
      heir === undefined ||
      same.length > 1 ||
      removed.some((object) => object !== old && keyOf(object) === keyOf(old))
    )
      continue;

    const [from, to] = [old.change.resource.name, heir.change.resource.name];

    renamed.set(old, {
      ...old.change,
      renamedTo: to,
      summary: `renamed to \`${to}\`: Karpenter deletes its nodes, and \`${to}\` launches new ones`,
    });

    renamed.set(heir, { ...heir.change, renamedFrom: from, summary: `the new name of \`${from}\`` });
  }

  return changed.map((object) => ({ ...object, change: renamed.get(object) ?? object.change }));
}

const isPool = ({ resource, type, stays, condition }: Change, wanted: Change['type']): boolean =>
  resource.kind === 'NodePool' && type === wanted && stays === undefined && condition === undefined;

const specOf = (manifest: Manifest): unknown => manifest.object.spec ?? null;
