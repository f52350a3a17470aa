import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
import { Language, type Node, Parser } from 'web-tree-sitter';
import type { ParseHcl, SyntaxNode } from '../../engine/manifest/terraform/syntax/syntax-node.ts';

/** WebAssembly modules by file name, and the packages that they come from. */
export const hclModules = {
  'web-tree-sitter.wasm': 'web-tree-sitter/web-tree-sitter.wasm',
  'tree-sitter-terraform.wasm': '@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-terraform.wasm',
};

/** A module: compressed next to the bundles in dist/, or from its package when run from source. */
const moduleOf = async (name: keyof typeof hclModules): Promise<Buffer> => {
  if (import.meta.url.endsWith('.ts')) return readFile(createRequire(import.meta.url).resolve(hclModules[name]));

  return brotliDecompressSync(await readFile(new URL(`./wasm/${name}.br`, import.meta.url)));
};

let loading: Promise<ParseHcl> | undefined;

/** The HCL parser, loaded once and only when it is needed, because loading takes about 0.2 s. */
export function hclParser(): Promise<ParseHcl> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ParseHcl> {
  const [runtime, grammar] = await Promise.all([
    moduleOf('web-tree-sitter.wasm'),
    moduleOf('tree-sitter-terraform.wasm'),
  ]);

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
