import { type KubeObject, textOf } from '../manifests.ts';
import { virginia } from '../rounds/table.ts';
import type { SetUp } from '../set-up.ts';
import type { Transition } from '../transition.ts';

/** The content of a repository before and after. */
export type Sides = readonly [base: readonly KubeObject[], head: readonly KubeObject[]];

/** Transitions with the same settings: name → both sides. */
export const transitionsOf = (
  rows: Readonly<Record<string, Sides>>,
  settings: SetUp['settings'] = {},
): readonly Transition[] =>
  Object.entries(rows).map(([name, [base, head]]) => {
    return { name, base: textOf(...base), head: textOf(...head), settings: { ...virginia, ...settings } };
  });
