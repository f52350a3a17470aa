import { mayHoldManifest } from '../manifest/prefilter.ts';
import { folderOf, isWithin } from '../source.ts';
import type { FileTree } from './repository/file-tree.ts';
import type { Root } from './root.ts';

/**
 * A text that identifies a root and the contents of its files. If it is the same on both sides, both sides render the same
 * manifests.
 */
export function fingerprint(
  { call, substitution, elsewhere, files, obstacles, kubernetesVersion }: Root,
  tree: FileTree,
): string {
  const messages = obstacles.map(({ message }) => message);
  return JSON.stringify([
    call,
    substitution,
    elsewhere?.given,
    kubernetesVersion,
    messages,
    files.map((file) => [file, tree.files.get(file)]),
  ]);
}

/** A template can produce the kind, and an archive can contain anything. */
const mayMakeKind = /\bkind["']?[ \t]*:[ \t]*["']?\{\{/;

/** The files below a kustomization or chart that cannot be read. Any of them may belong to it. */
function filesNearUnread({ obstacles }: Root, tree: FileTree): string[] {
  const folders = obstacles.flatMap(({ code, file }) => (code === 'render/failed' ? [folderOf(file)] : []));
  return folders.length === 0
    ? []
    : [...tree.files.keys()].filter((file) => folders.some((one) => isWithin(file, one)));
}

/** Whether a root can render anything that a review uses. */
export function mayMatter(root: Root, tree: FileTree): boolean {
  const { call, file: declaredIn, by, files, elsewhere, obstacles } = root;
  // The Applications that were left out may contain anything.
  if (call === null && obstacles.some(({ code }) => code === 'render/limit')) return true;
  if (elsewhere) return true;
  // If its manifests are not here, its definition may show whether it is related to nodes.
  if (call === null && by === 'plumbline.yaml') return true;
  if (call === null && /karpenter|node-?pool/i.test(tree.text(declaredIn) ?? '')) return true;
  if (call !== null && 'helm' in call && (call.helm.archive || call.helm.fetched)) return true;
  return [...files, ...filesNearUnread(root, tree)].some((file) => {
    if (file.endsWith('.tgz')) return true;
    const text = tree.text(file);
    return text !== undefined && (mayHoldManifest(text) || text.includes('karpenter') || mayMakeKind.test(text));
  });
}
