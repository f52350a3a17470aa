import { label } from '../../api/labels.ts';
import { formatResource, parseResource } from '../../api/quantity.ts';
import type { Requirement } from '../../scheduling/requirement.ts';
import { formatTaint } from '../../scheduling/taints.ts';
import type { NewNodeClaim, Results } from '../results.ts';
import type { NodePoolInput } from '../scheduler-input.ts';
import { quantityAtMost } from './amount-text.ts';
import type { Exclusion } from './exclusion.ts';
import {
  allowing,
  asking,
  type InputEdit,
  labelling,
  limiting,
  notAsking,
  preferring,
  spokenLabel,
  tolerating,
  withMinValues,
  withoutRequirement,
} from './input-edits.ts';
import type { RemedyTrials } from './remedy-checker.ts';

/** A change that was tried, in words that begin a sentence: `allow zone us-east-1d in NodePool \`x\``. */
interface Candidate {
  readonly edit: InputEdit;
  readonly change: string;
}

/** Pods that one NodePool keeps out. */
export interface ExcludedPods {
  readonly workload: string;
  readonly pool: NodePoolInput;
  readonly exclusion: Exclusion;
}

/** The smallest single change found by which all pods of the workload land, proved by another pass; undefined where none is. */
export function remedyOf(keptOut: ExcludedPods, trials: RemedyTrials): string | undefined {
  for (const { edit, change } of candidates(keptOut, trials)) {
    if (trials.lands(keptOut.workload, edit) !== undefined) return change;
  }
  return undefined;
}

/** Candidates in order; a generator, so that what a candidate takes to find is spent only when the ones before fail. */
function* candidates(keptOut: ExcludedPods, trials: RemedyTrials): Generator<Candidate> {
  const { workload, pool, exclusion } = keptOut;
  const nodePool = pool.nodePool.metadata.name;
  switch (exclusion.kind) {
    case 'limits':
      yield* raisedLimit(keptOut, exclusion.resource, trials);
      return;
    case 'taints':
      yield {
        edit: tolerating(workload, exclusion.taints),
        change: `tolerate ${exclusion.taints.map((taint) => `\`${formatTaint(taint)}\``).join(' and ')}`,
      };
      return;
    case 'requirement':
      yield* allowed(nodePool, exclusion);
      if (exclusion.by === 'pod')
        yield {
          edit: notAsking(workload, exclusion.wanted.key),
          change: `do not ask for ${spokenLabel(exclusion.wanted.key)}`,
        };
      return;
    case 'topology':
      yield { edit: preferring(workload, exclusion.type, exclusion.key), change: eased(exclusion) };
      return;
    case 'resource':
      yield* lowered(workload, exclusion);
      yield* widened(keptOut, trials);
      return;
    case 'offering':
      yield* widened(keptOut, trials);
      return;
    case 'min-values':
      yield {
        edit: withMinValues(nodePool, exclusion.label, exclusion.found),
        change: `lower \`minValues\` of \`${exclusion.label}\` in NodePool \`${nodePool}\` from ${exclusion.wanted} to ${exclusion.found}`,
      };
      return;
  }
}

const eased = ({ type, key }: Extract<Exclusion, { kind: 'topology' }>): string =>
  type === 'topology spread'
    ? `let the spread over \`${key}\` be \`ScheduleAnyway\``
    : `let the ${type} over \`${key}\` be preferred`;

const shownValues = 3;

function* allowed(
  nodePool: string,
  { wanted, own }: { wanted: Requirement; own: Requirement | undefined },
): Generator<Candidate> {
  if (wanted.isComplement) return;
  for (const value of [...wanted.values].sort().slice(0, shownValues)) {
    yield own === undefined
      ? {
          edit: labelling(nodePool, wanted.key, value),
          change: `give the nodes of NodePool \`${nodePool}\` the label \`${wanted.key}: ${value}\``,
        }
      : allowance(nodePool, wanted.key, value);
  }
}

const allowance = (nodePool: string, key: string, value: string): Candidate => ({
  edit: allowing(nodePool, key, value),
  change: `allow ${spokenLabel(key)} \`${value}\` in NodePool \`${nodePool}\``,
});

function* lowered(
  workload: string,
  { resource, requested, largest }: Extract<Exclusion, { kind: 'resource' }>,
): Generator<Candidate> {
  const most = quantityAtMost(resource, largest);
  const amount = parseResource(resource, most) ?? 0;
  if (amount <= 0 || resource === 'pods') return;
  yield { edit: asking(workload, resource, requested - amount), change: `request at most \`${resource}: ${most}\`` };
}

/** One value more in one requirement of the NodePool: what would be launched without the requirement shows which value. */
function* widened({ workload, pool }: ExcludedPods, trials: RemedyTrials): Generator<Candidate> {
  const { nodePool, instanceTypes } = pool;
  const name = nodePool.metadata.name;
  for (const { key, operator } of nodePool.spec.template.spec.requirements ?? []) {
    if (operator !== 'In' && operator !== 'NotIn') continue;
    const results = trials.lands(workload, withoutRequirement(name, key));
    const claim = results?.newNodeClaims.find((own) => own.nodePool === name && own.pods.has(workload));
    const value = claim && launchedValue(claim, key, instanceTypes);
    if (value !== undefined) yield allowance(name, key, value);
  }
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

/** Limits are raised by whole units of this. */
const unitOf = (resource: string): number =>
  resource === 'cpu' ? 1000 : resource === 'memory' || resource === 'ephemeral-storage' ? 2 ** 30 : 1;

/** The smallest limit under which all land: without it one sees how much the pool takes at most, and the rest is halving. */
function* raisedLimit({ workload, pool }: ExcludedPods, resource: string, trials: RemedyTrials): Generator<Candidate> {
  const { nodePool } = pool;
  const name = nodePool.metadata.name;
  const now = nodePool.spec.limits?.[resource];
  const current = now === undefined ? undefined : parseResource(resource, now);
  const free = current === undefined ? undefined : trials.lands(workload, limiting(name, resource, undefined));
  if (free === undefined || current === undefined) return;
  const unit = unitOf(resource);
  const amountOf = (units: number): string => formatResource(resource, units * unit);
  const tries = (units: number): boolean =>
    trials.lands(workload, limiting(name, resource, amountOf(units))) !== undefined;
  let low = Math.floor(current / unit);
  const bounds = [
    taken(pool, resource, { results: free, trials }, 'launched'),
    taken(pool, resource, { results: free, trials }, 'largest'),
  ];
  let high = bounds.map((bound) => Math.ceil(bound / unit)).find((units) => units > low && tries(units)) ?? 0;
  if (high === 0) return;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (tries(middle)) high = middle;
    else low = middle;
  }
  yield {
    edit: limiting(name, resource, amountOf(high)),
    change: `raise \`limits.${resource}\` of NodePool \`${name}\` from ${now} to ${amountOf(high)}`,
  };
}

/** What the nodes of a pool count against its limit: each new one as it is launched, or as the largest type that it may become. */
function taken(
  { nodePool, instanceTypes }: NodePoolInput,
  resource: string,
  { results, trials }: { readonly results: Results; readonly trials: RemedyTrials },
  as: 'launched' | 'largest',
): number {
  const name = nodePool.metadata.name;
  const isNodes = resource === 'nodes';
  const running = trials.input.existingNodes
    .filter((node) => !node.isDeleting && node.labels[label.nodePool] === name)
    .reduce((sum, { capacity }) => sum + (isNodes ? 1 : (capacity.get(resource) ?? 0)), 0);
  const column = instanceTypes.capacity.get(resource);
  const places = new Map(instanceTypes.names.map((type, at) => [type, at]));
  const typesOf = ({ instanceTypes: types, launch }: NewNodeClaim): readonly string[] =>
    as === 'largest' || 'error' in launch ? types : [launch.instanceType];
  const largest = (claim: NewNodeClaim): number =>
    isNodes ? 1 : typesOf(claim).reduce((most, type) => Math.max(most, column?.[places.get(type)!] || 0), 0);
  return results.newNodeClaims
    .filter((claim) => claim.nodePool === name)
    .reduce((sum, claim) => sum + largest(claim), running);
}
