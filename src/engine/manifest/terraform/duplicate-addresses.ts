import type { Diagnostic } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { folderOf } from '../../text/source.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { isOverrideFile } from './modules/override-files.ts';
import type { ModuleFile } from './modules/terraform-files.ts';
import type { Block } from './syntax/hcl.ts';

/** Types of blocks whose labels are an address. */
const addressed: ReadonlySet<string> = new Set(['resource', 'data', 'module', 'variable', 'output']);

/**
 * Blocks of a folder with the address of an earlier one: Terraform refuses the whole folder with “Duplicate resource”. A warning, because a folder of
 * snippets is no module.
 */
export function duplicateAddresses(files: readonly ModuleFile[]): Diagnostic[] {
  const read = files.filter(({ source, fault }) => fault === undefined && !isOverrideFile(source.file));
  const byFolder = groupBy(read, ({ source }) => folderOf(source.file));

  return [...byFolder.values()].flatMap((inFolder) => {
    const blocks = inFolder.flatMap(({ body }) => body.blocks.filter(({ type }) => addressed.has(type)));
    return [...groupBy(blocks, addressOf).values()].flatMap(([first, ...others]) =>
      others.map((block) => duplicate(block, first!)),
    );
  });
}

function addressOf({ type, labels }: Block): string {
  const name = labels.join('.');
  if (type === 'resource') return name;
  return `${type}.${name}`;
}

const duplicate = (block: Block, first: Block): Diagnostic => ({
  code: 'terraform/syntax',
  severity: 'warning',
  message: `${quoted(addressOf(block))} is defined twice in this folder, so Terraform refuses the whole folder`,
  span: block.head,
  labels: [{ span: first.head, message: 'the first definition' }],
  resource: null,
  help: 'Give one of them another name, or remove it.',
});
