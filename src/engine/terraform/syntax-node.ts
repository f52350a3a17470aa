/** A node of the syntax tree that the HCL grammar gives, named or not, in UTF-16 offsets of its text. */
export interface SyntaxNode {
  /** The grammar's name (`attribute`, `quoted_template`, `=`). */
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly children: readonly SyntaxNode[];
}

/** Parses HCL; handed in by the host, for the parser is a WebAssembly module. What it cannot read is an `ERROR` node. */
export type ParseHcl = (text: string) => SyntaxNode;
