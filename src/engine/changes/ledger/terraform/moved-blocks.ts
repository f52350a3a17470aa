import type { Expression } from '../../../manifest/terraform/syntax/hcl.ts';
import { movedBy } from '../../../manifest/terraform/syntax/moved-block.ts';
import type { HclFile } from '../../../manifest/terraform/syntax/read-hcl.ts';

/** Addresses within a module that `moved` blocks give to its modules and resources: old → new. */
export type BlockMoves = ReadonlyMap<string, string>;

/** What the `moved` blocks of some files say. */
export const movesIn = (files: readonly HclFile[]): BlockMoves =>
  new Map(
    files
      .flatMap(({ body }) => body.blocks)
      .flatMap((block) => {
        const moved = block.type === 'moved' ? movedBy(block) : undefined;
        if (moved === undefined) return [];
        return [[moved.from, moved.to] as const];
      }),
  );

/** An expression whose references to modules and resources have their new addresses. */
export function withMoves<T extends Expression | undefined>(value: T, moves: BlockMoves): T {
  if (moves.size === 0 || value === undefined) return value;
  return renamed(value, moves) as T;
}

function renamed(value: unknown, moves: BlockMoves): unknown {
  if (Array.isArray(value)) return value.map((inner) => renamed(inner, moves));
  if (typeof value !== 'object' || value === null) return value;

  const { kind, of, name } = value as Partial<Extract<Expression, { kind: 'attribute' }>>;
  const to = kind === 'attribute' && of?.kind === 'variable' ? moves.get(`${of.name}.${name}`)?.split('.') : undefined;
  if (to?.length === 2) return { ...value, of: { ...of, name: to[0] }, name: to[1] };

  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renamed(inner, moves)]));
}
