import { areSameInstances } from '../../../manifest/terraform/modules/instance-keys.ts';
import { placeOfBlock } from '../../../manifest/terraform/modules/terraform-files.ts';
import type { Block } from '../../../manifest/terraform/syntax/hcl.ts';
import type { HclFile } from '../../../manifest/terraform/syntax/read-hcl.ts';
import { groupBy } from '../../../text/group-by.ts';
import { folderOf } from '../../../text/source.ts';
import { blockKey } from './terraform-lines.ts';

/** A block with its module, which is the same on both sides. */
const keyOf = (block: Block): string => `${folderOf(block.head.file)} ${blockKey(block)}`;

/** The Terraform of a side. */
interface EvaluatedSide {
  readonly terraform: readonly HclFile[];
  readonly blocksWithoutInstances?: ReadonlySet<string> | undefined;
  readonly instancesOfBlocks?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
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

const blocksByKey = new WeakMap<EvaluatedSide, ReadonlyMap<string, readonly Block[]>>();

/** The blocks of a side by their keys. */
function keyedOn(side: EvaluatedSide): ReadonlyMap<string, readonly Block[]> {
  const cached = blocksByKey.get(side);
  if (cached) return cached;

  const keyed = groupBy(
    side.terraform.flatMap(({ body }) => body.blocks),
    keyOf,
  );
  blocksByKey.set(side, keyed);
  return keyed;
}

/** Why a `count` or the `for_each` of a set is harmless. */
export const sameInstances = 'it creates the same instances before and after the change';

/** The set that `for_each = toset(…)` names. Its values are the keys of the instances, so the same keys are the same values. */
function isSet(block: Block): boolean {
  const value = block.body.attributes.get('for_each')?.value;
  return value?.kind === 'call' && value.name === 'toset';
}

/** What decides how many instances a block has, if the addresses of the instances say all about it. */
const decidingArgument = (block: Block): string | undefined => {
  if (!block.body.attributes.has('for_each')) return 'count';
  if (isSet(block)) return 'for_each';
  return undefined;
};

/**
 * Whether the change of an argument of a block is one of its `count`, or of the set of its `for_each`, that leaves the
 * instances as they are. All that they are made of must be known.
 */
export function keepsInstances(
  block: Block,
  argument: string | undefined,
  here: EvaluatedSide,
  opposite: EvaluatedSide,
): boolean {
  const [other, ...more] = keyedOn(opposite).get(keyOf(block)) ?? [];
  if (other === undefined || more.length > 0 || argument === undefined) return false;
  if (decidingArgument(block) !== argument || decidingArgument(other) !== argument) return false;

  const instances = here.instancesOfBlocks?.get(placeOfBlock(block));
  const counterparts = opposite.instancesOfBlocks?.get(placeOfBlock(other));

  return areSameInstances(counterparts, instances);
}
