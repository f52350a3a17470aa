import type { Block, Expression } from './hcl.ts';

/** What a `moved` block says. */
export interface Moved {
  readonly from: string;
  readonly to: string;
}

/** The addresses in a `moved` block, within its module; undefined if it is incomplete. */
export function movedBy({ body }: Block): Moved | undefined {
  const [from, to] = ['from', 'to'].map((name) => keyedAddress(body.attributes.get(name)?.value));
  if (from === undefined || to === undefined) return undefined;
  return { from, to };
}

/** `module.pools["a"].kubectl_manifest.pool[0]`; undefined if it is no such reference. */
function keyedAddress(expression: Expression | undefined): string | undefined {
  if (expression?.kind === 'variable') return expression.name;
  if (expression?.kind !== 'index' && expression?.kind !== 'attribute') return undefined;

  const of = keyedAddress(expression.of);
  if (of === undefined) return undefined;
  if (expression.kind === 'attribute') return `${of}.${expression.name}`;

  const key = literalKey(expression.key);
  if (key === undefined) return undefined;
  return `${of}[${key}]`;
}

/** A key as addresses have it: `0` or `"a"`. */
function literalKey(key: Expression): string | undefined {
  if (key.kind === 'literal') return JSON.stringify(key.value);
  const [part, ...others] = key.kind === 'template' ? key.parts : [];
  if (part?.kind === 'text' && others.length === 0) return JSON.stringify(part.text);
  return undefined;
}

/** Steps of moves that follow each other. Real modules have one or two. */
const maxSteps = 20;

/**
 * The address that `moved` blocks give to an address of the base, up to one that already has the resource. Of several blocks for one address, the one
 * that names more of it counts.
 */
export function movedAddress(from: string, moves: readonly Moved[], to?: string): string {
  let address = from;
  for (let step = 0; step < maxSteps && address !== to; step++) {
    const [move] = moves
      .filter((moved) => isAtOrIn(address, moved.from) && moved.from !== moved.to)
      .sort((a, b) => b.from.length - a.from.length);
    if (move === undefined) break;

    address = `${move.to}${address.slice(move.from.length)}`;
  }

  return address;
}

/** Whether an address is another one or below it. */
export const isAtOrIn = (address: string, of: string): boolean =>
  address === of || address.startsWith(`${of}.`) || address.startsWith(`${of}[`);
