import { label } from '../../../karpenter/api/labels.ts';
import { formatResource, parseResource } from '../../../karpenter/api/quantity.ts';
import type { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import { formatTaint } from '../../../karpenter/scheduling/taints.ts';
import type { AdvisedLimit } from '../../../text/diagnostic.ts';
import { textIf } from '../../../text/words/text-if.ts';
import type { NewNodeClaim, Results } from '../input/results.ts';
import type { NodePoolInput, StaticPoolInput } from '../input/scheduler-input.ts';
import { requiredLabels } from '../pods/pod-constraints.ts';
import { quantityAtMost } from './amount-text.ts';
import type { Exclusion } from './exclusion.ts';
import {
  addNodeLabel,
  addNodes,
  addRequirement,
  addTolerations,
  allowValue,
  both,
  dropPodRequirement,
  dropRequirement,
  type InputEdit,
  labelName,
  lowerRequest,
  preferInsteadOfRequire,
  setInstanceTypes,
  setLimit,
  setMinValues,
} from './input-edits.ts';
import type { RemedyChecker } from './remedy-checker.ts';

/** A possible change, with its text as an instruction: `allow zone us-east-1d in NodePool \`x\``. */
interface Candidate extends Remedy {
  readonly edit: InputEdit;
}

/** A change that makes pods schedulable, and the limit that it raises, if it does. */
interface Remedy {
  readonly change: string;
  readonly limit?: AdvisedLimit;
}

/** The workloads whose pods lack room in one limit. */
export interface LimitedPods {
  readonly workloads: string[];
  /** The limit that suffices for all of them, once it is known; empty if there is none. */
  together?: readonly Candidate[];
}

/** The pods of a workload that one NodePool cannot run. */
interface ExcludedPods {
  readonly workload: string;
  readonly limited: LimitedPods;
  readonly pool: NodePoolInput;
  readonly exclusion: Exclusion;
}

/** The smallest single change found with which a simulation schedules all pods of the workload; undefined if none was found. */
export function remedyOf(excluded: ExcludedPods, checker: RemedyChecker): Remedy | undefined {
  for (const { edit, ...remedy } of candidates(excluded, checker)) {
    if (remedy.limit !== undefined || checker.resultsWith([excluded.workload], edit) !== undefined) return remedy;
  }
  return undefined;
}

/** Candidates in order. This is a generator because finding a candidate costs time, which is spent only if all earlier ones fail. */
function* candidates(excluded: ExcludedPods, checker: RemedyChecker): Generator<Candidate> {
  const { workload, pool, exclusion } = excluded;
  const nodePool = pool.nodePool.metadata.name;

  switch (exclusion.kind) {
    case 'limits':
      yield* raisedLimits(excluded, exclusion.resource, checker);
      return;
    case 'taints':
      if (isWindowsFor(excluded, checker)) return;

      yield {
        edit: addTolerations(workload, exclusion.taints),
        change: `add a toleration for ${exclusion.taints.map((taint) => `\`${formatTaint(taint)}\``).join(' and ')}`,
      };

      return;
    case 'requirement':
      yield* allowances(nodePool, exclusion);

      if (exclusion.by === 'pod')
        yield {
          edit: dropPodRequirement(workload, exclusion.wanted.key),
          change: `remove \`${exclusion.wanted.key}\` from the pods’ node selector and node affinity`,
        };

      return;
    case 'topology':
      yield {
        edit: preferInsteadOfRequire(workload, exclusion.type, exclusion.key),
        change: relaxed(excluded, exclusion, checker),
      };
      return;
    case 'resource':
      yield* onNodes(pool, exclusion);
      yield* lowered(workload, exclusion);
      yield* widened(excluded, checker);

      return;
    case 'daemons':
      if (exclusion.unruled !== undefined) yield* ruledOut(nodePool, exclusion.unruled);
      return;
    case 'offering':
      yield* widened(excluded, checker);
      return;
    case 'min-values':
      yield {
        edit: setMinValues(nodePool, exclusion.label, exclusion.found),
        change: `lower \`minValues\` of \`${exclusion.label}\` in NodePool \`${nodePool}\` from ${exclusion.wanted} to ${exclusion.found}`,
      };

      return;
  }
}

/** Whether nodes of the NodePool run Windows, and the pods do not ask for it: the images of most pods start on Linux alone. */
function isWindowsFor({ workload, pool }: ExcludedPods, { input }: RemedyChecker): boolean {
  const systems = pool.instanceTypes.labels.get(label.os) ?? [];
  if (!systems.some((ofType) => ofType?.includes('windows'))) return false;

  const podClass = input.podClasses.find((pods) => pods.workload === workload);
  return podClass !== undefined && !requiredLabels(podClass.pod.spec).includes(label.os);
}

function relaxed(
  { workload }: ExcludedPods,
  { type, key }: Extract<Exclusion, { kind: 'topology' }>,
  { input }: RemedyChecker,
): string {
  if (type !== 'topology spread') return `make the ${type} over \`${key}\` preferred instead of required`;

  const spreads = input.podClasses
    .filter((pods) => pods.workload === workload)
    .flatMap(({ pod }) => pod.spec.topologySpreadConstraints ?? []);
  const hasMinDomains = spreads.some(({ topologyKey, minDomains }) => topologyKey === key && minDomains !== undefined);

  return `${textIf(hasMinDomains, 'remove `minDomains` and ')}set \`whenUnsatisfiable: ScheduleAnyway\` on the topology spread over \`${key}\``;
}

const shownValues = 3;

function* allowances(
  nodePool: string,
  { wanted, allowed }: { wanted: Requirement; allowed: Requirement | undefined },
): Generator<Candidate> {
  if (wanted.isComplement) return;
  for (const value of [...wanted.values].sort().slice(0, shownValues)) {
    yield allowed === undefined
      ? {
          edit: addNodeLabel(nodePool, wanted.key, value),
          change: `add the label \`${wanted.key}: ${value}\` to \`spec.template.metadata.labels\` of NodePool \`${nodePool}\``,
        }
      : allowance(nodePool, wanted.key, value);
  }
}

const allowance = (nodePool: string, key: string, value: string): Candidate => ({
  edit: allowValue(nodePool, key, value),
  change: `allow ${labelName(key)} \`${value}\` in NodePool \`${nodePool}\``,
});

/** How the text of a remedy begins that lowers a request. */
export const requestAtMost = 'request at most';

function* lowered(
  workload: string,
  { resource, requested, largest }: Extract<Exclusion, { kind: 'resource' }>,
): Generator<Candidate> {
  const most = quantityAtMost(resource, largest);
  const amount = parseResource(resource, most) ?? 0;
  if (amount <= 0 || resource === 'pods') return;

  yield {
    edit: lowerRequest(workload, resource, requested - amount),
    change: `${requestAtMost} \`${resource}: ${most}\``,
  };
}

/** Requires the values that the nodes have, so that DaemonSets for others no longer count on them. */
function* ruledOut(
  nodePool: string,
  { key, values }: { readonly key: string; readonly values: readonly string[] },
): Generator<Candidate> {
  if (values.length === 0 || values.length > shownValues) return;

  yield {
    edit: addRequirement(nodePool, { key, operator: 'In', values }),
    change: `require \`${key} In [${values.join(', ')}]\` in NodePool \`${nodePool}\``,
  };
}

/** Changes to what nodes have: a setting of the class, or a NodeOverlay. */
function* onNodes(
  { nodePool, remedies }: NodePoolInput,
  { resource, requested, instanceType }: Extract<Exclusion, { kind: 'resource' }>,
): Generator<Candidate> {
  const { name } = nodePool.metadata;
  for (const { change, instanceTypes } of remedies?.({ resource, requested, instanceType }) ?? [])
    yield { edit: setInstanceTypes(name, instanceTypes), change };
}

/** The smallest number of nodes of a static NodePool with which all pods are scheduled; `failing` pods need at most as many more. */
export function moreReplicas(
  workload: string,
  { pool, failing }: { readonly pool: StaticPoolInput; readonly failing: number },
  checker: RemedyChecker,
): string | undefined {
  const { name, replicas, limit = Number.POSITIVE_INFINITY, isOff } = pool;
  const isEnough = (count: number): boolean => checker.resultsWith([workload], addNodes(pool, count)) !== undefined;
  if (isOff || failing > maxAddedNodes || !isEnough(failing)) return undefined;

  let [low, high] = [0, failing];

  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }

  const wanted = replicas + high;
  const limits = textIf(wanted > limit, ` and its \`limits.nodes\` from ${limit} to ${wanted}`);

  return `raise \`replicas\` of NodePool \`${name}\` from ${replicas} to ${wanted}${limits}`;
}

const maxAddedNodes = 64;

/** Allows one more value in a requirement of the NodePool: the value that Karpenter would launch without that requirement. */
function* widened({ workload, pool }: ExcludedPods, checker: RemedyChecker): Generator<Candidate> {
  const { nodePool, instanceTypes } = pool;
  const name = nodePool.metadata.name;

  for (const { key, operator } of nodePool.spec.template.spec.requirements ?? []) {
    if (operator !== 'In' && operator !== 'NotIn') continue;

    const results = checker.resultsWith([workload], withoutRequirement(pool, key));
    const claim = results?.newNodeClaims.find((node) => node.nodePool === name && node.pods.has(workload));
    const value = claim && launchedValue(claim, key, instanceTypes);
    if (value !== undefined) yield allowance(name, key, value);
  }
}

/** Without a requirement, but with the architecture of its instance types if they have only one: images are built for it. */
function withoutRequirement({ nodePool, instanceTypes }: NodePoolInput, key: string): InputEdit {
  const { name } = nodePool.metadata;
  const requirements = (nodePool.spec.template.spec.requirements ?? []).filter(
    (requirement) => requirement.key === key,
  );
  const column = instanceTypes.labels.get(key);
  const wanted = Requirements.from(requirements);

  const isAllowed = (values: readonly string[]): boolean =>
    wanted.values().every((requirement) => values.some((value) => requirement.has(value)));

  const architectures = new Set(
    instanceTypes.names.flatMap((_, type) => {
      if (isAllowed(column?.[type] ?? [])) return instanceTypes.labels.get(label.arch)?.[type] ?? [];
      return [];
    }),
  );

  const dropped = dropRequirement(name, key);
  if (key === label.arch || architectures.size !== 1) return dropped;

  return both(dropped, addRequirement(name, { key: label.arch, operator: 'In', values: [...architectures] }));
}

function launchedValue(
  { launch }: NewNodeClaim,
  key: string,
  { names, labels }: NodePoolInput['instanceTypes'],
): string | undefined {
  if ('error' in launch) return undefined;
  if (key === label.zone) return launch.zone;
  if (key === label.capacityType) return launch.capacityType;
  return labels.get(key)?.[names.indexOf(launch.instanceType)]?.[0];
}

/** The step in which a limit is raised: 1 CPU, 1 GiB, or 1 of anything else. */
const unitOf = (resource: string): number => {
  if (resource === 'cpu') return 1000;
  if (resource === 'memory' || resource === 'ephemeral-storage') return 2 ** 30;
  return 1;
};

/** One limit for all workloads that lack room in it, or else the one for this workload. */
function* raisedLimits({ workload, pool, limited }: ExcludedPods, resource: string, checker: RemedyChecker) {
  limited.together ??= raisedLimit(pool, { resource, workloads: limited.workloads }, checker);
  yield* limited.together;
  if (limited.workloads.length > 1) yield* raisedLimit(pool, { resource, workloads: [workload] }, checker);
}

/** The smallest limit with which all pods are scheduled. A simulation without the limit gives an upper bound; a binary search does the rest. */
function raisedLimit(
  pool: NodePoolInput,
  { resource, workloads }: { readonly resource: string; readonly workloads: readonly string[] },
  checker: RemedyChecker,
): readonly Candidate[] {
  const { nodePool } = pool;
  const name = nodePool.metadata.name;
  const now = nodePool.spec.limits?.[resource];
  const current = now === undefined ? undefined : parseResource(resource, now);
  const free = current === undefined ? undefined : checker.resultsWith(workloads, setLimit(name, resource, undefined));
  if (free === undefined || current === undefined) return [];

  const unit = unitOf(resource);
  const amountOf = (units: number): string => formatResource(resource, units * unit);
  const isEnough = (units: number): boolean =>
    checker.resultsWith(workloads, setLimit(name, resource, amountOf(units))) !== undefined;

  let low = Math.floor(current / unit);

  const bounds = [
    limitUsage(pool, resource, { results: free, checker }, 'launched'),
    limitUsage(pool, resource, { results: free, checker }, 'largest'),
  ];

  let high = bounds.map((bound) => Math.ceil(bound / unit)).find((units) => units > low && isEnough(units)) ?? 0;
  if (high === 0) return [];

  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }

  const written = amountOf(high);
  const text = `\`limits.${resource}\` of NodePool \`${name}\` from ${now} to ${written}`;

  return [
    {
      edit: setLimit(name, resource, written),
      change: `raise ${text}`,
      limit: { nodePool: name, resource, amount: parseResource(resource, written) ?? 0, written, text },
    },
  ];
}

/** How much the nodes of a NodePool count against its limit: new ones by the launched type, or by the largest type they may become. */
function limitUsage(
  { nodePool, instanceTypes }: NodePoolInput,
  resource: string,
  { results, checker }: { readonly results: Results; readonly checker: RemedyChecker },
  as: 'launched' | 'largest',
): number {
  const name = nodePool.metadata.name;
  const isNodes = resource === 'nodes';
  const running = checker.input.existingNodes
    .filter((node) => !node.isDeleting && node.labels[label.nodePool] === name)
    .reduce((sum, { capacity }) => sum + (isNodes ? 1 : (capacity.get(resource) ?? 0)), 0);
  const column = instanceTypes.capacity.get(resource);
  const places = new Map(instanceTypes.names.map((type, at) => [type, at]));

  const typesOf = ({ instanceTypes: types, launch }: NewNodeClaim): readonly string[] => {
    if (as === 'largest' || 'error' in launch) return types;
    return [launch.instanceType];
  };
  const largest = (claim: NewNodeClaim): number => {
    if (isNodes) return 1;
    return typesOf(claim).reduce((most, type) => Math.max(most, column?.[places.get(type)!] || 0), 0);
  };

  return results.newNodeClaims
    .filter((claim) => claim.nodePool === name)
    .reduce((sum, claim) => sum + largest(claim), running);
}
