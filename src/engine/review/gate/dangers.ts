import { costRise } from '../../cluster/cost/cost-rise.ts';
import type { PlacedNodeClaim, Placement } from '../../cluster/cost/estimate.ts';
import type { NodePoolDisruption, WorkloadDisruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { concernsNodes, isAllHeld, isDeleted, isReplaced } from '../../cluster/disruption/node-counts.ts';
import { compareMinors, minorOf } from '../../karpenter/api/versions.ts';
import { isNodeGroup } from '../../karpenter/cloud-provider/node-groups.ts';
import type { Change, Effect, EffectCause, FieldChange } from '../../manifest/change.ts';
import { definitionKinds } from '../../manifest/model/definition-kinds.ts';
import { isNodeClassKind } from '../../manifest/model/karpenter-kinds.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { listIf } from '../../text/list-if.ts';
import type { Span } from '../../text/source.ts';
import { plural } from '../../text/words/plural.ts';
import { firstNames, joined, quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import type { Review } from '../context/review-data.ts';
import { type DeletedWorkloads, deletedWorkloads } from '../events/deleted-workloads.ts';
import { isRefusal } from '../figures/refused-caveat.ts';

/** Effects of a change that deserve attention although no rule is broken. */
export type DangerKind =
  | 'deletes-workloads'
  | 'removes-karpenter'
  | 'deletes-nodes'
  | 'replaces-nodes'
  | 'holds-nodes'
  | 'objects-unknown'
  | 'objects-stay'
  | 'other-choice'
  | 'edits-refused'
  | 'pods-unschedulable'
  | 'pods-stop'
  | 'all-pods-stop'
  | 'limit-reached'
  | 'unusual-types'
  | 'cost-up'
  | 'spot-up'
  | 'single-zone';

/** An effect of a change that deserves attention. */
export interface Danger {
  readonly kind: DangerKind;
  /** What happens, as a predicate whose subject is the change, without names from manifests. */
  readonly text: string;
  /** The same with the names of objects, in backticks. Absent if the text says all there is. */
  readonly named?: string;
  /** The node groups that it happens to. */
  readonly groups?: readonly Change[];
  /** The code of the finding that says the same, with more words. */
  readonly code?: string;
  /** Whether it happens in the main environment, in another one, which the text names, or in any of them. */
  readonly where: 'main' | 'elsewhere' | 'anywhere';
}

/**
 * Kinds that turn a pass into a warning: pods stop for good, start again elsewhere, or all at once, running nodes are
 * or may be removed, or new ones are unusual. The others are only mentioned, or have their own findings.
 */
const warned: ReadonlySet<DangerKind> = new Set([
  'deletes-workloads',
  'removes-karpenter',
  'deletes-nodes',
  'replaces-nodes',
  'holds-nodes',
  'objects-unknown',
  'objects-stay',
  'unusual-types',
  'other-choice',
  'edits-refused',
  'all-pods-stop',
]);

export const isWarned = ({ kind }: Pick<Danger, 'kind'>): boolean => warned.has(kind);

/** The dangers of a change in a fixed order, the worst first. There are none without a base to compare with. */
export function dangersOf(review: Review): readonly Danger[] {
  if (!review.hasBase) return [];

  const others = review.environments.filter(({ isMain }) => !isMain);
  const anywhere = [
    ...endOfKarpenter(review),
    ...nodesOfUnknownPools(review),
    ...affectedGroups(review),
    ...withoutCrds(review),
    ...lostObjects(review),
    ...stayingObjects(review),
    ...otherChoice(review),
    ...editsOfRefused(review),
  ];

  return [
    ...lostWorkloads(review),
    ...dangersIn(review).map((danger) => ({ ...danger, where: 'main' as const })),
    ...anywhere.map((danger) => ({ ...danger, where: 'anywhere' as const })),
    ...others.flatMap(({ name, estimate, disruption }) =>
      dangersIn({ estimate, disruption, findings: [] }).map(({ kind, text }) => ({
        kind,
        text: `${text} in ${name}`,
        where: 'elsewhere' as const,
      })),
    ),
  ];
}

/** Clusters in which workloads with pods are deleted. */
const lostWorkloads = (review: Review): Danger[] =>
  deletedWorkloads(review).flatMap((deletion): Danger[] => {
    const lost = lostText(deletion);
    if (lost === undefined) return [];
    const text = `deletes ${lost}${textIf(!deletion.isMain, ` in ${deletion.cluster}`)}`;
    return [{ kind: 'deletes-workloads', text, where: deletion.isMain ? 'main' : 'elsewhere' }];
  });

/** `all 2 workloads`, `1 workload with running pods`; undefined if no pod is known to run. */
function lostText({ isAll, workloads }: DeletedWorkloads): string | undefined {
  if (isAll && workloads.length === 1) return 'the only workload';
  if (isAll) return `all ${workloads.length} workloads`;

  const running = workloads.filter(({ pods }) => pods !== null);
  if (running.length === 0) return undefined;
  return `${plural(running.length, 'workload')} with running pods`;
}

/** A danger, wherever it happens. */
type Happening = Omit<Danger, 'where'>;

/**
 * Nodes of changed objects that the forecast does not cover: the NodePools of a node class are not among the manifests, or an object
 * belongs to a cluster whose figures are not shown.
 */
function nodesOfUnknownPools({ changes, disruption, environments }: Review): Happening[] {
  const counted = [disruption, ...environments.map((environment) => environment.disruption)]
    .flatMap(({ nodePools }) => nodePools)
    .filter(({ effect }) => isDisruptive(effect))
    .flatMap(({ name, nodeClass }) => [name, ...listIf(nodeClass !== null, nodeClass)]);

  const open = changes.filter(
    ({ resource, effect }) => isDisruptive(effect) && isOfNodes(resource.kind) && !counted.includes(resource.name),
  );

  const certainly = (effect: Effect): readonly Change[] =>
    open.filter((change) => change.condition === undefined && change.effect === effect);

  const [deleted, replaced] = [certainly('delete'), certainly('all-nodes')];
  const perhapsDeleted = deleted.length > 0 ? [] : changes.filter(mayHaveNodes);
  const perhapsReplaced = replaced.length > 0 ? [] : open.filter(({ effect }) => effect !== 'delete');

  return [
    ...ofChanged(deleted, deletes('running nodes')),
    ...ofChanged(perhapsDeleted, mayDelete),
    ...ofChanged(replaced, replaces('running nodes')),
    ...ofChanged(perhapsReplaced, mayReplace),
    ...(open.length === 0 ? [unknownUse(changes) ?? ofChanged(changes.filter(mayDrift), mayReplace)].flat() : []),
  ];
}

/** What happens to the nodes of changed objects, with their names. Empty if there are none. */
const ofChanged = (changes: readonly Change[], happening: Happening): Happening[] => {
  if (changes.length === 0) return [];
  return [{ ...happening, named: `${happening.text} of ${namesOf(changes)}` }];
};

/** Objects that a sentence names. */
const shownObjects = 2;

/** `EC2NodeClass `web``, ``NodePool `a` and 3 more``. An object of several environments is named once. */
function namesOf(changes: readonly Change[]): string {
  const names = new Set(changes.map(({ resource: { kind, name } }) => `${kind} ${quoted(name)}`));
  return firstNames([...names], shownObjects);
}

/** Nodes that are replaced if their environment used a file that becomes several environments. */
function unknownUse(changes: readonly Change[]): Happening | undefined {
  const { usedFile } = changes.find((change) => change.usedFile !== undefined) ?? {};
  if (usedFile === undefined) return undefined;
  return { ...mayReplace, text: `${mayReplace.text}: which environment used ${quoted(usedFile)} is unknown` };
}

/** Causes for which nodes drift. */
const drifting: ReadonlySet<EffectCause> = new Set([
  ...(['hash', 'requirements', 'ami', 'subnets', 'security-groups', 'capacity-reservations'] as const),
]);

/**
 * Whether a placeholder decides if nodes drift, or what the account has: `${a}` → `${b}` is usually another value, and other terms usually select
 * other security groups. What speaks against nodes is in the remark of a change.
 */
const mayDrift = ({ resource, type, effect, fields, remark }: Change): boolean =>
  type === 'modified' &&
  effect === 'unknown' &&
  remark === undefined &&
  isOfNodes(resource.kind) &&
  fields.some((field) => {
    const { path, before = null, after = null, cause } = field;
    if (field.effect !== 'unknown' || !drifting.has(cause)) return false;
    if (isOfOtherKubernetes(field)) return true;
    // That nothing is selected has a finding of its own.
    if (path[0] === 'status' || field.selectsNothing) return false;
    return cause === 'security-groups' || holdsPlaceholder(before) || holdsPlaceholder(after);
  });

/** Whether an alias selects images for another Kubernetes version of the cluster: `for Kubernetes 1.33`. */
const isOfOtherKubernetes = ({ path, before, after }: FieldChange): boolean =>
  path.join('.') === 'status.amis' &&
  [before, after].every((value) => typeof value === 'string' && value.startsWith('for Kubernetes '));

/** Whether a removed NodePool may have nodes: it may never have existed, or the API server refuses it or its node class before the change. */
const mayHaveNodes = ({ resource, type, effect }: Change): boolean =>
  type === 'removed' && effect === 'unknown' && isPool(resource.kind);

const isPool = (kind: string): boolean => kind === 'NodePool' || kind === 'Provisioner';

const isOfNodes = (kind: string): boolean => isPool(kind) || isNodeClassKind(kind) || kind === 'NodeClaim';

/** Kinds that decide about nodes, or that install Karpenter. */
const isOfCluster = (kind: string): boolean =>
  isOfNodes(kind) || kind === 'CustomResourceDefinition' || Object.hasOwn(definitionKinds, kind);

/** Kinds that install the CRDs. Only that their part may be deleted is a remark about them. */
const isInstaller = (kind: string): boolean => Object.hasOwn(definitionKinds, kind) || kind === 'KustomizeChart';

const isDisruptive = (effect: Effect): boolean =>
  effect === 'all-nodes' || effect === 'some-nodes' || effect === 'delete';

/** Node groups of the cloud that the change deletes, shrinks or replaces with others. Karpenter may run on them. */
function affectedGroups({ changes }: Review): Happening[] {
  const groups = changes.filter(({ resource }) => isNodeGroup(resource));

  const affected = (effect: Effect, type: Change['type']): readonly Change[] =>
    groups.filter((group) => group.effect === effect && group.type === type && !isOnlyUncounted(group));

  return [
    ...ofGroups('deletes all nodes', affected('delete', 'removed'), 'deletes-nodes'),
    ...ofGroups('deletes nodes', affected('delete', 'modified'), 'deletes-nodes'),
    ...ofGroups('replaces all nodes', affected('all-nodes', 'modified'), 'replaces-nodes'),
    ...ofGroups('may delete all nodes', affected('unknown', 'removed'), 'deletes-nodes'),
    ...ofGroups('may replace all nodes', affected('unknown', 'modified'), 'replaces-nodes'),
  ];
}

/** A group of which only the sizes are unknown. They are values that nobody can compare, which `review/not-understood` says. */
function isOnlyUncounted({ type, effect, fields }: Change): boolean {
  const open = fields.filter((field) => field.effect === 'unknown');
  const isSize = open.length > 0 && open.every(({ path }) => path[1] === 'count' || path[1] === 'scaling');
  return type === 'modified' && effect === 'unknown' && isSize;
}

function ofGroups(what: string, groups: readonly Change[], kind: DangerKind): Happening[] {
  if (groups.length === 0) return [];

  const text = () => {
    if (groups.length === 1) return `${what} of a node group`;
    return `${what} of ${groups.length} node groups`;
  };

  return [{ kind, text: text(), named: `${what} of ${namesOf(groups)}`, groups }];
}

/** Another Karpenter, for which the figures are not the whole truth. Of several upgrades, that of the main environment is named. */
function otherChoice({ findings, environments }: Review): Happening[] {
  const fresh = findings.filter(({ isNew }) => isNew).map(({ diagnostic }) => diagnostic);
  const choices = fresh.filter(({ code }) => code === 'upgrade/choice');
  const main = environments.find(({ isMain }) => isMain)?.name ?? '';
  const choice = choices.find((candidate) => clustersOf([candidate]).has(main)) ?? choices[0];
  if (choice === undefined) return [];

  const { versions } = choice;
  if (versions === undefined)
    return [{ kind: 'other-choice', text: 'brings a Karpenter that may choose other nodes', code: 'upgrade/choice' }];

  const { from, to } = versions;
  const isOlder = compareMinors(minorOf(to), minorOf(from)) < 0;
  const verb = isOlder ? 'downgrades' : 'upgrades';
  const upgrade = `${verb} Karpenter from ${from} to ${to}`;
  const text = `${upgrade}, which may choose other nodes`;

  const clusters = clustersOf(choices.filter(({ versions: other }) => other?.from === from && other.to === to));
  const inOrder = environments
    .toSorted((a, b) => Number(b.isMain) - Number(a.isMain))
    .map(({ name }) => name)
    .filter((name) => clusters.has(name));
  const where = textIf(environments.length > 1 && inOrder.length > 0, ` in ${joined(inOrder)}`);
  const what = `${upgrade}${where}`;
  const steps = fresh.find(({ code, span }) => code === 'upgrade/karpenter' && isSamePlace(span, choice.span))?.steps;
  if (steps === undefined) return [{ kind: 'other-choice', text, named: `${what}, which may choose other nodes` }];

  // What has to be done comes before what may happen.
  return [
    { kind: 'other-choice', text, named: `${what}. ${stepsText(steps)}. The new version may choose other nodes` },
  ];
}

/** The clusters that findings are about. */
const clustersOf = (diagnostics: readonly Diagnostic[]): ReadonlySet<string> =>
  new Set(diagnostics.flatMap(({ cluster, clusters = [] }) => cluster ?? clusters));

const isSamePlace = (span: Span, other: Span): boolean => span.file === other.file && span.start === other.start;

/** `Before 1.7, allow the controller `iam:ListInstanceProfiles` (and 1 more step)`. */
function stepsText([first = '', ...others]: readonly string[]): string {
  const [step = ''] = first.replace(/\.$/, '').split('. ');
  if (others.length === 0) return step;
  return `${step} (and ${plural(others.length, 'more step')})`;
}

/** A change of an object that the API server refuses before and after it. */
interface RefusedEdit {
  readonly change: Change;
  /** The environments in which the object is refused; empty if there are none. */
  readonly clusters: ReadonlySet<string>;
}

/** The changes of objects that the API server refuses before and after the change, so that nothing of them reaches the cluster. */
export function refusedEdits({ changes, findings }: Pick<Review, 'changes' | 'findings'>): readonly RefusedEdit[] {
  const refused = findings
    .filter(({ isNew, diagnostic }) => !isNew && isRefusal(diagnostic))
    .map(({ diagnostic }) => diagnostic);

  const isAbout = ({ resource, span, environments = [] }: Change, diagnostic: Diagnostic): boolean =>
    diagnostic.resource?.kind === resource.kind &&
    diagnostic.resource.name === resource.name &&
    (diagnostic.span.file === span.file || environments.some((name) => clustersOf([diagnostic]).has(name)));

  return changes
    .filter(({ type, fields }) => type === 'modified' && fields.length > 0)
    .flatMap((change) => {
      const about = refused.filter((diagnostic) => isAbout(change, diagnostic));
      if (about.length === 0) return [];
      return [{ change, clusters: clustersOf(about) }];
    });
}

function editsOfRefused(review: Review): Happening[] {
  const edits = refusedEdits(review);
  if (edits.length === 0) return [];

  const { environments } = review;
  const names = edits.map(({ change: { resource }, clusters }) => {
    const isSome = clusters.size > 0 && clusters.size < environments.length;
    return `${resource.kind} ${quoted(resource.name)}${textIf(isSome, ` in ${joined([...clusters])}`)}`;
  });

  const text = `edits ${plural(edits.length, 'object')} that the API server refuses`;
  const object = firstNames([...new Set(names)], shownObjects);
  const named = `The API server refuses ${object} before and after the change, so the edit has no effect`;
  return [{ kind: 'edits-refused', text, named }];
}

/** Karpenter's controller, if the change removes it and nothing else installs it. NodePools that stay launch nothing then. */
function endOfKarpenter({ changes }: Review): Happening[] {
  const ending = changes.filter(({ endsKarpenter }) => endsKarpenter === true);
  if (ending.length === 0) {
    if (!changes.some(({ reinstallsKarpenter }) => reinstallsKarpenter)) return [];
    return [{ kind: 'removes-karpenter', text: 'uninstalls Karpenter and installs it as another release' }];
  }

  const isOpen = ending.every(({ condition }) => condition !== undefined);
  const verb = isOpen ? 'may remove' : 'removes';
  const text = `${verb} Karpenter, and nothing launches or replaces nodes without it`;
  return [{ kind: 'removes-karpenter', text }];
}

/** Objects that were there before, and that are now in files or charts that cannot be read or rendered. */
function lostObjects({ changes }: Review): Happening[] {
  const count = changes.filter(({ type, resource }) => type === 'unknown' && isOfNodes(resource.kind)).length;
  if (count === 0) return [];
  const what = count === 1 ? 'a NodePool or node class' : `${count} NodePools and node classes`;
  return [{ kind: 'objects-unknown', text: `makes ${what} unreadable` }];
}

/** What somebody may expect to be deleted, and nothing deletes it. */
function stayingObjects({ changes }: Review): Happening[] {
  const count = changes.filter(
    ({ stays, resource }) => stays?.isIntended === false && stays.alsoIn === undefined && isOfCluster(resource.kind),
  ).length;
  if (count === 0) return [];
  return [{ kind: 'objects-stay', text: `leaves ${plural(count, 'object')} in the cluster that git no longer has` }];
}

/** Deleting the CRDs deletes all NodePools, including those that are not among the manifests. */
function withoutCrds({ changes }: Review): Happening[] {
  const isDeleted = changes.some(
    ({ resource, effect }) => effect === 'delete' && !isOfNodes(resource.kind) && !isNodeGroup(resource),
  );
  const code = 'upgrade/crds-removed';
  if (isDeleted) return [{ kind: 'deletes-nodes', text: 'deletes the CRDs and with them all nodes', code }];

  const mayBeDeleted = changes.some(
    ({ resource, effect, remark, reinstallsKarpenter }) =>
      effect === 'unknown' && remark !== undefined && isInstaller(resource.kind) && !reinstallsKarpenter,
  );
  if (mayBeDeleted) return [{ kind: 'deletes-nodes', text: 'may delete the CRDs and with them all nodes', code }];

  return [];
}

/** The data that dangers are derived from: the review itself, or one of its environments. */
type Seen = Pick<Review, 'estimate' | 'disruption' | 'findings'>;

const dangersIn = (seen: Seen): readonly Happening[] => [
  ...affectedNodes(seen),
  ...lostPods(seen),
  ...stoppedPods(seen),
  ...emptyServices(seen),
  ...limits(seen),
  ...unusualTypes(seen),
  ...costUp(seen),
  ...spotUp(seen),
  ...singleZone(seen),
];

const deletes = (nodes: string): Happening => ({ kind: 'deletes-nodes', text: `deletes ${nodes}` });
const replaces = (nodes: string): Happening => ({ kind: 'replaces-nodes', text: `replaces ${nodes}` });
const mayDelete: Happening = { kind: 'deletes-nodes', text: 'may delete running nodes' };
const mayReplace: Happening = { kind: 'replaces-nodes', text: 'may replace running nodes' };

/** Nodes that are or may be replaced or deleted, and those that should be. There is no danger if it is known that none of them runs. */
function affectedNodes({ disruption }: Seen): Happening[] {
  const concerned = disruption.nodePools.filter(concernsNodes);
  const replaced = concerned.filter(isReplaced);
  const isCertain = replaced.some(
    ({ effect, nodesReplaced, isUndecided }) => !isUndecided && (effect === 'all-nodes' || nodesReplaced !== null),
  );

  return [
    ...counted(concerned.filter(isDeleted)).map(deletes),
    ...(isCertain || replaced.length === 0 ? counted(replaced).map(replaces) : [mayReplace]),
    ...held(concerned.filter((pool) => isDeleted(pool) || isReplaced(pool))),
  ];
}

/** How many nodes go. Empty if none does. */
function counted(pools: readonly NodePoolDisruption[]): string[] {
  const going = pools.filter(({ nodesReplaced }) => nodesReplaced !== 0);
  if (going.length === 0) return [];
  const total = going.reduce<number>((sum, { nodesReplaced }) => sum + (nodesReplaced ?? 0), 0);
  if (going.every(({ nodesReplaced }) => nodesReplaced !== null)) return [plural(total, 'node')];
  return [total === 0 ? 'running nodes' : `at least ${plural(total, 'node')}`];
}

function held(pools: readonly NodePoolDisruption[]): Happening[] {
  const count = pools.reduce<number>((sum, { nodesHeld }) => sum + (nodesHeld ?? 0), 0);
  if (count === 0 && pools.some(isAllHeld))
    return [{ kind: 'holds-nodes', text: 'leaves running nodes that Karpenter cannot replace' }];
  if (count === 0) return [];
  return [{ kind: 'holds-nodes', text: `leaves ${plural(count, 'node')} that Karpenter cannot replace` }];
}

function lostPods({ estimate }: Seen): Happening[] {
  const lost = (side: Placement | null): number => side?.unschedulable.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const more = lost(estimate?.head ?? null) - lost(estimate?.base ?? null);
  if (more <= 0) return [];

  const text = () => {
    if (estimate?.head?.mayRunElsewhere) return `leaves ${plural(more, 'more pod')} without a NodePool`;
    return `makes ${plural(more, 'more pod')} unschedulable`;
  };

  return [{ kind: 'pods-unschedulable', text: text() }];
}

/** Codes of findings about a service that is down for a time because nodes are replaced. */
const outageCodes: ReadonlySet<string> = new Set(['disruption/no-targets', 'disruption/replicas-together']);

export const isOutageCode = (code: string): boolean => outageCodes.has(code);

function stoppedPods({ findings }: Seen): Happening[] {
  const count = findings.filter(
    ({ isNew, diagnostic }) => isNew && diagnostic.severity !== 'note' && isOutageCode(diagnostic.code),
  ).length;
  if (count === 0) return [];
  return [{ kind: 'pods-stop', text: `stops ${workloadsText(count)} for a time` }];
}

const workloadsText = (count: number): string => {
  if (count === 1) return 'a workload';
  return `${count} workloads`;
};

/** Workloads with fewer pods than this are no service that runs on several nodes. Findings of their own are about them. */
const smallestService = 3;

/**
 * Whether a workload is a service whose pods all get replacements: pods of Jobs only do their work again. New pods that
 * stay pending are a statement of their own.
 */
export const isRestartedService = (workload: WorkloadDisruption): boolean =>
  workload.replicas >= smallestService &&
  !/^(?:Cron)?Job\//.test(workload.name) &&
  workload.pending === undefined &&
  workload.unplaced === undefined &&
  workload.stopped === 0;

/** Services of which no pod runs for a time. Pods that are only packed in another way are chance. */
function emptyServices({ estimate, disruption }: Seen): Happening[] {
  if (estimate?.isRepacked === true) return [];
  const count = (disruption.workloads ?? []).filter(
    (workload) => isRestartedService(workload) && workload.worst.available === 0,
  ).length;
  if (count === 0) return [];
  return [{ kind: 'all-pods-stop', text: `stops all pods of ${workloadsText(count)} for a time` }];
}

function limits({ findings }: Seen): Happening[] {
  const isHit = findings.some(({ isNew, diagnostic }) => isNew && diagnostic.code === 'provisioning/limit-reached');
  if (isHit) return [{ kind: 'limit-reached', text: 'reaches a limit' }];
  return [];
}

/** Unusual instance types that no node had before. Their names are from the catalog. */
function unusualTypes({ estimate }: Seen): Happening[] {
  const running = estimate?.base?.nodePools.flatMap(({ nodeClaims }) => nodeClaims) ?? [];
  const before = new Set([...running, ...(estimate?.base?.unusualTypes ?? [])].map(({ instanceType }) => instanceType));
  const [first, ...others] = (estimate?.head?.unusualTypes ?? []).filter(
    ({ instanceType }) => !before.has(instanceType),
  );
  if (first === undefined || estimate?.base == null) return [];

  const more = textIf(others.length > 0, ` and ${plural(others.length, 'more unusual instance type')}`);
  return [{ kind: 'unusual-types', text: `launches ${first.instanceType} (${first.why})${more}` }];
}

/** Smaller increases are too common to mention. */
const notableIncrease = 0.25;

function costUp({ estimate }: Seen): Happening[] {
  const before = estimate?.base?.monthlyUsd.likely ?? null;
  const after = estimate?.head?.monthlyUsd.likely ?? null;
  if (before === null || after === null || before === 0) return [];
  const increase = after / before - 1;
  if (
    estimate == null ||
    estimate.isRepacked === true ||
    increase < notableIncrease ||
    estimate.difference.monthlyUsd.likely === null
  )
    return [];
  return [{ kind: 'cost-up', text: `increases the cost by ${costRise(estimate, after - before)}` }];
}

/** The share of spot nodes must rise by at least this much to be mentioned. */
const notablePoints = 0.1;

function spotUp({ estimate }: Seen): Happening[] {
  const [before, after] = [estimate?.base, estimate?.head].map((side) => spotShare(claimsOf(side)));
  if (before == null || after == null || after - before < notablePoints) return [];
  // Fewer nodes on demand are no more nodes on spot, and the same pods on more nodes are no more of them on spot.
  if (spotCount(claimsOf(estimate?.head)) <= spotCount(claimsOf(estimate?.base))) return [];
  if (spotPods(claimsOf(estimate?.head)) <= spotPods(claimsOf(estimate?.base))) return [];
  return [{ kind: 'spot-up', text: `raises the share of spot nodes from ${percent(before)} to ${percent(after)}` }];
}

const spotPods = (claims: readonly PlacedNodeClaim[]): number =>
  claims.filter(({ capacityType }) => capacityType === 'spot').reduce((sum, { pods }) => sum + pods, 0);

const spotCount = (claims: readonly PlacedNodeClaim[]): number =>
  claims.filter(({ capacityType }) => capacityType === 'spot').length;

const spotShare = (claims: readonly PlacedNodeClaim[]): number | null => {
  if (claims.length === 0) return null;
  return spotCount(claims) / claims.length;
};

function singleZone({ estimate }: Seen): Happening[] {
  const before = new Set(claimsOf(estimate?.base).map(({ zone }) => zone));
  const after = new Set(claimsOf(estimate?.head).flatMap(zonesOf));
  const isNarrowed = claimsOf(estimate?.head).length > 1 && after.size === 1 && before.size > 1;
  if (isNarrowed) return [{ kind: 'single-zone', text: 'leaves all new nodes in one zone' }];
  return [];
}

/** The zones in which the node costs the same, so EC2 may launch it in any of them. */
const zonesOf = ({ zone, ties }: PlacedNodeClaim): readonly string[] => [
  zone,
  ...ties.map((tie) => tie.slice(tie.indexOf(' ') + 1)),
];

const claimsOf = (side: Placement | null | undefined): readonly PlacedNodeClaim[] =>
  side?.nodePools.flatMap(({ nodeClaims }) => nodeClaims) ?? [];

const percent = (share: number): string => `${Math.round(share * 100)}%`;
