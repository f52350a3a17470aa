import { onlyEnvironment } from '../../changes/plan/environment-plans.ts';
import type { OpaqueItem } from '../../changes/plan/opaque-item.ts';
import { isEmptyPlan, type Plan, type PlannedObject, type Unplanned } from '../../changes/plan/plan.ts';
import type { Review } from '../../review/review-data.ts';
import { code, prose } from '../../text/words/escape.ts';
import { plural } from '../../text/words/plural.ts';
import { capped, type Detail, titled } from './detail.ts';

/** What an apply would do in each configured environment, with the digest that an approval refers to. */
export function planSection(review: Review, detail: Detail): string[] {
  const plans = review.plans.filter(({ environment }) => environment !== onlyEnvironment);
  const lines = plans.flatMap((plan) => planLines(plan, review, detail));
  return titled('Plan for each environment', lines);
}

/** The digest of each environment's plan, to which an approval refers, as one line of Markdown. */
export const planDigests = ({ plans }: Review): string[] =>
  plans.flatMap(({ environment, digest }) =>
    environment === onlyEnvironment || digest === null ? [] : [`Plan of ${code(environment)}: \`${digest}\``],
  );

/** What an apply needs from people, or why there is no plan: always visible. */
export function planNotices(review: Review, detail: Detail): string[] {
  return review.plans
    .filter(({ environment }) => environment !== onlyEnvironment)
    .flatMap((plan) => {
      const environment = code(plan.environment);
      if (plan.digest === null) return planLines(plan, review, detail);

      const deletions = plan.objects.filter(({ action }) => action === 'delete');

      return [
        ...capped(deletions, Math.max(1, detail.items), (object) => [
          `- ${environment}: ${objectItem(object, review)}`,
        ]),
        ...capped(plan.opaque, Math.max(1, Math.min(5, detail.items)), (item) => [
          `- ${environment}: ${opaqueItem(item, detail)}`,
        ]),
      ];
    });
}

function planLines(plan: Plan | Unplanned, review: Review, detail: Detail): string[] {
  const environment = code(plan.environment);

  if (plan.digest === null) {
    const problems = capped(plan.problems, Math.max(1, detail.items), (problem) => [
      `  - ${prose(problem, detail.sentence)}`,
    ]);
    return [`- ${environment}: no plan is possible, so an apply would do nothing`, ...problems];
  }

  if (isEmptyPlan(plan)) return [`- ${environment}: nothing to do`];

  const opaque = capped(plan.opaque, Math.max(1, detail.items), (item) => [`  - ${opaqueItem(item, detail)}`]);
  const objects = capped(plan.objects, detail.items, (object) => [`  - ${objectItem(object, review)}`]);

  return [`- ${environment}: digest \`${plan.digest}\``, ...objects, ...opaque, ...approvalLines(plan)];
}

/** How to approve rendered objects, which a review of the commit does not approve. */
function approvalLines({ digest, rendered }: Plan): string[] {
  if (rendered.length === 0) return [];
  const programs = [...new Set(rendered.flatMap((root) => root.programs))].sort();
  return [
    `  - rendered by ${programs.map((program) => prose(program, 60)).join(' and ')}, so a review does not approve it. Comment \`/plumbline approve ${digest}\``,
  ];
}

function objectItem({ action, resource: { kind, name } }: PlannedObject, review: Review): string {
  const item = `${action} ${prose(kind, 40)} ${code(name)}`;
  return action === 'delete'
    ? `${item}, only after somebody acknowledges ${acknowledgement(kind, name, review)}`
    : item;
}

/** A file whose effect nobody can plan. It needs an approval like an object, and an apply leaves it alone. */
const opaqueItem = ({ file, reasons }: OpaqueItem, detail: Detail): string =>
  `plumbline cannot see what ${code(file)} changes, so it has to be approved: ${prose(reasons[0] ?? '', detail.sentence)}${reasons.length > 1 ? `, and ${plural(reasons.length - 1, 'more reason')}` : ''}`;

/** The line that acknowledges a deletion, with the number of nodes it deletes if that is known. */
function acknowledgement(kind: string, name: string, { disruption }: Review): string {
  const pool = kind === 'NodePool' ? disruption.nodePools.find((entry) => entry.name === name) : undefined;
  return code(`delete ${kind}/${name} nodes=${kind === 'NodeOverlay' ? 0 : (pool?.nodesReplaced ?? 'N')}`);
}
