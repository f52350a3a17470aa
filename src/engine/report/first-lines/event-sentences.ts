import type { AwaitedJobs, HeldNodes, NodePoolDisruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { doNotDisrupt } from '../../karpenter/api/disruption-keys.ts';
import type { Change, Effect, FieldChange } from '../../manifest/change.ts';
import { isNodeClassKind } from '../../manifest/model/karpenter-kinds.ts';
import type { Review } from '../../review/context/review-data.ts';
import type { DeletedWorkloads, StoppedWorkloads } from '../../review/events/deleted-workloads.ts';
import type { PodReason, ReviewEvent } from '../../review/events/event.ts';
import { reviewedClusters } from '../../review/events/events-of.ts';
import { nameInNamespace } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { listIf } from '../../text/list-if.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { firstNames, quoted, quotedTitle } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { selectedBy, shortName } from '../values/changed-value.ts';
import { shortValues } from './change-text.ts';

/** Events as sentences without their full stops. Names are in backticks. */

/** `shop/checkout` of `Deployment/shop/checkout`. The kind is left out, because a name is enough for people. */
export const workloadName = (workload: string): string => quoted(workload.slice(workload.indexOf('/') + 1));

/** ` in prod`; empty if there is only one cluster. */
const inCluster = ({ cluster }: Pick<ReviewEvent, 'cluster'>): string => {
  if (cluster === null) return '';
  return ` in ${cluster}`;
};

/** A sentence about pods, and whether it says why they fit nowhere. */
interface PodSentence {
  readonly text: string;
  readonly isExplained: boolean;
  /** Whether the limits of a NodePool are why. */
  readonly isOfLimits: boolean;
}

/**
 * `Deletes all 12 workloads in prod (45 pods), among them StatefulSet `data/postgres``, `Deletes Deployment `shop/web` (4 pods)`: what the
 * change deletes in one cluster.
 */
export function deletionSentence({ cluster, workloads, isAll }: DeletedWorkloads): string {
  const [first] = workloads;
  const { resource } = first!;
  const named = `${resource.kind} ${quoted(nameInNamespace(resource))}`;
  const pods = workloads.reduce((sum, workload) => sum + (workload.pods ?? 0), 0);
  const counted = textIf(pods !== 0, ` (${plural(pods, 'pod')})`);

  if (workloads.length === 1 && isAll) return `Deletes the only workload${inCluster({ cluster })}: ${named}${counted}`;
  const again = successorText(workloads);
  if (workloads.length === 1) return `Deletes ${named}${inCluster({ cluster })}${counted}${again}`;

  const all = `${textIf(isAll, 'all ')}${plural(workloads.length, 'workload')}`;
  return `Deletes ${all}${inCluster({ cluster })}${counted}, among them ${named}${again}`;
}

/** `Stops the only pod of Deployment `shop/admin``, `Stops all pods of 3 workloads in dev (9 pods), among them StatefulSet `data/postgres``. */
export function stopSentence({ cluster, workloads }: StoppedWorkloads): string {
  const [first, ...others] = workloads;
  const { resource, pods } = first!;
  const named = `${resource.kind} ${quoted(nameInNamespace(resource))}`;
  const where = inCluster({ cluster });

  if (others.length === 0 && pods === null) return `Sets ${named} to 0 replicas${where}`;
  if (others.length === 0) return `Stops ${byCount(pods!, 'the only pod', `all ${pods} pods`)} of ${named}${where}`;

  const sum = workloads.reduce((total, workload) => total + (workload.pods ?? 0), 0);
  const counted = textIf(sum > 0, ` (${plural(sum, 'pod')})`);
  return `Stops all pods of ${plural(workloads.length, 'workload')}${where}${counted}, among them ${named}`;
}

/** ` and creates it again in namespace `web``, `, and Application `apps/web` creates them again`; empty unless that holds for all of them. */
function successorText(workloads: DeletedWorkloads['workloads']): string {
  const successors = workloads.flatMap(({ successor }) => successor ?? []);
  if (successors.length < workloads.length) return '';

  const them = byCount(workloads.length, 'it', 'them');
  const roots = new Set(successors.map(({ root }) => root));
  const [root] = roots;
  if (roots.size === 1 && root !== undefined) return `, and ${quotedTitle(root)} creates ${them} again`;

  const comma = textIf(workloads.length > 1, ',');
  const isMoved = workloads.every(({ resource, successor }) => successor?.namespace !== resource.namespace);
  const [namespace, ...others] = new Set(successors.map((successor) => successor.namespace));
  if (!isMoved || namespace === undefined || others.length > 0) return `${comma} and creates ${them} again`;
  return `${comma} and creates ${them} again in namespace ${quoted(namespace)}`;
}

const podKinds: ReadonlySet<ReviewEvent['kind']> = new Set(['unschedulable', 'rollout-stops', 'unschedulable-later']);

export const isAboutPods = ({ kind }: ReviewEvent): boolean => podKinds.has(kind);

/**
 * `4 pods of `shop/checkout` fit no NodePool in prod once their node is gone: they require … , but NodePool `general` allows …; 2 pods of 1 more
 * workload fit none either`, for the worst kind of event that is about pods; undefined if none is. Only the first cluster that has one is
 * named, the others have figures of their own. If the pods of one workload have no node in several clusters, that is production.
 */
export function podSentence(events: readonly ReviewEvent[], review: Review): PodSentence | undefined {
  const [worst] = events.filter(isAboutPods);
  if (worst === undefined) return undefined;

  const first = inMainCluster(worst, events, review) ?? worst;

  const others = events.filter(
    (event) => event !== first && event.kind === first.kind && event.cluster === first.cluster,
  );
  const reason = reasonText(first.because);
  const alike = others.filter((event) => reason !== undefined && reasonText(event.because) === reason);
  const rest = others.filter((event) => !alike.includes(event));
  const shown = [first, ...alike];
  const count = podCount(shown);
  const noun = isStopped(first) ? 'new pod' : 'pod';
  const who = `${plural(count, noun)} of ${workloadsText(shown)}`;
  const verb = fitText({ count, isBase: review.hasBase, mayRunElsewhere: mayRunElsewhere(first, review), first });

  const whyText = (): string => {
    if (reason === undefined) return '';
    if (count === 1) return `: ${singular(reason)}`;
    return `: ${reason}`;
  };

  const more = textIf(
    rest.length > 0,
    `; the same holds for ${plural(podCount(rest), 'pod')} of ${plural(rest.length, 'more workload')}`,
  );

  const gone = first.when === 'restart' ? nodeGone(count) : '';
  const later = laterText(first, events);
  const text = `${who} ${verb}${inCluster(first)}${gone}${oldPods(shown, review)}${whyText()}${more}${later}`;

  return { text, isExplained: reason !== undefined, isOfLimits: first.because[0]?.kind === 'limits' };
}

/** `; 10 more pods fit none once their node is gone`: pods of the same cluster that run on, next to those that do not. */
function laterText({ cluster, when }: ReviewEvent, events: readonly ReviewEvent[]): string {
  const later = events.filter((event) => event.kind === 'unschedulable-later' && event.cluster === cluster);
  const count = podCount(later);
  if (when !== 'now' || count === 0) return '';
  return `; ${count} more ${byCount(count, 'pod fits', 'pods fit')} none${nodeGone(count)}`;
}

/** The event of the main cluster about the pods of the same workload. */
function inMainCluster(
  { subject }: ReviewEvent,
  events: readonly ReviewEvent[],
  review: Review,
): ReviewEvent | undefined {
  const main = reviewedClusters(review).find(({ isMain }) => isMain)?.name ?? null;
  return events.find((event) => isAboutPods(event) && event.cluster === main && event.subject === subject);
}

/** The reason of a single pod. */
const singular = (reason: string): string =>
  reason
    .replace(/^they require/, 'it requires')
    .replace(/^they do not/, 'it does not')
    .replace(/which runs them\b/, 'which runs it');

const isStopped = ({ kind }: ReviewEvent): boolean => kind === 'rollout-stops';

/** A pod that restarts on its own node still has its room there, so it is the node that counts. */
const nodeGone = (count: number): string => ` once ${byCount(count, 'its', 'their')} node is gone`;

const podCount = (events: readonly ReviewEvent[]): number => events.reduce((sum, { count }) => sum + (count ?? 0), 0);

const workloadsText = (events: readonly ReviewEvent[]): string =>
  firstNames(
    events.map(({ subject }) => workloadName(subject ?? '')),
    2,
  );

/** Whether unschedulable pods may run on nodes that are unknown. */
function mayRunElsewhere({ cluster, when }: ReviewEvent, { estimate, environments }: Review): boolean {
  if (when === 'restart') return true;

  const figures = () => {
    if (cluster === null) return estimate;
    return environments.find(({ name }) => name === cluster)?.estimate;
  };

  return (figures() ?? estimate)?.head?.mayRunElsewhere === true;
}

interface Fitting {
  readonly count: number;
  readonly isBase: boolean;
  readonly mayRunElsewhere: boolean;
  readonly first: ReviewEvent;
}

/** `fits no NodePool`: what is known of pods if other nodes may run them. */
export const fitsNoNodePool = (count: number): string => byCount(count, 'fits no NodePool', 'fit no NodePool');

function fitText({ count, isBase, mayRunElsewhere: elsewhere, first }: Fitting): string {
  if (elsewhere) return fitsNoNodePool(count);
  if (isStopped(first)) return 'cannot be scheduled';
  if (isBase) {
    if (count === 1) return 'becomes unschedulable';
    return 'become unschedulable';
  }
  if (count === 1) return 'is unschedulable';
  return 'are unschedulable';
}

/** ` (the rollouts stop, and 5 old pods keep running)`, of workloads of one cluster. Old pods that keep running are no outage. */
function oldPods(events: readonly ReviewEvent[], { estimate, environments }: Review): string {
  const [first] = events;
  if (first === undefined || !isStopped(first)) return '';

  const figures = () => {
    if (first.cluster === null) return estimate;
    return environments.find(({ name }) => name === first.cluster)?.estimate;
  };

  const subjects = new Set(events.map(({ subject }) => subject));
  const stopped = (figures() ?? estimate)?.head?.unschedulable.filter(({ workload }) => subjects.has(workload)) ?? [];
  const old = [...new Map(stopped.map((pods) => [pods.workload, pods.oldPods ?? 0])).values()];
  const count = old.reduce((sum, pods) => sum + pods, 0);

  const rollouts = byCount(subjects.size, 'the rollout stops', 'the rollouts stop');
  return ` (${rollouts}, and ${plural(count, 'old pod')} ${byCount(count, 'keeps', 'keep')} running)`;
}

/** Why pods fit no node of the NodePool that says most; undefined if only Karpenter's message is known. */
function reasonText([first]: readonly PodReason[]): string | undefined {
  if (first?.text === undefined) return undefined;

  const pool = `NodePool ${quoted(first.nodePool)}`;

  if (first.kind === 'deleted') {
    if (first.renamedTo === undefined) return `the change deletes ${pool}, which runs them`;
    return `the change renames ${pool}, which runs them, to ${quoted(first.renamedTo)}`;
  }

  if (first.kind === 'limits') return first.text.replace('leaves', `of ${pool} leaves`);
  if (first.kind === 'taints') return `${first.text.replace(/^the pods/, 'they')} of ${pool}`;

  const text = first.text.replace(/^the pods/, 'they');
  if (text.includes('the NodePool')) return text.replace('the NodePool', pool);
  return `${first.text} (${pool})`;
}

/** What keeps nodes, in a few words: `shop/sessions`: do-not-disrupt. */
export function heldText({ because, workloads, by, why }: HeldNodes): string {
  const names = firstNames(workloads.map(workloadName), 2);
  switch (because) {
    case 'annotated':
      return `the nodes have ${quoted(doNotDisrupt)}`;
    case 'not-initialized':
      return 'not initialized';
    case 'replacement-not-ready':
      return 'no replacement becomes ready';
    case 'settings':
      return why ?? 'the disruption settings of the NodePool allow none';
    case 'unschedulable':
      if (names === '') return 'their pods fit nowhere else';
      return `${names}: no other node fits`;
    case 'not-ready':
      return `${by[0]} does not become ready`;
    case 'pending':
      return `${names}: ${blockersText(by)} allows no more evictions while a pod is pending`;
    case 'forbidden':
      return [...listIf(names !== '', names), blockersText(by)].join(': ');
  }
}

/** `1 after the running Job of `shop/reindex``: what nodes wait for that are not held. */
export function afterJobs({ nodes, workloads }: AwaitedJobs): string {
  const jobs = byCount(workloads.length, 'Job', 'Jobs');
  return `${nodes} after the running ${jobs} of ${firstNames(workloads.map(workloadName), 2)}`;
}

const blockersText = (by: readonly string[]): string => {
  if (by.length === 0) return 'must not be disrupted';

  return by
    .map((name) => {
      if (name === doNotDisrupt) return 'do-not-disrupt';
      return `PodDisruptionBudget ${quoted(name)}`;
    })
    .join(', ');
};

/** A changed field of an object. */
interface ChangedField {
  readonly resource: Change['resource'];
  readonly field: FieldChange;
}

/**
 * The fields whose change concerns the nodes of NodePools: `` `kubernetes.io/arch` changes (`amd64` → `arm64`) ``, `` `a` and `b` change ``; empty if
 * there are none.
 */
export function causeText(
  pools: readonly Pick<NodePoolDisruption, 'name' | 'nodeClass' | 'effect'>[],
  changes: readonly Change[],
): string {
  const fieldsOf = ({ name, nodeClass, effect }: (typeof pools)[number]): ChangedField[] =>
    changes
      .filter(
        ({ resource, type }) =>
          type === 'modified' &&
          (resource.kind === 'NodePool' ? resource.name === name : nodeClass !== null && resource.name === nodeClass),
      )
      .flatMap(({ resource, fields }) =>
        fields.filter((field) => isCauseOf(effect, field)).map((field) => ({ resource, field })),
      );

  return fieldsText([...new Set(pools.flatMap((pool) => certainOf(fieldsOf(pool))))]);
}

/** The fields that certainly concern nodes, or all if that is unknown of each. */
function certainOf(fields: readonly ChangedField[]): readonly ChangedField[] {
  const certain = fields.filter(({ field }) => field.effect !== 'unknown');
  if (certain.length === 0) return fields;
  return certain;
}

/**
 * Why the nodes of a node group are replaced or deleted: `` `spec.instanceType` changes (`m6i.large` → `m6i.xlarge`)
 * ``; empty if no field says it.
 */
export const groupCauseText = ({ resource, effect, fields }: Change): string =>
  fieldsText(certainOf(fields.filter((field) => isCauseOf(effect, field)).map((field) => ({ resource, field }))));

/** `` `a` changes (`1` → `2`) ``, `` `a` and `b` of EC2NodeClass `web` change ``, `` `a` and 2 more fields change ``. */
function fieldsText(fields: readonly ChangedField[]): string {
  // The same field of several NodePools, roots or environments is one field.
  const distinct = groupBy(fields, ({ resource, field }) =>
    [resource.kind, resource.kind === 'NodePool' ? '' : resource.name, shortName(field)].join(' '),
  );
  const [same = [], ...others] = [...distinct.values()];
  const [first] = same;
  if (first === undefined) return '';

  const of = ofClass(first);
  if (others.length === 0) {
    const selected = selectedBy(first.field);

    const what = () => {
      if (selected === undefined) return `${quoted(shortName(first.field))}${of} changes`;
      return `${first.resource.kind} ${quoted(first.resource.name)} selects other ${selected}`;
    };

    return `${what()}${valuesOf(same)}`;
  }

  if (others.length > 1)
    return `${quoted(shortName(first.field))}${of} and ${plural(others.length, 'more field')} change`;

  const [second] = others[0]!;
  const also = ofClass(second!);
  return `${quoted(shortName(first.field))}${textIf(of !== also, of)} and ${quoted(shortName(second!.field))}${also} change`;
}

/** ` of EC2NodeClass `web``; empty for a NodePool or a node group, which the sentence names. */
const ofClass = ({ resource: { kind, name } }: ChangedField): string => {
  if (!isNodeClassKind(kind)) return '';
  return ` of ${kind} ${quoted(name)}`;
};

/** Whether a field is why nodes are deleted, or why they are replaced. */
const isCauseOf = (what: Effect, { effect, cause }: FieldChange): boolean => {
  if (what === 'delete') return effect === 'delete';
  return !['none', 'new-nodes', 'delete'].includes(effect) && cause !== 'replicas';
};

/** ` (`amd64` → `arm64`)`, if the values are short and the same wherever the field changes. */
function valuesOf(fields: readonly { readonly field: FieldChange }[]): string {
  const texts = new Set(fields.map(({ field }) => shortValues(field)));
  const [text] = texts;
  if (texts.size > 1 || text === undefined) return '';
  return ` (${text})`;
}
