import { existenceCondition } from '../../manifest/existence-condition.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { isKarpenterGroup, isNodeClassKind } from '../../manifest/model/karpenter-kinds.ts';
import { groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import type { Context } from '../context/context.ts';

/** The objects that certainly exist. */
export const decidedOnly = (set: ManifestSet): ManifestSet => ({
  ...set,
  manifests: set.manifests.filter((manifest) => existenceCondition(manifest) === undefined),
});

/** Whether nothing decides if an object of a side exists. */
const hasUndecided = ({ manifests }: ManifestSet): boolean =>
  manifests.some((manifest) => existenceCondition(manifest) !== undefined);

/** Tells which findings are about objects that may not exist. */
function aboutUndecided({ manifests }: ManifestSet): (found: Diagnostic) => boolean {
  const undecided = manifests.filter((manifest) => existenceCondition(manifest) !== undefined);
  const refs = new Set(undecided.map(({ ref }) => ref));
  const files = new Set(undecided.map(({ source }) => source.file));
  return ({ resource, span }) => {
    if (resource === null) return files.has(span.file);
    return refs.has(resource);
  };
}

/** The errors and warnings about objects that exist. They may rest on another object that may not. */
function doubtfulIn<D extends Diagnostic>(diagnostics: readonly D[], set: ManifestSet): ReadonlySet<D> {
  const isAboutUndecided = aboutUndecided(set);
  return new Set(diagnostics.filter((diagnostic) => diagnostic.severity !== 'note' && !isAboutUndecided(diagnostic)));
}

/**
 * Makes notes of errors and warnings that are there only together with objects which may not exist. What is wrong with such an object itself is wrong
 * whenever it exists. `again` finds the same without these objects.
 */
export function withoutUndecided<D extends Diagnostic>(
  diagnostics: readonly D[],
  set: ManifestSet,
  again: (doubtful: ReadonlySet<D>) => readonly Diagnostic[],
): readonly D[] {
  const doubtful = hasUndecided(set) ? doubtfulIn(diagnostics, set) : new Set<D>();
  if (doubtful.size === 0) return diagnostics;

  const certain = new Set(again(doubtful).map(placeOf));
  return diagnostics.map((diagnostic) => {
    if (doubtful.has(diagnostic) && !certain.has(placeOf(diagnostic))) return asNote(diagnostic);
    return diagnostic;
  });
}

const placeOf = ({ code, span }: Diagnostic): string => `${code} ${span.start} ${span.end} ${span.file}`;

const asNote = <D extends Diagnostic>(diagnostic: D): D => ({
  ...diagnostic,
  severity: 'note',
  help: `${diagnostic.help ?? ''} It rests on an object that exists only under a condition.`.trim(),
});

/** Findings of a simulation that counted objects as if they existed: what it says about pods holds only if they do. */
export function simulatedAsNotes(
  diagnostics: readonly Diagnostic[],
  { base, head }: Pick<Context, 'base' | 'head'>,
): readonly Diagnostic[] {
  const sides = [...(base ? [base] : []), head];
  if (!sides.some(hasUndecided)) return diagnostics;

  const isOfPool = ({ resource }: Diagnostic): boolean => resource !== null && isOfNodes(resource);
  const pools = sides.flatMap(({ manifests }) => manifests.filter(isUndecidedNodes));
  const isUndecided = sides.map(aboutUndecided);

  return diagnostics.map((diagnostic) => {
    if (diagnostic.severity === 'note' || isOfPool(diagnostic)) return diagnostic;
    if (pools.length > 0 || isUndecided.some((is) => is(diagnostic))) return asNote(diagnostic);
    return diagnostic;
  });
}

const isOfNodes = ({ apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>): boolean =>
  isKarpenterGroup(groupOf(apiVersion)) || isNodeClassKind(kind);

const isUndecidedNodes = (manifest: Manifest): boolean =>
  isOfNodes(manifest) && existenceCondition(manifest) !== undefined;

/** A note for each condition of Terraform that decides whether NodePools and node classes exist, and that nothing here decides. */
export function conditionNotes({ manifests }: ManifestSet): Diagnostic[] {
  const undecided = manifests.filter(
    (manifest) => manifest.source.origin?.condition !== undefined && isOfNodes(manifest),
  );
  const groups = groupBy(undecided, ({ source: { origin } }) => `${origin!.root}\n${origin!.condition!.text}`);

  return [...groups.values()].map((all) => {
    const { text, at } = all[0]!.source.origin!.condition!;
    const names = [...new Set(all.map(({ kind, name }) => `${kind} ${quoted(name)}`))];
    const [exist, they] = names.length === 1 ? ['exists', 'it is'] : ['exist', 'they are'];

    return {
      code: 'terraform/condition',
      severity: 'note',
      message: `${firstNames(names)} ${exist} only if ${quoted(text)} creates ${byCount(names.length, 'it', 'them')}, and no file here decides that, so ${they} reviewed as if it did`,
      span: at,
      labels: [],
      resource: null,
      help: 'Set the variable in a `.tfvars` file of the environment.',
    };
  });
}
