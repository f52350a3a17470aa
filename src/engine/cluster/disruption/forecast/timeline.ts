import { isCronError, parseCron } from '../../../karpenter/api/cron.ts';
import { openWindows } from '../../../karpenter/api/disruption/budget-windows.ts';
import { concernsReason } from '../../../karpenter/api/disruption/disruption-budget.ts';
import { parseDuration } from '../../../karpenter/api/duration.ts';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import { compareNames } from '../../../text/name-order.ts';
import { allowedDisruptions, budgetsOf, isTemporary } from '../cluster/budgets.ts';
import type { Minutes, NodePoolDisruption, TimelineEntry } from './disruption-data.ts';
import { type Expiry, expiryOf, isStampede } from './expiry.ts';
import { begunMinutes, type Pace, paceOf } from './wave-duration.ts';

export interface TimelineInput {
  readonly nodePools: readonly NodePoolDisruption[];
  /** NodePools of head that can be read. */
  readonly pools: ReadonlyMap<string, NodePool>;
  graceSeconds(nodePool: string): number;
  /** How many nodes a NodePool has before the change; null if unknown. */
  countNodes(nodePool: string): number | null;
  /** When running nodes expire. */
  readonly expiries: readonly Expiry[];
  /** How many nodes consolidation removes after the last wave; null if unknown. */
  readonly consolidated: number | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Everything that happens to nodes, in order of time: first what the change causes, then what has a date. */
export function timelineOf(input: TimelineInput): readonly TimelineEntry[] {
  const changing = input.nodePools.filter(({ waves }) => waves.length > 0);
  const entries = [
    ...changing.flatMap((pool) => [
      ...waveEntries(pool, input),
      ...closedEntries(pool, input),
      ...replacementExpiries(pool, input),
    ]),
    ...runningExpiries(input),
    ...consolidation(changing, input),
  ];

  return entries.sort(compare);
}

const rank: Readonly<Record<TimelineEntry['what'], number>> = {
  deletion: 0,
  wave: 1,
  stays: 2,
  closed: 3,
  consolidation: 4,
  expiry: 5,
};

const compare = (a: TimelineEntry, b: TimelineEntry): number =>
  Number(a.utc !== null) - Number(b.utc !== null) ||
  compareNames(a.utc?.from ?? '', b.utc?.from ?? '') ||
  (a.at?.low ?? 0) - (b.at?.low ?? 0) ||
  compareNames(a.nodePool ?? '', b.nodePool ?? '') ||
  rank[a.what] - rank[b.what];

const entry = (
  of: Pick<TimelineEntry, 'what' | 'nodePool' | 'nodes' | 'reason'>,
  more: Partial<TimelineEntry> = {},
) => ({
  ...of,
  at: null,
  until: null,
  utc: null,
  isStampede: false,
  ...more,
});

const wholeMinutes = ({ low, high }: Pace): Minutes => ({ low: begunMinutes(low), high: begunMinutes(high) });

function waveEntries(
  { name, effect, waves, duration }: NodePoolDisruption,
  { graceSeconds }: TimelineInput,
): readonly TimelineEntry[] {
  const what = effect === 'delete' ? 'deletion' : 'wave';
  let end: Pace = { low: 0, high: 0 };
  return waves.map(({ nodes, reason, evictions, graceSeconds: seconds = graceSeconds(name) }) => {
    if (nodes === 0) return entry({ what: 'stays', nodePool: name, nodes: null, reason });

    const pace = paceOf(effect === 'delete', seconds, evictions);
    const start = end;
    end = { low: start.low + pace.low, high: start.high + pace.high };
    const when = duration === null ? {} : { at: wholeMinutes(start), until: wholeMinutes(end) };
    return entry({ what, nodePool: name, nodes, reason }, when);
  });
}

const day = 86_400_000;
/** How far ahead windows of budgets are looked for, and how many of them are listed. */
const windowHorizon = 7 * day;
const maxWindows = 3;

/** When budgets with a schedule allow fewer disruptions than those that are always active. */
function closedEntries(
  { name, effect }: NodePoolDisruption,
  { pools, countNodes, now }: TimelineInput,
): readonly TimelineEntry[] {
  const pool = pools.get(name);
  if (pool === undefined || effect === 'delete') return [];

  const nodes = countNodes(name) ?? 0;

  const allows = (budgets: ReturnType<typeof budgetsOf>): number =>
    allowedDisruptions(
      budgets.map(({ nodes: written = '10%' }) => ({ nodes: written })),
      { now, nodes, reason: 'Drifted' },
    );

  const ofDrift = budgetsOf(pool).filter((budget) => concernsReason(budget, 'Drifted'));
  const lasting = allows(ofDrift.filter((budget) => !isTemporary(budget, now)));

  return ofDrift
    .filter((budget) => isTemporary(budget, now) && allows([budget]) < lasting)
    .flatMap((budget) => {
      const cron = parseCron(budget.schedule!);
      const durationMs = Number((parseDuration(budget.duration ?? '0s') ?? 0n) / 1_000_000n);
      if (isCronError(cron)) return [];

      const windows = openWindows([{ cron, durationMs }], { start: now, end: now + windowHorizon }) ?? [];
      const count = allows([budget]);
      const pace = count === 0 ? 'none' : `${count} at a time`;
      const reason = `the budget of ${budget.nodes ?? '10%'} with schedule \`${budget.schedule}\` (UTC) allows ${pace}`;

      return windows
        .slice(0, maxWindows)
        .map(({ start, end }) =>
          entry({ what: 'closed', nodePool: name, nodes: count, reason }, { utc: utc(start, end) }),
        );
    });
}

const utc = (from: number, to: number): TimelineEntry['utc'] => ({ from: iso(from), to: iso(to) });
const iso = (time: number): string => `${new Date(time).toISOString().slice(0, 16)}Z`;

const minute = 60_000;

/** Replacements that are created within a short time also expire within a short time. */
function replacementExpiries(
  { name, effect, waves, duration }: NodePoolDisruption,
  { pools, countNodes, now }: TimelineInput,
): readonly TimelineEntry[] {
  const pool = pools.get(name);
  const span = pool && expiryOf(pool);
  if (effect === 'delete' || span === undefined || duration === null) return [];

  const nodes = waves.reduce((sum, wave) => sum + wave.nodes, 0);
  if (nodes < 2) return [];

  const lived = Math.round(span / minute);

  return [
    entry(
      {
        what: 'expiry',
        nodePool: name,
        nodes,
        reason: 'nodes that are created together expire together, and disruption budgets do not apply to expiry',
      },
      {
        at: { low: lived, high: lived + duration.high },
        until: { low: lived + duration.low, high: lived + duration.high },
        isStampede: isStampede(pool!, nodes, { nodes: countNodes(name) ?? nodes, now }),
      },
    ),
  ];
}

/** How far ahead the expiry of running nodes is reported. */
const expiryHorizon = 60 * day;

function runningExpiries({ expiries, nodePools, pools, now }: TimelineInput): readonly TimelineEntry[] {
  // Nodes that the change replaces do not exist long enough to expire.
  const replaced = new Set(
    nodePools.filter(({ effect }) => effect === 'delete' || effect === 'all-nodes').map(({ name }) => name),
  );
  return expiries
    .filter(
      ({ nodePool, nodes, from }) => nodes > 1 && !replaced.has(nodePool) && from >= now && from < now + expiryHorizon,
    )
    .map(({ nodePool, nodes, from, to }) => {
      const pool = pools.get(nodePool);
      const all = expiries.reduce((sum, expiry) => sum + (expiry.nodePool === nodePool ? expiry.nodes : 0), 0);
      const reason =
        'running nodes that were created together expire together, and disruption budgets do not apply to expiry';

      return entry(
        { what: 'expiry', nodePool, nodes, reason },
        { utc: utc(from, to), isStampede: pool !== undefined && isStampede(pool, nodes, { nodes: all, now }) },
      );
    });
}

/** Nodes that consolidation removes once the waves are over. */
function consolidation(
  changing: readonly NodePoolDisruption[],
  { consolidated }: TimelineInput,
): readonly TimelineEntry[] {
  const isAnyReplaced = changing.some(({ waves }) => waves.some(({ nodes }) => nodes > 0));
  if (!isAnyReplaced || consolidated === null || consolidated <= 0) return [];

  const ends = changing.flatMap(({ duration }) => duration ?? []);

  const at = () => {
    if (ends.length === 0) return null;
    return { low: Math.max(...ends.map(({ low }) => low)), high: Math.max(...ends.map(({ high }) => high)) };
  };

  const reason =
    'their pods fit on other nodes; Karpenter consolidates them `consolidateAfter` after pods were last added or removed there';

  return [entry({ what: 'consolidation', nodePool: null, nodes: consolidated, reason }, { at: at() })];
}
