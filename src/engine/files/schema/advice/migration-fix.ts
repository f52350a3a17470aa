import { compareMinors } from '../../../karpenter/api/versions.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import type { Edit, Fix } from '../../../text/diagnostic.ts';
import { groupBy } from '../../../text/group-by.ts';
import type { Source } from '../../../text/source.ts';
import type { TargetVersion } from '../../migration/migrate-draft.ts';
import { type MigratedDocument, migrateFiles } from '../../migration/migrate-files.ts';

/** A longer rewrite is too long to read in a comment; `plumbline migrate` does it instead. */
const mostLines = 120;

/** The migration of an object as a fix; undefined where it is long, impossible, or not needed. */
export type MigrationFixes = (manifest: Manifest) => Fix | undefined;

/** The API version that this Karpenter stores. Late patches of 0.3x also serve v1, but only to prepare for the upgrade. */
const targetOf = (karpenterVersion: string): TargetVersion => {
  if (compareMinors(karpenterVersion, '1.0') >= 0) return 'v1';
  return 'v1beta1';
};

/** Migrates the files of these manifests once, when the first fix is requested. */
export function migrationFixes(manifests: readonly Manifest[], karpenterVersion: string): MigrationFixes {
  let fixes: ReadonlyMap<string, Fix> | undefined;
  return (manifest) => {
    fixes ??= fixesByObject(manifests, targetOf(karpenterVersion));
    return fixes.get(keyOf(manifest.source.file, manifest.index));
  };
}

const keyOf = (file: string, index: number): string => `${index} ${file}`;

function fixesByObject(manifests: readonly Manifest[], to: TargetVersion): Map<string, Fix> {
  const sources = new Map<string, Source>(manifests.map(({ source }) => [source.file, source]));
  const texts = new Map([...sources].map(([file, { text }]) => [file, text]));
  const { documents } = migrateFiles([...sources.values()], to);
  const groups = groupBy(documents, ({ group }) => group);
  const fixes = new Map<string, Fix>();
  for (const group of groups.values()) {
    const edits = group.map((document) => trimmed(document, texts.get(document.file)!));
    const lines = edits.reduce((sum, { newText }) => sum + newText.split('\n').length, 0);
    if (lines > mostLines) continue;

    const fix = { description: `Migrate it to ${to}`, edits };
    for (const { file, objects } of group) for (const index of objects) fixes.set(keyOf(file, index), fix);
  }

  return fixes;
}

/** An edit without the unchanged lines at its start and end. */
function trimmed({ file, start, end, newText }: MigratedDocument, text: string): Edit {
  const before = text.slice(start, end);
  let head = 0;
  for (let i = 0; i < before.length && before[i] === newText[i]; i++) if (before[i] === '\n') head = i + 1;

  let tail = 0;
  const most = Math.min(before.length, newText.length) - head;
  for (let i = 1; i <= most && before.at(-i) === newText.at(-i); i++) if (before.at(-i - 1) === '\n') tail = i;

  return {
    file,
    start: start + head,
    end: end - Math.min(tail, most),
    newText: newText.slice(head, newText.length - Math.min(tail, most)),
  };
}
