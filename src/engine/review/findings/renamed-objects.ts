import { objectPlace } from '../../files/places/object-place.ts';
import type { Pair } from '../../files/places/pair.ts';
import { differInOneFolder } from '../../files/places/renamed-folder.ts';
import type { Settings } from '../../karpenter/api/settings.ts';
import { canonical } from '../../manifest/canonical.ts';
import type { Change } from '../../manifest/change.ts';
import { asMapping, type Manifest } from '../../manifest/model/manifest.ts';
import { type Diagnostic, nameInNamespace, type ResourceRef } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { listIf } from '../../text/list-if.ts';
import { quoted } from '../../text/words/quoted-names.ts';

/** An object of base that has another name or another namespace in head. */
export interface Renamed {
  readonly resource: Pick<ResourceRef, 'kind' | 'namespace' | 'name'>;
  readonly now: Pick<ResourceRef, 'namespace' | 'name'>;
}

/** An object that leaves its namespace, and the same one where it is in head. */
export interface MovedObject extends Renamed {
  readonly base: Manifest;
  readonly head: Manifest;
}

/** Objects that leave a file in which a single object of their kind, and no other one, is new. Two of a kind may be anything. */
export function renamedInFiles(paired: readonly Pair[]): readonly Renamed[] {
  const keyOf = ({ kind, source }: Manifest): string => JSON.stringify([kind, source.file]);
  const [gone, fresh] = [groupBy(onlyInBase(paired), keyOf), groupBy(onlyInHead(paired), keyOf)];

  return [...gone].flatMap(([key, old]) => {
    const now = fresh.get(key) ?? [];
    if (old.length !== 1 || now.length !== 1) return [];
    return [{ resource: old[0]!.ref, now: now[0]!.ref }];
  });
}

/**
 * Objects that are in another namespace in head: the only new one of their kind and name is in the root or the folder
 * that they leave, in the file of a folder that is renamed, or the same apart from its namespace.
 */
export function movedToNamespaces(
  paired: readonly Pair[],
  { environments }: Pick<Settings, 'environments'>,
): readonly MovedObject[] {
  const placeOf = ({ source }: Manifest) => objectPlace(source, environments);
  const keyOf = ({ kind, name }: Manifest): string => JSON.stringify([kind, name]);
  const isOfOnePlace = (old: Manifest, now: Manifest): boolean => {
    if (placeOf(old).key === placeOf(now).key) return true;
    if (placeOf(old).environment !== placeOf(now).environment) return false;
    return differInOneFolder(fileOf(old), fileOf(now)) || textInAnyNamespace(old) === textInAnyNamespace(now);
  };
  const fresh = groupBy(onlyInHead(paired), keyOf);
  const gone = onlyInBase(paired);
  const leaving = groupBy(gone, keyOf);

  return gone.flatMap((old) => {
    const successors = (fresh.get(keyOf(old)) ?? []).filter((now) => isOfOnePlace(old, now));
    const [now, ...more] = successors;
    if (now === undefined || more.length > 0) return [];

    const rivals = leaving.get(keyOf(old))!.filter((rival) => isOfOnePlace(rival, now));
    if (rivals.length === 1) return [{ resource: old.ref, now: now.ref, base: old, head: now }];
    return [];
  });
}

/** An object without its namespace. */
function textInAnyNamespace({ object }: Manifest): string {
  const { namespace: _, ...metadata } = asMapping(object.metadata) ?? {};
  return canonical({ ...object, metadata });
}

/** The file that people edit: of a rendered object, the one that it is made from. */
const fileOf = (manifest: Manifest): string => {
  const { file, start, end } = manifest.span(['kind']);
  return manifest.source.origin?.trace(start, end).span.file ?? file;
};

const onlyInBase = (paired: readonly Pair[]): readonly Manifest[] =>
  paired.flatMap(({ base, head }) => (base && !head ? [base] : []));

const onlyInHead = (paired: readonly Pair[]): readonly Manifest[] =>
  paired.flatMap(({ base, head }) => (head && !base ? [head] : []));

/** The changes that say that an object has another name. */
export const renamedBy = (changes: readonly Change[]): readonly Renamed[] =>
  changes.flatMap(({ resource, renamedTo }) => {
    if (renamedTo === undefined) return [];
    return [{ resource, now: { ...resource, name: renamedTo } }];
  });

/**
 * The findings of base, and once more those about objects that the change renames or moves to another namespace, with the names of head. A finding
 * that only has another name in it is not new.
 */
export function withNewNames(diagnostics: readonly Diagnostic[], renamed: readonly Renamed[]): readonly Diagnostic[] {
  if (renamed.length === 0) return diagnostics;

  const names = new Map(renamed.flatMap(namesOf));
  const objects = new Map(renamed.map(({ resource, now }) => [keyOfRef(resource), now]));

  return diagnostics.flatMap((diagnostic) => {
    const { resource } = diagnostic;
    const message = diagnostic.message.replace(/`[^`]+`/g, (name) => names.get(name) ?? name);
    const now = resource && objects.get(keyOfRef(resource));
    if (message === diagnostic.message && !now) return [diagnostic];

    // An object and the namespace that it leaves often have one name. Then a message may mean either.
    const isMoved = now !== null && now !== undefined && now.namespace !== resource?.namespace;
    const messages = new Set([message, ...listIf(isMoved, diagnostic.message)]);
    const inHead = now ? withName(resource, now) : resource;
    return [diagnostic, ...[...messages].map((text) => ({ ...diagnostic, message: text, resource: inHead }))];
  });
}

const keyOfRef = ({ kind, namespace, name }: Renamed['resource']): string => JSON.stringify([kind, namespace, name]);

function withName({ namespace: _, ...resource }: ResourceRef, { namespace, name }: Renamed['now']): ResourceRef {
  return { ...resource, ...(namespace !== undefined && { namespace }), name };
}

/** The names in a message that are other ones in head: of the object alone and in its namespace, and of the namespace. */
function namesOf({ resource, now }: Renamed): readonly (readonly [before: string, after: string])[] {
  const pairOf = (before: string, after: string): readonly (readonly [string, string])[] => {
    if (before === after) return [];
    return [[quoted(before), quoted(after)]];
  };

  const namespaces =
    resource.namespace === undefined || now.namespace === undefined ? [] : pairOf(resource.namespace, now.namespace);
  const inNamespace = resource.namespace === undefined ? [] : pairOf(nameInNamespace(resource), nameInNamespace(now));
  return [...namespaces, ...inNamespace, ...pairOf(resource.name, now.name)];
}
