import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Schema } from '../../engine/files/schema/definitions/crd-pack.ts';
import { rootSchema } from '../../engine/files/schema/structural/structural-validator.ts';
import { label } from '../../engine/karpenter/api/labels.ts';
import type { EditorReview } from './editor-review.ts';
import { type PlaceInDocument, pathAtLine } from './path-at-line.ts';
import { regionOf } from './region-of.ts';

/** How many characters before the cursor decide what is suggested. */
const maxBefore = 500;

/** The most suggestions of one answer. */
const maxItems = 1_500;

interface Typing {
  readonly document: TextDocument;
  readonly position: { readonly line: number; readonly character: number };
}

/** Fields of the object, allowed values, labels of requirements, instance types and zones. Only for objects of Karpenter. */
export function completions(review: EditorReview, { document, position }: Typing): CompletionItem[] {
  const text = document.getText();
  const place = pathAtLine(text, position.line);
  const start = { line: position.line, character: Math.max(0, position.character - maxBefore) };
  const before = document.getText({ start, end: position });
  const root = schemaOf(review, place);
  if (root === undefined) return [];

  const isValue = /:\s+\S*$|[[,]\s*["']?[\w.-]*$|^\s*-\s+["']?[\w.-]*$/.test(before);
  const items = isValue ? valuesAt(review, root, place) : fieldsAt(root, parentOf(place, before));

  return items.slice(0, maxItems);
}

/** The keys above the one that is being typed. */
const parentOf = ({ path }: PlaceInDocument, before: string): readonly string[] => {
  if (/^\s*(?:- +)?[\w./-]+:/.test(before)) return path.slice(0, -1);
  return path;
};

function schemaOf({ review, facts }: EditorReview, { apiVersion, kind }: PlaceInDocument): Schema | undefined {
  const { karpenterVersion } = review.target;
  if (!facts.karpenterVersions.includes(karpenterVersion)) return undefined;
  const crd = facts
    .crds(karpenterVersion)
    .versions.find((version) => version.apiVersion === apiVersion && version.kind === kind);
  return crd && rootSchema(crd);
}

/** The schema at a path of keys. Lists are entered. */
function schemaAt(root: Schema, path: readonly string[]): Schema | undefined {
  let schema: Schema | undefined = root;
  for (const key of path) {
    schema = elementOf(schema)?.properties?.[key];
    if (schema === undefined) return undefined;
  }
  return elementOf(schema);
}

const elementOf = (schema: Schema | undefined): Schema | undefined => {
  if (schema?.type === 'array') return schema.items;
  return schema;
};

function fieldsAt(root: Schema, parent: readonly string[]): CompletionItem[] {
  const schema = schemaAt(root, parent);
  const required = new Set(schema?.required);
  return Object.entries(schema?.properties ?? {}).map(([name, { type }]) => ({
    label: name,
    kind: CompletionItemKind.Field,
    insertText: type === 'object' || type === 'array' ? `${name}:` : `${name}: `,
    detail: [type, required.has(name) ? 'required' : ''].filter(Boolean).join(', '),
  }));
}

function valuesAt(review: EditorReview, root: Schema, { path, siblings }: PlaceInDocument): CompletionItem[] {
  if (path.includes('requirements')) {
    const last = path.at(-1);
    if (last === 'key') return valueItems(labelKeys(review));
    if (last === 'values' || last === 'requirements') return valueItems(valuesOfLabel(review, siblings.get('key')));
  }

  const { enum: allowed, type } = schemaAt(root, path) ?? {};
  if (allowed) return valueItems(allowed.map(String));
  if (type === 'boolean') return valueItems(['true', 'false']);
  return [];
}

const valueItems = (values: Iterable<string>): CompletionItem[] =>
  [...values].map((value) => ({ label: value, kind: CompletionItemKind.Value }));

function labelKeys(review: EditorReview): string[] {
  const { labels } = review.facts.catalog(regionOf(review));
  return [...new Set([label.capacityType, label.zone, label.os, ...labels.keys()])].sort();
}

function valuesOfLabel(review: EditorReview, key: string | undefined): string[] {
  const catalog = review.facts.catalog(regionOf(review));
  if (key === label.zone) return catalog.zones.map(({ zone }) => zone);
  if (key === label.capacityType) return ['on-demand', 'reserved', 'spot'];
  if (key === label.os) return ['linux', 'windows'];

  const column = key === undefined ? undefined : catalog.labels.get(key);
  const offered = column?.filter((_, i) => catalog.zonesOf(catalog.names[i]!).length > 0) ?? [];

  return [...new Set(offered.flat())].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}
