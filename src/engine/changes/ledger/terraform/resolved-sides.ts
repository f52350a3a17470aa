import type { Module } from '../../../manifest/terraform/modules/module.ts';
import { movesOf, ResolvedValues } from '../../../manifest/terraform/modules/resolved-values.ts';
import type { Block, Expression } from '../../../manifest/terraform/syntax/hcl.ts';
import { literalText } from './terraform-lines.ts';

/** The Terraform of a side, with its root modules by name. */
interface EvaluatedSide {
  readonly modules?: ReadonlyMap<string, Module> | undefined;
}

/** Both sides of a change. */
interface EvaluatedSides {
  readonly base: EvaluatedSide;
  readonly head: EvaluatedSide;
}

/** A value in a block. */
interface BlockValue {
  readonly block: Block;
  readonly value: Expression | undefined;
}

/** The values of both sides. */
interface ResolvedSides {
  readonly base: ResolvedValues;
  readonly head: ResolvedValues;
}

const resolved = new WeakMap<EvaluatedSides, ResolvedSides>();

function resolvedSides(input: EvaluatedSides): ResolvedSides {
  const cached = resolved.get(input);
  if (cached) return cached;

  const base = input.base.modules ?? new Map<string, Module>();
  const head = input.head.modules ?? new Map<string, Module>();
  const moves = movesOf(head);
  const sides = { base: new ResolvedValues(base, { base, moves }), head: new ResolvedValues(head, { base }) };
  resolved.set(input, sides);

  return sides;
}

/** Whether a value before the change is that after it in each instance of its block, whatever names lead to it. */
export function isSameResolved(input: EvaluatedSides, before: BlockValue, after: BlockValue): boolean {
  if (before.value === undefined || after.value === undefined) return false;

  const { base, head } = resolvedSides(input);
  const text = base.textOf(before.block, before.value);
  return text !== undefined && text === head.textOf(after.block, after.value);
}

/** What a value of a side is in all instances of its block, as `plainTextOf` writes it; undefined if that is unknown. */
export function plainTextOn(
  input: EvaluatedSides,
  side: 'before' | 'after',
  { block, value }: BlockValue,
): string | undefined {
  if (value === undefined) return undefined;
  const { base, head } = resolvedSides(input);
  return (side === 'before' ? base : head).plainTextOf(block, value) ?? literalText(value);
}

/**
 * The block of the other side that a `moved` block makes a resource or a call in a module of another folder, or that
 * one is made of; undefined if there is none.
 */
export function blockElsewhere(input: EvaluatedSides, side: 'before' | 'after', block: Block): Block | undefined {
  const { base, head } = resolvedSides(input);
  if (side === 'before') return base.blockAt(head.addressesOf(block));
  return head.blockAt(base.addressesOf(block));
}
