import type { Source, Span } from '../../../text/source.ts';
import { ExpressionReader } from './expression-reader.ts';
import type { Attribute, Block, Body, TemplatePart } from './hcl.ts';
import { readTemplate } from './read-template.ts';
import { firstFault, firstNode, is, type ParseHcl, type SyntaxNode } from './syntax-node.ts';

/** The content of a Terraform file. */
export interface HclFile {
  readonly source: Source;
  readonly body: Body;
  /** The first place with invalid HCL syntax. What is written there is unknown. */
  readonly fault: Span | undefined;
}

const opensWith = '<<PLUMBLINE\n';

/** Reads an HCL file. */
export function readHcl(source: Source, parse: ParseHcl): HclFile {
  const root = parse(source.text);
  const reader = new ExpressionReader(source);
  const body = bodyOf(root.children.find(is('body')), reader);
  const fault = firstFault(root);
  return { source, body, fault: fault && reader.span(fault) };
}

/** Reads a file that is a template itself, as `templatefile` does; undefined if it cannot be read. */
export function readTemplateFile(source: Source, parse: ParseHcl): readonly TemplatePart[] | undefined {
  const prefix = `x = ${opensWith}`;
  const root = parse(`${prefix}${source.text}\nPLUMBLINE\n`);
  const template = firstNode(root, is('heredoc_template'));
  if (!template || firstFault(root)) return undefined;

  const reader = new ExpressionReader(source, prefix.length);
  const markers = reader.markers(template.children);

  return readTemplate({ source, start: 0, end: source.text.length, markers, form: 'file' }).parts;
}

function bodyOf(node: SyntaxNode | undefined, reader: ExpressionReader): Body {
  const attributes = new Map<string, Attribute>();
  const blocks: Block[] = [];
  reader.deeper(() => {
    for (const child of node?.children ?? []) {
      if (child.type === 'attribute') {
        const attribute = attributeOf(child, reader);
        if (attribute) attributes.set(attribute.name, attribute);
      } else if (child.type === 'block') blocks.push(blockOf(child, reader));
    }
  });

  return { attributes, blocks };
}

function attributeOf({ children }: SyntaxNode, reader: ExpressionReader): Attribute | undefined {
  const name = children.find(is('identifier'));
  const value = children.find(is('expression'));
  return name && value && { name: reader.text(name), nameAt: reader.span(name), value: reader.expression(value) };
}

function blockOf(node: SyntaxNode, reader: ExpressionReader): Block {
  const [type, ...rest] = node.children;
  const labels = rest.filter(({ type: kind }) => kind === 'string_lit' || kind === 'identifier');
  const last = labels.at(-1) ?? type!;

  return {
    type: reader.text(type!),
    labels: labels.map((label) => reader.text(label).replace(/^"|"$/g, '')),
    head: reader.span({ start: node.start, end: last.end }),
    at: reader.span(node),
    body: bodyOf(rest.find(is('body')), reader),
  };
}
