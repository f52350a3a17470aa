import { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import type { AdvisedLimit } from '../../../text/diagnostic.ts';
import { type PodError, placedPods, type Results } from '../input/results.ts';
import { hasReservedNodes } from '../nodes/reserved-nodes.ts';
import { type CompiledPass, compilePass } from '../scheduler/compiled-pass.ts';
import { lastVariant, type PodVariant } from '../scheduler/pod-shape.ts';
import type { Rounds } from '../scheduler/rounds.ts';
import { Scheduler } from '../scheduler/scheduler.ts';
import { examineNodePool, hasAllRequired } from './examine-node-pool.ts';
import type { Exclusion } from './exclusion.ts';
import { exclusionText } from './exclusion-text.ts';
import { type LimitedPods, moreReplicas, remedyOf } from './remedies.ts';
import { RemedyChecker } from './remedy-checker.ts';

/** Why one NodePool cannot run the pods of a workload. */
export interface ExplainedExclusion {
  readonly nodePool: string;
  readonly exclusion: Exclusion;
  /** The one constraint, as a clause that follows the NodePool's name and a colon. */
  readonly plain: string;
  /** The smallest change found with which a simulation schedules all of the workload's pods. Only sought for the first NodePools. */
  readonly change: string | undefined;
  /** The limit that the change raises, enough for all workloads that lack room in it where there is one. */
  readonly limit?: AdvisedLimit;
}

/** The number of NodePools for which a change is sought. Reports show as many, and each change costs a simulation. */
export const maxRemedies = 3;

/** By workload: the NodePools that cannot run its pods, in the order in which Karpenter tries them. */
export type ExplainedFailures = ReadonlyMap<string, readonly ExplainedExclusion[]>;

const cache = new WeakMap<Results, ExplainedFailures>();

/** Explains the pods that the last round could not place, once per result. Each possible change is simulated from the first round on. */
export function explainedFailures(rounds: Rounds): ExplainedFailures {
  const { results } = rounds.last;
  let failures = cache.get(results);
  if (failures === undefined) {
    failures = placedPods(results).podErrors.length === 0 ? new Map() : explain(rounds);
    cache.set(results, failures);
  }

  return failures;
}

function explain({ first, last: { input, results }, results: end, most }: Rounds): ExplainedFailures {
  const pass = compilePass(input);
  const { newNodeClaims } = new Scheduler(pass).solve();
  const checker = new RemedyChecker(first.input, end, most);
  const pools = new Map(input.nodePools.map((pool) => [pool.nodePool.metadata.name, pool]));
  const failures = new Map<string, readonly ExplainedExclusion[]>();
  const failing = new Map<string, Failing>();

  for (const { podClass, shape } of pass.pods) {
    const { workload } = podClass;
    if (shape.waiting === 0 || shape.hasResourceClaims || failing.has(workload)) continue;

    const error = placedPods(results).podErrors.find((error) => error.workload === workload);
    if (error === undefined) continue;

    failing.set(workload, { error, excluding: nearestFirst(exclusionsOf(pass, shape.first, newNodeClaims.length)) });
  }

  const limits = limitedPods(failing);

  for (const [workload, { error, excluding }] of failing) {
    const explained = excluding.flatMap(({ nodePool, exclusion }, at): ExplainedExclusion[] => {
      const pool = pools.get(nodePool);
      if (pool === undefined) return [];
      const limited = limits.get(limitKey({ nodePool, exclusion })) ?? { workloads: [workload] };
      const remedy = at < maxRemedies ? remedyOf({ workload, pool, exclusion, limited }, checker) : undefined;
      const { change, limit } = remedy ?? {};
      return [{ nodePool, exclusion, plain: exclusionText(exclusion), change, ...(limit && { limit }) }];
    });

    const fixed = (input.staticPools ?? []).map((pool, at): ExplainedExclusion => {
      const exclusion = { kind: 'static' as const, replicas: pool.replicas, isOff: pool.isOff };
      const isSought = explained.length + at < maxRemedies;

      const change = () => {
        if (isSought) return moreReplicas(workload, { pool, failing: error.count }, checker);
        return undefined;
      };

      return { nodePool: pool.name, exclusion, plain: exclusionText(exclusion), change: change() };
    });

    failures.set(workload, [...explained, ...fixed]);
  }

  return failures;
}

/** Pods without room, and the NodePools that cannot run them. */
interface Failing {
  readonly error: PodError;
  readonly excluding: readonly Pick<ExplainedExclusion, 'nodePool' | 'exclusion'>[];
}

const limitKey = ({ nodePool, exclusion }: Pick<ExplainedExclusion, 'nodePool' | 'exclusion'>): string => {
  if (exclusion.kind !== 'limits') return '';
  return `${exclusion.resource} of ${nodePool}`;
};

/** Limit of a NodePool → the workloads that lack room in it. */
function limitedPods(failing: ReadonlyMap<string, Failing>): ReadonlyMap<string, LimitedPods> {
  const limits = new Map<string, LimitedPods>();

  for (const [workload, { excluding }] of failing) {
    for (const entry of excluding.filter(({ exclusion }) => exclusion.kind === 'limits')) {
      const pods = limits.get(limitKey(entry)) ?? { workloads: [] };
      limits.set(limitKey(entry), pods);
      pods.workloads.push(workload);
    }
  }

  return limits;
}

/** Puts NodePools that the pods ask for, and that only taints keep them off, before those that lack what the pods require. */
function nearestFirst<T extends Pick<ExplainedExclusion, 'exclusion'>>(excluding: readonly T[]): readonly T[] {
  const isChosen = excluding.some(({ exclusion }) => exclusion.kind === 'requirement' && exclusion.by === 'pod');
  if (!isChosen) return excluding;

  const distance = ({ exclusion }: T): number => {
    if (isMeantFor(exclusion)) return 0;
    return 1;
  };
  return excluding.toSorted((a, b) => distance(a) - distance(b));
}

/** Whether the pods ask for a NodePool, and only its taints keep them off, or only that it has no instance type. */
export const isMeantFor = (exclusion: Exclusion): boolean =>
  (exclusion.kind === 'taints' || exclusion.kind === 'empty') && exclusion.isMeant === true;

/**
 * Why no NodePool launches a node that has room for the pods of a CapacityBuffer, as clauses. These pods do not exist, so no remedy is sought
 * for them.
 */
export function bufferExclusions({ last: { input } }: Rounds, buffer: string): readonly string[] {
  const pass = compilePass(input);
  const { newNodeClaims } = new Scheduler(pass).solve();
  const lacking = pass.pods.find(({ podClass, shape }) => podClass.workload === buffer && shape.waiting > 0);
  if (lacking === undefined) return [];
  const excluding = exclusionsOf(pass, lacking.shape.first, newNodeClaims.length);
  return excluding.map(({ nodePool, exclusion }) => `NodePool \`${nodePool}\`: ${exclusionText(exclusion)}`);
}

/** The NodePools that launch no node for a pod, and why; `index` is the position of the node among the new ones. */
export function exclusionsOf(
  pass: CompiledPass,
  first: PodVariant,
  index: number,
): Pick<ExplainedExclusion, 'nodePool' | 'exclusion'>[] {
  const variant = lastVariant(first);
  const refusing = pass.templates.flatMap((template) => {
    const { exclusion } = examineNodePool(pass, template, { variant, index });
    if (exclusion === undefined) return [];
    return [{ nodePool: template.name, exclusion }];
  });

  const launchingNothing = pass.emptyTemplates.filter(({ name }) => !hasReservedNodes(pass.input, name));

  const empty = launchingNothing.map(({ name, vector }) => {
    const isMeant = hasAllRequired(pass, variant, new Requirements(pass.table.requirements(vector)));
    return { nodePool: name, exclusion: { kind: 'empty' as const, isMeant } };
  });

  return [...refusing, ...empty];
}
