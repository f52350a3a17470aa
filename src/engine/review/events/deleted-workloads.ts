import type { Placement } from '../../cluster/cost/estimate.ts';
import type { Change } from '../../manifest/change.ts';
import type { ResourceRef } from '../../text/diagnostic.ts';
import type { Review } from '../context/review-data.ts';
import { type ClusterOfReview, reviewedClusters } from './events-of.ts';
import { isCreation, isDeletion, keyOfWorkload, successorOf, type WorkloadSuccessor } from './successors.ts';

/** A workload that the change deletes. */
interface DeletedWorkload {
  readonly resource: ResourceRef;
  /** Its pods before the change; null if their number is unknown, or if they only run from time to time. */
  readonly pods: number | null;
  /** What the change creates in its place; absent if nothing. */
  readonly successor?: WorkloadSuccessor;
}

/** The workloads that the change deletes in one cluster, those with data first, then those with most pods. */
export interface DeletedWorkloads {
  /** Null if there is only one cluster. */
  readonly cluster: string | null;
  readonly isMain: boolean;
  readonly workloads: readonly DeletedWorkload[];
  /** Whether pods run before the change, and no workload is left after it. */
  readonly isAll: boolean;
}

/** What the change deletes in each cluster, production first. Clusters in which no workload is deleted are left out. */
export const deletedWorkloads = (review: Review): readonly DeletedWorkloads[] => {
  if (review.hasBase) return reviewedClusters(review).flatMap((cluster) => deletedIn(cluster, review));
  return [];
};

function deletedIn({ name, isMain, estimate }: ClusterOfReview, { changes }: Review): DeletedWorkloads[] {
  const isHere = (change: Change): boolean => isIn(name, change);
  const podsBefore = (resource: ResourceRef): number => estimate?.base?.replicas[keyOfWorkload(resource)]?.likely ?? 0;

  const gone = changes.filter(
    (change) => isDeletion(change) && isHere(change) && isWorkload(change.resource, podsBefore(change.resource)),
  );
  if (gone.length === 0) return [];

  const added = changes.filter((change) => isCreation(change) && isHere(change));
  const workloads = gone.map((change): DeletedWorkload => {
    const { resource } = change;
    const pods = podsBefore(resource);
    const successor = successorOf(change, { gone, added });
    return { resource, pods: pods > 0 && resource.kind !== 'CronJob' ? pods : null, ...(successor && { successor }) };
  });

  // Without pods, a workload is still there.
  const isLeft = changes.some((change) => isStopped(change) && isHere(change));
  const isAll = !isLeft && workloads.some(({ pods }) => pods !== null) && hasNone(estimate?.head ?? null);
  return [{ cluster: name, isMain, workloads: workloads.toSorted(byLoss), isAll }];
}

/** Workloads of one cluster whose pods all stop, because the change sets their replicas to 0. */
export interface StoppedWorkloads {
  /** Null if there is only one cluster. */
  readonly cluster: string | null;
  /** Those with data first, then those with most pods. */
  readonly workloads: readonly DeletedWorkload[];
}

/** The workloads that the change stops without deleting them in each cluster, production first. */
export const stoppedWorkloads = (review: Review): readonly StoppedWorkloads[] => {
  if (!review.hasBase) return [];

  return reviewedClusters(review).flatMap(({ name, estimate }) => {
    const stopped = review.changes.filter((change) => isStopped(change) && isIn(name, change));
    const workloads = stopped.map(({ resource }): DeletedWorkload => {
      const pods = estimate?.base?.replicas[keyOfWorkload(resource)]?.likely ?? 0;
      return { resource, pods: pods > 0 ? pods : null };
    });
    if (workloads.length === 0) return [];
    return [{ cluster: name, workloads: workloads.toSorted(byLoss) }];
  });
};

const isIn = (cluster: string | null, { environments }: Change): boolean =>
  cluster === null || environments?.includes(cluster) === true;

/** Whether nothing runs pods of a workload any more that ran some. An autoscaler would set its replicas again. */
const isStopped = ({ type, resource, fields, condition }: Change): boolean =>
  type === 'modified' &&
  condition === undefined &&
  workloadKinds.has(resource.kind) &&
  fields.some(
    ({ path, before = 1, after, cause }) =>
      path.join('.') === 'spec.replicas' && after === 0 && cause === 'pod-count' && Number(before) > 0,
  );

/** Kinds whose pods run until somebody deletes the object. */
export const workloadKinds: ReadonlySet<string> = new Set([
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'Rollout',
  'CronJob',
]);

/** A Job or a Pod ends on its own, and objects of operators are workloads only if they have pods. */
const isWorkload = ({ kind }: ResourceRef, pods: number): boolean =>
  workloadKinds.has(kind) || (pods > 0 && kind !== 'Job' && kind !== 'Pod');

/** Whether it is known that no workload runs after the change. */
const hasNone = (head: Placement | null): boolean =>
  head !== null &&
  (head.lacks === undefined || head.lacks === 'workloads') &&
  head.ignored.length === 0 &&
  Object.values(head.replicas).every(({ high }) => high === 0);

function byLoss(a: DeletedWorkload, b: DeletedWorkload): number {
  const isStateful = ({ resource }: DeletedWorkload): number => Number(resource.kind === 'StatefulSet');
  return isStateful(b) - isStateful(a) || (b.pods ?? 0) - (a.pods ?? 0);
}
