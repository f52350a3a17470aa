import type { Diagnostic } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { listIf } from '../../text/list-if.ts';
import { folderOf, type Span } from '../../text/source.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import type { ModuleFolder } from './module-folders.ts';
import { isOverrideFile } from './modules/override-files.ts';
import { saysWhereApplied } from './modules/terraform-files.ts';
import { refusedCalls } from './refused-calls.ts';
import { refusedKeys } from './refused-keys.ts';
import { undeclaredReferences } from './refused-references.ts';
import type { Block, Expression } from './syntax/hcl.ts';
import { partsOf, referencedNames } from './syntax/references.ts';
import { terraformRefusal } from './terraform-refusal.ts';

/** Types of blocks whose labels are an address. */
const addressed: ReadonlySet<string> = new Set(['resource', 'data', 'module', 'variable', 'output']);

/** What makes Terraform refuse a folder although its syntax is valid. What depends on other code is judged only where somebody applies the folder. */
export function refusedFolders(folders: ReadonlyMap<string, ModuleFolder>): Diagnostic[] {
  return [...folders.values()].flatMap((module) => {
    const readable = module.files.filter(({ fault }) => fault === undefined);
    const blocks = readable.flatMap(({ body }) => body.blocks);
    const written = readable.filter(({ source }) => !isOverrideFile(source.file)).flatMap(({ body }) => body.blocks);

    return [
      ...duplicateAddresses(written, module.isApplied),
      ...unsettledDefaults(blocks),
      ...listIf(module.isApplied, module).flatMap((applied) => refusedUses(applied, folders)),
    ];
  });
}

/** What Terraform refuses in a folder that somebody applies. */
const refusedUses = (module: ModuleFolder, folders: ReadonlyMap<string, ModuleFolder>): Diagnostic[] => [
  ...refusedKeys(module),
  ...refusedCalls(module, (call) => folders.get(module.calledBy(call) ?? '.')),
  ...listIf(module.isWhole, module).flatMap(undeclaredReferences),
];

/** Folders with an error, from which Terraform plans nothing. */
export const foldersWithoutPlan = (refusals: readonly Diagnostic[]): ReadonlySet<string> =>
  new Set(refusals.flatMap(({ severity, span }) => listIf(severity === 'error', folderOf(span.file))));

/**
 * Blocks with the address of an earlier one: “Duplicate resource”. A warning if nobody applies the folder, because one
 * of snippets is not a module.
 */
const duplicateAddresses = (blocks: readonly Block[], isApplied: boolean): Diagnostic[] =>
  [
    ...groupBy(
      blocks.filter(({ type }) => addressed.has(type)),
      addressOf,
    ).values(),
  ].flatMap(([first, ...others]) => others.map((block) => duplicate(block, { first: first!, isApplied })));

function addressOf({ type, labels }: Block): string {
  const name = labels.join('.');
  if (type === 'resource') return name;
  return `${type}.${name}`;
}

const duplicate = (
  block: Block,
  { first, isApplied }: { readonly first: Block; readonly isApplied: boolean },
): Diagnostic =>
  terraformRefusal(
    `${quoted(addressOf(block))} is defined twice in this folder, so Terraform refuses the whole folder`,
    {
      at: block.head,
      help: 'Give one of them another name, or remove it.',
      severity: isApplied ? 'error' : 'warning',
      labels: [{ span: first.head, message: 'the first definition' }],
    },
  );

/**
 * Defaults of variables that are not literals: “Variables not allowed”, “Function calls not allowed”. An error in a
 * root module, where nothing can be planned. https://developer.hashicorp.com/terraform/language/block/variable
 */
function unsettledDefaults(blocks: readonly Block[]): Diagnostic[] {
  const isRoot = blocks.some(saysWhereApplied);

  return blocks.flatMap(({ type, labels, body }): Diagnostic[] => {
    const value = type === 'variable' ? body.attributes.get('default')?.value : undefined;
    const part = value && computedPart(value);
    if (part === undefined) return [];

    return [
      terraformRefusal(
        `The default of ${quoted(`var.${labels[0]}`)} ${part.what}, which Terraform refuses, and the whole folder with it`,
        {
          at: part.at,
          help: 'Write a literal default, or compute the value in `locals`, which may use variables.',
          severity: isRoot ? 'error' : 'warning',
        },
      ),
    ];
  });
}

/** The first part of an expression that a default cannot have: a reference, or a call of a function. */
function computedPart(value: Expression): { readonly what: string; readonly at: Span } | undefined {
  if (value.kind === 'call') return { what: `calls ${quoted(`${value.name}()`)}`, at: value.at };
  const names = referencedNames(value);
  if (names !== undefined && names.length > 1) return { what: `refers to ${quoted(names.join('.'))}`, at: value.at };

  for (const part of partsOf(value)) {
    const computed = computedPart(part);
    if (computed) return computed;
  }
  return undefined;
}
