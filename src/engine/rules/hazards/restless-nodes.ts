import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import type { Transition } from '../../cluster/transition/transition-data.ts';
import { movesPods } from '../../karpenter/api/disruption/consolidated-pools.ts';
import { parseDuration } from '../../karpenter/api/duration.ts';
import { namespaceOf } from '../../karpenter/workloads/workload-fields.ts';
import { asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { compareNames } from '../../text/name-order.ts';
import { intervalText, isMeantForPool } from '../lint/fields/pools-of-loads.ts';
import { isSteady, type ScheduledLoad, scheduledLoadsOf } from '../lint/fields/scheduled-load.ts';
import { manifestNamed, type SimulatedChange } from './change-seen.ts';

const consolidateAfter: Path = ['spec', 'disruption', 'consolidateAfter'];

/**
 * NodePools whose `consolidateAfter` becomes longer than the interval of CronJobs that run on their nodes: each run starts this time again.
 * Source: core pkg/controllers/nodeclaim/disruption/consolidation.go, and issue 1921 of kubernetes-sigs/karpenter. Pods that are meant for the
 * NodePool are left to the rule consolidate-after-load.
 */
export function restlessNodes({ base, head, changes, transition }: SimulatedChange): readonly Diagnostic[] {
  return changes.flatMap(({ resource, type }) => {
    if (resource.kind !== 'NodePool' || type !== 'modified') return [];

    const [before, pool] = [base, head].map((side) => manifestNamed(side, 'NodePool', resource.name));
    if (before === undefined || pool === undefined || before.isPartial || !movesPods(pool)) return [];

    const [earlier, now] = [waitOf(before), waitOf(pool)];
    if (earlier === undefined || now === undefined || now <= earlier) return [];

    const running = workloadsOn(pool.name, transition);
    const [load] = scheduledLoadsOf(head)
      .filter(({ pods }) => running.has(`${pods.kind}/${namespaceOf(pods)}/${pods.name}`))
      .filter((load) => load.every >= earlier && load.every < now)
      .filter((load) => isSteady(load) && !isMeantForPool(pool, load, head))
      .sort((a, b) => a.every - b.every || compareNames(a.manifest.name, b.manifest.name));

    if (load === undefined) return [];
    return [restless(pool, load)];
  });
}

function restless(pool: Manifest, { manifest: { kind, name }, every }: ScheduledLoad): Diagnostic {
  const interval = intervalText(every);

  return manifestDiagnostic(pool, {
    code: 'disruption/restless-nodes',
    severity: 'note',
    at: consolidateAfter,
    message: `${kind} \`${name}\` runs every ${interval} on nodes of \`${pool.name}\`. Each run starts \`consolidateAfter\` (${asText(pool.get(consolidateAfter))}) again, so Karpenter does not consolidate a node to which runs keep coming`,
    help: `Set \`consolidateAfter\` below ${interval}, or run ${kind} \`${name}\` in a NodePool of its own.`,
  });
}

/** Milliseconds; undefined if unknown. */
function waitOf(pool: Manifest): number | undefined {
  const nanoseconds = parseDuration(asText(pool.get(consolidateAfter)) ?? '0s');
  if (nanoseconds === undefined) return undefined;
  return Number(nanoseconds) / 1e6;
}

const workloadsOn = (nodePool: string, { after }: Transition): ReadonlySet<string> =>
  new Set(
    after.nodes
      .filter(({ state }) => state.nodePool === nodePool)
      .flatMap(({ pods }) => pods.map(({ workload }) => workload)),
  );
