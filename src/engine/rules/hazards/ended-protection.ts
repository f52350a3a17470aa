import { isDoNotDisrupt } from '../../cluster/disruption/cluster/pod-disruption-limits.ts';
import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import type { Workload } from '../../cluster/provisioning/pods/workloads.ts';
import type { Transition } from '../../cluster/transition/transition-data.ts';
import { doNotDisrupt } from '../../karpenter/api/disruption-keys.ts';
import { parseDuration } from '../../karpenter/api/duration.ts';
import { asText, type Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { gracePeriodPath, manifestNamed, type SimulatedChange } from './change-seen.ts';
import { budgetsOfPods } from './lost-replicas.ts';

/**
 * NodePools that get a `terminationGracePeriod`, or a shorter one, and run pods that must not be disrupted: once it ends, Karpenter deletes
 * these pods too. Source: core …/controllers/node/termination/terminator/terminator.go.
 */
export function endedProtections(change: SimulatedChange): readonly Diagnostic[] {
  const { base, head, transition } = change;
  return head.manifests.flatMap((manifest) => {
    const before = manifest.kind === 'NodePool' ? manifestNamed(base, 'NodePool', manifest.name) : undefined;
    const period = periodOf(manifest);
    if (before === undefined || period === undefined || period >= (periodOf(before) ?? Infinity)) return [];

    // Pods that may take longer to stop than the period are not protected at all.
    const graces = new Map(change.after.workloads.workloads.map((workload) => [workload.key, graceOf(workload)]));
    const names = protectedWorkloads(transition.after, manifest.name).filter((key) => (graces.get(key) ?? 0) <= period);
    const hurried = hurriedWorkloads(manifest, period, change);
    if (names.length === 0) return hurried;

    return [
      ...hurried,
      manifestDiagnostic(manifest, {
        code: 'disruption/protection-ends',
        severity: 'warning',
        at: gracePeriodPath,
        message: `\`${doNotDisrupt}\` protects pods of ${firstNames(names.map(quoted))} for only ${asText(manifest.get(gracePeriodPath))} once a new node of \`${manifest.name}\` drifts or expires. Then Karpenter deletes them`,
        help: `Make \`terminationGracePeriod\` longer than these pods need to finish or to be moved by hand, or run them in a NodePool without it. Nodes that run already keep the value they were launched with.`,
      }),
    ];
  });
}

/**
 * Pods that may take longer to stop than a node may drain. Karpenter deletes them as soon as the node drains, so that no
 * PodDisruptionBudget is asked. Source: core terminator.go DeleteExpiringPods.
 */
function hurriedWorkloads(
  pool: Manifest,
  period: number,
  { head, after, transition }: SimulatedChange,
): readonly Diagnostic[] {
  const keys = workloadsOn(transition.after, pool.name);
  const hurried = after.workloads.workloads.filter(
    (workload) => keys.has(workload.key) && graceOf(workload) > period && !isNamedByRule(workload, head),
  );
  const [first, ...others] = hurried;
  if (first === undefined) return [];

  const written = asText(pool.get(gracePeriodPath));
  const budgets = hurried.flatMap((workload) => budgetsOfPods(workload, after).map(({ name }) => quoted(name)));
  const longest = Math.max(...hurried.map(graceOf)) / nanosPerSecond;
  const instead = others.length === 0 ? `${longest}s` : `up to ${longest}s`;
  const despite =
    budgets.length === 0 ? '' : `, whatever PodDisruptionBudget ${firstNames([...new Set(budgets)])} allows`;

  return [
    manifestDiagnostic(pool, {
      code: 'disruption/protection-ends',
      severity: 'warning',
      at: gracePeriodPath,
      message: `Pods of ${firstNames(hurried.map(({ key }) => quoted(key)))} get ${written} instead of ${instead} to stop on new nodes of \`${pool.name}\`. Karpenter deletes them as soon as such a node drains${despite}`,
      help: `Set \`terminationGracePeriod\` to more than \`${longest}s\`, with time for evictions. Nodes that run already keep the value they were launched with.`,
    }),
  ];
}

const nanosPerSecond = 1e9;

const graceOf = ({ spec }: Workload): number => (spec.terminationGracePeriodSeconds ?? 30) * nanosPerSecond;

/** Whether `lint/pod-grace-period` names these pods, because every NodePool is too hasty for them. */
const isNamedByRule = (workload: Workload, { manifests }: SimulatedChange['head']): boolean =>
  workload.spec.nodeSelector === undefined &&
  workload.spec.affinity === undefined &&
  manifests.every((manifest) => manifest.kind !== 'NodePool' || (periodOf(manifest) ?? Infinity) < graceOf(workload));

/** The workloads with pods on nodes of a NodePool. */
const workloadsOn = ({ nodes }: Transition['after'], nodePool: string): ReadonlySet<string> =>
  new Set(
    nodes
      .filter(({ state }) => state.nodePool === nodePool)
      .flatMap(({ pods }) => pods.map(({ workload }) => workload)),
  );

function periodOf(nodePool: Manifest): number | undefined {
  const nanos = parseDuration(asText(nodePool.get(gracePeriodPath)) ?? '');
  if (nanos === undefined) return undefined;
  return Number(nanos);
}

/** The workloads with pods on a NodePool's nodes that Karpenter must not disrupt. */
const protectedWorkloads = ({ nodes }: Transition['after'], nodePool: string): readonly string[] =>
  [
    ...new Set(
      nodes
        .filter(({ state }) => state.nodePool === nodePool)
        .flatMap(({ pods }) => pods.filter((group) => isDoNotDisrupt(group, 0)).map(({ workload }) => workload)),
    ),
  ].sort();
