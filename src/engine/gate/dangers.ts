import type { PlacedNodeClaim, Placement } from '../cost/estimate.ts';
import type { NodePoolDisruption } from '../disruption/disruption-data.ts';
import { isNodeClassKind } from '../manifest/karpenter-kinds.ts';
import { plural } from '../plural.ts';
import type { Review } from '../review/review-data.ts';

/** Effects of a change that deserve attention although no rule is broken. */
export type DangerKind =
  | 'deletes-nodes'
  | 'replaces-nodes'
  | 'pods-unschedulable'
  | 'limit-reached'
  | 'cost-up'
  | 'spot-up'
  | 'single-zone';

/** An effect of a change that deserves attention. */
export interface Danger {
  readonly kind: DangerKind;
  /** What happens, as a predicate whose subject is the change, without names from manifests. */
  readonly text: string;
}

/** Kinds that turn a pass into a warning, because running nodes are removed. The others are only mentioned, or have their own findings. */
const warned: ReadonlySet<DangerKind> = new Set(['deletes-nodes', 'replaces-nodes']);

export const isWarned = ({ kind }: Danger): boolean => warned.has(kind);

/** The dangers of a change in a fixed order, the worst first. There are none without a base to compare with. */
export function dangersOf(review: Review): readonly Danger[] {
  if (!review.hasBase) return [];
  const others = review.environments.filter(({ isMain }) => !isMain);
  return [
    ...dangersIn(review),
    ...nodesOfUnknownPools(review),
    ...withoutCrds(review),
    ...others.flatMap(({ name, estimate, disruption }) =>
      dangersIn({ estimate, disruption, findings: [] }).map(({ kind, text }) => ({ kind, text: `${text} in ${name}` })),
    ),
  ];
}

/** A changed node class replaces all of its nodes, but its NodePools are not among the manifests: their nodes are replaced as well. */
function nodesOfUnknownPools({ changes, disruption }: Review): Danger[] {
  const isReplaced = changes.some(({ resource, effect }) => isNodeClassKind(resource.kind) && effect === 'all-nodes');
  return isReplaced && !disruption.nodePools.some(({ effect }) => effect === 'all-nodes' || effect === 'delete')
    ? [{ kind: 'replaces-nodes', text: 'replaces running nodes' }]
    : [];
}

/** Deleting the CRDs deletes all NodePools, including those that are not among the manifests. */
function withoutCrds({ changes }: Review): Danger[] {
  const isDeleted = changes.some(
    ({ resource, effect }) => effect === 'delete' && resource.kind !== 'NodePool' && resource.kind !== 'Provisioner',
  );
  return isDeleted ? [{ kind: 'deletes-nodes', text: 'deletes the CRDs and with them all nodes' }] : [];
}

/** The data that dangers are derived from: the review itself, or one of its environments. */
type Seen = Pick<Review, 'estimate' | 'disruption' | 'findings'>;

const dangersIn = (seen: Seen): readonly Danger[] => [
  ...affectedNodes(seen, 'delete', (nodes) => ({ kind: 'deletes-nodes', text: `deletes ${nodes}` })),
  ...affectedNodes(seen, 'all-nodes', (nodes) => ({
    kind: 'replaces-nodes',
    text: `replaces ${nodes}`,
  })),
  ...lostPods(seen),
  ...limits(seen),
  ...costUp(seen),
  ...spotUp(seen),
  ...singleZone(seen),
];

/** Nodes that are replaced or deleted. There is no danger if none of them runs. */
function affectedNodes(
  { disruption }: Seen,
  whole: 'all-nodes' | 'delete',
  danger: (nodes: string) => Danger,
): Danger[] {
  const counts = disruption.nodePools
    .filter((pool) => pool.effect === whole || (whole === 'all-nodes' && replacesSome(pool)))
    .map(({ nodesReplaced }) => nodesReplaced);
  if (counts.every((count) => count === 0)) return [];
  const known = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  if (!counts.includes(null)) return [danger(plural(known, 'node'))];
  return [danger(known === 0 ? 'running nodes' : `at least ${plural(known, 'node')}`)];
}

/** If it is unknown whether any node is replaced, the disruption section says so, and there is no warning. */
const replacesSome = ({ effect, nodesReplaced }: NodePoolDisruption): boolean =>
  effect === 'some-nodes' && (nodesReplaced ?? 0) > 0;

function lostPods({ estimate }: Seen): Danger[] {
  const lost = (side: Placement | null): number => side?.unschedulable.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const more = lost(estimate?.head ?? null) - lost(estimate?.base ?? null);
  return more > 0 ? [{ kind: 'pods-unschedulable', text: `makes ${plural(more, 'more pod')} unschedulable` }] : [];
}

function limits({ findings }: Seen): Danger[] {
  const isHit = findings.some(({ isNew, diagnostic }) => isNew && diagnostic.code === 'provisioning/limit-reached');
  return isHit ? [{ kind: 'limit-reached', text: 'reaches a limit' }] : [];
}

/** Smaller increases are too common to mention. */
const notableIncrease = 0.25;

function costUp({ estimate }: Seen): Danger[] {
  const before = estimate?.base?.monthlyUsd.likely ?? null;
  const after = estimate?.head?.monthlyUsd.likely ?? null;
  if (before === null || after === null || before === 0) return [];
  const increase = after / before - 1;
  return increase < notableIncrease ? [] : [{ kind: 'cost-up', text: `increases the cost by ${percent(increase)}` }];
}

/** The share of spot nodes must rise by at least this much to be mentioned. */
const notablePoints = 0.1;

function spotUp({ estimate }: Seen): Danger[] {
  const [before, after] = [estimate?.base, estimate?.head].map((side) => spotShare(claimsOf(side)));
  if (before == null || after == null || after - before < notablePoints) return [];
  return [{ kind: 'spot-up', text: `raises the share of spot nodes from ${percent(before)} to ${percent(after)}` }];
}

const spotShare = (claims: readonly PlacedNodeClaim[]): number | null =>
  claims.length === 0 ? null : claims.filter(({ capacityType }) => capacityType === 'spot').length / claims.length;

function singleZone({ estimate }: Seen): Danger[] {
  const zones = (side: Placement | null | undefined): number => new Set(claimsOf(side).map(({ zone }) => zone)).size;
  const isNarrowed = claimsOf(estimate?.head).length > 1 && zones(estimate?.head) === 1 && zones(estimate?.base) > 1;
  return isNarrowed ? [{ kind: 'single-zone', text: 'leaves all new nodes in one zone' }] : [];
}

const claimsOf = (side: Placement | null | undefined): readonly PlacedNodeClaim[] =>
  side?.nodePools.flatMap(({ nodeClaims }) => nodeClaims) ?? [];

const percent = (share: number): string => `${Math.round(share * 100)}%`;
