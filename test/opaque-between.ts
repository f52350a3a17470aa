import { nodePool } from '../src/engine/changes/plan/plan.test-support.ts';
import type { Plan } from '../src/engine/changes/plan/plan.ts';
import { type Prints, plansBetween, type Texts } from './plans-between.ts';

/** The files of the opaque part of the plan of a change, in a repository that has a NodePool. */
export async function opaqueBetween(base: Texts, head: Texts, prints?: Prints): Promise<readonly string[]> {
  const around = { 'pool.yaml': nodePool() };
  const { plans } = await plansBetween({ ...around, ...base }, { ...around, ...head }, prints ? { prints } : {});
  const [plan] = plans;
  if (plan?.digest == null) throw new Error(`no plan: ${plan?.problems.join('; ')}`);
  return (plan as Plan).opaque.map(({ file }) => file);
}
