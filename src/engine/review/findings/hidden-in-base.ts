import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { isKindUnrendered } from '../../manifest/unrendered.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import type { Finding } from '../context/finding.ts';
import type { ChangedTexts } from './changed-lines.ts';

/**
 * Makes findings about files that the change does not edit existing ones, if base has an object of these files only behind a kustomization that could
 * not be rendered. Nothing was judged there, so whether they are new is unknown, and one note says so.
 */
export function withHiddenInBase(
  findings: readonly Finding[],
  { base, head }: { readonly base: ManifestSet; readonly head: ManifestSet },
  texts: ChangedTexts,
): readonly Finding[] {
  const hidden = hiddenFiles(base, head);
  if (hidden.size === 0) return findings;

  const isSame = (file: string): boolean => texts.base.get(file) === texts.head.get(file);
  const mayBeOld = ({ diagnostic, isNew }: Finding): boolean => {
    const files = [diagnostic.span, ...diagnostic.labels.map(({ span }) => span)].map(({ file }) => file);
    return isNew && diagnostic.isChanged !== true && files.every(isSame) && files.some((file) => hidden.has(file));
  };

  const [first] = [...hidden].sort();
  const count = findings.filter(mayBeOld).length;
  const all = findings.map((finding) => {
    if (mayBeOld(finding)) return { ...finding, isNew: false };
    return finding;
  });

  if (count === 0) return findings;
  return [...all, { diagnostic: noteOf(first!, count), isNew: true }];
}

/** The files of objects that a kustomization changes which was not rendered at base, and that are known at head. */
function hiddenFiles(base: ManifestSet, head: ManifestSet): ReadonlySet<string> {
  const isHidden = ({ files }: ManifestSet): ReadonlySet<string> =>
    new Set(
      files.flatMap(({ source, manifests }) => {
        if (manifests.some(({ kind }) => isKindUnrendered(source, kind))) return [source.file];
        return [];
      }),
    );

  const stillHidden = isHidden(head);
  return new Set([...isHidden(base)].filter((file) => !stillHidden.has(file)));
}

const noteOf = (file: string, count: number): Diagnostic => ({
  code: 'render/unknown',
  severity: 'note',
  message: `A kustomization that changes these objects could not be rendered before the change, so it is unknown whether ${plural(count, 'finding')} ${byCount(count, 'is', 'are')} new`,
  span: { file, start: 0, end: 0 },
  labels: [],
  resource: null,
  help: 'See the existing problems of this review.',
  isChanged: true,
});
