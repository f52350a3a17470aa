import { isMap, isScalar, isSeq, parseAllDocuments, visit } from 'yaml';
import type { SyntaxNode } from '../src/engine/manifest/terraform/syntax/syntax-node.ts';
import { hclParser } from '../src/io/terraform/hcl-parser.ts';

/** Path → text. */
export type Files = Readonly<Record<string, string>>;

/** A way to hide one piece of information of some files. */
export interface Hiding {
  /** What is hidden, and behind what. The same words mean the same place before and after a change. */
  readonly name: string;
  readonly file: string;
  /** The text of the file without the information; undefined if the whole file is hidden. */
  readonly text: string | undefined;
}

const parseHcl = await hclParser();

/** How Terraform refers to what these files do not show. */
const terraformReferences = ['var.hidden', 'data.aws_hidden.a.id', 'module.hidden.out', 'local.hidden'];

/** How manifests refer to what a program fills in. */
const yamlReferences = ['${HIDDEN}', '{{ .Values.hidden }}'];

/** What the module that takes a block over looks like here. */
const remoteModule = 'module "hidden" {\n  source = "git::https://example.com/acme/platform.git?ref=v1"\n}';

/** Every way to hide one piece of some files: a value behind a reference, a block in a module from elsewhere, or a whole file. */
export const hidingsOf = (files: Files): Hiding[] =>
  Object.entries(files).flatMap(([file, text]) => {
    const whole = { name: `${file}: the file is not here`, file, text: undefined };
    const pieces = file.endsWith('.tf') ? terraformHidings(file, text) : yamlHidings(file, text);
    return Object.keys(files).length > 1 ? [...pieces, whole] : pieces;
  });

/** The files after something in them is hidden. */
export function withHidden(files: Files, { file, text }: Hiding): Files {
  const { [file]: _, ...others } = files;
  return text === undefined ? others : { ...files, [file]: text };
}

interface Place {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const replaced = (text: string, { start, end }: Place, by: string): string =>
  text.slice(0, start) + by + text.slice(end);

function yamlHidings(file: string, text: string): Hiding[] {
  if (!/\.(?:ya?ml|json)$/.test(file)) return [];

  const references = file.endsWith('.json') ? yamlReferences.map((one) => JSON.stringify(one)) : yamlReferences;

  return yamlPlaces(text).flatMap((place) =>
    references.map((reference) => ({
      name: `${file}: ${place.name} by ${reference}`,
      file,
      text: replaced(text, place, isInFlow(text, place) ? JSON.stringify(reference.replaceAll('"', '')) : reference),
    })),
  );
}

/** Whether a place is between braces or brackets, where a reference needs quotes. */
const isInFlow = (text: string, { start, end }: Place): boolean => {
  const line = text.slice(text.lastIndexOf('\n', start) + 1, start);
  return /[[{]/.test(line) || /^[^\n]*[\]}]/.test(text.slice(end));
};

/** The values of the documents of a text, apart from those that say what kind of object a document is. */
function yamlPlaces(text: string): Place[] {
  if (text.includes('{{') || text.includes('{%') || text.includes('${')) return [];
  const documents = parseAllDocuments(text);
  if (!Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0)) return [];

  return documents.flatMap((document, index) => {
    const found: Place[] = [];
    visit(document, {
      Node(key, node, parents) {
        const isValue = isScalar(node) || isMap(node) || isSeq(node);
        const parent = parents.at(-1);
        if (!isValue || key === 'key' || !node.range || parents.length < 2 || parent === document) return;
        const path = parents.flatMap((one, i) => stepOf(one, parents[i + 1] ?? node)).join('.');
        if (/^(?:items\.\d+\.)?(?:apiVersion|kind)$/.test(path)) return;
        const [start, end] = node.range;
        const isBlock = isScalar(node) && /^[|>]/.test(text.slice(start, end));
        const written = text.slice(start, end);
        const kept = isBlock || !isScalar(node) ? end - (written.length - written.trimEnd().length) : end;
        if (kept > start) found.push({ name: `${index} ${path}`, start, end: kept });
      },
    });
    return found;
  });
}

/** The step from a node to one of its children. */
function stepOf(node: unknown, child: unknown): string[] {
  if (isSeq(node)) return [String(node.items.indexOf(child))];
  const pair = node as { readonly key?: { readonly value?: unknown }; readonly value?: unknown };
  return pair.value === child && pair.key !== undefined ? [String(pair.key?.value)] : [];
}

function terraformHidings(file: string, text: string): Hiding[] {
  const tree = parseHcl(text);
  const blocks = blocksOf(tree);

  return [
    ...blocks.flatMap((block) => {
      const { type, name } = headOf(text, block);
      if (!['resource', 'data', 'module', 'locals', 'provider'].includes(type)) return [];
      return expressionsOf(text, block, type).flatMap((place) =>
        terraformReferences.map((reference) => ({
          name: `${file}: ${name}.${place.name} by ${reference}`,
          file,
          text: replaced(text, place, reference),
        })),
      );
    }),
    ...blocks.flatMap((block) => {
      const { type, name } = headOf(text, block);
      if (!['resource', 'module'].includes(type)) return [];
      const place = { name, start: block.start, end: block.end };
      return [{ name: `${file}: ${name} in a module from elsewhere`, file, text: replaced(text, place, remoteModule) }];
    }),
  ];
}

function blocksOf(root: SyntaxNode): SyntaxNode[] {
  const bodies = root.children.filter(({ type }) => type === 'body');
  return bodies.flatMap(({ children }) => children.filter(({ type }) => type === 'block'));
}

function headOf(text: string, { start, end }: SyntaxNode): { readonly type: string; readonly name: string } {
  const [head = ''] = text.slice(start, end).split('{');
  const name = head.trim().replaceAll('"', '').replaceAll(/\s+/g, '.');
  return { type: name.split('.')[0]!, name };
}

/** The values in a block: of attributes, of objects and of lists. */
function expressionsOf(text: string, block: SyntaxNode, blockType: string): Place[] {
  const found: Place[] = [];
  const walk = (node: SyntaxNode, path: string): void => {
    const values = node.children.filter(({ type }) => type === 'expression');
    const isValued = ['attribute', 'object_elem', 'tuple'].includes(node.type);
    const key = node.type === 'tuple' ? '' : text.slice(node.start, node.children[0]?.end ?? node.start).trim();
    const isFixed = blockType === 'module' && path === '' && /^(?:source|version)$/.test(key);
    const hidden = node.type === 'object_elem' ? values.slice(-1) : values;
    if (isValued && !isFixed)
      for (const [index, { start, end }] of hidden.entries())
        found.push({ name: `${path}${node.type === 'tuple' ? index : key}`, start, end });
    const isStep = ['attribute', 'object_elem', 'block'].includes(node.type) && node !== block;
    for (const child of node.children) walk(child, isStep ? `${path}${key}.` : path);
  };
  walk(block, '');

  return found;
}
