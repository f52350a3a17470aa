import { onlyEnvironment } from '../../plan/environment-plans.ts';
import type { Plan, PlannedObject, Unplanned } from '../../plan/plan.ts';
import type { Review } from '../../review/review-data.ts';
import { code, prose } from '../../text/escape.ts';
import { capped, type Detail, titled } from './detail.ts';

/** What would be applied to each environment, with the digest that an approval binds; only where environments are configured. */
export function planSection(review: Review, detail: Detail): string[] {
  const plans = review.plans.filter(({ environment }) => environment !== onlyEnvironment);
  const lines = plans.flatMap((plan) => planLines(plan, review, detail));
  return titled('What would be applied on merge', lines);
}

/** The digest of each environment's plan in a line of Markdown: what an approval binds. */
export const planDigests = ({ plans }: Review): string[] =>
  plans.flatMap(({ environment, digest }) =>
    environment === onlyEnvironment || digest === null ? [] : [`Plan of ${code(environment)}: \`${digest}\``],
  );

function planLines(plan: Plan | Unplanned, review: Review, detail: Detail): string[] {
  const environment = code(plan.environment);
  if (plan.digest === null) {
    const problems = capped(plan.problems, Math.max(1, detail.items), (problem) => [
      `  - ${prose(problem, detail.sentence)}`,
    ]);
    return [`- ${environment}: no plan can be made, so nothing would be applied`, ...problems];
  }
  if (plan.objects.length === 0) return [`- ${environment}: nothing to do`];
  const objects = capped(plan.objects, detail.items, (object) => [`  - ${objectItem(object, review)}`]);
  return [`- ${environment}: digest \`${plan.digest}\``, ...objects];
}

function objectItem({ action, resource: { kind, name } }: PlannedObject, review: Review): string {
  const item = `${action} ${prose(kind, 40)} ${code(name)}`;
  return action === 'delete' ? `${item}, once somebody acknowledges ${acknowledgement(kind, name, review)}` : item;
}

/** The line by which a deletion is acknowledged, with the nodes that go with it where that is known. */
function acknowledgement(kind: string, name: string, { disruption }: Review): string {
  const pool = kind === 'NodePool' ? disruption.nodePools.find((entry) => entry.name === name) : undefined;
  return code(`delete ${kind}/${name} nodes=${kind === 'NodeOverlay' ? 0 : (pool?.nodesReplaced ?? 'N')}`);
}
