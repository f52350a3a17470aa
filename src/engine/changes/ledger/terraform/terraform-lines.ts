import { readInBothVersions } from '../../../files/sources/repository/yaml-data.ts';
import type { Attribute, Block, Body, Expression } from '../../../manifest/terraform/syntax/hcl.ts';
import type { HclFile } from '../../../manifest/terraform/syntax/read-hcl.ts';
import { listIf } from '../../../text/list-if.ts';
import { compareNames } from '../../../text/name-order.ts';
import type { LineIndex, Span } from '../../../text/source.ts';
import { canonicalJson } from '../../plan/canonical-object.ts';

/** A line as a place in Terraform: a block, and the names of nested blocks, arguments and keys that lead to the value on the line. */
export interface TerraformPlace {
  /** Undefined for a file of variables, which has no blocks. */
  readonly block: Block | undefined;
  readonly path: readonly string[];
  /** The value on the line; undefined if it is the head or the end of a block. */
  readonly value: Expression | undefined;
  /** What tells the innermost block from others of its type: the name in `set`. */
  readonly item?: string | undefined;
}

/** The place of a line of a file; undefined if nothing of the syntax is on it. */
export function terraformPlace({ body }: HclFile, lines: LineIndex, line: number): TerraformPlace | undefined {
  const isOn = ({ start, end }: Pick<Span, 'start' | 'end'>): boolean =>
    lines.position(start).line <= line && line <= lines.position(Math.max(start, end - 1)).line;
  return placeIn(body, { block: undefined, path: [], isOn });
}

interface Search {
  readonly block: Block | undefined;
  readonly path: readonly string[];
  isOn(span: Pick<Span, 'start' | 'end'>): boolean;
}

function placeIn({ attributes, blocks }: Body, { block, path, isOn }: Search): TerraformPlace | undefined {
  const touched = [...attributes.values()].filter((attribute) => isOn(rangeOf(attribute)));
  if (touched.length > 1) return { block, path, value: undefined };
  if (touched[0]) return placeInValue(touched[0].value, { block, path: [...path, touched[0].name], isOn });

  const inner = blocks.filter(({ at, head }) => isOn({ start: Math.min(at.start, head.start), end: at.end }));
  if (inner.length !== 1) {
    if (inner.length === 0) return undefined;
    return { block, path, value: undefined };
  }

  const [nested] = inner as [Block];
  const [outer, inside] = block === undefined ? [nested, []] : [block, [...path, nameOfBlock(nested)]];

  const place = placeIn(nested.body, { block: outer, path: inside, isOn }) ?? {
    block: outer,
    path: inside,
    value: undefined,
  };
  if (block === undefined || place.item !== undefined) return place;
  return { ...place, item: itemOf(nested) };
}

/** The name of a nested block that is one of several. */
const itemOf = ({ body }: Block): string | undefined => literalText(body.attributes.get('name')?.value);

/** The name of a nested block. One that is repeated has it as its label. */
export const nameOfBlock = ({ type, labels }: Block): string => {
  if (type === 'dynamic') return labels[0] ?? type;
  return type;
};

const rangeOf = ({ nameAt, value }: Attribute): Pick<Span, 'start' | 'end'> => ({
  start: nameAt.start,
  end: value.at.end,
});

/** The innermost value of objects on a line, with the keys that lead to it. */
function placeInValue(value: Expression, { block, path, isOn }: Search): TerraformPlace {
  const entries = value.kind === 'object' ? value.entries : [];
  const touched = entries.filter(({ key, value: of }) => isOn({ start: key.at.start, end: of.at.end }));
  const [only] = touched;
  const name = only && keyText(only.key);

  if (only === undefined || touched.length > 1 || name === undefined) return { block, path, value };
  return placeInValue(only.value, { block, path: [...path, name], isOn });
}

function keyText(key: Expression): string | undefined {
  if (key.kind === 'variable') return key.name;
  return literalText(key);
}

/** A literal as it is written, without quotes; undefined for anything else. */
export function literalText(value: Expression | undefined): string | undefined {
  if (value?.kind === 'literal') return String(value.value);
  const [part, ...more] = value?.kind === 'template' ? value.parts : [];
  if (part?.kind === 'text' && more.length === 0) return part.text;
  return undefined;
}

/** Whether two values are written with the same words, wherever they are and however they are laid out. */
export const isSameExpression = (a: Expression | undefined, b: Expression | undefined): boolean =>
  a !== undefined && b !== undefined && wordsOf(a) === wordsOf(b);

/** The words of a value, wherever they are and however they are laid out. */
export const wordsOf = (value: Expression): string =>
  JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'at' || key === 'form' || key === 'isLiteral') return undefined;
    return inner;
  });

/** Whether two templates have the same expressions, and the texts around them differ at most in comments and layout of their YAML. */
export function isSameYaml(a: Expression | undefined, b: Expression | undefined): boolean {
  const [old, now] = [yamlOf(a), yamlOf(b)];
  return old !== undefined && old === now;
}

/** The objects of a template of YAML, with marks for its expressions. Undefined if it is anything else. */
function yamlOf(value: Expression | undefined): string | undefined {
  if (value?.kind === 'tuple') {
    const items = value.items.map(yamlOf);
    if (items.length === 0 || items.includes(undefined)) return undefined;
    return items.join();
  }

  if (value?.kind !== 'template' || value.parts.some(({ kind }) => kind !== 'text' && kind !== 'value'))
    return undefined;

  const expressions = value.parts.flatMap((part) => {
    if (part.kind === 'value') return wordsOf(part.expression);
    return [];
  });
  let index = 0;
  const text = value.parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return `PLACEHOLDER${index++}`;
    })
    .join('');
  const data = readInBothVersions(text);

  return data && canonicalJson([expressions, data]);
}

/**
 * Whether an argument of two blocks has the same content, once as blocks and once as an object or a list of objects: providers on the newer framework
 * have attributes where they had blocks. Source: https://registry.terraform.io/providers/hashicorp/helm/latest/docs/guides/v3-upgrade-guide.
 */
export function isSameNested(a: Body, b: Body, argument: string): boolean {
  if (!isOfBlocks(a, argument) && !isOfBlocks(b, argument)) return false;
  const [one, other] = [a, b].map((body) => nestedContent(body, argument));
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

const isOfBlocks = ({ blocks }: Body, argument: string): boolean => blocks.some(({ type }) => type === argument);

/** What nested blocks, an object, or a list of objects have: sorted names with words or content of their own. */
type NestedContent = readonly (readonly [name: string, content: string | readonly NestedContent[]])[];

/** The content of an argument, one for each block or object. Undefined if it has none, or something generates it. */
function nestedContent(body: Body, argument: string): readonly NestedContent[] | undefined {
  const attribute = body.attributes.get(argument);
  if (attribute) return objectsIn(attribute.value);
  if (!isOfBlocks(body, argument)) return undefined;
  return body.blocks.filter(({ type }) => type === argument).map((block) => contentOfBody(block.body));
}

function contentOfBody({ attributes, blocks }: Body): NestedContent {
  const names = [...new Set([...attributes.keys(), ...blocks.map(({ type }) => type)])].sort(compareNames);
  return names.map((name) => {
    const attribute = attributes.get(name);
    if (attribute) return [name, objectsIn(attribute.value) ?? wordsOf(attribute.value)];
    return [name, blocks.filter(({ type }) => type === name).map((block) => contentOfBody(block.body))];
  });
}

/** The objects of an object or of a list of objects; undefined for anything else. */
function objectsIn(value: Expression): readonly NestedContent[] | undefined {
  const items = value.kind === 'tuple' ? value.items : [value];
  const objects = items.map((item) => (item.kind === 'object' ? membersOf(item) : undefined));
  if (objects.length === 0 || objects.includes(undefined)) return undefined;
  return objects.map((members) =>
    [...members!]
      .sort(([a], [b]) => compareNames(a, b))
      .map(([name, inner]) => [name, objectsIn(inner) ?? wordsOf(inner)] as const),
  );
}

/** The words of a body without some of its arguments. */
export const bodyWords = ({ attributes, blocks }: Body, without: ReadonlySet<string> = new Set()): string =>
  JSON.stringify([
    [...attributes.values()]
      .filter(({ name }) => !without.has(name))
      .map(({ name, value }) => [name, wordsOf(value)])
      .sort(([a], [b]) => compareNames(a!, b!)),
    blocks.map(({ type, labels, body }) => [type, labels, bodyWords(body)]),
  ]);

/** Whether a block looks for a cluster, which a provider may then talk to. */
export const isClusterData = ({ type, labels }: Pick<Block, 'type' | 'labels'>): boolean =>
  type === 'data' && /^aws_eks_cluster(?:_auth)?$/.test(labels[0] ?? '');

/** What identifies a block among those of its module. */
export const blockKey = ({ type, labels, body }: Block): string =>
  JSON.stringify([type, ...labels, ...listIf(type === 'provider', literalText(body.attributes.get('alias')?.value))]);

/**
 * The value that a path leads to in a block. Of several nested blocks of one type, the one of that name, or else the
 * first one that has the value.
 */
export function valueIn(body: Body, [step, ...rest]: readonly string[], item?: string): Expression | undefined {
  if (step === undefined) return undefined;
  const attribute = body.attributes.get(step);
  if (attribute) return valueInExpression(attribute.value, rest);

  const nested = body.blocks.filter((block) => nameOfBlock(block) === step);
  return nested
    .filter((block) => item === undefined || (itemOf(block) ?? item) === item)
    .map((block) => valueIn(block.body, rest, item))
    .find((value) => value !== undefined);
}

/** Whether a block has no value at a path, although it has what the value would be in. */
export function isLeftOutOf(body: Body, path: readonly string[], item?: string): boolean {
  const [step, ...rest] = path;
  if (step === undefined || valueIn(body, path, item) !== undefined) return false;
  if (rest.length === 0) return !body.blocks.some((block) => nameOfBlock(block) === step);

  const outer = valueIn(body, path.slice(0, -1), item);
  if (outer !== undefined) return outer.kind === 'object' && membersOf(outer) !== undefined;
  const [nested, ...others] = body.blocks.filter(({ type }) => type === step);
  return nested !== undefined && others.length === 0 && isLeftOutOf(nested.body, rest, item);
}

function valueInExpression(value: Expression, [step, ...rest]: readonly string[]): Expression | undefined {
  if (step === undefined) return value;
  const entry = value.kind === 'object' ? value.entries.find(({ key }) => keyText(key) === step) : undefined;
  return entry && valueInExpression(entry.value, rest);
}

/** Two values at the same path, as both sides have them. */
interface ComparedPlace {
  readonly path: readonly string[];
  readonly value: Expression | undefined;
  readonly counterpart: Expression | undefined;
}

/** The only member in which two objects differ, as deep as there is a single one. Other values stay as they are. */
export function onlyDifference({ path, value, counterpart }: ComparedPlace): ComparedPlace {
  const whole = { path, value, counterpart };
  if (value?.kind !== 'object' || counterpart?.kind !== 'object') return whole;

  const [members, others] = [membersOf(value), membersOf(counterpart)];
  if (members === undefined || others === undefined) return whole;

  const names = [...new Set([...members.keys(), ...others.keys()])];
  const differing = names.filter((name) => !isSameExpression(members.get(name), others.get(name)));
  const [name] = differing;
  if (name === undefined || differing.length > 1) return whole;

  return onlyDifference({ path: [...path, name], value: members.get(name), counterpart: others.get(name) });
}

/** The members of an object by name; undefined if an expression names one. */
function membersOf({ entries }: Extract<Expression, { kind: 'object' }>): Map<string, Expression> | undefined {
  const members = new Map<string, Expression>();

  for (const { key, value } of entries) {
    const name = keyText(key);
    if (name === undefined) return undefined;
    members.set(name, value);
  }

  return members;
}
