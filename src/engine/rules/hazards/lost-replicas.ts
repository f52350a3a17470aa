import { endsWithNode } from '../../cluster/disruption/cluster/pod-disruption-limits.ts';
import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import { expectedLimits, type PodDisruptionLimit } from '../../cluster/provisioning/pods/pod-disruption-budget.ts';
import type { Workload } from '../../cluster/provisioning/pods/workloads.ts';
import { areNodesKnown, type Simulation } from '../../cluster/provisioning/simulation.ts';
import type { WaveLoss } from '../../cluster/transition/wave-losses.ts';
import { selects } from '../../karpenter/api/label-selector.ts';
import { asMapping, type Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { byCount } from '../../text/words/plural.ts';
import type { SimulatedChange } from './change-seen.ts';

/** Workloads that lose all pods, or a quorum, at the same time because their nodes are replaced or deleted. */
export function lostReplicas({ before, after, transition }: SimulatedChange): readonly Diagnostic[] {
  const workloads = new Map(after.workloads.workloads.map((workload) => [workload.key, workload]));
  // Pods that never run again have a finding of their own.
  for (const { workload } of transition.after.pending) workloads.delete(workload);

  return (transition.waveLosses ?? []).flatMap((restarted) => {
    const workload = workloads.get(restarted.workload);
    const diagnostic =
      workload && hazardOf({ restarted, workload, ...protectionOf(restarted, workload, before, after) }, before);
    if (diagnostic === undefined) return [];
    return [diagnostic];
  });
}

interface Restart {
  readonly restarted: WaveLoss;
  readonly workload: Workload;
  /** PodDisruptionBudgets that hold the running pods. */
  readonly budgets: readonly Manifest[];
  /** Why no PodDisruptionBudget holds the pods although one is or was meant to, as a clause. */
  readonly missingBudget: { readonly why: string; readonly help: string } | undefined;
  /** A Service whose load balancer sends traffic only to nodes with these pods. */
  readonly service: Manifest | undefined;
}

function protectionOf(
  restarted: WaveLoss,
  workload: Workload,
  before: Simulation,
  after: Simulation,
): Pick<Restart, 'budgets' | 'missingBudget' | 'service'> {
  const { namespace, labels } = workload;
  const ofNamespace = before.manifests.filter((manifest) => (manifest.namespace ?? 'default') === namespace);
  const budgets = restarted.endWithNode ? [] : namedBudgets(restarted.budgets, after);

  return {
    budgets,
    missingBudget: budgets.length === 0 ? missingBudgetOf(restarted, workload, before, after) : undefined,
    service: ofNamespace.find((manifest) => isBalanced(manifest, labels)),
  };
}

const isBudgetNamed =
  (names: readonly string[]) =>
  ({ kind, name, namespace }: Manifest): boolean =>
    kind === 'PodDisruptionBudget' && names.includes(`${namespace ?? 'default'}/${name}`);

const namedBudgets = (names: readonly string[], { manifests }: Simulation): readonly Manifest[] =>
  manifests.filter(isBudgetNamed(names));

const restartFirst = 'Restart them with `kubectl rollout restart` before the nodes are replaced.';

/** A change is applied as a whole, so a budget that it takes away protects nothing from what it causes. */
function missingBudgetOf(
  restarted: WaveLoss,
  workload: Workload,
  before: Simulation,
  after: Simulation,
): Restart['missingBudget'] {
  const { key } = workload;

  if (restarted.endWithNode)
    return {
      why: 'they tolerate `karpenter.sh/disrupted`, so Karpenter does not evict them and asks no PodDisruptionBudget',
      help: endsWithNode(workload)
        ? 'Tolerate only the taints that these pods need.'
        : `The files do not have this toleration, but the running pods do. ${restartFirst}`,
    };

  const [selecting] = budgetsOfPods(workload, after);
  if (selecting !== undefined)
    return {
      why: `PodDisruptionBudget \`${selecting.name}\` selects the pod template, but not the running pods, which have other labels`,
      help: restartFirst,
    };

  const earlier = before.workloads.workloads.find((workload) => workload.key === key);
  const [budget] = earlier === undefined ? [] : budgetsOfPods(earlier, before);
  if (budget === undefined) return undefined;

  const isKept = after.manifests.some(
    ({ kind, name, namespace }) =>
      kind === budget.kind && name === budget.name && (namespace ?? 'default') === (budget.namespace ?? 'default'),
  );
  const named = `PodDisruptionBudget \`${budget.name}\``;

  if (isKept)
    return {
      why: `${named} no longer selects them after this change`,
      help: `Let ${named} select these pods again.`,
    };

  return { why: `this change removes ${named}, which protected them`, help: `Keep ${named}.` };
}

/** The PodDisruptionBudgets that select the pods of a workload. */
export function budgetsOfPods(
  { namespace, labels }: Workload,
  { manifests }: Pick<Simulation, 'manifests'>,
): readonly Manifest[] {
  const isOwn = (limit: PodDisruptionLimit): boolean =>
    limit.namespace === namespace && selects(limit.selector, labels);

  const names = new Set(
    expectedLimits(manifests, [])
      .filter(isOwn)
      .map(({ name }) => name),
  );

  return manifests.filter(
    (manifest) =>
      manifest.kind === 'PodDisruptionBudget' &&
      (manifest.namespace ?? 'default') === namespace &&
      names.has(manifest.name),
  );
}

/** A Service with a load balancer that has nodes as targets, and only those with ready pods. */
function isBalanced(manifest: Manifest, labels: Readonly<Record<string, string>>): boolean {
  const selector = asMapping(manifest.get(['spec', 'selector']));
  const annotations = asMapping(manifest.get(['metadata', 'annotations'])) ?? {};

  return (
    manifest.kind === 'Service' &&
    manifest.get(['spec', 'type']) === 'LoadBalancer' &&
    manifest.get(['spec', 'externalTrafficPolicy']) === 'Local' &&
    annotations['service.beta.kubernetes.io/aws-load-balancer-nlb-target-type'] !== 'ip' &&
    selector !== undefined &&
    Object.entries(selector).every(([key, value]) => labels[key] === value)
  );
}

/** Whether all pods stop at the same time, or so many pods of a StatefulSet that it loses its majority. */
export const losesQuorum = ({ replicas, evicted }: WaveLoss, isStateful: boolean): boolean =>
  evicted >= replicas || (isStateful && replicas >= 3 && evicted * 2 >= replicas);

function hazardOf(restart: Restart, before: Simulation): Diagnostic | undefined {
  const { replicas, evicted } = restart.restarted;
  const isStateful = restart.workload.kind === 'StatefulSet';
  if (['CronJob', 'Job'].includes(restart.workload.kind) || evicted === 0) return undefined;
  if (replicas === 1) return singleReplica(restart);
  if (losesQuorum(restart.restarted, isStateful)) return together(restart, before);
  return withoutTargets(restart);
}

/** Where plumbline only assumes which pods share a node, the scheduler spreads such pods, and usually two pods that say nothing. */
const isUsuallySpread = ({ spec: { topologySpreadConstraints = [], affinity } }: Workload, replicas: number): boolean =>
  topologySpreadConstraints.length > 0 || affinity?.podAntiAffinity !== undefined || replicas < 3;

function together({ restarted, workload, budgets, missingBudget }: Restart, before: Simulation): Diagnostic {
  const { replicas, evicted, allNodes, nodes } = restarted;
  const [budget] = budgets;
  const isCertain = areNodesKnown(before) || allNodes > 1;
  const reason = isCertain ? 'they run on one node' : 'nothing keeps them off one node';
  const where = nodes === 1 ? reason : `Karpenter replaces their ${nodes} nodes together`;

  const protection =
    budget === undefined
      ? (missingBudget?.why ?? 'no PodDisruptionBudget protects them')
      : `PodDisruptionBudget \`${budget.name}\` allows it with \`${writtenLimit(budget)}\``;

  const help = () => {
    if (budget === undefined)
      return missingBudget?.help ?? 'Create a PodDisruptionBudget with `maxUnavailable: 1` for these pods.';
    if (limitField(budget) === 'minAvailable')
      return `Replace \`${writtenLimit(budget)}\` with \`maxUnavailable: 1\` in PodDisruptionBudget \`${budget.name}\`.`;
    return `Set \`maxUnavailable: 1\` in PodDisruptionBudget \`${budget.name}\`.`;
  };

  const spread = byCount(
    allNodes,
    ' Add a topology spread constraint over `kubernetes.io/hostname`, so that they run on several nodes.',
    '',
  );

  const verb = isCertain ? 'stop' : 'may stop';

  return manifestDiagnostic(workload.manifest, {
    code: isCertain ? 'disruption/replicas-together' : 'disruption/unprotected-replicas',
    severity: isCertain || !isUsuallySpread(workload, replicas) ? 'warning' : 'note',
    at: ['spec', 'replicas'],
    message: `${evicted} of ${replicas} pods of \`${workload.key}\` ${verb} at the same time: ${where}, and ${protection}`,
    ...(budget && { labels: [{ span: budget.span(['spec', limitField(budget)]), message: 'allows it' }] }),
    help: `${help()}${spread}`,
  });
}

const limitField = (budget: Manifest): 'maxUnavailable' | 'minAvailable' => {
  if (budget.get(['spec', 'maxUnavailable']) === undefined) return 'minAvailable';
  return 'maxUnavailable';
};

const writtenLimit = (budget: Manifest): string =>
  `${limitField(budget)}: ${budget.get(['spec', limitField(budget)]) ?? 0}`;

function singleReplica({ workload, service }: Restart): Diagnostic {
  if (workload.kind === 'Pod')
    return manifestDiagnostic(workload.manifest, {
      code: 'disruption/single-replica',
      severity: 'note',
      at: ['kind'],
      message: `Karpenter evicts \`${workload.key}\` when it replaces its node, and no controller creates the pod again`,
      help: 'Let a Deployment, StatefulSet or Job create the pod, or add the annotation `karpenter.sh/do-not-disrupt: "true"`.',
    });

  return manifestDiagnostic(workload.manifest, {
    code: 'disruption/single-replica',
    severity: service === undefined ? 'note' : 'warning',
    at: ['spec', 'replicas'],
    message: `The only pod of \`${workload.key}\` stops while Karpenter replaces its node`,
    help: 'Run two or more replicas on different nodes, with a PodDisruptionBudget of `maxUnavailable: 1`.',
  });
}

/**
 * All nodes of a load balancer are replaced together. Karpenter excludes a node from load balancers as soon as it drains it, even if
 * a PodDisruptionBudget still keeps its pods. Source: core pkg/controllers/node/termination/terminator/terminator.go Taint.
 */
function withoutTargets({ restarted, workload, service }: Restart): Diagnostic | undefined {
  const { nodes, allNodes, nodePool } = restarted;
  if (service === undefined || nodes < allNodes) return undefined;

  return manifestDiagnostic(workload.manifest, {
    code: 'disruption/no-targets',
    severity: 'warning',
    at: ['metadata', 'name'],
    message: `The load balancer of Service \`${service.name}\` has no targets for a time: Karpenter drains all ${nodes} nodes with pods of \`${workload.key}\` together and excludes them from load balancers`,
    labels: [
      { span: service.span(['spec', 'externalTrafficPolicy']), message: 'only nodes with these pods are targets' },
    ],
    help: `Add a disruption budget of \`nodes: "1"\` to NodePool \`${nodePool}\`, or run more replicas on more nodes.`,
  });
}
