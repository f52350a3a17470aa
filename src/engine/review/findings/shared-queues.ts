import {
  type HelmRelease,
  helmReleasesOf,
  knownTextAt,
  referenceAt,
  settingPaths,
} from '../../karpenter/installation/helm-releases.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Path } from '../../manifest/model/manifest.ts';
import { isSameRoot } from '../../rules/lint/fields/why-related.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';

/** A release of Karpenter that names its cluster and its queue. */
interface Reader {
  readonly release: HelmRelease;
  readonly cluster: string;
  readonly path: Path;
  /** What identifies the queue: its name, or its address in a Terraform root. */
  readonly queue: string;
}

/**
 * Warns of clusters that read the same interruption queue. Karpenter deletes each message that it receives, also about instances of another cluster
 * (provider-aws pkg/controllers/interruption/controller.go). Queues of one name in different accounts are different ones, so the files have to show
 * one account or one queue, or the change has to bring the clusters together.
 */
export function sharedQueues({
  head,
  base,
}: {
  readonly head: ManifestSet;
  readonly base: ManifestSet | null;
}): Diagnostic[] {
  const readers = readersIn(head);
  const before = base ? readersIn(base) : [];

  return readers.flatMap((reader) => {
    const other = readers.find(({ queue, cluster }) => queue === reader.queue && cluster < reader.cluster);
    if (!other) return [];
    const isSure = isOneQueue(reader, other, head) || haveOneAccount(reader, other) === true;
    const becomeShared = haveOneAccount(reader, other) !== false && areApart(reader, other, before);
    if (isSure || becomeShared) return [findingOf(reader, other, isSure)];
    return [];
  });
}

function readersIn(all: ManifestSet): readonly Reader[] {
  return helmReleasesOf(all).flatMap((release): Reader[] => {
    const cluster = settingPaths(release, 'clusterName')
      .map((path) => knownTextAt(release.manifest, path))
      .find(Boolean);
    const path = settingPaths(release, 'interruptionQueue').find((path) => queueAt(release, path));
    const queue = path && queueAt(release, path);
    if (cluster && path && queue) return [{ release, cluster, path, queue }];
    return [];
  });
}

function queueAt({ manifest }: HelmRelease, path: Path): string | undefined {
  const reference = referenceAt(manifest, path);
  const isQueue = /^(?:aws_sqs_queue|module)\..*\.(?:name|queue_name)$/.test(reference ?? '');
  if (isQueue) return `${manifest.source.origin?.root}: ${reference}`;
  return knownTextAt(manifest, path);
}

/** Whether one Terraform root gives both clusters the same queue, which it creates once. */
function isOneQueue(
  { release: { manifest }, path, queue }: Reader,
  other: Reader,
  { manifests }: ManifestSet,
): boolean {
  if (!isSameRoot(manifest, other.release.manifest)) return false;
  if (referenceAt(manifest, path) !== undefined) return true;
  const queues = manifests.filter(({ kind }) => kind === 'aws_sqs_queue');
  return (
    queues.filter((candidate) => isSameRoot(candidate, manifest) && knownTextAt(candidate, ['spec', 'name']) === queue)
      .length === 1
  );
}

/** Whether the roles of both releases are of one account; undefined if one of them is unknown. */
function haveOneAccount(reader: Reader, other: Reader): boolean | undefined {
  const [account, otherAccount] = [reader, other].map(({ release }) => accountIn(release));
  if (account === undefined || otherAccount === undefined) return undefined;
  return account === otherAccount;
}

const accountIn = ({ manifest, values }: HelmRelease): string | undefined =>
  /^arn:[\w-]+:iam::(\d{12}):/.exec(
    knownTextAt(manifest, [...values, 'serviceAccount', 'annotations', 'eks.amazonaws.com/role-arn']) ?? '',
  )?.[1];

/** Whether both clusters read different queues before the change. */
function areApart(reader: Reader, other: Reader, before: readonly Reader[]): boolean {
  const [queue, otherQueue] = [reader, other].map(
    ({ cluster }) => before.find((reader) => reader.cluster === cluster)?.queue,
  );
  return queue !== undefined && otherQueue !== undefined && queue !== otherQueue;
}

function findingOf({ release: { manifest }, path, cluster }: Reader, other: Reader, isSure: boolean): Diagnostic {
  const each = isSure ? 'Each' : 'If both are in one account and region, each';
  return {
    code: 'review/shared-queue',
    severity: 'warning',
    message: `The clusters \`${other.cluster}\` and \`${cluster}\` read the same queue. ${each} of them receives only a part of the interruption warnings, and deletes those of the other`,
    span: manifest.keySpan(path),
    labels: [{ span: other.release.manifest.span(['metadata', 'name']), message: 'the other cluster' }],
    resource: manifest.ref,
    help: 'Create a queue for each cluster, with its own event rules.',
  };
}
