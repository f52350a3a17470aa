import type { MissingInput, Placement } from '../../cluster/cost/estimate.ts';
import type { Review } from '../../review/context/review-data.ts';
import type { ReviewEvent } from '../../review/events/event.ts';
import { type ClusterOfReview, reviewedClusters } from '../../review/events/events-of.ts';
import { optional } from '../../text/list-if.ts';
import { moneyOfAll } from '../../text/words/people-money.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { isPartlyUnknown } from '../wording/inputs-line.ts';
import { newFindings } from '../wording/new-findings.ts';
import { isAllWaiting, isWaiting, onceApplied } from '../wording/refused-roots.ts';
import { concernsNewNodes } from './calm-sentences.ts';
import { type ClusterLine, clusterLine, type LineContext } from './cluster-figures.ts';
import { isEndOf, isInRefusedRoot, isOfDaemonRoom, isOfDestroyed, isOfEvictions } from './finding-clauses.ts';
import type { ReviewStatement } from './statements.ts';

/** What happens in the clusters, and what the headline says of it. */
interface FigureContext {
  readonly events: readonly ReviewEvent[];
  /** The statements of the headline. */
  readonly leading: readonly ReviewStatement[];
}

/** The lines of figures, one for each cluster, production first. */
export function figureLines(review: Review, { events, leading }: FigureContext): ClusterLine[] {
  const clusters = reviewedClusters(review);
  const context = {
    events,
    isHeldReasonSaid: (cluster: string | null): boolean => leading.some(({ nodesOf }) => nodesOf === cluster),
    // The cluster that costs as much as before may be another one.
    isOfNewNodes: concernsNewNodes(review) || newFindings(review).some(isOfDaemonRoom),
    isPartial:
      isPartlyUnknown(review) ||
      newFindings(review).some(isOfEvictions) ||
      leading.some(({ findings }) => findings.some(isOfDestroyed)),
    lacks: (side: Placement): string => missingText(side, review),
    money: moneyOfAll(clusters.map(({ estimate }) => estimate)),
    isDestroyed: (cluster: string | null): boolean =>
      newFindings(review).some(
        (finding) => isEndOf(clusters.length === 1 ? null : cluster, finding) && !isInRefusedRoot(finding, review),
      ),
  };

  // Of a cluster without figures, there is nothing to say next to others, unless the change is the reason.
  const isShown = ({ name, isMain, isAffected, estimate }: ClusterOfReview): boolean => {
    // The others are here because the change affects them.
    if (!isAffected && clusters.length > 1) return false;
    const lacks = (estimate?.head ?? estimate?.base)?.lacks;
    const isTouched = events.some(({ cluster }) => cluster === name);
    return isMain || isTouched || lacks === undefined || (lacks === 'objects' && estimate?.base?.lacks === undefined);
  };

  return clusters.filter(isShown).flatMap((cluster) => {
    if (isUnknownUntilFixed(cluster, review)) return stayingLine(cluster, context);
    return withWaiting(clusterLine(cluster, context), review);
  });
}

/** Whether a cluster stays as it is because its root is refused, and nobody knows what it is once that is fixed. */
const isUnknownUntilFixed = ({ name, estimate }: ClusterOfReview, review: Review): boolean =>
  estimate?.head?.lacks === 'objects' &&
  estimate.base !== null &&
  estimate.base.lacks === undefined &&
  isAllWaiting(name, review);

/** `until that is fixed: 6 nodes · $1,295/month · then unknown`. */
function stayingLine({ name, ...cluster }: ClusterOfReview, context: LineContext): ClusterLine[] {
  const estimate = cluster.estimate && { ...cluster.estimate, head: cluster.estimate.base, base: null };
  const line = clusterLine({ ...cluster, name, estimate }, { ...context, events: [] });
  if (line === undefined) return [];

  const [first = '', ...others] = line.parts;
  return [{ cluster: name, parts: [`until that is fixed: ${first}`, ...others, 'then unknown'] }];
}

/** A line of figures that are only right once nothing is refused any more. */
function withWaiting(line: ClusterLine | undefined, review: Review): readonly ClusterLine[] {
  if (line === undefined || !isWaiting(line.cluster, review)) return optional(line);

  if (line.isUnknown) return [line];

  const [first = '', ...others] = line.parts;
  return [{ ...line, parts: [`${onceApplied}: ${first}`, ...others] }];
}

const missing: Readonly<Record<Exclude<MissingInput, 'region'>, string>> = {
  objects: 'objects can no longer be read or planned',
  NodePools: 'no NodePools found',
  workloads: 'no workloads found',
  'counted-workloads': 'no workload of these files counts',
  nodes: 'no workload of these files runs on a NodePool',
  charts: 'pods of charts that are not rendered are not counted',
};

/** Why a side has no figures. */
const missingText = ({ lacks }: Placement, { target: { region } }: Review): string => {
  if (lacks === undefined || lacks === 'region')
    return `plumbline has no instance types and prices for ${quoted(region ?? '')}`;

  return missing[lacks];
};
