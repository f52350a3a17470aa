import type { Diagnostic } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import type { ModuleFolder } from './module-folders.ts';
import { documentSources } from './modules/kubectl-documents.ts';
import type { Block, Expression } from './syntax/hcl.ts';
import { referencedNames } from './syntax/references.ts';
import { terraformRefusal } from './terraform-refusal.ts';

/** Functions whose result is a list or a tuple whatever they are called with. */
const ofLists: ReadonlySet<string> = new Set([
  ...['chunklist', 'compact', 'concat', 'distinct', 'flatten', 'keys', 'range', 'regexall', 'reverse'],
  ...['slice', 'sort', 'split', 'tolist', 'values'],
]);

/** How many locals lead to one another. */
const maxLocals = 5;

/**
 * A `for_each` over a list, for which Terraform has no keys: “Invalid for_each argument”. A `dynamic` block takes one.
 * https://developer.hashicorp.com/terraform/language/meta-arguments/for_each
 */
export function refusedKeys({ files }: ModuleFolder): Diagnostic[] {
  const blocks = files.flatMap(({ body }) => body.blocks);
  const repeated = blocks.filter(({ type }) => type === 'resource' || type === 'data' || type === 'module');

  return repeated.flatMap(({ body }): Diagnostic[] => {
    const forEach = body.attributes.get('for_each');
    if (forEach === undefined || !isList(forEach.value, blocks)) return [];

    return [
      terraformRefusal(
        `${quoted('for_each')} is a list here, and takes only a map or a set of strings, so Terraform refuses the plan and applies nothing`,
        { at: forEach.value.at, help: 'Make it a map, or a set with `toset()`.' },
      ),
    ];
  });
}

/** Whether a value is a list for certain. */
function isList(value: Expression, blocks: readonly Block[], depth = 0): boolean {
  switch (value.kind) {
    case 'tuple':
    case 'splat':
      return true;
    case 'for':
      return value.key === undefined;
    case 'call':
      return ofLists.has(value.name);
    case 'conditional':
      return [value.whenTrue, value.whenFalse].every((branch) => isList(branch, blocks, depth));
    case 'attribute':
      return isNamedList(referencedNames(value) ?? [], blocks, depth);
    default:
      return false;
  }
}

function isNamedList([first, second, ...rest]: readonly string[], blocks: readonly Block[], depth: number): boolean {
  if (first === 'data') return documentSources.has(second ?? '') && rest.length === 2 && rest[1] === 'documents';
  if (rest.length > 0 || second === undefined) return false;

  if (first === 'var') {
    const type = blocks
      .find(({ type, labels }) => type === 'variable' && labels[0] === second)
      ?.body.attributes.get('type');
    return type?.value.kind === 'call' && /^(?:list|tuple)$/.test(type.value.name);
  }

  const locals = first === 'local' && depth < maxLocals ? blocks.filter(({ type }) => type === 'locals') : [];
  return locals.some(({ body }) => {
    const local = body.attributes.get(second)?.value;
    return local !== undefined && isList(local, blocks, depth + 1);
  });
}
