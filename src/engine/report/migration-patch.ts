import { compareMinors } from '../api/versions.ts';
import { applyEdits } from '../manifest/edit.ts';
import { migrateFiles } from '../migration/migrate-files.ts';
import { unifiedDiff } from '../migration/unified-diff.ts';
import type { Review } from '../review.ts';

/**
 * A patch for `git apply` that migrates every old Karpenter object of the files of a review; empty where the review says of none that its API
 * is gone.
 */
export function migrationPatch({ findings, texts, karpenterVersion }: Review): string {
  const isGone = findings.some(
    ({ diagnostic: { code, resource } }) =>
      code === 'schema/removed-version' && /^karpenter\.(?:sh|k8s\.aws)\//.test(resource?.apiVersion ?? ''),
  );
  if (!isGone) return '';
  const sources = [...texts].map(([file, text]) => ({ file, text })).sort((a, b) => (a.file < b.file ? -1 : 1));
  const { documents } = migrateFiles(sources, compareMinors(karpenterVersion, '1.0') >= 0 ? 'v1' : 'v1beta1');
  return sources
    .map(({ file, text }) => {
      const own = documents.filter((document) => document.file === file);
      return own.length === 0 ? '' : unifiedDiff(file, text, applyEdits(text, own));
    })
    .join('');
}
