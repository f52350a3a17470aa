import type { SourceSet } from '../../engine/review/source-set.ts';
import { folderOf } from '../../engine/source.ts';
import type { TreeFile } from '../git/listing.ts';
import type { CommitStore } from '../sides/commit-store.ts';
import { isRootName, unreadDiagnostic } from '../tree/source-tree.ts';

/** Two commits with what was read of them. */
export interface NoticeInput<S extends SourceSet> {
  readonly base: string | null;
  readonly head: string;
  readonly trees: { readonly base: S | null; readonly head: S };
}

const shown = 3;

/**
 * Says where a change touches kustomizations and charts that are not rendered: a job with the rights of the base repository
 * runs no program on what a pull request holds.
 */
export async function withRenderNotice<S extends SourceSet>(
  store: CommitStore,
  { base, head, trees }: NoticeInput<S>,
): Promise<{ readonly base: S | null; readonly head: S }> {
  const files = await store.tree(head);
  const before = base === null ? new Map<string, TreeFile>() : await store.tree(base);
  const changed = [...new Set([...files.keys(), ...before.keys()])].filter(
    (path) => files.get(path)?.sha !== before.get(path)?.sha,
  );
  const roots = new Map([...files.keys()].filter(isRootName).map((file) => [folderOf(file), file]));
  const touched = [...new Set(changed.flatMap((path) => nearestRoot(path, roots) ?? []))].sort();
  if (touched.length === 0) return trees;
  const names = touched.slice(0, shown).map((file) => `\`${folderOf(file) || '.'}\``);
  const rest = touched.length > shown ? ` and ${touched.length - shown} more` : '';
  const notice = unreadDiagnostic(touched[0]!, {
    code: 'render/not-here',
    severity: 'note',
    message: `Kustomizations and charts are not rendered here, so ${names.join(', ')}${rest} ${touched.length > 1 ? 'are' : 'is'} reviewed as the files stand`,
    help: 'The job on `pull_request` renders: `mode: review` has what it found.',
  });
  const notRendered = touched.map((file) => ({ root: folderOf(file) || '.', reason: 'this job renders nothing' }));
  return { ...trees, head: { ...trees.head, diagnostics: [...trees.head.diagnostics, notice], notRendered } };
}

/** The kustomization or chart that a file belongs to by its place. */
function nearestRoot(path: string, roots: ReadonlyMap<string, string>): string | undefined {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const root = roots.get(folder);
    if (root !== undefined || folder === '') return root;
  }
}
