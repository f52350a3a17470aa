import { resolvePath } from '../../text/source.ts';
import type { FileTree } from './repository/file-tree.ts';
import type { Root } from './root/root.ts';

/** A list entry with the name of a file that is commented out: `# - gpu.yaml`. */
const commentedEntry = /^\s*#+\s*-\s+["']?(?<path>[\w./-]{1,200}\.ya?ml)["']?\s*(?:#.*)?$/;

const kustomizationFile = /^(?:(?<folder>.*)\/)?(?:kustomization\.ya?ml|Kustomization)$/;

/**
 * Files that a kustomization had listed and whose entry is commented out, so that nothing applies them, although they are still there. A file that
 * anything else uses is not one of them.
 */
export function commentedFiles(
  roots: readonly Pick<Root, 'files'>[],
  tree: Pick<FileTree, 'files' | 'text'>,
  plainFiles: Iterable<string> = [],
): ReadonlySet<string> {
  const used = new Set([...roots.flatMap((root) => root.files), ...plainFiles]);
  const commented = new Set<string>();

  for (const file of tree.files.keys()) {
    const match = kustomizationFile.exec(file);
    if (match === null) continue;

    for (const line of (tree.text(file) ?? '').split('\n')) {
      const path = commentedEntry.exec(line)?.groups?.path;
      const entry = path === undefined ? undefined : resolvePath(match.groups?.folder ?? '', path);
      if (entry !== undefined && tree.files.has(entry) && !used.has(entry)) commented.add(entry);
    }
  }

  return commented;
}
