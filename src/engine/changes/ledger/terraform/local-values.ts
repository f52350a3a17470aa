import type { Block, Expression } from '../../../manifest/terraform/syntax/hcl.ts';
import { wordsOf } from './terraform-lines.ts';

/** The locals of a module by name. */
type Locals = ReadonlyMap<string, Expression>;

export const localsIn = (blocks: readonly Block[]): Locals =>
  new Map(
    blocks
      .filter(({ type }) => type === 'locals')
      .flatMap(({ body }) => [...body.attributes.values()].map(({ name, value }) => [name, value] as const)),
  );

/** Longer values, and locals that lead to each other in longer chains, are not compared. */
const limits = { parts: 2000, depth: 20 };

/**
 * The words of a value in which each local is what it is set to: a local with another name and the same value changes nothing. Undefined if that is too
 * long.
 */
export function wordsWithLocals(value: Expression, locals: Locals): string | undefined {
  const budget = { parts: limits.parts };
  const expanded = withLocals(value, { locals, budget, depth: 0 });
  if (budget.parts < 0) return undefined;
  return wordsOf(expanded as Expression);
}

interface Expansion {
  readonly locals: Locals;
  readonly budget: { parts: number };
  readonly depth: number;
}

function withLocals(value: unknown, { locals, budget, depth }: Expansion): unknown {
  if (typeof value !== 'object' || value === null) return value;
  budget.parts -= 1;
  if (budget.parts < 0) return null;
  if (Array.isArray(value)) return value.map((inner) => withLocals(inner, { locals, budget, depth }));

  const { kind, of, name } = value as Partial<Extract<Expression, { kind: 'attribute' }>>;
  const isLocal = kind === 'attribute' && of?.kind === 'variable' && of.name === 'local';
  const local = isLocal ? locals.get(name ?? '') : undefined;

  if (local !== undefined && depth < limits.depth) return withLocals(local, { locals, budget, depth: depth + 1 });
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (key === 'at') return [];
      return [[key, withLocals(inner, { locals, budget, depth })]];
    }),
  );
}
