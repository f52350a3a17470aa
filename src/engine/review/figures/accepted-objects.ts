import { ignoredArgumentOf } from '../../changes/diff/ignored-changes.ts';
import { isCertainlyRefusedBy } from '../../changes/diff/refused/refused-objects.ts';
import { unservedBy } from '../../changes/diff/unserved.ts';
import { objectIdentity } from '../../files/places/object-identity.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { karpenterKindOf } from '../../manifest/model/karpenter-kinds.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { byCount } from '../../text/words/plural.ts';
import { joined, quoted } from '../../text/words/quoted-names.ts';
import type { Context } from '../context/context.ts';
import { runningKarpenter } from '../context/karpenter-version.ts';
import { oneCluster } from './one-cluster.ts';

/** What a cluster has after the change, as far as the API server accepts it. */
interface AcceptedObjects {
  readonly set: ManifestSet;
  /** Objects of head that the API server refuses, although it accepts or does not know those before the change. */
  readonly refused: readonly Manifest[];
}

/**
 * The objects of head in one cluster. If the API server refuses one, the cluster keeps that of base, or gets none. An object that was refused
 * before as well stays as it is, because nobody knows what the cluster has.
 */
export function acceptedObjects(context: Context): AcceptedObjects {
  const { set } = oneCluster(context.head, context.base);
  const before = new Map((context.base?.manifests ?? []).map((manifest) => [objectIdentity(manifest), manifest]));
  const refused = set.manifests.filter((manifest) => isNewlyRefused(manifest, context));
  const ignored = set.manifests.filter((manifest) => isIgnored(manifest, before.get(objectIdentity(manifest))));
  if (refused.length === 0 && ignored.length === 0) return { set, refused };

  const keepsOld = new Set([...refused, ...ignored]);
  const manifests = set.manifests.flatMap((manifest) => {
    if (keepsOld.has(manifest)) return before.get(objectIdentity(manifest)) ?? [];
    return manifest;
  });

  return { set: { ...set, manifests }, refused };
}

/** Whether Terraform leaves an object as it was before the change. */
const isIgnored = (manifest: Manifest, old: Manifest | undefined): boolean =>
  manifest.source.origin?.ignoredArgument !== undefined &&
  old !== undefined &&
  ignoredArgumentOf(old, manifest) !== undefined;

/** The objects of head that the figures include as they are. */
export function figuredManifests(context: Context): readonly Manifest[] {
  const refused = new Set(acceptedObjects(context).refused);
  return context.head.manifests.filter((manifest) => !refused.has(manifest));
}

function isNewlyRefused(manifest: Manifest, context: Context): boolean {
  const { base, before, pack, refused } = context;
  if (refused?.has(manifest)) return true;
  if (base === null || karpenterKindOf(manifest) === undefined) return false;

  const identity = objectIdentity(manifest);
  const old = base.manifests.find(
    (candidate) => candidate.kind === manifest.kind && objectIdentity(candidate) === identity,
  );
  const wasRefused = old !== undefined && isCertainlyRefusedBy(before.pack, old);

  if (wasRefused) return false;
  return isCertainlyRefusedBy(pack, manifest, old) || isNewlyUnserved(manifest, old, context);
}

/** Whether Karpenter serves the version that an object has before the change, and not the one that it gets. */
function isNewlyUnserved(manifest: Manifest, old: Manifest | undefined, { target, before, head }: Context): boolean {
  if (old === undefined) return false;

  const isUnserved = (object: Manifest, on: Context['target']): boolean =>
    unservedBy(runningKarpenter(on), object, () => head.manifests) !== undefined;

  return isUnserved(manifest, target) && !isUnserved(old, before.target);
}

/** Says that the figures keep what the cluster has in the place of objects that the API server refuses. */
export function refusedCaveat(context: Context): string[] {
  const { refused } = acceptedObjects(context);
  if (refused.length === 0) return [];

  const names = refused.slice(0, 3).map(({ kind, name }) => `${kind} ${quoted(name)}`);
  const more = refused.length > names.length ? [`${refused.length - names.length} more`] : [];
  const identities = new Set(context.base?.manifests.map(objectIdentity));
  const areNew = refused.every((manifest) => !identities.has(objectIdentity(manifest)));

  const relation = areNew ? 'do not include' : 'are those without the change of';

  return [
    `The API server refuses ${joined([...names, ...more])}, so the figures ${relation} ${byCount(refused.length, 'it', 'them')}.`,
  ];
}
