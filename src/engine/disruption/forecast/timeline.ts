import { openWindows } from '../../api/budget-windows.ts';
import { isCronError, parseCron } from '../../api/cron.ts';
import { parseDuration } from '../../api/duration.ts';
import type { NodePool } from '../../api/node-pool.ts';
import { compareNames } from '../../name-order.ts';
import { allowedDisruptions, budgetsOf, concernsReason, isTemporary } from '../cluster/budgets.ts';
import type { Minutes, NodePoolDisruption, TimelineEntry } from '../disruption-data.ts';
import { type Expiry, expiryOf, isStampede } from './expiry.ts';
import { type Pace, paceOf } from './wave-duration.ts';

export interface TimelineInput {
  readonly nodePools: readonly NodePoolDisruption[];
  /** NodePools of head that can be read. */
  readonly pools: ReadonlyMap<string, NodePool>;
  graceSeconds(nodePool: string): number;
  /** How many nodes a NodePool has before the change; null where that is unknown. */
  countNodes(nodePool: string): number | null;
  /** When running nodes expire. */
  readonly expiries: readonly Expiry[];
  /** Nodes that consolidation spares once all is done; null where that is not known. */
  readonly consolidated: number | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** All that happens to nodes, in the order of the clock: first what follows on the change, then what has a date. */
export function timelineOf(input: TimelineInput): readonly TimelineEntry[] {
  const changing = input.nodePools.filter(({ waves }) => waves.length > 0);
  const entries = [
    ...changing.flatMap((pool) => [
      ...waveEntries(pool, input),
      ...closedEntries(pool, input),
      ...bornTogether(pool, input),
    ]),
    ...runningExpiries(input),
    ...consolidation(changing, input),
  ];
  return entries.sort(compare);
}

const rank: Readonly<Record<TimelineEntry['what'], number>> = {
  ...{ deletion: 0, wave: 1, stays: 2, closed: 3, consolidation: 4, expiry: 5 },
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
  ...{ at: null, until: null, utc: null, isStampede: false },
  ...more,
});

/** Minutes after so many waves. */
const after = ({ low, high }: Pace, waves: number): Minutes => ({
  low: Math.ceil(waves * low),
  high: Math.ceil(waves * high),
});

function waveEntries(
  { name, effect, waves, duration }: NodePoolDisruption,
  { graceSeconds }: TimelineInput,
): readonly TimelineEntry[] {
  const what = effect === 'delete' ? 'deletion' : 'wave';
  const pace = paceOf(effect === 'delete', graceSeconds(name));
  let gone = 0;
  return waves.map(({ nodes, reason }) => {
    if (nodes === 0) return entry({ what: 'stays', nodePool: name, nodes: null, reason });
    const when = duration === null ? {} : { at: after(pace, gone), until: after(pace, gone + 1) };
    gone += 1;
    return entry({ what, nodePool: name, nodes, reason }, when);
  });
}

const day = 86_400_000;
/** How far windows of budgets are followed, and how many of them are told. */
const followed = 7 * day;
const toldWindows = 3;

/** When budgets with a schedule let fewer nodes go than those that always hold. */
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
  const own = budgetsOf(pool).filter((budget) => concernsReason(budget, 'Drifted'));
  const lasting = allows(own.filter((budget) => !isTemporary(budget, now)));
  return own
    .filter((budget) => isTemporary(budget, now) && allows([budget]) < lasting)
    .flatMap((budget) => {
      const cron = parseCron(budget.schedule!);
      const durationMs = Number((parseDuration(budget.duration ?? '0s') ?? 0n) / 1_000_000n);
      if (isCronError(cron)) return [];
      const windows = openWindows([{ cron, durationMs }], { start: now, end: now + followed }) ?? [];
      const count = allows([budget]);
      const reason = `the budget of ${budget.nodes ?? '10%'} from \`${budget.schedule}\` (UTC) on allows ${count || 'none'} at a time`;
      return windows
        .slice(0, toldWindows)
        .map(({ start, end }) =>
          entry({ what: 'closed', nodePool: name, nodes: count, reason }, { utc: utc(start, end) }),
        );
    });
}

const utc = (from: number, to: number): TimelineEntry['utc'] => ({ from: iso(from), to: iso(to) });
const iso = (time: number): string => `${new Date(time).toISOString().slice(0, 16)}Z`;

const minute = 60_000;

/** Nodes that a replacement brings to life one soon after the other expire like that as well. */
function bornTogether(
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
        reason: 'nodes that are born together expire together, and budgets do not hold for expiry',
      },
      {
        at: { low: lived, high: lived + duration.high },
        until: { low: lived + duration.low, high: lived + duration.high },
        isStampede: isStampede(pool!, nodes, { nodes: countNodes(name) ?? nodes, now }),
      },
    ),
  ];
}

/** How far ahead running nodes are looked at. */
const foreseen = 60 * day;

function runningExpiries({ expiries, nodePools, pools, now }: TimelineInput): readonly TimelineEntry[] {
  // Nodes that are replaced do not live to expire.
  const replaced = new Set(
    nodePools.filter(({ effect }) => effect === 'delete' || effect === 'all-nodes').map(({ name }) => name),
  );
  return expiries
    .filter(({ nodePool, nodes, from }) => nodes > 1 && !replaced.has(nodePool) && from >= now && from < now + foreseen)
    .map(({ nodePool, nodes, from, to }) => {
      const pool = pools.get(nodePool);
      const all = expiries.reduce((sum, one) => sum + (one.nodePool === nodePool ? one.nodes : 0), 0);
      const reason = 'running nodes that were born together expire together, and budgets do not hold for expiry';
      return entry(
        { what: 'expiry', nodePool, nodes, reason },
        { utc: utc(from, to), isStampede: pool !== undefined && isStampede(pool, nodes, { nodes: all, now }) },
      );
    });
}

/** What consolidation makes good of once the waves are over. */
function consolidation(
  changing: readonly NodePoolDisruption[],
  { consolidated }: TimelineInput,
): readonly TimelineEntry[] {
  const isTold = changing.some(({ waves }) => waves.some(({ nodes }) => nodes > 0));
  if (!isTold || consolidated === null || consolidated <= 0) return [];
  const ends = changing.flatMap(({ duration }) => duration ?? []);
  const at =
    ends.length === 0
      ? null
      : { low: Math.max(...ends.map(({ low }) => low)), high: Math.max(...ends.map(({ high }) => high)) };
  const reason = 'consolidation finds room for their pods on other nodes, `consolidateAfter` after the last pod came';
  return [entry({ what: 'consolidation', nodePool: null, nodes: consolidated, reason }, { at })];
}
