import type { Diagnostic } from '../../text/diagnostic.ts';
import { listIf } from '../../text/list-if.ts';
import { byCount } from '../../text/words/plural.ts';
import { quoted, quotedNames } from '../../text/words/quoted-names.ts';
import type { ModuleFolder } from './module-folders.ts';
import { isOverrideFile } from './modules/override-files.ts';
import type { Block } from './syntax/hcl.ts';
import { terraformRefusal } from './terraform-refusal.ts';

/** Arguments of a call that are not inputs of the module. */
const ofEveryCall: ReadonlySet<string> = new Set(['source', 'version', 'providers', 'count', 'for_each', 'depends_on']);

/**
 * Calls of local modules that Terraform refuses whatever their values are: “Unsupported argument”, “Missing required argument”. A call is judged
 * only if all code of both modules was read.
 */
export function refusedCalls(caller: ModuleFolder, called: (block: Block) => ModuleFolder | undefined): Diagnostic[] {
  if (!isAsWritten(caller)) return [];
  const calls = caller.files.flatMap(({ body }) => body.blocks).filter(({ type }) => type === 'module');

  return calls.flatMap((call) => {
    const module = called(call);
    if (module === undefined || !isAsWritten(module)) return [];
    return [...unsupported(call, module), ...missing(call, module)];
  });
}

/** Whether each block of a folder is all that Terraform sees of it: an override file adds arguments to others. */
const isAsWritten = ({ files, isWhole }: ModuleFolder): boolean =>
  isWhole && !files.some(({ source }) => isOverrideFile(source.file));

/** The variables of a module, by name. */
const variablesOf = ({ files }: ModuleFolder): ReadonlyMap<string, Block> =>
  new Map(
    files.flatMap(({ body }) =>
      body.blocks.filter(({ type }) => type === 'variable').map((block) => [block.labels[0] ?? '', block] as const),
    ),
  );

/** The arguments that the module does not declare. */
function unsupported(call: Block, module: ModuleFolder): Diagnostic[] {
  const variables = variablesOf(module);
  const others = [...call.body.attributes.values()].filter(
    ({ name }) => !ofEveryCall.has(name) && !variables.has(name),
  );
  const [first] = others;
  if (first === undefined) return [];

  const names = quotedNames(others.map(({ name }) => name));
  const count = byCount(others.length, 'which is not a variable', 'which are not variables');
  return [
    terraformRefusal(
      `${quoted(titleOf(call))} passes ${names}, ${count} of ${quoted(module.folder)}, so Terraform refuses the plan and applies nothing`,
      { at: first.nameAt, help: 'Pass only variables that the module declares.' },
    ),
  ];
}

/** The variables without a default that the call does not set. */
function missing(call: Block, module: ModuleFolder): Diagnostic[] {
  const names = [...variablesOf(module)].flatMap(([name, { body }]) =>
    listIf(!body.attributes.has('default') && !call.body.attributes.has(name), name),
  );
  if (names.length === 0) return [];

  return [
    terraformRefusal(
      `${quoted(titleOf(call))} does not set ${quotedNames(names)}, which ${quoted(module.folder)} requires, so Terraform refuses the plan and applies nothing`,
      { at: call.head, help: `Set ${byCount(names.length, 'it', 'them')}, or give the module a default.` },
    ),
  ];
}

const titleOf = ({ labels }: Block): string => `module.${labels[0] ?? ''}`;
