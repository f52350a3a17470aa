import type { Span } from '../../../text/source.ts';
import type { Block, Expression } from './hcl.ts';

/** The arguments of a resource of which Terraform ignores something: `scaling_config` for `scaling_config[0].desired_size`. */
export const ignoredNames = (block: Block): readonly string[] =>
  itemsIn(ignoredIn(block)).flatMap((item) => argumentIn(item) ?? []);

/**
 * Whether Terraform ignores all changes of an argument: `ignore_changes` names it and no part of it, or is `all`.
 * Source: https://developer.hashicorp.com/terraform/language/meta-arguments/lifecycle#ignore_changes
 */
export function ignoresWhole(block: Block, argument: string): boolean {
  return ignoresAll(block) || itemsIn(ignoredIn(block)).some((item) => nameIn(item) === argument);
}

/** Whether Terraform ignores all changes of a resource. */
export function ignoresAll(block: Block): boolean {
  const ignored = ignoredIn(block);
  return ignored?.kind === 'variable' && ignored.name === 'all';
}

/** Where a block says what Terraform ignores. */
export const ignoredPlace = (block: Block): Span => ignoredIn(block)?.at ?? block.head;

const ignoredIn = ({ body }: Block): Expression | undefined =>
  body.blocks.find(({ type }) => type === 'lifecycle')?.body.attributes.get('ignore_changes')?.value;

function itemsIn(ignored: Expression | undefined): readonly Expression[] {
  if (ignored?.kind === 'tuple') return ignored.items;
  return [];
}

/** The whole item as one name. Older code has names in quotes. */
function nameIn(item: Expression): string | undefined {
  if (item.kind === 'variable') return item.name;
  const [text, ...others] = item.kind === 'template' ? item.parts : [];
  if (text?.kind !== 'text' || others.length > 0) return undefined;
  return text.text;
}

function argumentIn(item: Expression): string | undefined {
  if (item.kind === 'index' || item.kind === 'attribute') return argumentIn(item.of);
  return nameIn(item)?.split(/[.[]/, 1)[0];
}
