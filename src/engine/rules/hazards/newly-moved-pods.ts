import { isDoNotDisrupt } from '../../cluster/disruption/cluster/pod-disruption-limits.ts';
import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import type { Simulation } from '../../cluster/provisioning/simulation.ts';
import { movesPods } from '../../karpenter/api/disruption/consolidated-pools.ts';
import { parseDuration } from '../../karpenter/api/duration.ts';
import { asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { manifestNamed, type SimulatedChange } from './change-seen.ts';
import { budgetsOfPods } from './lost-replicas.ts';

const disruption: Path = ['spec', 'disruption'];

/** Pods without protection that Karpenter may evict to save money because of new disruption settings. If it only does it sooner, single pods. */
export function newlyMovedPods(change: SimulatedChange): readonly Diagnostic[] {
  const { base, head, changes } = change;

  return changes.flatMap(({ resource, type }) => {
    if (resource.kind !== 'NodePool' || type !== 'modified') return [];

    const [old, pool] = [base, head].map((side) => manifestNamed(side, 'NodePool', resource.name));
    const cause = old && pool && newCause(old, pool);
    if (cause === undefined || pool === undefined) return [];

    const names = unprotectedPods(resource.name, change, isSingle);
    const several = cause.isSooner ? [] : unprotectedPods(resource.name, change, isOfSeveral);

    return [
      ...(names.length === 0 ? [] : [ofSinglePods(pool, cause, names)]),
      ...(several.length === 0 ? [] : [ofSeveralPods(pool, cause, several)]),
    ];
  });
}

function ofSinglePods(pool: Manifest, cause: Cause, names: readonly string[]): Diagnostic {
  const pods = names.length === 1 ? `the only pod of ${names[0]}` : `the only pods of ${firstNames(names)}`;

  const eviction = () => {
    if (cause.isSooner) return `evict ${pods} sooner than before (after ${cause.after})`;
    return `now evict ${pods}`;
  };

  return manifestDiagnostic(pool, {
    code: 'disruption/single-replica',
    severity: 'note',
    at: [...disruption, cause.field],
    message: `Karpenter may ${eviction()}, to run the pods of \`${pool.name}\` on fewer or cheaper nodes. Neither a PodDisruptionBudget nor \`karpenter.sh/do-not-disrupt\` protects ${byCount(names.length, 'it', 'them')}`,
    help: 'If the pods must not restart during their work, add the annotation `karpenter.sh/do-not-disrupt: "true"` to them, or keep the settings.',
  });
}

const ofSeveralPods = (pool: Manifest, cause: Cause, names: readonly string[]): Diagnostic =>
  manifestDiagnostic(pool, {
    code: 'disruption/newly-evicted',
    severity: 'note',
    at: [...disruption, cause.field],
    message: `Karpenter may now evict pods of ${firstNames(names)} while they work, to run the pods of \`${pool.name}\` on fewer or cheaper nodes. Neither a PodDisruptionBudget nor \`karpenter.sh/do-not-disrupt\` protects them`,
    help: 'Create PodDisruptionBudgets with `maxUnavailable: 1` for them. If they must not restart during their work, add the annotation `karpenter.sh/do-not-disrupt: "true"`, or keep the settings.',
  });

interface Cause {
  readonly field: string;
  /** Karpenter did move the pods before, but later. */
  readonly isSooner: boolean;
  readonly after: string;
}

/** The field by which Karpenter starts to move pods of a NodePool, or does it sooner. */
function newCause(old: Manifest, pool: Manifest): Cause | undefined {
  const isUnknown = ['consolidationPolicy', 'consolidateAfter', 'budgets'].some((field) =>
    hasPlaceholder(old.get([...disruption, field])),
  );
  if (isUnknown || old.isPartial || !movesPods(pool)) return undefined;

  const textIn = (side: Manifest, field: string): string | undefined => asText(side.get([...disruption, field]));
  const after = textIn(pool, 'consolidateAfter') ?? '';
  const changed = ['consolidationPolicy', 'consolidateAfter'].find(
    (field) => textIn(old, field) !== textIn(pool, field),
  );

  // Without a field of its own in the change, a budget of 0 is gone.
  if (!movesPods(old)) return { field: changed ?? 'consolidationPolicy', isSooner: false, after };

  const [before, now] = [textIn(old, 'consolidateAfter'), after].map((text) => parseDuration(text ?? ''));
  const isShorter = before !== undefined && now !== undefined && now < before;

  if (isShorter) return { field: 'consolidateAfter', isSooner: true, after };
  return undefined;
}

/** Workloads with pods on the nodes of a NodePool, before and after the change, that nothing protects from an eviction. */
function unprotectedPods(
  nodePool: string,
  { before, after, transition }: SimulatedChange,
  isMeant: (workload: Workload) => boolean,
): readonly string[] {
  const keys = new Set(before.workloads.workloads.map(({ key }) => key));
  const workloads = new Map(after.workloads.workloads.map((workload) => [workload.key, workload]));

  const names = transition.after.nodes
    .filter(({ state }) => state.nodePool === nodePool)
    .flatMap(({ pods }) => pods.filter((group) => !group.isDaemon && !isDoNotDisrupt(group, 0)))
    .map(({ workload }) => workload)
    .filter((key) => {
      const workload = workloads.get(key);
      return (
        keys.has(key) && workload !== undefined && isMeant(workload) && budgetsOfPods(workload, after).length === 0
      );
    });

  return [...new Set(names)].sort().map(quoted);
}

type Workload = Simulation['workloads']['workloads'][number];

/** A Job starts its pod again, and its loss has findings of its own. */
const isLasting = ({ kind }: Workload): boolean => !['Job', 'CronJob'].includes(kind);

const isSingle = (workload: Workload): boolean =>
  isLasting(workload) && workload.replicas.likely === 1 && workload.replicas.high === 1;

const isOfSeveral = (workload: Workload): boolean => isLasting(workload) && (workload.replicas.likely ?? 0) > 1;
