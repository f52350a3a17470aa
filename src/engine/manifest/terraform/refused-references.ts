import type { Diagnostic } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import type { Span } from '../../text/source.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import type { ModuleFolder } from './module-folders.ts';
import type { Block, Body, Expression } from './syntax/hcl.ts';
import { partsOf, referencedNames } from './syntax/references.ts';

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

  return [...groupBy(undeclared, ({ address }) => address).values()].map(([first, ...others]) => ({
    code: 'terraform/syntax',
    severity: 'error',
    message: `${quoted(first!.address)} is not declared in this folder, so Terraform refuses the whole folder`,
    span: first!.at,
    labels: [],
    resource: null,
    help: `Declare it, or remove the reference${textIf(others.length > 0, 's')} to it.`,
  }));
}

/** The addresses that a block declares. */
function addressesOf({ type, labels, body }: Block): readonly string[] {
  const name = labels.join('.');
  if (type === 'locals') return [...body.attributes.keys()].map((local) => `local.${local}`);
  if (type === 'variable') return [`var.${name}`];
  if (type === 'resource') return [name];
  return [`${type}.${name}`];
}

const referencesIn = ({ attributes, blocks }: Body): readonly Reference[] => [
  ...[...attributes.values()].flatMap(({ value }) => referencesOf(value)),
  ...blocks.flatMap(({ body }) => referencesIn(body)),
];

function referencesOf(value: Expression): readonly Reference[] {
  const address = addressIn(referencedNames(value) ?? []);
  const inner = partsOf(value).flatMap(referencesOf);
  if (address === undefined) return inner;
  return [{ address, at: value.at }, ...inner];
}

/** The address that a reference is to; undefined for names that need no declaration. */
function addressIn([first, second, third]: readonly string[]): string | undefined {
  if (first === undefined || second === undefined) return undefined;
  if (first === 'var' || first === 'local' || first === 'module') return `${first}.${second}`;
  if (first === 'data' && third !== undefined) return `data.${second}.${third}`;
  if (resourceType.test(first)) return `${first}.${second}`;
  return undefined;
}
