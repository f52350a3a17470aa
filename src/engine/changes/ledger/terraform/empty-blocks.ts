import { placeOfBlock } from '../../../manifest/terraform/modules/terraform-files.ts';
import type { Block } from '../../../manifest/terraform/syntax/hcl.ts';
import type { HclFile } from '../../../manifest/terraform/syntax/read-hcl.ts';
import { folderOf } from '../../../text/source.ts';
import { blockKey } from './terraform-lines.ts';

/** A block with its module, which is the same on both sides. */
const keyOf = (block: Block): string => `${folderOf(block.head.file)} ${blockKey(block)}`;

/** The Terraform of a side. */
interface EvaluatedSide {
  readonly terraform: readonly HclFile[];
  readonly blocksWithoutInstances?: ReadonlySet<string> | undefined;
}

const createdKeys = new WeakMap<EvaluatedSide, ReadonlySet<string>>();

/** The blocks of a side that may create something. */
function createdOn(side: EvaluatedSide): ReadonlySet<string> {
  const cached = createdKeys.get(side);
  if (cached) return cached;

  const blocks = side.terraform.flatMap(({ body }) => body.blocks);
  const keys = new Set(blocks.filter((block) => !isEmptyOn(side, block)).map(keyOf));
  createdKeys.set(side, keys);
  return keys;
}

const isEmptyOn = ({ blocksWithoutInstances }: EvaluatedSide, block: Block): boolean =>
  blocksWithoutInstances?.has(placeOfBlock(block)) === true;

/** Why such a block is harmless. */
export const emptyBlock = 'its `count` or `for_each` creates nothing';

/** Whether a block of a side creates nothing, neither there nor on the opposite side, because its `count` or `for_each` is known. */
export const createsNothing = (block: Block, here: EvaluatedSide, opposite: EvaluatedSide): boolean =>
  isEmptyOn(here, block) && !createdOn(opposite).has(keyOf(block));
