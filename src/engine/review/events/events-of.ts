import type { Estimate, Placement, UnschedulablePods } from '../../cluster/cost/estimate.ts';
import type { Disruption, NodePoolDisruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { awaitedJobs, concernsNodes, heldNodes, isDeleted, isReplaced } from '../../cluster/disruption/node-counts.ts';
import type { Change } from '../../manifest/change.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { listIf } from '../../text/list-if.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import type { EnvironmentReview, Review } from '../context/review-data.ts';
import type { EventKind, PodReason, ReviewEvent } from './event.ts';
import { formerWorkloads } from './successors.ts';

/** The cluster of a review or of one of its environments, with what changes in it. */
export interface ClusterOfReview {
  /** Null if there is only one cluster. */
  readonly name: string | null;
  readonly isMain: boolean;
  /** Whether the change affects it. The others are shown only if it affects none. */
  readonly isAffected: boolean;
  readonly estimate: Estimate | null;
  readonly disruption: Disruption;
}

/** The clusters that a review has figures of: production first, then the others by size. */
export function reviewedClusters(review: Review): readonly ClusterOfReview[] {
  const { environments, estimate, disruption } = review;
  if (environments.length < 2) return [{ name: null, isMain: true, isAffected: true, estimate, disruption }];

  // The review's own figures are those of its main environment.
  const all = environments.map((environment) =>
    environment.isMain ? { ...environment, estimate, disruption } : environment,
  );

  return all
    .toReversed()
    .map((environment) => ({ environment, isAffected: isAffected(environment, review) }))
    .filter((shown) => shown.environment.isMain || shown.isAffected)
    .sort(({ environment: a }, { environment: b }) => Number(b.isMain) - Number(a.isMain) || sizeOf(b) - sizeOf(a))
    .map(({ environment, isAffected }) => ({
      name: environment.name,
      isMain: environment.isMain,
      isAffected,
      estimate: environment.estimate,
      disruption: environment.disruption,
    }));
}

/** The nodes of an environment on the side that has more of them; 0 if they are unknown. */
const sizeOf = ({ estimate }: EnvironmentReview): number =>
  Math.max(0, ...[estimate?.base, estimate?.head].map((side) => side?.nodes.likely ?? 0));

/** Whether a change affects an environment: objects, figures or nodes of it, or it brings findings about it. */
function isAffected({ name, changedObjects, estimate, disruption }: EnvironmentReview, { findings }: Review): boolean {
  if (changedObjects > 0) return true;
  if (estimate === null) return false;

  const { nodes, monthlyUsd } = estimate.difference;
  const isSame = nodes.likely === 0 && monthlyUsd.likely !== null && Math.abs(monthlyUsd.likely) < 0.005;
  const isTouched = disruption.nodePools.some((pool) => isDeleted(pool) || isReplaced(pool));

  return (
    !isSame ||
    isTouched ||
    disruption.consolidation !== undefined ||
    findings.some(({ isNew, diagnostic }) => isNew && isAbout(name, diagnostic))
  );
}

const isAbout = (cluster: string, diagnostic: Diagnostic): boolean =>
  diagnostic.cluster === cluster || diagnostic.clusters?.includes(cluster) === true;

const rank: Readonly<Record<EventKind, number>> = {
  unschedulable: 0,
  'rollout-stops': 1,
  'unschedulable-later': 2,
  deleted: 3,
  replaced: 4,
  held: 5,
  consolidated: 6,
  fixed: 7,
};

/** Everything that a change does to pods and nodes, the worst kind first, and within it the main cluster first. */
export function eventsOf(review: Review): readonly ReviewEvent[] {
  if (!review.hasBase) return podEvents({ ...reviewedClusters(review)[0]!, name: null }, review.changes);

  const all = reviewedClusters(review).flatMap((cluster) => [
    ...podEvents(cluster, review.changes),
    ...nodeEvents(cluster),
  ]);
  all.push(...fixEvents(review));

  return all
    .map((event, at) => ({ event, at }))
    .sort((a, b) => rank[a.event.kind] - rank[b.event.kind] || a.at - b.at)
    .map(({ event }) => event);
}

/** Problems of base that the change fixes. */
const fixEvents = ({ fixed = [] }: Review): ReviewEvent[] =>
  fixed.map(({ code, severity, message, resource, cluster }) => ({
    kind: 'fixed',
    subject: resource && [resource.kind, resource.namespace, resource.name].filter(Boolean).join('/'),
    cluster: cluster ?? null,
    count: null,
    when: 'now',
    because: [],
    problem: { code, severity, message },
  }));

/** Pods that no NodePool can run after the change, and that one could run before. */
function podEvents({ name, estimate }: ClusterOfReview, changes: readonly Change[]): ReviewEvent[] {
  const head = estimate?.head;
  if (!head) return [];

  const before = new Map((estimate.base?.unschedulable ?? []).map(({ workload, count }) => [workload, count]));
  const former = formerWorkloads(changes);
  const countBefore = (workload: string): number => before.get(workload) ?? before.get(former.get(workload) ?? '') ?? 0;
  const context = { base: estimate.base, changes };

  const now = head.unschedulable.flatMap((pods): ReviewEvent[] => {
    const count = pods.count - countBefore(pods.workload);
    if (count <= 0) return [];

    return [
      {
        kind: pods.oldPods === undefined ? 'unschedulable' : 'rollout-stops',
        subject: pods.workload,
        cluster: name,
        count,
        when: 'now',
        because: reasonsOf(pods, context),
      },
    ];
  });

  const later = (head.unschedulableLater ?? []).map(
    (pods): ReviewEvent => ({
      kind: 'unschedulable-later',
      subject: pods.workload,
      cluster: name,
      count: pods.count,
      when: 'restart',
      because: reasonsOf(pods, context),
    }),
  );

  return [...mostFirst(now), ...mostFirst(later)];
}

const mostFirst = (events: readonly ReviewEvent[]): ReviewEvent[] =>
  [...events].sort((a, b) => (b.count ?? 0) - (a.count ?? 0));

interface Changed {
  readonly base: Placement | null;
  readonly changes: readonly Change[];
}

/** Why pods fit no NodePool: first the one that ran them, if the change removes or edits it, then those that the change edits. */
function reasonsOf({ workload, reasons, waitsFor = [] }: UnschedulablePods, { base, changes }: Changed): PodReason[] {
  const ran = new Set(
    (base?.nodePools ?? [])
      .filter(({ nodeClaims }) => nodeClaims.some(({ workloads }) => (workloads[workload] ?? 0) > 0))
      .map(({ name }) => name),
  );

  const ofPool = (name: string): Change | undefined =>
    changes.find(({ resource }) => resource.kind === 'NodePool' && resource.name === name);

  const deleted = [...ran]
    .filter((name) => ofPool(name)?.type === 'removed' && ofPool(name)?.stays === undefined)
    .map((nodePool) => deletedReason(nodePool, ofPool(nodePool)?.renamedTo));

  // Why the NodePool that runs them was not tried is the subject of a finding.
  const isTried = (name: string): boolean => reasons.some(({ nodePool }) => nodePool === name);

  const untried = [...ran].filter((name) => reasons.length > 0 && !isTried(name) && ofPool(name)?.type !== 'removed');
  const silent = [...new Set([...waitsFor, ...untried])].map(
    (nodePool): PodReason => ({ nodePool, kind: undefined, text: undefined }),
  );
  const others = reasons.map(({ nodePool, because, plain }): PodReason => ({ nodePool, kind: because, text: plain }));

  const meant = meantPools(reasons);

  const distance = ({ nodePool, kind }: PodReason): number => {
    if (meant.has(nodePool)) {
      if (ran.has(nodePool)) return -1;
      return 0;
    }

    const isChanged = ofPool(nodePool) !== undefined;
    // A taint keeps pods off NodePools that were never meant for them.
    const isTolerated = ran.has(nodePool) || kind !== 'taints';
    return (ran.has(nodePool) ? 0 : 2) + (isChanged ? 0 : 1) + (isTolerated ? 0 : 4);
  };

  return [...deleted, ...silent, ...others.toSorted((a, b) => distance(a) - distance(b))];
}

/** The change takes away the NodePool that runs the pods. */
const deletedReason = (nodePool: string, renamedTo: string | undefined): PodReason => {
  if (renamedTo === undefined) return { nodePool, kind: 'deleted', text: 'the change deletes it' };
  return { nodePool, kind: 'deleted', text: `the change renames it to ${quoted(renamedTo)}`, renamedTo };
};

/** The NodePools that pods are meant for: those whose labels they require, and not those without the labels. */
const meantPools = (reasons: UnschedulablePods['reasons']): ReadonlySet<string> => {
  if (!reasons.some(({ because }) => because === 'requirement')) return new Set();
  return new Set(
    reasons.flatMap(({ nodePool, isMeant }) => {
      if (isMeant) return [nodePool];
      return [];
    }),
  );
};

/** What happens to running nodes, by NodePool. */
function nodeEvents({ name, disruption }: ClusterOfReview): ReviewEvent[] {
  const event = (kind: EventKind, subject: string | null, count: number | null): ReviewEvent => ({
    kind,
    subject,
    cluster: name,
    count,
    when: kind === 'consolidated' ? 'later' : 'now',
    because: [],
  });

  const pools = disruption.nodePools.filter((pool) => concernsNodes(pool) && (isDeleted(pool) || isReplaced(pool)));

  const awaitedBy = (pool: NodePoolDisruption): Pick<ReviewEvent, 'awaited'> => {
    const awaited = awaitedJobs([pool]);
    if (awaited === undefined) return {};
    return { awaited };
  };

  return [
    ...pools.flatMap((pool) => [
      ...listIf(pool.nodesReplaced !== 0, {
        ...event(isDeleted(pool) ? 'deleted' : 'replaced', pool.name, pool.nodesReplaced),
        ...(pool.matchingNodes !== undefined && { isMatching: true as const }),
        ...awaitedBy(pool),
      }),
      ...heldNodes(pool).map((held) => ({
        ...event('held', pool.name, held.nodes),
        ...(isDeleted(pool) && { isDeletion: true as const }),
        held,
      })),
    ]),
    ...(disruption.consolidation === undefined ? [] : [event('consolidated', null, disruption.consolidation.removed)]),
  ];
}
