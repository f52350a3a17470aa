/** A node of the syntax tree that the HCL grammar gives, named or not, in UTF-16 offsets of its text. */
export interface SyntaxNode {
  /** The grammar's name (`attribute`, `quoted_template`, `=`). */
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly children: readonly SyntaxNode[];
}

/** Parses HCL without its comments; handed in by the host, for the parser is a WebAssembly module. What it cannot read is an `ERROR` node. */
export type ParseHcl = (text: string) => SyntaxNode;

/** Whether a node is of that type. */
export const is = (type: string) => (node: SyntaxNode) => node.type === type;

/** The first node in the order of the text for which something holds; trees may be deeper than a call stack. */
export function firstNode(root: SyntaxNode, holds: (node: SyntaxNode) => boolean): SyntaxNode | undefined {
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (holds(node)) return node;
    for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]!);
  }
  return undefined;
}

/** The first place that is no HCL. */
export const firstFault = (root: SyntaxNode): SyntaxNode | undefined =>
  firstNode(root, ({ type }) => type === 'ERROR' || type === 'MISSING');
