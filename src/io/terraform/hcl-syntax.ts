import { Language, type Node, Parser } from 'web-tree-sitter';
import type { ParseHcl, SyntaxNode } from '../../engine/manifest/terraform/syntax/syntax-node.ts';

/** The WebAssembly of tree-sitter and of its grammar for HCL. */
interface HclModules {
  readonly runtime: Uint8Array;
  readonly grammar: Uint8Array;
}

/** A parser of HCL from its modules, for hosts with and without a file system. */
export async function hclParserOf({ runtime, grammar }: HclModules): Promise<ParseHcl> {
  await Parser.init({ wasmBinary: runtime });
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));

  return (text) => {
    const tree = parser.parse(text);
    if (!tree) throw new Error('the HCL parser returned no tree');
    try {
      return plain(tree.rootNode);
    } finally {
      // Memory of WebAssembly is not garbage-collected.
      tree.delete();
    }
  };
}

/** The tree as our own values, without comments. It is walked without recursion, because the text may be deeply nested. */
function plain(root: Node): SyntaxNode {
  const cursor = root.walk();
  const open: { type: string; start: number; end: number; children: SyntaxNode[] }[] = [];

  const node = () => ({
    type: cursor.nodeIsMissing ? 'MISSING' : cursor.nodeType,
    start: cursor.startIndex,
    end: cursor.endIndex,
    children: [],
  });

  try {
    open.push(node());
    while (true) {
      if (cursor.gotoFirstChild()) {
        open.push(node());
        continue;
      }

      while (!cursor.gotoNextSibling()) {
        const closed = open.pop()!;
        const parent = open.at(-1);
        if (!parent) return closed;

        if (closed.type !== 'comment') parent.children.push(closed);
        cursor.gotoParent();
      }

      const sibling = open.pop()!;
      if (sibling.type !== 'comment') open.at(-1)!.children.push(sibling);
      open.push(node());
    }
  } finally {
    cursor.delete();
  }
}
