import { mayHoldManifest } from '../manifest/prefilter.ts';
import { folderOf } from '../source.ts';
import { type FileTree, isWithin } from './repository/file-tree.ts';
import type { Root } from './root.ts';

/** A root with the contents that it is made of: two sides with the same one give the same. */
export function fingerprint({ call, substitution, files, obstacles }: Root, tree: FileTree): string {
  const messages = obstacles.map(({ message }) => message);
  return JSON.stringify([call, substitution, messages, files.map((file) => [file, tree.files.get(file)])]);
}

/** A template may make up the kind, an archive may hold anything. */
const mayMakeKind = /\bkind["']?[ \t]*:[ \t]*["']?\{\{/;

/** What stands below a kustomization or chart that cannot be read: any of it may belong to it. */
function besideUnread({ obstacles }: Root, tree: FileTree): string[] {
  const folders = obstacles.flatMap(({ code, file }) => (code === 'render/failed' ? [folderOf(file)] : []));
  return folders.length === 0
    ? []
    : [...tree.files.keys()].filter((file) => folders.some((one) => isWithin(file, one)));
}

/** Whether a root can give anything that a review makes use of. */
export function mayMatter(root: Root, tree: FileTree): boolean {
  const { call, file: declaredIn, by, files, obstacles } = root;
  // What was left out may be anything.
  if (call === null && obstacles.some(({ code }) => code === 'render/limit')) return true;
  // Of what is not here, only what declares it tells whether it has to do with nodes.
  if (call === null && files.length === 0)
    return by === 'plumbline.yaml' || /karpenter|node-?pool/i.test(tree.text(declaredIn) ?? '');
  if (call !== null && 'helm' in call && (call.helm.archive || call.helm.fetched)) return true;
  return [...files, ...besideUnread(root, tree)].some((file) => {
    if (file.endsWith('.tgz')) return true;
    const text = tree.text(file);
    return text !== undefined && (mayHoldManifest(text) || text.includes('karpenter') || mayMakeKind.test(text));
  });
}
