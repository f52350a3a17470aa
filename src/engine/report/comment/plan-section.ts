import type { OpaqueItem } from '../../changes/plan/opaque-item.ts';
import { isEmptyPlan, type Plan, type PlannedObject, type Unplanned } from '../../changes/plan/plan.ts';
import type { Review } from '../../review/context/review-data.ts';
import { groupBy } from '../../text/group-by.ts';
import { code, prose } from '../../text/words/escape.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { firstNames, joined } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { capped, type Detail, titled } from './detail.ts';

/**
 * What an apply would do in each environment that plumbline applies, with the digest that an approval refers to. Where Argo CD, Flux,
 * Terraform or a pipeline applies, nobody is asked for an approval, so nothing is said about one.
 */
export function planSection(review: Review, detail: Detail): string[] {
  const lines = appliedPlans(review).flatMap((plan) => planLines(plan, review, detail));
  return titled('Plan for each environment', lines);
}

/** The digest of each environment's plan, to which an approval refers, as one line of Markdown. */
export const planDigests = (review: Review): string[] =>
  appliedPlans(review).flatMap(({ environment, digest }) => {
    if (digest === null) return [];
    return [`Plan of ${code(environment)}: \`${digest}\``];
  });

const appliedPlans = ({ plans, appliedEnvironments }: Review): Review['plans'] =>
  plans.filter(({ environment }) => appliedEnvironments.includes(environment));

/** What an apply needs from people, or why there is no plan: always visible. */
export function planNotices(review: Review, detail: Detail): string[] {
  const plans = appliedPlans(review);
  const ready = plans.flatMap((plan) => (plan.digest === null ? [] : plan));

  const deletions = ready.flatMap(({ environment, objects }) =>
    objects.filter(({ action }) => action === 'delete').map((object) => ({ environment, object })),
  );

  return [
    ...plans.filter(({ digest }) => digest === null).flatMap((plan) => planLines(plan, review, detail)),
    ...capped(deletions, Math.max(1, detail.items), ({ environment, object }) => [
      `- ${code(environment)}: ${objectItem(object, environment, review)}`,
    ]),
    ...opaqueNotices(ready, detail),
  ];
}

/** One notice for the environments with the same files, however many they are. The plans list each file. */
function opaqueNotices(plans: readonly Plan[], detail: Detail): string[] {
  const alike = groupBy(
    plans.filter(({ opaque }) => opaque.length > 0),
    ({ opaque }) => JSON.stringify(opaque),
  );

  return [...alike.values()].map((of) => {
    const environments = joined(of.map(({ environment }) => code(environment)));
    return `- ${environments}: ${opaqueText(of[0]!.opaque, detail)}`;
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
  const objects = capped(plan.objects, detail.items, (object) => [
    `  - ${objectItem(object, plan.environment, review)}`,
  ]);

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

function objectItem({ action, resource: { kind, name } }: PlannedObject, environment: string, review: Review): string {
  const item = `${action} ${prose(kind, 40)} ${code(name)}`;
  if (action === 'delete')
    return `${item}, only after somebody acknowledges ${acknowledgement({ kind, name, environment }, review)}`;

  return item;
}

/** A file whose effect nobody can plan. It needs an approval like an object, and an apply leaves it alone. */
const opaqueItem = (item: OpaqueItem, detail: Detail): string => opaqueText([item], detail);

function opaqueText(items: readonly OpaqueItem[], detail: Detail): string {
  const edited = items.filter(({ isElsewhere }) => isElsewhere !== true).map(({ file }) => code(file));

  const names = () => {
    if (edited.length === 0) return 'changes elsewhere';
    return `what ${firstNames(edited)} ${byCount(edited.length, 'changes', 'change')}`;
  };

  const [first = '', ...more] = new Set(items.flatMap(({ reasons }) => reasons));
  const others = textIf(more.length > 0, `; and ${plural(more.length, 'more reason')}`);

  return `somebody has to approve ${names()}, because no plan shows this: ${prose(first, detail.sentence)}${others}`;
}

/** The line that acknowledges a deletion, with the number of nodes it deletes in its environment if that is known. */
function acknowledgement(
  { kind, name, environment }: { readonly kind: string; readonly name: string; readonly environment: string },
  review: Review,
): string {
  const { disruption } = review.environments.find((entry) => entry.name === environment && !entry.isMain) ?? review;

  const pool = () => {
    if (kind === 'NodePool') return disruption.nodePools.find((entry) => entry.name === name);
    return undefined;
  };

  const replacedNodes = kind === 'NodeOverlay' ? 0 : (pool()?.nodesReplaced ?? 'N');
  return code(`delete ${kind}/${name} nodes=${replacedNodes}`);
}
