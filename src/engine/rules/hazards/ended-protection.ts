import { isDoNotDisrupt } from '../../cluster/disruption/cluster/pod-disruption-limits.ts';
import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import type { Transition } from '../../cluster/transition/transition-data.ts';
import { doNotDisrupt } from '../../karpenter/api/disruption-keys.ts';
import { parseDuration } from '../../karpenter/api/duration.ts';
import { asText, type Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { gracePeriodPath, manifestNamed, type SimulatedChange } from './change-seen.ts';

/**
 * NodePools that get a `terminationGracePeriod`, or a shorter one, and run pods that must not be disrupted: once it ends, Karpenter deletes
 * these pods too. Source: core …/controllers/node/termination/terminator/terminator.go.
 */
export function endedProtections({ base, head, transition }: SimulatedChange): readonly Diagnostic[] {
  return head.manifests.flatMap((manifest) => {
    const before = manifest.kind === 'NodePool' ? manifestNamed(base, 'NodePool', manifest.name) : undefined;
    const period = periodOf(manifest);
    if (before === undefined || period === undefined || period >= (periodOf(before) ?? Infinity)) return [];

    const names = protectedWorkloads(transition.after, manifest.name);
    if (names.length === 0) return [];

    return [
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
