import type { Finding } from '../../review/context/finding.ts';
import { type ShownFinding, withCopies, withoutCopies } from '../../review/context/finding-copies.ts';
import type { Review } from '../../review/context/review-data.ts';
import { reviewedClusters } from '../../review/events/events-of.ts';
import { isOutageCode } from '../../review/gate/dangers.ts';
import { folderOf } from '../../text/source.ts';
import { firstClause, shortClause } from '../../text/words/cut-sentence.ts';
import { firstNames, joined, quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { inReadingOrder } from '../wording/finding-order.ts';
import { newFindings, severityCounts } from '../wording/new-findings.ts';
import { otherObjects } from '../wording/other-objects.ts';
import { refusedRoots } from '../wording/refused-roots.ts';

/** Findings after which a cluster, or the network of nodes, is another one or gone. Whatever else happens to its nodes matters less. */
const destroysCluster: ReadonlySet<string> = new Set([
  'terraform/replaces-cluster',
  'terraform/new-region',
  'terraform/replaces-network',
]);

/** Whether a finding says that a cluster, or the network of its nodes, is destroyed or another one. */
export const isOfDestroyed = ({ diagnostic: { code, recreates } }: Finding): boolean =>
  destroysCluster.has(code) || recreates?.includes('cluster') === true;

/** Whether a finding is in a folder in which Terraform can plan nothing, so that nothing is destroyed. */
export const isInRefusedRoot = ({ diagnostic: { span } }: Finding, review: Review): boolean =>
  refusedRoots(review).has(folderOf(span.file));

/** Whether a finding is an error. */
export const isErrorFinding = ({ diagnostic }: ShownFinding): boolean => diagnostic.severity === 'error';

/** ` (only in dev)`, ` in dev`: the clusters of a finding, if it is not true of all that the change affects, and does not name them itself. */
export function clustersText(finding: ShownFinding, review: Review): string {
  const affected = reviewedClusters(review).flatMap(({ name }) => name ?? []);
  const alike = newFindings(review).filter((other) => isAlike(other, finding));
  // An environment may give the same finding another severity or another help.
  const same = alike.filter(
    (other) => firstClause(other.diagnostic.message) === firstClause(finding.diagnostic.message),
  );
  const clusters = clustersOfFindings([...withCopies([finding]), ...same]);
  if (affected.length < 2 || clusters.has(undefined) || affected.every((name) => clusters.has(name))) return '';

  const names = [...clusters].filter((name) => name !== undefined);
  if (names.some((name) => finding.diagnostic.message.includes(name))) return '';

  // Elsewhere, it is the same with other numbers.
  const isElsewhere = [...clustersOfFindings(alike)].some((name) => !clusters.has(name));
  if (isElsewhere) return ` in ${joined(names)}`;
  return ` (only in ${joined(names)})`;
}

/** The clusters that findings are about; undefined for findings of all clusters. */
export const clustersOfFindings = (findings: readonly Finding[]): ReadonlySet<string | undefined> =>
  new Set(findings.map(({ diagnostic: { cluster } }) => cluster));

/** Whether two findings say the same about objects with one name, maybe with other numbers. */
export const isAlike = ({ diagnostic: a }: Finding, { diagnostic: b }: Finding): boolean =>
  a.code === b.code && a.resource?.kind === b.resource?.kind && a.resource?.name === b.resource?.name;

/** Whether a finding is about a NodePool with another address in Terraform. */
export const isOfDeletedNodes = ({ diagnostic: { recreates } }: Finding): boolean =>
  recreates?.includes('node-pool') === true;

/** Whether a finding is about nodes that stay, which the sentence about nodes and the figures say. */
export const isHeld = ({ diagnostic }: Finding): boolean => diagnostic.code === 'disruption/rollout-held';

/** Whether a finding says that the NodePool of unschedulable pods was the last one, which the sentence about the pods says as their reason. */
export const isOfLastPool = ({ diagnostic }: Finding): boolean => diagnostic.code === 'disruption/last-node-pool';

/** The names of environments, production first. */
export const reviewOrder = (environments: Review['environments']): readonly string[] =>
  environments.toSorted((a, b) => Number(b.isMain) - Number(a.isMain)).map(({ name }) => name);

/** Whether running nodes have no room for the pods of a DaemonSet, so that later nodes are larger. */
export const isOfDaemonRoom = ({ diagnostic }: Finding): boolean => diagnostic.code === 'provisioning/daemonset-room';

/** Whether these pods evict others, which need nodes that no figure counts. */
export const isOfEvictions = ({ diagnostic }: Finding): boolean => diagnostic.mayEvict === true;

/** Whether a finding says that Terraform destroys a cluster for certain. */
export const isEndOf = (cluster: string | null, { diagnostic }: Finding): boolean =>
  diagnostic.destroysCluster !== undefined && (cluster === null || diagnostic.cluster === cluster);

/** New errors and warnings in reading order. */
export const shownFindings = (review: Review): ShownFinding[] =>
  withoutCopies(inReadingOrder(newFindings(review), { hasBase: false })).filter(
    ({ diagnostic }) => diagnostic.severity !== 'note',
  );

/** `2 errors and 1 warning`; empty if there are none. One mistake that many objects share is one. */
export function countClauses(findings: readonly ShownFinding[]): string[] {
  const counts = severityCounts(findings, ['error', 'warning']);
  if (counts.length === 0) return [];
  return [counts.join(' and ')];
}

/** What is wrong, with the object if the message does not contain it, and the other objects that it is true of. */
export function clauseOf(finding: ShownFinding): string {
  const { diagnostic, copies } = finding;
  const { message, resource, span } = diagnostic;
  const name = resource?.name ?? '';
  const isKindMissing = resource !== null && name !== '' && message.startsWith(`${quoted(name)} `);
  const kind = isKindMissing ? `${resource.kind} ` : '';
  const clause = kind + withFile(withoutPattern(shortClause(message)), span.file);
  const object = name === '' || resource === null || clause.includes(name) ? '' : ` (${resource.kind} ${quoted(name)})`;

  const others = otherObjects(finding);
  const numbers = textIf(finding.hasOtherNumbers === true, ', with other numbers');
  if (others.length > 0) return `${clause}${object}; the same holds for ${firstNames(others.map(quoted), 2)}${numbers}`;
  if (resource !== null) return `${clause}${object}`;

  return `${clause}${filesText(clause, [...new Set([span.file, ...copies.map((copy) => copy.diagnostic.span.file)])])}`;
}

/** The files of a finding that is about no object, if there are several: a number of files says nothing. */
function filesText(clause: string, files: readonly string[]): string {
  if (files.length < 2) return '';

  const [first, ...others] = files.map(quoted);
  if (clause.includes(first!)) return `; the same holds for ${firstNames(others, 2)}`;
  return ` (${firstNames(files.map(quoted), 2)})`;
}

/** A clause that points at its place, with the name of the file: nothing else in the first lines has it. */
const withFile = (clause: string, file: string): string =>
  clause.replace(/^This line\b/, `A line of ${quoted(file)}`).replace(/^This file\b/, quoted(file));

/** A value that a pattern excludes is not valid. The finding has the pattern. */
const withoutPattern = (clause: string): string => clause.replace(/, but must match `\^[^`]*`/, ', which is not valid');

/** Findings of production first. */
export const inClusterOrder = (findings: readonly Finding[], { environments }: Review): readonly Finding[] => {
  const order = reviewOrder(environments);
  const rankOf = ({ diagnostic: { cluster } }: Finding): number => order.indexOf(cluster ?? '');
  return findings.toSorted((a, b) => rankOf(a) - rankOf(b));
};

/** `Deployment/shop/cart`: the workload that a finding is about, or else its file. */
export const workloadOfFinding = ({ diagnostic: { resource, span } }: Finding): string => {
  if (resource === null) return span.file;
  return [resource.kind, resource.namespace, resource.name].join('/');
};

/** The workloads that findings are about. */
export const workloadNames = (findings: readonly Finding[]): Set<string> => new Set(findings.map(workloadOfFinding));

/** Whether a finding says that a workload has no pods for a time. */
export const isOfOutage = ({ diagnostic }: Finding): boolean => isOutageCode(diagnostic.code);

/** ` in prod`, the environment of a finding if there are several. */
export function placeText({ diagnostic: { cluster } }: Finding, { environments }: Review): string {
  if (cluster === undefined || environments.length < 2) return '';
  return ` in ${cluster}`;
}
