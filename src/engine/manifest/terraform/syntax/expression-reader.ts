import type { Source, Span } from '../../../text/source.ts';
import type { Expression, TemplatePart } from './hcl.ts';
import { type Marker, readTemplate, type TemplateInput } from './read-template.ts';
import { is, type SyntaxNode } from './syntax-node.ts';

/** The maximum nesting depth of blocks and expressions. Deeper ones are unknown. */
const maxDepth = 200;

const operators = new Set(['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', '&&', '||']);

/** Reads the expressions of a text, including templates. */
export class ExpressionReader {
  readonly #source: Source;
  /** The number of characters before the source's own text in the parsed text. */
  readonly #shift: number;
  #depth = 0;

  constructor(source: Source, shift = 0) {
    this.#source = source;
    this.#shift = shift;
  }

  span({ start, end }: { readonly start: number; readonly end: number }): Span {
    return { file: this.#source.file, start: start - this.#shift, end: end - this.#shift };
  }

  text(node: SyntaxNode): string {
    return this.#source.text.slice(node.start - this.#shift, node.end - this.#shift);
  }

  /** Runs a function one nesting level deeper; undefined if that exceeds the limit. */
  deeper<T>(read: () => T): T | undefined {
    if (this.#depth >= maxDepth) return undefined;
    this.#depth++;
    const result = read();
    this.#depth--;
    return result;
  }

  expression(node: SyntaxNode): Expression {
    const read = this.deeper(() => this.#sequence(node.children, node));
    return read ?? { kind: 'unreadable', at: this.span(node) };
  }

  /** A value followed by accesses (`.name`, `[0]`), or a value in parentheses. */
  #sequence(nodes: readonly SyntaxNode[], whole: { readonly start: number; readonly end: number }): Expression {
    const [first, ...rest] = nodes;
    if (!first) return { kind: 'unreadable', at: this.span(whole) };
    if (first.type !== '(') return rest.reduce((of, step) => this.#step(of, step), this.#value(first));

    const inner = rest.find(is('expression'));
    const close = rest.findIndex(is(')'));
    if (!inner || close === -1) return { kind: 'unreadable', at: this.span(whole) };

    return rest.slice(close + 1).reduce((of, step) => this.#step(of, step), this.expression(inner));
  }

  #value(node: SyntaxNode): Expression {
    const at = this.span(node);
    const [first] = node.children;

    switch (node.type) {
      case 'expression':
        return this.expression(node);
      case 'literal_value':
      case 'collection_value':
      case 'for_expr':
      case 'operation':
      case 'template_expr':
        if (first) return this.#value(first);
        return { kind: 'unreadable', at };
      case 'numeric_lit':
        return { kind: 'literal', value: Number(this.text(node)), at };
      case 'bool_lit':
        return { kind: 'literal', value: this.text(node) === 'true', at };
      case 'null_lit':
        return { kind: 'literal', value: null, at };
      case 'variable_expr':
        return { kind: 'variable', name: this.text(node), at };
      case 'string_lit':
      case 'quoted_template':
        return this.#template(node, { start: node.start + 1, end: node.end - 1, form: 'quoted' });
      case 'heredoc_template':
        return this.#heredoc(node);
      case 'conditional':
        return this.#conditional(node);
      case 'unary_operation':
        return this.#unary(node);
      case 'binary_operation':
        return this.#binary(node);
      case 'function_call':
        return this.#call(node);
      default:
        return this.#collection(node);
    }
  }

  #collection(node: SyntaxNode): Expression {
    const at = this.span(node);
    switch (node.type) {
      case 'tuple':
        return {
          kind: 'tuple',
          items: node.children.filter(is('expression')).map((item) => this.expression(item)),
          at,
        };
      case 'object':
        return {
          kind: 'object',
          entries: node.children.filter(is('object_elem')).flatMap((node) => this.#entry(node)),
          at,
        };
      case 'for_tuple_expr':
      case 'for_object_expr':
        return this.#for(node);
      default:
        return { kind: 'unreadable', at };
    }
  }

  #entry(node: SyntaxNode): { key: Expression; value: Expression }[] {
    const [key, value] = node.children.filter(is('expression'));
    if (!key || !value) return [];
    const read = this.expression(key);
    // A bare name is the key itself. A name in parentheses is a reference.
    const isBare = read.kind === 'variable' && key.children[0]?.type !== '(';
    return [{ key: isBare ? this.#bareKey(read.name, read.at) : read, value: this.expression(value) }];
  }

  #bareKey(text: string, at: Span): Expression {
    const parts: TemplatePart[] = [{ kind: 'text', at, text, isLiteral: true }];
    return { kind: 'template', parts, form: { style: 'quoted', indent: 0 }, at };
  }

  #step(of: Expression, node: SyntaxNode): Expression {
    const at = { ...of.at, end: this.span(node).end };

    if (node.type === 'get_attr') {
      const name = node.children.find(is('identifier'));
      if (name) return { kind: 'attribute', of, name: this.text(name), at };
      return { kind: 'unreadable', at };
    }

    const [inner] = node.children;
    if (node.type === 'index' && inner) return this.#index(of, inner, at);
    if (node.type === 'splat' && inner) return this.#splat(of, inner, at);

    return { kind: 'unreadable', at };
  }

  #index(of: Expression, node: SyntaxNode, at: Span): Expression {
    const key = node.children.find(is('expression'));
    if (key) return { kind: 'index', of, key: this.expression(key), at };
    const value = Number(this.text(node).slice(1));
    return { kind: 'index', of, key: { kind: 'literal', value, at: this.span(node) }, at };
  }

  #splat(of: Expression, node: SyntaxNode, at: Span): Expression {
    const steps = node.children.filter(({ type }) => type === 'get_attr' || type === 'index');
    if (steps.some(is('index'))) return { kind: 'unreadable', at };
    const path = steps.map((step) => this.text(step.children.find(is('identifier'))!));
    return { kind: 'splat', of, path, at };
  }

  #conditional(node: SyntaxNode): Expression {
    const [condition, whenTrue, whenFalse] = node.children
      .filter(is('expression'))
      .map((part) => this.expression(part));
    const at = this.span(node);
    if (!condition || !whenTrue || !whenFalse) return { kind: 'unreadable', at };
    return { kind: 'conditional', condition, whenTrue, whenFalse, at };
  }

  #unary(node: SyntaxNode): Expression {
    const at = this.span(node);
    const [operator, ...rest] = node.children;
    const operand = this.deeper(() => this.#sequence(rest, node));

    if (operand === undefined) return { kind: 'unreadable', at };
    return { kind: 'unary', operator: operator!.type, operand, at };
  }

  #binary(node: SyntaxNode): Expression {
    const split = node.children.findIndex(({ type }) => operators.has(type));
    const at = this.span(node);
    if (split === -1) return { kind: 'unreadable', at };

    const left = this.deeper(() => this.#sequence(node.children.slice(0, split), node));
    const right = this.deeper(() => this.#sequence(node.children.slice(split + 1), node));
    if (left === undefined || right === undefined) return { kind: 'unreadable', at };

    return { kind: 'binary', operator: node.children[split]!.type, left, right, at };
  }

  #call(node: SyntaxNode): Expression {
    const name = node.children.find(is('identifier'));
    const args = node.children.find(is('function_arguments'))?.children ?? [];

    return {
      kind: 'call',
      name: name ? this.text(name) : '',
      args: args.filter(is('expression')).map((arg) => this.expression(arg)),
      isExpanded: args.some(is('ellipsis')),
      at: this.span(node),
    };
  }

  #for(node: SyntaxNode): Expression {
    const at = this.span(node);
    const intro = node.children.find(is('for_intro'));
    const of = intro?.children.find(is('expression'));
    const results = node.children.filter(is('expression')).map((part) => this.expression(part));
    const value = results.at(-1);
    if (!intro || !of || !value) return { kind: 'unreadable', at };

    const condition = node.children.find(is('for_cond'))?.children.find(is('expression'));

    return {
      kind: 'for',
      names: intro.children.filter(is('identifier')).map((name) => this.text(name)),
      of: this.expression(of),
      key: node.type === 'for_object_expr' ? results[0] : undefined,
      value,
      condition: condition && this.expression(condition),
      isGrouped: node.children.some(is('ellipsis')),
      at,
    };
  }

  #heredoc(node: SyntaxNode): Expression {
    const [opening, name] = node.children;
    const closing = node.children.at(-1);
    if (!opening || !name || !closing || closing === name) return { kind: 'unreadable', at: this.span(node) };

    const { text } = this.#source;
    const start = text.indexOf('\n', name.end - this.#shift) + 1 + this.#shift;
    const end = text.lastIndexOf('\n', closing.start - this.#shift) + 1 + this.#shift;
    const form = this.text(opening) === '<<-' ? 'flush' : 'heredoc';

    return this.#template(node, { start, end: Math.max(start, end), form });
  }

  #template(node: SyntaxNode, { start, end, form }: Pick<TemplateInput, 'start' | 'end' | 'form'>): Expression {
    const inside = this.span({ start, end });
    const input = {
      source: this.#source,
      start: inside.start,
      end: inside.end,
      markers: this.markers(node.children),
      form,
    };

    return { kind: 'template', ...readTemplate(input), at: this.span(node) };
  }

  /** Interpolations and directives among the children of a template, including those nested in directives. */
  markers(nodes: readonly SyntaxNode[]): Marker[] {
    return nodes.flatMap((node): Marker[] => {
      const place = this.span(node);
      switch (node.type) {
        case 'template_interpolation':
          return [{ ...place, kind: 'value', expression: this.#inside(node) }];
        case 'template_if_intro':
          return [{ ...place, kind: 'if', condition: this.#inside(node) }];
        case 'template_for_start': {
          const names = node.children.filter(is('identifier')).map((name) => this.text(name));
          return [{ ...place, kind: 'for', names, of: this.#inside(node) }];
        }
        case 'template_else_intro':
          return [{ ...place, kind: 'else' }];
        case 'template_if_end':
        case 'template_for_end':
          return [{ ...place, kind: 'end' }];
        default:
          if (/^template_(?:directive|if|for)$/.test(node.type)) return this.markers(node.children);
          return [];
      }
    });
  }

  #inside(node: SyntaxNode): Expression {
    const inner = node.children.find(is('expression'));
    if (inner) return this.expression(inner);
    return { kind: 'unreadable', at: this.span(node) };
  }
}
