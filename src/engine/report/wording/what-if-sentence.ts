import type { Estimate } from '../../cluster/cost/estimate.ts';
import type { Figure } from '../../cluster/cost/knowledge.ts';
import { scenarioText } from '../../cluster/what-if/what-if.ts';
import type { WhatIf } from '../../review/context/review-data.ts';
import { listIf } from '../../text/list-if.ts';
import { moneyOf } from '../../text/words/people-money.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { textIf } from '../../text/words/text-if.ts';
import { figureText, isOneSided, markedDifference, writtenDifference } from './certainty-marks.ts';
import { unschedulableCount } from './placed-nodes.ts';

/** What a scenario leads to, in at most three sentences. Names are in backticks and not escaped. */
export function whatIfSentence({ scenario, estimate, lost }: WhatIf): string {
  const restarted = lost.workloads.reduce((sum, workload) => sum + workload.lost, 0);
  const events = [
    // Named nodes are in the scenario already.
    ...listIf(
      lost.nodes.length > scenario.nodes.length,
      `${plural(lost.nodes.length, 'node')} ${byCount(lost.nodes.length, 'fails', 'fail')}`,
    ),
    ...listIf(restarted > 0, `${plural(restarted, 'pod')} ${byCount(restarted, 'restarts', 'restart')}`),
  ];

  const first = `If ${scenarioText(scenario)}, `;
  const pending = pendingText(estimate);
  // What a cluster costs without the pods that find no node says nothing.
  const figures = pending.length === 0 ? [figuresText(estimate)] : nodesLeft(estimate);
  const [sentence = 'nothing changes', ...more] = [
    ...listIf(events.length > 0, events.join(' and ')),
    ...figures.map((text) => {
      const article = events.length > 0 ? 'The' : 'the';
      return `${article} ${text}`;
    }),
    ...pending,
  ];

  return [`${first}${sentence}.`, ...more.map((text) => `${text}.`)].join(' ');
}

function figuresText(estimate: Estimate): string {
  const { base, head, difference } = estimate;
  const money = moneyOf(estimate);
  const { plain, signed } = money;
  const [before, after] = [base?.nodes, head?.nodes];

  if (!before || !after || before.likely === null || after.likely === null)
    return 'number of nodes and their cost are unknown';

  const nodes = nodesText(before, after);
  const [oldCost, newCost] = [base!.monthlyUsd, head!.monthlyUsd].map((cost) => {
    if (cost.likely === null) return null;
    return cost;
  });

  if (!oldCost || !newCost || difference.monthlyUsd.likely === null) return `${nodes}, at an unknown cost`;

  const cost = figureText(newCost, plain);

  if (plain(oldCost.likely!) === plain(newCost.likely!)) return `${nodes}, for ${cost}/month as before`;

  return `${nodes}, for ${cost}/month instead of ${figureText(oldCost, plain)} (${markedDifference(writtenDifference(estimate, money), { signed, plain, less: 'less' })})`;
}

/** `cluster keeps 2 nodes`, `cluster ends with 1 node instead of 2`. */
function nodesText(before: Figure, after: Figure): string {
  const remaining = figureText(after, (count) => plural(count, 'node'));
  if (before.likely === after.likely) return `cluster keeps ${remaining}`;
  return `cluster ends with ${remaining} instead of ${figureText(before, String)}`;
}

/** The nodes of a cluster in which pods find none. Empty if their number is only a bound. */
const nodesLeft = ({ base, head }: Estimate): string[] => {
  if (!base || !head || head.nodes.likely === null || isOneSided(head.nodes)) return [];
  return [nodesText(base.nodes, head.nodes)];
};

/** Pods that find no node only because of the scenario. */
function pendingText({ base, head }: Estimate): string[] {
  const more = (head ? unschedulableCount(head) : 0) - (base ? unschedulableCount(base) : 0);
  if (more > 0) return [`${plural(more, 'pod')} ${byCount(more, 'finds', 'find')} no node`];
  return [];
}

const shownWorkloads = 10;

/** Which pods restart, how many are left meanwhile, and why Karpenter keeps a node: one line each. */
export function whatIfLines({ lost }: WhatIf): string[] {
  return [
    ...lost.workloads
      .slice(0, shownWorkloads)
      .map(
        ({ workload, lost: gone, left: running }) =>
          `\`${workload}\`: ${gone} of ${plural(gone + running, 'pod')} ${byCount(gone, 'restarts', 'restart')}${textIf(running === 0, ', and none runs meanwhile')}.`,
      ),
    ...listIf(
      lost.workloads.length > shownWorkloads,
      `Pods of ${plural(lost.workloads.length - shownWorkloads, 'more workload')} restart, too.`,
    ),
    ...[...lost.kept].map(([node, why]) => {
      if (why === null) return `Karpenter consolidates \`${node}\` on its own as soon as the NodePool allows it.`;
      return `Karpenter does not consolidate \`${node}\` on its own. ${why}`;
    }),
  ];
}
