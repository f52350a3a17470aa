import type { Span } from '../../../text/source.ts';
import type { TfValue } from '../values/tf-value.ts';

/** Literal text in a template, with the text it produces and where it is written. */
interface TemplateText {
  readonly kind: 'text';
  readonly at: Span;
  readonly text: string;
  /** The text at this place is exactly the same: it contains no escape sequence. */
  readonly isLiteral: boolean;
}

/** A part of a template. */
export type TemplatePart =
  | TemplateText
  | { readonly kind: 'value'; readonly at: Span; readonly expression: Expression }
  | {
      readonly kind: 'if';
      readonly at: Span;
      readonly condition: Expression;
      readonly whenTrue: readonly TemplatePart[];
      readonly whenFalse: readonly TemplatePart[];
    }
  | {
      readonly kind: 'for';
      readonly at: Span;
      readonly names: readonly string[];
      readonly of: Expression;
      readonly parts: readonly TemplatePart[];
    };

/** How a template is written, which determines how new text must be written in it. */
export interface TemplateForm {
  readonly style: 'quoted' | 'heredoc' | 'file';
  /** The number of spaces that `<<-` removes from each line. */
  readonly indent: number;
}

/** An HCL expression with its place. */
export type Expression = { readonly at: Span } & (
  | { readonly kind: 'literal'; readonly value: number | boolean | null }
  | { readonly kind: 'template'; readonly parts: readonly TemplatePart[]; readonly form: TemplateForm }
  | { readonly kind: 'tuple'; readonly items: readonly Expression[] }
  | { readonly kind: 'object'; readonly entries: readonly { readonly key: Expression; readonly value: Expression }[] }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'attribute'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly key: Expression }
  | { readonly kind: 'splat'; readonly of: Expression; readonly path: readonly string[] }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly args: readonly Expression[];
      /** The last argument is a list of arguments (`...`). */
      readonly isExpanded: boolean;
    }
  | {
      readonly kind: 'conditional';
      readonly condition: Expression;
      readonly whenTrue: Expression;
      readonly whenFalse: Expression;
    }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: Expression }
  | {
      readonly kind: 'for';
      readonly names: readonly string[];
      readonly of: Expression;
      /** The key, if the result is an object. */
      readonly key: Expression | undefined;
      readonly value: Expression;
      readonly condition: Expression | undefined;
      /** `value...`: values with the same key form a list. */
      readonly isGrouped: boolean;
    }
  | { readonly kind: 'unreadable' }
  | {
      /** What an argument had before a change that Terraform ignores. */
      readonly kind: 'earlier';
      /** Its value, for the instance with these names; undefined if there was none. */
      valueBefore(names: ReadonlyMap<string, TfValue>): TfValue | undefined;
      readonly otherwise: Expression;
    }
);

/** `name = value`. */
export interface Attribute {
  readonly name: string;
  readonly nameAt: Span;
  readonly value: Expression;
}

/** `type "label" { … }`. */
export interface Block {
  readonly type: string;
  readonly labels: readonly string[];
  /** The place of the type and its labels. */
  readonly head: Span;
  readonly at: Span;
  readonly body: Body;
}

/** The content of a block or file. */
export interface Body {
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly blocks: readonly Block[];
}
