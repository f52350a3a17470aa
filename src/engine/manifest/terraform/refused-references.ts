import type { Diagnostic } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { listIf } from '../../text/list-if.ts';
import type { Span } from '../../text/source.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import type { ModuleFolder } from './module-folders.ts';
import type { Block, Body, Expression, TemplatePart } from './syntax/hcl.ts';
import { partsOf, referencedNames } from './syntax/references.ts';
import { terraformRefusal } from './terraform-refusal.ts';

/** Types of blocks whose expressions Terraform evaluates. Others name what is no longer there, or declare names of their own. */
const evaluatedTypes: ReadonlySet<string> = new Set(['resource', 'data', 'module', 'locals', 'output', 'provider']);

/** Types of resources, so that no name of a `for` expression or a `dynamic` block is taken for one. */
const resourceType = /^(?:aws|helm|kubectl|kubernetes)_[a-z0-9_]+$/;

interface Reference {
  readonly address: string;
  readonly at: Span;
}

/** References to what a whole folder does not declare: “Reference to undeclared input variable”. */
export function undeclaredReferences({ files }: ModuleFolder): Diagnostic[] {
  const blocks = files.flatMap(({ body }) => body.blocks);
  const declared = new Set(blocks.flatMap(addressesOf));
  const references = blocks.filter(({ type }) => evaluatedTypes.has(type)).flatMap(({ body }) => referencesIn(body));
  const undeclared = references.filter(({ address }) => !declared.has(address));

  return [...groupBy(undeclared, ({ address }) => address).values()].map(([first, ...others]) =>
    terraformRefusal(
      `${quoted(first!.address)} is not declared in this folder, so Terraform refuses the whole folder`,
      { at: first!.at, help: `Declare it, or remove the reference${textIf(others.length > 0, 's')} to it.` },
    ),
  );
}

/** The addresses that a block declares. */
function addressesOf({ type, labels, body }: Block): readonly string[] {
  const name = labels.join('.');
  if (type === 'locals') return [...body.attributes.keys()].map((local) => `local.${local}`);
  if (type === 'variable') return [`var.${name}`];
  if (type === 'resource') return [name];
  return [`${type}.${name}`];
}

/**
 * The references in a body. The names of `dynamic` blocks and `for` expressions need no declaration, and neither does
 * what `ignore_changes` names.
 */
const referencesIn = ({ attributes, blocks }: Body, local: readonly string[] = []): readonly Reference[] => [
  ...[...attributes.values()].flatMap(({ name, value }) =>
    listIf(name !== 'ignore_changes', value).flatMap((evaluated) => referencesOf(evaluated, local)),
  ),
  ...blocks.flatMap((block) => referencesIn(block.body, [...local, ...iteratorOf(block)])),
];

/** The name of the items in a `dynamic` block. */
function iteratorOf({ type, labels, body }: Block): readonly string[] {
  if (type !== 'dynamic') return [];
  const iterator = body.attributes.get('iterator')?.value;
  return (iterator && referencedNames(iterator)) ?? labels;
}

function referencesOf(value: Expression, outer: readonly string[]): readonly Reference[] {
  const local = [...outer, ...loopNames(value)];
  const names = referencedNames(value) ?? [];
  const address = local.includes(names[0] ?? '') ? undefined : addressIn(names);
  const inner = partsOf(value).flatMap((part) => referencesOf(part, local));
  if (address === undefined) return inner;
  return [{ address, at: value.at }, ...inner];
}

/** The names that the loops of an expression declare. */
function loopNames(value: Expression): readonly string[] {
  if (value.kind === 'for') return value.names;
  if (value.kind === 'template') return value.parts.flatMap(namesInPart);
  return [];
}

function namesInPart(part: TemplatePart): readonly string[] {
  if (part.kind === 'for') return [...part.names, ...part.parts.flatMap(namesInPart)];
  if (part.kind === 'if') return [...part.whenTrue, ...part.whenFalse].flatMap(namesInPart);
  return [];
}

/** The address that a reference is to; undefined for names that need no declaration. */
function addressIn([first, second, third]: readonly string[]): string | undefined {
  if (first === undefined || second === undefined) return undefined;
  if (first === 'var' || first === 'local' || first === 'module') return `${first}.${second}`;
  if (first === 'data' && third !== undefined) return `data.${second}.${third}`;
  if (resourceType.test(first)) return `${first}.${second}`;
  return undefined;
}
