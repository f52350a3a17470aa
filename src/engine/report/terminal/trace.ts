import type { Landing, Trace, TracedNodePool } from '../../cluster/cost/trace.ts';
import { amountText } from '../../cluster/provisioning/explanations/amount-text.ts';
import type { ExaminationStep } from '../../cluster/provisioning/explanations/exclusion.ts';
import { exclusionText } from '../../cluster/provisioning/explanations/exclusion-text.ts';
import { listIf } from '../../text/list-if.ts';
import { plainName, plainSentence } from '../../text/words/escape.ts';
import { inUsd } from '../../text/words/money.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { firstNames } from '../../text/words/quoted-names.ts';
import { type Palette, padStart, palette } from '../../text/words/terminal.ts';
import { textIf } from '../../text/words/text-if.ts';

/** The decision trace of one workload, in the order in which Karpenter decides. */
export function traceText(trace: Trace, options: { readonly isColor?: boolean } = {}): string {
  const colors = palette(options.isColor ?? false);
  const blocks = [
    headline(trace, colors),
    creation(trace, colors),
    ...(trace.ignored === undefined
      ? decision(trace, colors)
      : [[`Karpenter ignores these pods: ${plainSentence(trace.ignored)}`]]),
  ];

  const shown = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'));

  return `${shown.join('\n\n')}\n`;
}

function headline({ workload, pods, requests }: Trace, colors: Palette): string[] {
  const asked = Object.entries(requests)
    .filter(([name, amount]) => name !== 'pods' && amount > 0)
    .map(([name, amount]) => amountText(name, amount));

  const each = () => {
    if (asked.length === 0) return 'without resource requests';
    return `${byCount(pods, '', 'each ')}with ${asked.join(', ')}`;
  };

  const load = pods === 0 ? 'no pods to place' : `${plural(pods, 'pod')}, ${each()}`;

  return [`${colors.bold(plainName(workload, 160))}: ${load}`];
}

/** What makes of the template the pod that is placed. */
function creation({ creation: steps = [], missing }: Trace, colors: Palette): string[] {
  const lines = steps.map(({ by, what }) => `  ${plainName(by, 160)} ${plainSentence(what)}`);
  return [
    ...(missing === undefined ? [] : [plainSentence(missing)]),
    ...(lines.length === 0 ? [] : [colors.bold('From the template to the pod'), ...lines]),
  ];
}

function decision(trace: Trace, colors: Palette): string[][] {
  if (trace.pods === 0) return [];

  const { preferencesGivenUp: givenUp } = trace;

  return [
    existingNodes(trace, colors),
    nodePools(trace, colors),
    givenUp === 0
      ? []
      : [`Karpenter dropped ${plural(givenUp, 'preference')} of the first pod before it could schedule it.`],
    landings(
      trace.rounds > 1 ? `Nodes of the pods, after ${trace.rounds} scheduling rounds` : 'Nodes of the pods',
      trace,
      {
        colors,
        rounds: trace.rounds,
      },
    ),
    exclusions(trace, colors),
    otherwise(trace, colors),
  ];
}

const lacking: Readonly<Record<string, string>> = {
  resources: 'not enough free resources',
  taints: 'the pods do not tolerate a taint',
  'volume limits': 'no more volumes can be attached',
  ports: 'a host port is already in use',
  requirements: 'labels do not match what the pods require',
  volumes: 'a volume is in another zone',
  topology: 'excluded by topology spread or pod affinity',
};

const shownNames = 4;

function existingNodes({ existingNodes: nodes }: Trace, colors: Palette): string[] {
  if (nodes.length === 0) return [colors.bold('No existing nodes are known, so the pods need new ones.')];
  const lines = nodes.map(({ refusal, names }) => {
    const shown = names.map((name) => plainName(name, 60));
    const what = refusal === null ? colors.good('runs the first pod') : lacking[refusal]!;
    return `  ${firstNames(shown, shownNames)}: ${what}`;
  });

  return [colors.bold('Existing nodes, tried first'), ...lines];
}

function nodePools({ nodePools: pools, openNodes, leftOut }: Trace, colors: Palette): string[] {
  const open = textIf(openNodes !== 0, `, after ${plural(openNodes, 'new node')} for other pods did not fit the pod`);
  return [
    colors.bold(`NodePools, in the order in which they are tried${open}`),
    ...pools.flatMap((pool, at) => nodePool(pool, at, colors)),
    ...leftOut.map(({ nodePool: name, why }) => `  –  ${plainName(name)} is not tried: ${plainSentence(why)}`),
  ];
}

function nodePool(pool: TracedNodePool, at: number, colors: Palette): string[] {
  const { nodePool: name, weight, exclusion, isTried, steps } = pool;

  const outcomeText = () => {
    if (exclusion !== undefined) return colors.error(`cannot run the pod: ${plainSentence(exclusionText(exclusion))}`);
    if (isTried) return colors.good('runs the pod');
    return 'could run the pod, but is not needed';
  };

  const outcome = outcomeText();

  const width = Math.max(...steps.map(({ left }) => count(left).length));

  return [
    `  ${at + 1}. ${plainName(name)}${textIf(weight !== 0, ` (weight ${weight})`)}: ${outcome}`,
    ...steps.map((step) => colors.dim(`     ${padStart(count(step.left), width)} ${stepText(step)}`)),
  ];
}

const count = (types: number): string => String(types).replace(/\B(?=(\d{3})+$)/g, ',');

function stepText({ kind, detail, left }: ExaminationStep): string {
  const types = byCount(left, 'type', 'types');
  const quoted = plainSentence(detail, 160);

  switch (kind) {
    case 'known':
      return `instance ${types} known in the region`;
    case 'node-pool':
      return "left by the NodePool's own requirements";
    case 'limits':
      return 'within its limits';
    case 'requirement':
      return `left by the pods' ${quoted}`;
    case 'volume':
      return `left by a volume's ${quoted}`;
    case 'topology':
      return `left by ${quoted}`;
    case 'daemons':
      return `with ${quoted} for DaemonSets`;
    case 'resource':
      return `with ${quoted}`;
    case 'offering':
      return 'offered in the remaining zones and capacity types';
  }
}

function landings(
  title: string,
  { landings: places, unplaced }: Pick<Trace, 'landings' | 'unplaced'>,
  { colors, rounds }: { readonly colors: Palette; readonly rounds: number },
): string[] {
  if (places.length === 0 && unplaced === 0) return [];
  return [
    colors.bold(title),
    ...places.flatMap((place) => landing(place, rounds)),
    ...listIf(unplaced !== 0, `  ${colors.error(`${plural(unplaced, 'pod')} unschedulable`)}`),
  ];
}

/** In USD, because Karpenter compares these prices. */
const perMonth = (hourlyUsd: number | null): string => {
  if (hourlyUsd === null) return 'an unknown price';
  return `${inUsd.monthly(hourlyUsd)}/month`;
};

function landing(
  { nodePool: pool, nodes, count: many, pods, otherPods, launch, error, round = 1 }: Landing,
  rounds: number,
): string[] {
  const others = textIf(otherPods !== 0, ` with ${plural(otherPods, 'other pod')}`);
  const count = `  ${textIf(rounds > 1 && pool !== null, `round ${round}: `)}${plural(pods, 'pod')}${others}`;

  if (pool === null) {
    const names = nodes.map((name) => plainName(name, 60));
    return [`${count} on ${firstNames(names, shownNames)}, already in the cluster`];
  }

  if (launch === null)
    return [
      `${count} on ${plural(many, 'node')} of ${plainName(pool)} that cannot be launched: ${plainSentence(error ?? '')}`,
    ];

  const { instanceType, capacityType, zone, hourlyUsd, types, next } = launch;
  const price = `${textIf(capacityType === 'spot' && hourlyUsd !== null, 'at least ')}${perMonth(hourlyUsd)}${byCount(many, '', ' each')}`;
  const rank = types === 1 ? 'the only remaining type' : `the cheapest of ${types} types`;

  return [
    `${count} on ${many} × ${plainName(instanceType, 30)} ${capacityType} in ${plainName(zone, 30)}, NodePool ${plainName(pool)}: ${price}, ${rank}`,
    ...(next === null
      ? []
      : [
          `    next cheapest: ${plainName(next.instanceType, 30)} in ${plainName(next.zone, 30)} at ${perMonth(next.hourlyUsd)}`,
        ]),
  ];
}

function exclusions({ exclusions: reasons, unplaced }: Trace, colors: Palette): string[] {
  if (unplaced === 0 || reasons.length === 0) return [];
  return [
    colors.bold(`Why ${plural(unplaced, 'pod')} ${byCount(unplaced, 'is', 'are')} unschedulable`),
    ...reasons.flatMap(({ nodePool: name, plain, change }) => {
      const remedy = () => {
        if (change === undefined) return 'no single change found that fixes this';
        return colors.good(`to fix it: ${plainSentence(change)}`);
      };

      return [`  ${plainName(name)}: ${plainSentence(plain)}`, `    ${remedy()}`];
    }),
  ];
}

const otherwise = ({ otherwise: other }: Trace, colors: Palette): string[] => {
  if (other === null) return [];
  return landings(`Without NodePool ${plainName(other.without)}`, other, { colors, rounds: 1 });
};
