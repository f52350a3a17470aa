import { mayHoldManifest } from '../manifest/prefilter.ts';
import type { FileTree } from './file-tree.ts';
import type { Root } from './root.ts';

/** A root with the contents that it is made of: two sides with the same one give the same. */
export function fingerprint({ call, substitution, files, obstacles }: Root, tree: FileTree): string {
  return JSON.stringify([call, substitution, obstacles.length, files.map((file) => [file, tree.files.get(file)])]);
}

/** A template may make up the kind, an archive may hold anything. */
const mayMakeKind = /\bkind["']?[ \t]*:[ \t]*["']?\{\{/;

/** Whether a root can give anything that a review makes use of. */
export function mayMatter({ call, files }: Root, tree: FileTree): boolean {
  if (call !== null && 'helm' in call && (call.helm.archive || call.helm.fetched)) return true;
  return files.some((file) => {
    if (file.endsWith('.tgz')) return true;
    const text = tree.text(file);
    return text !== undefined && (mayHoldManifest(text) || text.includes('karpenter') || mayMakeKind.test(text));
  });
}
