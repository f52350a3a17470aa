import { concernsReason } from '../../../karpenter/api/disruption/disruption-budget.ts';
import { doNotDisrupt } from '../../../karpenter/api/disruption-keys.ts';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import { listIf } from '../../../text/list-if.ts';
import { byCount } from '../../../text/words/plural.ts';
import { firstNames, quoted, quotedNames } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { nodeLimitOf } from '../../provisioning/nodes/static-node-pools.ts';
import {
  allowedDisruptions,
  budgetsOf,
  isBudgetActive,
  isTemporary,
  unlimitedDisruptions,
} from '../cluster/budgets.ts';
import type { AwaitedJobs, ClosedWindow, HeldNodes, Stop, StoppingPods, Wave } from './disruption-data.ts';
import type { DriftForecast } from './drift-forecast.ts';

/** The nodes of a NodePool, and which of them have to be replaced. */
interface DriftedNodes {
  readonly nodes: number;
  readonly drifted: number;
  /** The simulated forecast; null if there is none, and then only the budgets decide. */
  readonly forecast: DriftForecast | null;
  /** Milliseconds since 1970: schedules are evaluated from this time on. */
  readonly now: number;
}

type Budget = ReturnType<typeof budgetsOf>[number];

/** Waves beyond this number are combined into one. */
const maxWaves = 100;

/** The waves in which a NodePool's drifted nodes are replaced under its budgets. Nodes that stay come last. */
export function driftWaves(nodePool: NodePool, drift: DriftedNodes): readonly Wave[] {
  const { allowed, reason, stoppedBy } = limitOf(nodePool, drift);
  if (drift.drifted === 0) return [];

  if (allowed === 0) {
    const held: HeldNodes = { nodes: drift.drifted, because: 'settings', workloads: [], by: [], why: reason };
    return [{ nodes: 0, reason, stoppedBy, held }];
  }

  const {
    waves,
    kept,
    notReady,
    evictions = [],
    awaited = [],
    stopping = [],
  } = drift.forecast ?? byBudget(drift.drifted, allowed);
  const free = allowed - notReady;
  const full =
    notReady === 0 ? reason : `${reason}, minus ${notReady} that ${byCount(notReady, 'is', 'are')} not ready`;
  const isCutShort = (at: number): boolean => at + 1 < waves.length && waves[at]! < free;

  return [
    ...shortened(
      waves.map((nodes, at) =>
        withAwaited(
          { nodes, reason: isCutShort(at) ? waiting : full, ...inTurns(evictions[at]), ...stoppingIn(stopping[at]) },
          awaited[at],
        ),
      ),
    ),
    ...kept.map((held) => ({ nodes: 0, reason: keptReason(held), held })),
  ];
}

/** An entry for the nodes of a NodePool whose budgets never allow to replace one that drifts, however many it has; undefined for any other. */
export function closedForDrift(nodePool: NodePool, now: number): Wave | undefined {
  const { allowed, reason, stoppedBy } = limitOf(nodePool, { nodes: 1, drifted: 1, forecast: null, now });
  if (allowed > 0 || stoppedBy === 'limit') return undefined;
  return { nodes: 0, reason, stoppedBy };
}

/** The repeated times in which budgets allow fewer replacements than they do at other times. */
export function closedWindows(nodePool: NodePool, { nodes, now }: Pick<DriftedNodes, 'nodes' | 'now'>): ClosedWindow[] {
  const ofDrift = budgetsOf(nodePool).filter((budget) => concernsReason(budget, 'Drifted'));
  const isAtTimes = (budget: Budget): boolean => isTemporary(budget, now);
  const lasting = ofDrift.filter((budget) => !isAtTimes(budget)).map((budget) => whileActive(budget, nodes));
  const allowed = Math.min(unlimitedDisruptions, ...lasting);

  return ofDrift
    .filter((budget) => isAtTimes(budget) && whileActive(budget, nodes) < allowed)
    .map((budget) => ({
      schedule: budget.schedule!,
      duration: budget.duration ?? '0s',
      nodes: whileActive(budget, nodes),
    }));
}

/** Karpenter disrupts no node whose pods would move to a replacement that is not ready yet. */
const waiting = 'other nodes wait because their pods would move to replacements that are not ready yet';

const byBudget = (nodes: number, allowed: number): DriftForecast => ({
  waves: Array.from({ length: Math.ceil(nodes / allowed) }, (_, at) => Math.min(allowed, nodes - at * allowed)),
  workloads: [],
  kept: [],
  notReady: 0,
});

const stoppingIn = (stopping: StoppingPods | undefined): Pick<Wave, 'stopping'> => {
  if (stopping === undefined) return {};
  return { stopping };
};

/** A wave, with the nodes of it that wait for Jobs. */
const withAwaited = (wave: Wave, awaited: AwaitedJobs | undefined): Wave => {
  if (awaited === undefined || awaited.nodes === 0) return wave;
  const { nodes, workloads, by } = awaited;
  const jobs = `the running ${byCount(workloads.length, 'Job', 'Jobs')} of ${firstNames(workloads.map(quoted))}`;
  const after = `${nodes} of them only after ${jobs}, because of ${by.map(blocker).slice(0, 3).join(' and ')}`;
  return { ...wave, reason: `${wave.reason}; ${after}`, awaited };
};

/** How often pods of a wave are evicted one after the other, if more than once. */
const inTurns = (evictions = 1): Pick<Wave, 'evictions'> => {
  if (evictions > 1) return { evictions };
  return {};
};

/** The wave in which the nodes of a deleted NodePool are deleted. */
export function deletionWave(nodes: number, forecast: DriftForecast | null): readonly Wave[] {
  const { waves, kept, evictions = [], awaited = [], stopping = [] } = forecast ?? { waves: [nodes], kept: [] };
  const going = waves.reduce((sum, wave) => sum + wave, 0);
  const reason = 'disruption budgets do not apply to deletion';
  const wave = { nodes: going, reason, ...inTurns(evictions[0]), ...stoppingIn(stopping[0]) };
  return [
    ...listIf(going !== 0, withAwaited(wave, awaited[0])),
    ...kept.map((held) => ({ nodes: 0, reason: keptReason(held), held })),
  ];
}

function shortened(waves: readonly Wave[]): readonly Wave[] {
  if (waves.length <= maxWaves) return waves;
  const later = waves.slice(maxWaves - 1);
  const nodes = later.reduce((sum, wave) => sum + wave.nodes, 0);
  return [...waves.slice(0, maxWaves - 1), { nodes, reason: `in ${later.length} more waves: ${later[0]!.reason}` }];
}

/** All nodes of a NodePool stay, because Karpenter cannot launch others with its node class. */
export function notReadyWave(nodes: number, nodeClass: string): readonly Wave[] {
  const held: HeldNodes = { nodes, because: 'not-ready', workloads: [], by: [nodeClass] };
  return [{ nodes: 0, reason: keptReason(held), held }];
}

function keptReason({ nodes, because, workloads, by, why }: HeldNodes): string {
  const those = nodes === 1 ? '1 node stays' : `${nodes} nodes stay`;
  if (because === 'annotated')
    return `${those}: ${byCount(nodes, 'it has', 'they have')} the annotation ${blocker(doNotDisrupt)}`;
  if (because === 'replacement-not-ready') return `${those}: no replacement becomes ready, because ${why}`;
  if (because === 'not-initialized') return `${those}: ${byCount(nodes, 'it is', 'they are')} not initialized`;
  if (because === 'not-ready') return `${those}: Karpenter launches no others, because ${by[0]} does not become ready`;
  if (workloads.length === 0) return `${those}: ${byCount(nodes, 'it', 'they')} must not be disrupted`;

  const pods = `pods of ${firstNames(workloads.map(quoted))}`;
  if (because === 'unschedulable') return `${those}: ${pods} cannot be scheduled elsewhere`;

  if (because === 'pending')
    return `${those}: ${by.map(blocker).slice(0, 3).join(' and ')} allows no more evictions while evicted ${pods} are pending`;

  return `${those}: ${pods} must not be disrupted${textIf(by.length > 0, ` because of ${by.map(blocker).slice(0, 3).join(' and ')}`)}`;
}

/** What forbids a disruption: the annotation, or a PodDisruptionBudget by namespace and name. */
const blocker = (name: string): string => {
  if (name === doNotDisrupt) return `\`${name}\``;
  return `PodDisruptionBudget \`${name}\``;
};

interface Limit {
  readonly allowed: number;
  readonly reason: string;
  /** What is to blame if nothing is allowed. */
  readonly stoppedBy: Stop;
}

function limitOf(nodePool: NodePool, { nodes, now, forecast }: DriftedNodes): Limit {
  const budgets = budgetsOf(nodePool);
  if (budgets.some((budget) => isBudgetActive(budget, now) === undefined))
    return {
      allowed: 0,
      reason: 'a budget has a schedule that is not valid, so Karpenter disrupts nothing',
      stoppedBy: 'schedule',
    };

  const ofDrift = budgets.filter((budget) => concernsReason(budget, 'Drifted'));
  const lasting = ofDrift.filter((budget) => !isTemporary(budget, now));
  const values = lasting.map((budget) => whileActive(budget, nodes));
  const allowed = Math.min(unlimitedDisruptions, ...values);
  const deciding = lasting[values.indexOf(allowed)];
  const isDefault = nodePool.spec.disruption?.budgets === undefined;
  const windows = closedWindows(nodePool, { nodes, now });
  const largest = Math.max(allowed, ...(forecast?.waves ?? []));
  const reason = `${budgetReason(deciding, { allowed, largest, isDefault })}${windows.map(windowText).join('')}`;
  const stoppedBy = deciding?.reasons?.includes('Drifted') ? 'budget for drift' : 'budget';

  return withRoom(nodePool, { allowed, reason, stoppedBy });
}

/** The number of nodes that a budget allows while it is active. */
const whileActive = ({ nodes: written = '10%' }: Budget, nodes: number): number =>
  allowedDisruptions([{ nodes: written }], { now: 0, nodes, reason: 'Drifted' });

interface Allowance {
  /** How many nodes a budget allows at the start. */
  readonly allowed: number;
  /** The size of the largest wave. */
  readonly largest: number;
  readonly isDefault: boolean;
}

/**
 * A share is of the nodes that run at the time, so it allows more once a NodePool has more nodes. Source: karpenter
 * pkg/controllers/disruption/helpers.go, BuildDisruptionBudgetMapping.
 */
function budgetReason(budget: Budget | undefined, { allowed, largest, isDefault }: Allowance): string {
  if (budget === undefined) return 'no budget limits how many nodes Karpenter replaces at the same time';
  const reasons = budget.reasons?.length ? ` for ${quotedNames(budget.reasons)}` : '';
  const why = allowed === 0 ? reasons : '';
  const budgetText = isDefault ? 'the default budget' : 'the budget';
  const name = `${budgetText} of ${budget.nodes ?? '10%'}${why}`;
  if (allowed === 0) return `${name} allows none`;
  const isShare = (budget.nodes ?? '10%').endsWith('%');
  const later = textIf(isShare && largest > allowed, `, and up to ${largest} once more nodes run`);
  return `${name} allows ${allowed} at a time${later}`;
}

const windowText = ({ nodes, duration, schedule }: ClosedWindow): string =>
  `, but ${nodes || 'none'} for ${duration} starting at \`${schedule}\` (UTC)`;

/** A NodePool with fixed `replicas` launches replacements first, so `limits.nodes` must leave room for them. */
function withRoom(nodePool: NodePool, limit: Limit): Limit {
  const { spec } = nodePool;
  const most = nodeLimitOf(nodePool);
  if (spec.replicas === undefined || most === undefined) return limit;
  const room = Math.max(0, Math.floor(most) - spec.replicas);
  if (room >= limit.allowed) return limit;
  const amount = room === 0 ? 'no room' : `room for ${room} at a time`;
  return { allowed: room, reason: `\`limits.nodes\` leaves ${amount} in addition to the replicas`, stoppedBy: 'limit' };
}
