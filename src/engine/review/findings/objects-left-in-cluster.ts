import type { KeptObject } from '../../changes/diff/kept-objects.ts';
import type { Change } from '../../manifest/change.ts';
import type { Keeping } from '../../manifest/kept-in-cluster.ts';
import { type Diagnostic, type ResourceRef, referenceKey } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import type { Context } from '../context/context.ts';

/** The findings about objects that git has. Nobody can edit an object that stays only in the cluster, and its places are those of base. */
export function aboutWritten<D extends Diagnostic>(
  diagnostics: readonly D[],
  { kept, written }: Pick<Context, 'kept' | 'written'>,
): readonly D[] {
  if (kept.length === 0) return diagnostics;

  const refs = new Set(kept.map(({ manifest }) => manifest.ref));
  const names = new Set(kept.map(({ manifest }) => referenceKey(manifest.ref)));
  const inGit = new Set(written.manifests.map(({ ref }) => referenceKey(ref)));
  const files = new Set(kept.map(({ manifest }) => manifest.source.file));
  const isKept = (ref: ResourceRef): boolean =>
    refs.has(ref) || (names.has(referenceKey(ref)) && !inGit.has(referenceKey(ref)));

  return diagnostics
    .filter(({ resource }) => resource === null || !isKept(resource))
    .map((diagnostic) => {
      if (diagnostic.labels.some(({ span }) => files.has(span.file))) return withoutLabelsIn(diagnostic, files);
      return diagnostic;
    });
}

const withoutLabelsIn = <D extends Diagnostic>(diagnostic: D, files: ReadonlySet<string>): D => ({
  ...diagnostic,
  labels: diagnostic.labels.filter(({ span }) => !files.has(span.file)),
});

/** A note for each reason why objects stay in the cluster that the change takes out of git. */
export function keptNotes({ kept }: Pick<Context, 'kept'>, changes: readonly Change[]): Diagnostic[] {
  const shown = new Set(changes.filter(({ type }) => type === 'removed').map(({ resource }) => resource));
  const remaining = kept
    .filter(({ manifest, isInGit }) => !isInGit && shown.has(manifest.ref))
    .sort((a, b) => Number(b.manifest.kind === 'NodePool') - Number(a.manifest.kind === 'NodePool'));

  return [
    ...[...groupBy(remaining, ({ keeping, alsoIn }) => `${keeping.because} ${alsoIn ?? ''}`).values()].map((all) =>
      keptNote(all as [KeptObject]),
    ),
    ...changes.flatMap(partsNote),
  ];
}

/** What an object installed stays although the object is deleted. */
function partsNote({ resource, stays, span }: Change): Diagnostic[] {
  if (!stays?.isOfParts) return [];
  return [
    {
      code: 'render/stays',
      severity: 'note',
      message: `The change removes ${resource.kind} ${quoted(resource.name)}, but nothing deletes what it installed: ${stays.because}. The cluster then differs from git`,
      span: { file: span.file, start: 0, end: 0 },
      labels: [],
      resource: null,
      help: 'Delete it in the cluster if it should not stay. If it should stay, write down who manages it from now on.',
      isChanged: true,
    },
  ];
}

function keptNote(all: readonly [KeptObject, ...KeptObject[]]): Diagnostic {
  const [{ keeping, manifest, at, alsoIn }] = all;
  const names = all.map((object) => `${object.manifest.kind} ${quoted(object.manifest.name)}`);

  return {
    code: 'render/stays',
    severity: 'note',
    message: alsoIn === undefined ? takenText(names, keeping) : movedText(names, keeping, alsoIn),
    span: at ?? { file: placeOf(manifest), start: 0, end: 0 },
    labels: [],
    resource: null,
    help: helpOfKept(all[0]),
    isChanged: true,
  };
}

function helpOfKept({ keeping, manifest, alsoIn }: KeptObject): string {
  if (alsoIn !== undefined) return onlyOwnerChanges;
  const isOfTerraform = manifest.kind === 'HelmRelease' && manifest.source.origin?.tool === 'terraform';
  if (isOfTerraform && keeping.isOfAll !== true) return releaseStays;
  return keeping.help;
}

/** A `helm_release` is not an object of the cluster. Uninstalling a chart deletes the CRDs among its templates, and with them every node. */
const releaseStays =
  'Write down who manages the release from now on. Before you run `helm uninstall`, look at what is in it: with the CRDs of Karpenter, all of its nodes are deleted.';

function takenText(names: readonly string[], { because, isUnknown }: Keeping): string {
  const [taken, pronoun] = [`The change takes ${firstNames(names)} out of git`, byCount(names.length, 'it', 'them')];
  if (isUnknown) return `${taken}. Whether that deletes ${pronoun} in the cluster is unknown: ${because}`;
  return `${taken}, but nothing deletes ${pronoun} in the cluster: ${because}. The cluster then differs from git`;
}

function movedText(names: readonly string[], { because, isUnknown }: Keeping, file: string): string {
  const pronoun = byCount(names.length, 'it', 'them');
  const taken = `The change takes ${firstNames(names)} out of one place of git, and ${quoted(file)} still has ${pronoun}`;
  if (isUnknown) return `${taken}. Whether it deletes ${pronoun} in the cluster is unknown: ${because}`;
  return `${taken}. Nothing deletes ${pronoun} in the cluster: ${because}`;
}

const onlyOwnerChanges =
  'Check that what applies that file takes the object over. Do not delete it in the cluster: deleting a NodePool terminates all of its nodes.';

function placeOf(manifest: KeptObject['manifest']): string {
  const span = manifest.span([]);
  return (manifest.source.origin?.trace(span.start, span.end).span ?? span).file;
}
