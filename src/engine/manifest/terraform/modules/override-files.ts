import { baseNameOf } from '../../../text/source.ts';
import type { Block, Body } from '../syntax/hcl.ts';
import type { HclFile } from '../syntax/read-hcl.ts';

/**
 * Whether Terraform merges the blocks of a file into those of other files.
 *
 * Source: https://developer.hashicorp.com/terraform/language/files/override
 */
export const isOverrideFile = (file: string): boolean => /^(?:.*_)?override\.tf$/.test(baseNameOf(file));

/**
 * The blocks of a module. A block of an override file is merged into the one with the same type and labels: its arguments and its kinds of nested
 * blocks replace those that are there.
 */
export function mergedBlocks(files: readonly HclFile[]): readonly Block[] {
  const blocks = files.filter(({ source }) => !isOverrideFile(source.file)).flatMap(({ body }) => body.blocks);
  const overrides = files.filter(({ source }) => isOverrideFile(source.file)).flatMap(({ body }) => body.blocks);

  return overrides.reduce<readonly Block[]>(withOverride, blocks);
}

function withOverride(blocks: readonly Block[], override: Block): readonly Block[] {
  const index = blocks.findIndex((block) => canMerge(block, override));
  if (index === -1) return [...blocks, override];

  const block = blocks[index]!;
  return blocks.with(index, { ...block, body: mergedBody(block.body, override.body) });
}

/** Types of blocks of which a module may have several without a name. */
const unnamedTypes = new Set(['locals', 'terraform', 'provider', 'moved', 'import', 'removed']);

const canMerge = (block: Block, { type, labels }: Block): boolean =>
  !unnamedTypes.has(type) && block.type === type && block.labels.join(' ') === labels.join(' ');

function mergedBody(body: Body, override: Body): Body {
  const lifecycle = override.blocks.find(isLifecycle);
  const replaced = new Set(override.blocks.filter((block) => !isLifecycle(block)).map(nestedType));
  const kept = body.blocks.filter((block) => !replaced.has(nestedType(block)));
  const hasLifecycle = kept.some(isLifecycle);

  const blocks = kept.map((block) => {
    if (lifecycle === undefined || !isLifecycle(block)) return block;
    return { ...block, body: mergedBody(block.body, lifecycle.body) };
  });
  const added = override.blocks.filter((block) => !isLifecycle(block) || !hasLifecycle);

  return { attributes: new Map([...body.attributes, ...override.attributes]), blocks: [...blocks, ...added] };
}

/** Terraform merges the arguments of `lifecycle` one by one. */
const isLifecycle = ({ type }: Block): boolean => type === 'lifecycle';

/** A `dynamic` block makes blocks of the type that it names. */
const nestedType = ({ type, labels }: Block): string => {
  if (type === 'dynamic') return labels[0] ?? type;
  return type;
};
