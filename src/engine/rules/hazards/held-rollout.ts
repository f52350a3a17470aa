import type { HeldNodes, NodePoolDisruption, Stop } from '../../cluster/disruption/forecast/disruption-data.ts';
import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import { amountText } from '../../cluster/provisioning/explanations/amount-text.ts';
import { exclusionText } from '../../cluster/provisioning/explanations/exclusion-text.ts';
import { exclusionsOf } from '../../cluster/provisioning/explanations/explained-failures.ts';
import type { PodClass } from '../../cluster/provisioning/input/scheduler-input.ts';
import type { KnownNodePool } from '../../cluster/provisioning/node-pools/node-pools.ts';
import { budgetsOfOperators } from '../../cluster/provisioning/pods/made-budgets.ts';
import { compilePass } from '../../cluster/provisioning/scheduler/compiled-pass.ts';
import { hasUnknownRoom } from '../../cluster/provisioning/unknown-room.ts';
import { doNotDisrupt } from '../../karpenter/api/disruption-keys.ts';
import { parseResource } from '../../karpenter/api/quantity.ts';
import { membersOf } from '../../karpenter/scheduling/bitset.ts';
import { podRequests, readResources } from '../../karpenter/scheduling/pod-requests.ts';
import type { Path } from '../../manifest/model/manifest.ts';
import type { AdvisedLimit, Diagnostic } from '../../text/diagnostic.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { gracePeriodPath, manifestNamed, type SimulatedChange } from './change-seen.ts';
import { enoughLimits, type RaisedLimits } from './enough-limits.ts';

/** NodePools whose nodes must be replaced, and cannot: by name of what holds them, with the value that would do. */
export function heldRollouts(change: SimulatedChange): readonly Diagnostic[] {
  return change.disruption.nodePools.flatMap((pool) => {
    const manifest = manifestNamed(change.head, 'NodePool', pool.name);
    const stays = pool.waves.filter(({ nodes }) => nodes === 0);
    const [first] = stays;
    // The finding about a NodePool or a node class that is not ready says why nodes stay.
    const isReady =
      first?.held?.because !== 'not-ready' && change.after.nodePools.refused.every(({ name }) => name !== pool.name);
    if (manifest === undefined || first === undefined || pool.effect === 'delete' || !isReady) return [];

    const held = heldOf(pool, change);
    if (held === undefined) return [];
    const nodesText = held.nodes === null ? 'Running nodes' : plural(held.nodes, 'node');

    return [
      manifestDiagnostic(manifest, {
        code: 'disruption/rollout-held',
        severity: 'warning',
        at: held.at,
        message: `${nodesText} of NodePool \`${pool.name}\` must be replaced and ${byCount(held.nodes, 'stays', 'stay')} as ${byCount(held.nodes, 'it is', 'they are')}: ${held.reason ?? first.reason}`,
        help: held.help,
        ...(held.advisedLimits && { advisedLimits: held.advisedLimits }),
      }),
    ];
  });
}

interface Held {
  /** Null if the number is unknown. */
  readonly nodes: number | null;
  readonly at: Path;
  /** Undefined: as the wave says. */
  readonly reason?: string;
  readonly help: string;
  readonly advisedLimits?: NonNullable<Diagnostic['advisedLimits']>;
}

/** Undefined if nothing says what keeps the nodes. */
function heldOf(pool: NodePoolDisruption, change: SimulatedChange): Held | undefined {
  const [kept] = change.transition.forecasts?.get(pool.name)?.kept ?? [];
  const stoppedBy = pool.waves[0]?.stoppedBy;
  if (stoppedBy !== undefined) return { nodes: pool.nodesHeld, ...noneAllowed(stoppedBy) };
  if (kept === undefined) return undefined;
  if (kept.because === 'unschedulable') {
    if (hasUnknownRoom(change.after)) return undefined;
    return unschedulable(pool, kept, change);
  }

  const { nodes } = kept;

  if (kept.because === 'annotated')
    return {
      nodes,
      at: ['spec'],
      reason: `${byCount(nodes, 'it has', 'they have')} the annotation \`${doNotDisrupt}\``,
      help: `When they may be replaced, remove the annotation: \`kubectl annotate nodes NAME ${doNotDisrupt}-\`. If the template of the NodePool sets it, remove it there too.`,
    };

  if (kept.because === 'replacement-not-ready')
    return {
      nodes,
      at: ['spec'],
      reason: `no replacement becomes ready, because ${kept.why}`,
      help: 'Correct this before you merge the change. Until then, Karpenter launches replacements that no pod can use.',
    };

  if (kept.because === 'not-initialized')
    return {
      nodes,
      at: ['spec'],
      reason: 'Karpenter replaces only nodes that are initialized',
      help: `Look for what they wait for: \`kubectl describe nodeclaims -l karpenter.sh/nodepool=NAME\`. Often it is a startup taint that nothing removes.`,
    };

  const reason = `pods of ${firstOf(kept.workloads)} must not be evicted (${kept.by
    .map((by) => {
      if (by === doNotDisrupt) return `\`${by}\``;
      return `PodDisruptionBudget \`${by}\``;
    })
    .slice(0, 3)
    .join(', ')})`;

  const operator = operatorOf(kept.by, change);
  const isPeriodSet = hasPeriod(pool.name, change);

  const help = () => {
    if (operator === undefined) return allowEviction(kept, isPeriodSet);
    return operatorHelp(operator, isPeriodSet);
  };

  return { nodes, at: ['spec'], reason, help: help() };
}

/** The object whose operator creates the PodDisruptionBudgets that hold pods, if one does. */
function operatorOf(names: readonly string[], { before }: SimulatedChange): string | undefined {
  const budget = budgetsOfOperators(before.manifests).find(({ namespace, name }) =>
    names.includes(`${namespace ?? 'default'}/${name}`),
  );
  return budget && `${budget.ref.kind} \`${budget.ref.name}\``;
}

const operatorHelp = (object: string, isPeriodSet: boolean): string =>
  `The operator of ${object} creates this PodDisruptionBudget, so an edit of it does not last. Turn it off in ${object} or in the operator, or restart the pod yourself.${textIf(!isPeriodSet, ' Or set `terminationGracePeriod` in the NodePool. Karpenter then deletes such pods from its new nodes after this time.')}`;

/** Whether nodes that a NodePool launches from now on have a terminationGracePeriod. */
const hasPeriod = (name: string, { head }: SimulatedChange): boolean =>
  manifestNamed(head, 'NodePool', name)?.get(gracePeriodPath) !== undefined;

function allowEviction({ by, workloads }: HeldNodes, isPeriodSet: boolean): string {
  const isAnnotated = by.includes(doNotDisrupt);
  // The API refuses every eviction of a pod that two budgets select, whatever they allow.
  const permission = () => {
    if (isAnnotated) return 'Remove the annotation, or restart the pods yourself';
    if (by.length > 1 && workloads.length === 1)
      return 'Keep only one PodDisruptionBudget for these pods, and let it allow one eviction with `maxUnavailable: 1`';
    return 'Allow one eviction with `maxUnavailable: 1` in the PodDisruptionBudget';
  };

  const allow = permission();

  if (isPeriodSet)
    return `${allow}. \`terminationGracePeriod\` does not help here, because running nodes keep the value they were launched with.`;

  return `${allow}. Or set \`terminationGracePeriod\` in the NodePool: from then on, Karpenter deletes such pods from its new nodes after this time.`;
}

/** What allows the first node to be replaced. */
function noneAllowed(stoppedBy: Stop): Pick<Held, 'at' | 'help'> {
  return {
    at: stoppedBy === 'limit' ? ['spec', 'limits', 'nodes'] : ['spec', 'disruption'],
    help: allowing[stoppedBy],
  };
}

const allowing: Readonly<Record<Stop, string>> = {
  limit:
    'Set `limits.nodes` above `replicas`: Karpenter launches the replacement of a node before it deletes the node.',
  schedule: 'Correct the `schedule` of this budget.',
  'budget for drift':
    'Set `nodes` of this budget above 0, or remove `Drifted` from its reasons, until these nodes are replaced.',
  budget:
    'Set `nodes` of this budget above 0, for example to `10%`. Or limit it with `schedule` and `duration`, or with `reasons`, and add a budget for the rest.',
};

const firstOf = (workloads: readonly string[]): string => firstNames(workloads.map(quoted), 1);

/** Pods that fit nowhere else. A limit of the NodePool is the cause if the smallest node of the NodePool exceeds what is left. */
function unschedulable({ name }: NodePoolDisruption, { nodes, workloads }: HeldNodes, change: SimulatedChange): Held {
  const missing = missingLimit(name, change);
  if (missing !== undefined) return { nodes, at: ['spec'], ...missing };

  const [only, ...others] = workloads;
  const large = only === undefined || others.length > 0 ? undefined : missingRoom(name, only, change);
  if (large !== undefined) return { nodes, at: ['spec'], ...large };

  return {
    nodes,
    at: ['spec'],
    reason: `pods of ${firstOf(workloads)} cannot be scheduled on any other node, and stay pending once theirs is gone`,
    ...helpFor(only, name, change),
  };
}

function helpFor(workload: string | undefined, name: string, change: SimulatedChange): Advice {
  const reasons = whyNotOn(workload, change);
  const mayBeLimited = reasons.length === 0 && !isSpread(workload, change);
  const limits = mayBeLimited && enoughLimits(name, change);
  if (limits) return raiseAdvice(name, limits);

  return { help: ['Let a NodePool launch nodes that these pods can run on.', ...reasons].join(' ') };
}

/** What to do, and the limits that it names. */
type Advice = Pick<Diagnostic, 'advisedLimits'> & { readonly help: string };

function raiseAdvice(nodePool: string, limits: RaisedLimits): Advice {
  const advisedLimits = [...limits].map(([resource, written]): AdvisedLimit => {
    const text = `\`limits.${resource}\` to at least \`${written}\``;
    return { nodePool, resource, amount: parseResource(resource, written) ?? 0, written, text };
  });

  return {
    help: `Raise ${advisedLimits.map(({ text }) => text).join(' and ')}. Karpenter then has room for all of their replacements.`,
    advisedLimits,
  };
}

/** The pods of a workload, also if they run already. */
const classesOf = (workload: string | undefined, { cases }: SimulatedChange['after']): readonly PodClass[] =>
  cases.likely.wanted.filter((podClass) => podClass.workload === workload);

/** Whether pods spread over domains, so that the room in a limit may not be what they lack. */
const isSpread = (workload: string | undefined, { after }: SimulatedChange): boolean =>
  classesOf(workload, after).some(({ pod }) =>
    pod.spec.topologySpreadConstraints?.some(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule'),
  );

/** For each NodePool, why it launches no node for the pods of a workload. */
function whyNotOn(workload: string | undefined, { after }: SimulatedChange): readonly string[] {
  const { input } = after.cases.likely;
  const podClasses = classesOf(workload, after);
  const pass = compilePass({ ...input, podClasses, existingNodes: [] });
  const [pod] = pass.pods;

  return (pod === undefined ? [] : exclusionsOf(pass, pod.shape.first, 0))
    .slice(0, 3)
    .map(({ nodePool, exclusion }) => `NodePool \`${nodePool}\`: ${exclusionText(exclusion)}.`);
}

/** The limit that keeps a replacement from being launched while the old nodes run. */
function missingLimit(name: string, change: SimulatedChange): (Advice & { readonly reason: string }) | undefined {
  const { after, transition } = change;
  const pool = after.nodePools.known.find((pool) => pool.name === name);
  const smallest = pool === undefined ? [] : smallestNode(pool, after);
  const nodes = transition.after.nodes.filter(({ state }) => state.nodePool === name);
  const drifted = nodes.filter((node) => node.drifted !== undefined);

  for (const [resource, limit] of readResources(pool?.nodePool.spec.limits)) {
    const capacityOf = ({ state }: (typeof nodes)[number]): number => state.capacity.get(resource) ?? 0;
    const used = nodes.reduce((sum, node) => sum + capacityOf(node), 0);
    // The node that is replaced does not count while Karpenter looks for its replacement.
    const remaining = limit - used + Math.max(0, ...drifted.map(capacityOf));
    const needed = smallest.find(([name]) => name === resource)?.[1] ?? 0;
    if (needed <= remaining) continue;

    const text = (amount: number): string => amountText(resource, amount);
    const limits = enoughLimits(name, change);

    return {
      reason: `\`limits.${resource}\` is ${text(limit)}, the ${plural(nodes.length, 'node')} ${byCount(nodes.length, 'uses', 'use')} ${text(used)}, and the smallest replacement needs ${text(needed)}`,
      ...(limits === undefined
        ? { help: `Raise \`limits.${resource}\`, so that the NodePool has room for the replacements.` }
        : raiseAdvice(name, limits)),
    };
  }

  return undefined;
}

/** What pods request more of than any node has that the NodePool can launch. */
function missingRoom(
  name: string,
  workload: string,
  { after }: SimulatedChange,
): { readonly reason: string; readonly help: string } | undefined {
  const pool = after.nodePools.known.find((pool) => pool.name === name);
  const [pods] = classesOf(workload, after);
  const types = pool === undefined ? [] : typesOf(pool, after);
  if (pool === undefined || pods === undefined || types.length === 0) return undefined;

  for (const [resource, wanted] of podRequests(pods.pod.spec)) {
    const column = pool.instanceTypes.allocatable.get(resource);
    const most = Math.max(0, ...types.map((type) => column?.[type] || 0));
    if (wanted <= most) continue;

    const text = (amount: number): string => amountText(resource, amount);

    if (most === 0)
      return {
        reason: `each pod of \`${workload}\` requests ${text(wanted)}, and no instance type that the NodePool can launch has any for pods`,
        help: `Allow an instance type with at least ${text(wanted)} for pods.`,
      };

    return {
      reason: `each pod of \`${workload}\` requests ${text(wanted)}, and the largest node that the NodePool can launch has ${text(most)} for pods`,
      help: `Allow an instance type with at least ${text(wanted)} for pods, or lower the request by at least ${text(wanted - most)}.`,
    };
  }

  return undefined;
}

/** Resource → the smallest capacity of an instance type that the NodePool can launch. */
function smallestNode(pool: KnownNodePool, after: SimulatedChange['after']): [string, number][] {
  const types = typesOf(pool, after);
  if (types.length === 0) return [];
  return [...pool.instanceTypes.capacity].map(([resource, column]) => [
    resource,
    Math.min(...types.map((type) => column[type] || 0)),
  ]);
}

/** The instance types that a NodePool can launch. */
function typesOf({ nodePool, instanceTypes }: KnownNodePool, { cases }: SimulatedChange['after']): readonly number[] {
  const input = { ...cases.likely.input, nodePools: [{ nodePool, instanceTypes }], podClasses: [], existingNodes: [] };
  const [template] = compilePass(input).templates;
  if (template === undefined) return [];
  return membersOf(template.options);
}
