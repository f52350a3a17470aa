import { objectPlace } from '../../files/places/object-place.ts';
import type { Pair } from '../../files/places/pair.ts';
import type { Settings } from '../../karpenter/api/settings.ts';
import type { Change } from '../../manifest/change.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { type Diagnostic, nameInNamespace, type ResourceRef } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { quoted } from '../../text/words/quoted-names.ts';

/** An object of base that has another name or another namespace in head. */
export interface Renamed {
  readonly resource: Pick<ResourceRef, 'kind' | 'namespace' | 'name'>;
  readonly now: Pick<ResourceRef, 'namespace' | 'name'>;
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

/** Objects that leave a root or a folder in which the only new object of their kind and name is in another namespace. */
export function movedToNamespaces(
  paired: readonly Pair[],
  { environments }: Pick<Settings, 'environments'>,
): readonly Renamed[] {
  const keyOf = ({ kind, name, source }: Manifest): string =>
    JSON.stringify([kind, name, objectPlace(source, environments).key]);

  const [gone, fresh] = [groupBy(onlyInBase(paired), keyOf), groupBy(onlyInHead(paired), keyOf)];

  return [...gone].flatMap(([key, [old, ...others]]) => {
    const [now, ...more] = fresh.get(key) ?? [];
    if (old === undefined || now === undefined || others.length > 0 || more.length > 0) return [];
    return [{ resource: old.ref, now: now.ref }];
  });
}

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
    return [diagnostic, { ...diagnostic, message, resource: now ? withName(resource, now) : resource }];
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
