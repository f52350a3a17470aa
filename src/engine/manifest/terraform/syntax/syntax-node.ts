/** A node of the HCL grammar's syntax tree, named or anonymous, with UTF-16 offsets. */
export interface SyntaxNode {
  /** The grammar's name for the node (`attribute`, `quoted_template`, `=`). */
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly children: readonly SyntaxNode[];
}

/**
 * Parses HCL without its comments. The host provides this function, because the parser is a WebAssembly module. Invalid
 * syntax becomes an `ERROR` node.
 */
export type ParseHcl = (text: string) => SyntaxNode;

/** Whether a node has a type. */
export const is = (type: string) => (node: SyntaxNode) => node.type === type;

/**
 * The first node, in text order, for which a condition holds. Not recursive, because trees may be deeper than the call stack.
 */
export function firstNode(root: SyntaxNode, holds: (node: SyntaxNode) => boolean): SyntaxNode | undefined {
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (holds(node)) return node;
    for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]!);
  }
  return undefined;
}

/** The first node with invalid HCL syntax. */
export const firstFault = (root: SyntaxNode): SyntaxNode | undefined =>
  firstNode(root, ({ type }) => type === 'ERROR' || type === 'MISSING');
