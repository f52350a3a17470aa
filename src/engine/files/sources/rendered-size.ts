import { countNodes } from '../../manifest/model/karpenter-kinds.ts';
import { rootDefinition } from './affected.ts';
import type { FileTree } from './repository/file-tree.ts';
import type { Obstacle, Root } from './root/root.ts';

/** What every root may render to, in places that name a kind. A NodePool also names that of its node class. */
const basic = { nodes: 200, objects: 2000 } as const;

/** For so many characters of its files, a root may render to one object more. `kind: Pod` alone has nine. */
const charactersPerObject = 8;

const writtenKinds = /\bkind["']?[ \t]*:/g;

/**
 * Why a root renders to more objects than its files explain, so that a review of it takes longer than its size lets expect; undefined if it does not.
 * A loop in a template of one line can make thousands of NodePools.
 */
export function beyondItsSize(root: Root, text: string, tree: FileTree): Obstacle | undefined {
  const characters = root.files.reduce(
    (sum, file) => sum + (tree.text(file)?.length ?? 0),
    rootDefinition(root).length,
  );
  const more = characters / charactersPerObject;
  const objects = text.match(writtenKinds)?.length ?? 0;
  const isExplained = countNodes(text) <= basic.nodes + more && objects <= basic.objects + more;
  if (isExplained) return undefined;

  return {
    code: 'render/limit',
    severity: 'warning',
    file: root.file,
    message: `\`${root.name}\` renders to many more objects than its files explain, so they are not reviewed`,
    help: 'Write the objects, or the values that they differ in, into the files.',
    reason: 'it renders to many more objects than its files explain',
  };
}
