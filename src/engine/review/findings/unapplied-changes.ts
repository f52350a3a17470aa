import type { Ledger } from '../../changes/ledger/ledger.ts';
import type { IgnoredField } from '../../files/sources/root/root.ts';
import type { Change } from '../../manifest/change.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { isDefinitionKind } from '../../manifest/model/definition-kinds.ts';
import { groupOf, type Path } from '../../manifest/model/manifest.ts';
import type { Diagnostic, ResourceRef } from '../../text/diagnostic.ts';
import { quoted, quotedTitle } from '../../text/words/quoted-names.ts';
import type { Unapplied } from '../context/review-data.ts';
import type { IgnoringOwner, SourceSet, WaitingEdit } from '../context/source-set.ts';

/** A change, and what is known about its places and about what applies it. */
interface DeliveredChange extends Pick<SourceSet, 'waiting' | 'ignored'> {
  readonly changes: readonly Change[];
  readonly ledger: Ledger | null;
}

/** Why nothing of a change reaches the cluster at first; undefined if a part of it may. */
export function unappliedBecause({
  changes,
  ledger,
  waiting = [],
  ignored = [],
}: DeliveredChange): Unapplied | undefined {
  const [first] = waiting;
  if (first !== undefined && isAllWaiting(waiting, changes, ledger)) return { because: first.because, isNever: false };

  const owners = changes.map((change) => ownerIgnoring(change, ignored));
  const [owner] = owners;
  const isSame = owner !== undefined && owners.every((other) => other?.owner === owner.owner);
  if (!isSame) return undefined;
  const field = quoted(pointerOf(changes[0]!.fields[0]!.path));
  return { because: `${quotedTitle(owner.owner)} ignores ${field}`, isNever: true };
}

/** Changes with the reason why nothing of them is applied at first. */
export const withDelays = (changes: readonly Change[], waiting: SourceSet['waiting'] = []): readonly Change[] =>
  changes.map((change) => {
    const delay = waiting.find(({ texts }) => texts.has(change.span.file));
    if (delay === undefined) return change;
    return { ...change, delayedBecause: delay.because };
  });

function isAllWaiting(waiting: readonly WaitingEdit[], changes: readonly Change[], ledger: Ledger | null): boolean {
  const texts = new Set(waiting.flatMap((edit) => [...edit.texts]));
  const definitions = new Set(waiting.flatMap(({ definition }) => definition ?? []));
  const isWaiting = ({ span, resource }: Change): boolean =>
    texts.has(span.file) ||
    (definitions.has(span.file) && isDefinitionKind(resource.kind, groupOf(resource.apiVersion)));
  const places = (ledger?.entries ?? []).filter(
    (entry) => entry.class === 'modelled' || entry.class === 'not understood',
  );

  return changes.every(isWaiting) && places.every(({ file }) => texts.has(file) || definitions.has(file));
}

/** What ignores all that changes of an object. */
const ownerIgnoring = (change: Change, ignored: readonly IgnoringOwner[]): IgnoringOwner | undefined =>
  ignored.find(
    (owner) =>
      change.type === 'modified' &&
      change.fields.length > 0 &&
      change.fields.every(({ path }) => isIgnored(change, path, owner)),
  );

const isIgnored = ({ resource, span }: Change, path: Path, { texts, fields }: IgnoringOwner): boolean =>
  texts.has(span.file) &&
  fields.some((field) => isOf(field, resource) && field.path.every((step, i) => String(path[i]) === step));

function isOf({ group, kind, name, namespace }: IgnoredField, resource: ResourceRef): boolean {
  const isKind = (kind === '*' || kind === resource.kind) && (group === '*' || group === groupOf(resource.apiVersion));
  const isNamed = name === undefined || name === resource.name;
  return isKind && isNamed && (namespace === undefined || namespace === resource.namespace);
}

/** `/spec/replicas`. */
const pointerOf = (path: Path): string => `/${path.join('/')}`;

/** A note at each edited field that is in git and that nothing applies. */
export function ignoredNotes(
  { manifests }: Pick<ManifestSet, 'manifests'>,
  { changes, ignored = [] }: Pick<DeliveredChange, 'changes' | 'ignored'>,
): Diagnostic[] {
  return changes.flatMap((change) => {
    const manifest = manifests.find(({ ref }) => ref === change.resource);
    if (manifest === undefined || change.type !== 'modified') return [];

    return change.fields.flatMap(({ path }): Diagnostic[] => {
      const owner = ignored.find((candidate) => isIgnored(change, path, candidate));
      if (owner === undefined) return [];
      return [
        {
          code: 'render/not-applied-yet',
          severity: 'note',
          message: `${quotedTitle(owner.owner)} ignores ${quoted(pointerOf(path))} of ${manifest.kind} ${quoted(manifest.name)} and never applies it, so this edit has no effect`,
          span: manifest.span(path),
          labels: [],
          resource: manifest.ref,
          help: 'Change it in the cluster, or remove the entry of `ignoreDifferences`.',
          isChanged: true,
        },
      ];
    });
  });
}
