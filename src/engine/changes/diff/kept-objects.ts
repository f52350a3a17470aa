import { objectIdentity } from '../../files/places/object-identity.ts';
import type { ObjectPlace } from '../../files/places/object-place.ts';
import { objectsByIdentity } from '../../files/places/objects-by-identity.ts';
import type { Pair } from '../../files/places/pair.ts';
import type { Change } from '../../manifest/change.ts';
import { type Keeping, keepingOfManifest, type Removals } from '../../manifest/kept-in-cluster.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import { compareNames } from '../../text/name-order.ts';
import type { Source, Span } from '../../text/source.ts';
import { mayBeUnreadable } from './unreadable-files.ts';

/** An object of base that head no longer has and that stays in the cluster. */
export interface KeptObject {
  /** The object in base. */
  readonly manifest: Manifest;
  readonly keeping: Keeping;
  /** Whether git still has it, and nothing applies it any more. */
  readonly isInGit: boolean;
  /** The place in head of what applies it, if that is known. */
  readonly at: Span | undefined;
  /** The file of head that has an object of the same name, which may be for the same cluster; undefined if there is none. */
  readonly alsoIn: string | undefined;
}

/** What is known about removals. */
interface RemovalFacts {
  readonly removals: Removals | undefined;
  /** Files of head that nothing applies any more. */
  readonly notApplied: ReadonlySet<string> | undefined;
  /** The place that a text belongs to. */
  readonly placeOf: (source: Source) => ObjectPlace;
}

/** Texts that are read like objects, and that nobody applies. */
const unapplied: ReadonlySet<string> = new Set(['helm', 'iam']);

/** The objects that only base has and that nothing deletes in the cluster, in the order of base. */
export function keptObjects(
  { base, head, paired }: { readonly base: ManifestSet; readonly head: ManifestSet; readonly paired: readonly Pair[] },
  { removals, notApplied, placeOf }: RemovalFacts,
): KeptObject[] {
  const isUnread = mayBeUnreadable(base, head);
  const gone = [
    ...paired.flatMap((pair) => {
      if (pair.base && !pair.head) return [pair.base];
      return [];
    }),
    ...otherInstances(base, paired, removals),
  ];

  return gone
    .filter((manifest) => !manifest.isPartial && !unapplied.has(groupOf(manifest.apiVersion)) && !isUnread(manifest))
    .flatMap((manifest): KeptObject[] => {
      const { source } = manifest;
      const removal = removals?.get(source.file);
      const keeping = keepingOfManifest(manifest, removal);
      if (keeping === undefined) return [];

      const { file } = tracedSpan(manifest);
      const alsoIn = twinOf(manifest, head, { notApplied, placeOf });

      return [{ manifest, keeping, isInGit: notApplied?.has(file) === true, at: removal?.at, alsoIn }];
    });
}

/**
 * The instances of a block of Terraform that are one object to a comparison, such as subnets with `for_each`, if they
 * stay with all others of their root.
 */
function otherInstances(
  { manifests }: ManifestSet,
  paired: readonly Pair[],
  removals: Removals | undefined,
): readonly Manifest[] {
  const isOfAll = ({ source }: Manifest): boolean => removals?.get(source.file)?.keeping?.isOfAll === true;
  const staying = manifests.filter((manifest) => manifest.source.origin?.tool === 'terraform' && isOfAll(manifest));
  if (staying.length === 0) return [];

  const compared = new Set(paired.map((pair) => pair.base));
  return staying.filter((manifest) => !compared.has(manifest));
}

/** The file of head that has an object of the same name and that is not for another environment. */
function twinOf(
  manifest: Manifest,
  head: ManifestSet,
  { notApplied, placeOf }: Pick<RemovalFacts, 'notApplied' | 'placeOf'>,
): string | undefined {
  const { environment } = placeOf(manifest.source);
  const twins = objectsByIdentity(head.manifests).get(objectIdentity(manifest)) ?? [];

  return twins
    .filter(({ source }) => {
      const other = placeOf(source).environment;
      return environment === undefined || other === undefined || environment === other;
    })
    .map((twin) => tracedSpan(twin).file)
    .find((file) => !notApplied?.has(file));
}

/** The place of an object in the repository. */
function tracedSpan(manifest: Manifest): Span {
  const span = manifest.span([]);
  return manifest.source.origin?.trace(span.start, span.end).span ?? span;
}

/** The objects of head, with those that stay in the cluster: what the cluster has after the change. */
export const withKept = (head: ManifestSet, kept: readonly KeptObject[]): ManifestSet => {
  if (kept.length === 0) return head;

  return {
    ...head,
    manifests: [...head.manifests, ...kept.map(({ manifest }) => manifest)].sort((a, b) =>
      compareNames(a.source.file, b.source.file),
    ),
  };
};

/** The removal of an object that stays. Undefined if git still has it. */
export function keptChange({ manifest, keeping, isInGit, alsoIn }: KeptObject): Change | undefined {
  if (isInGit) return undefined;

  const { because, isIntended, isUnknown } = keeping;
  const removed = { resource: manifest.ref, type: 'removed', fields: [], span: manifest.span([]) } as const;

  if (isUnknown)
    return {
      ...removed,
      effect: 'unknown',
      summary: `no longer in git; whether that deletes it is unknown: ${because}`,
    };

  if (alsoIn !== undefined)
    return {
      ...removed,
      effect: 'none',
      stays: { because, isIntended, alsoIn },
      summary: `stays in the cluster: ${because}, and \`${alsoIn}\` still has it`,
    };

  return {
    ...removed,
    effect: 'none',
    stays: { because, isIntended },
    summary: `no longer in git, but it stays in the cluster: ${because}`,
  };
}
