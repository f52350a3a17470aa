import { placeOfBlock } from '../../../manifest/terraform/modules/terraform-files.ts';
import type { Block } from '../../../manifest/terraform/syntax/hcl.ts';
import { folderOf } from '../../../text/source.ts';
import { type LedgerInput, type LedgerSide, ledgerSide } from '../ledger-input.ts';
import { oppositeSide, type SideName } from '../line-changes.ts';
import { blockKey } from './terraform-lines.ts';

/** A block with its module, which is the same on both sides. */
const keyOf = (block: Block): string => `${folderOf(block.head.file)} ${blockKey(block)}`;

const createdKeys = new WeakMap<LedgerSide, ReadonlySet<string>>();

/** The blocks of a side that may create something. */
function createdOn(side: LedgerSide): ReadonlySet<string> {
  const cached = createdKeys.get(side);
  if (cached) return cached;

  const blocks = side.terraform.flatMap(({ body }) => body.blocks);
  const keys = new Set(blocks.filter((block) => !isEmptyOn(side, block)).map(keyOf));
  createdKeys.set(side, keys);
  return keys;
}

const isEmptyOn = ({ blocksWithoutInstances }: LedgerSide, block: Block): boolean =>
  blocksWithoutInstances?.has(placeOfBlock(block)) === true;

/** Why such a block is harmless. */
export const emptyBlock = 'its `count` or `for_each` creates nothing';

/** Whether a block of a side creates nothing, neither there nor on the other side, because its `count` or `for_each` is known. */
export const createsNothing = (input: LedgerInput, side: SideName, block: Block): boolean =>
  isEmptyOn(ledgerSide(input, side), block) && !createdOn(ledgerSide(input, oppositeSide(side))).has(keyOf(block));
