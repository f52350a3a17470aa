import { compareEnvironments } from '../../changes/diff/environments.ts';
import type { Estimate } from '../../cluster/cost/estimate.ts';
import type { EstimateResult } from '../../cluster/cost/estimate-cost.ts';
import type { Disruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { accountsOf } from '../../karpenter/api/environment.ts';
import type { Change } from '../../manifest/change.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { karpenterKindOf } from '../../manifest/model/karpenter-kinds.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { type Context, changesFor } from '../context/context.ts';
import { withoutDuplicates } from '../context/duplicate-findings.ts';
import type { EnvironmentReview } from '../context/review-data.ts';
import type { ReviewFigures } from '../context/review-figures.ts';
import { addressDiagnostics } from './address-diagnostics.ts';
import { lacksAllNodes } from './live-caveats.ts';
import { withOneLimit, withoutRepeatedLimits } from './one-limit.ts';
import { quotaDiagnostics } from './quota-diagnostics.ts';
import { withRemovedPools } from './removed-pools.ts';
import { unreadyPools } from './unready-pools.ts';

/** The input for the figures of all scopes. */
interface FiguredInput {
  readonly scopes: readonly Context[];
  readonly main: Context;
  readonly changes: readonly Change[];
  readonly isEstimated: boolean;
  /** Null if no figures are wanted. */
  readonly figures: ReviewFigures | null;
  /** The findings of the rules in head; null if they are not wanted. */
  readonly ruled: ReadonlyMap<Context, readonly Diagnostic[]> | null;
}

/** Nodes, cost and disruption of one scope. */
export interface FiguredScope {
  /** The scope's context, with the live state of its cluster. */
  readonly context: Context;
  readonly changes: readonly Change[];
  readonly isMain: boolean;
  /** Null if no figures are wanted, or nothing changes. */
  readonly result: EstimateResult | null;
  readonly estimate: Estimate | null;
  readonly disruption: Disruption;
}

const noDisruption: Disruption = { nodePools: [], nodeClasses: [], workloads: null, timeline: [] };

/** Computes the figures of each scope, in the order of the scopes. */
export const figuredScopes = (input: FiguredInput): FiguredScope[] =>
  input.scopes.map((scope) => figuredScope(scope, input));

function figuredScope(scope: Context, { main, changes: all, isEstimated, figures, ruled }: FiguredInput): FiguredScope {
  const isMain = scope === main;
  // A snapshot describes one cluster. Unless the configuration says otherwise, it is that of the main scope.
  const live = scope.lives.get(scope.environment ?? '') ?? (isMain ? scope.live : null);
  const isUnused = live !== null && lacksAllNodes(live);
  const context = { ...scope, ...(isUnused ? { live: null, unusedLive: live } : { live }) };
  const changes = changesFor(scope, all);
  const needsFigures = isEstimated && (isMain || hasChanges(scope, changes));
  const result =
    (needsFigures && figures?.estimate(context, changes, unreadyPools(scope, ruled?.get(scope) ?? []))) || null;
  const isForecast = isMain || scope.environment !== null;

  return {
    context,
    changes,
    isMain,
    result,
    estimate: (result && figures?.withCaveats(result.estimate, context)) ?? null,
    disruption: (isForecast && figures?.forecast(context, changes, result)) || noDisruption,
  };
}

/** Figures are only needed for environments with changes; without a base, everything is new. */
const hasChanges = (scope: Context, changes: readonly Change[]): boolean =>
  scope.environment !== null &&
  (scope.base === null || changes.length > 0 || hasOtherObjects(scope) || hasOtherVersions(scope));

/** Whether files with objects of a cluster differ, also in what is no change to a node: new pods of a rollout need room. */
function hasOtherObjects({ base, head }: Context): boolean {
  const textsOf = (set: ManifestSet): Map<string, string> =>
    new Map(set.manifests.map(({ source: { file, text } }) => [file, text]));
  const [before, after] = [textsOf(base!), textsOf(head)];
  return before.size !== after.size || [...after].some(([file, text]) => before.get(file) !== text);
}

/** Whether the change brings another Karpenter, other settings of it, or another Kubernetes. */
const hasOtherVersions = ({ before, target }: Context): boolean =>
  before.target.karpenterVersion !== target.karpenterVersion ||
  before.target.kubernetesVersion !== target.kubernetesVersion ||
  JSON.stringify(before.target.karpenterSettings) !== JSON.stringify(target.karpenterSettings);

/** The simulation's findings on one side, from all scopes. */
export function figuredDiagnostics(
  scopes: readonly FiguredScope[],
  side: 'base' | 'head',
  figures: ReviewFigures | null,
): readonly Diagnostic[] {
  const simulated = scopes.filter(({ result }) => result !== null);
  const perScope = simulated.map(({ context, result, changes }) => ({
    context,
    findings: ofCluster(
      side === 'head'
        ? withRemovedPools(result!.diagnostics, changes, result!.estimate, context)
        : result!.baseDiagnostics,
      context,
    ),
  }));

  const diagnostics = withDoubtfulPods(perScope, side);

  const expiring = simulated.flatMap(({ context, disruption }) => {
    const set = context[side];
    return ofCluster((set && figures?.expiryDiagnostics(disruption, set, side)) ?? [], context);
  });

  const addresses = simulated.flatMap(({ context, result }) =>
    ofCluster(addressDiagnostics(context, result!.estimate, side), context),
  );
  const quotas = simulated.flatMap(({ context, result }) =>
    ofCluster(quotaDiagnostics(context, result!.estimate, side), context),
  );
  const caused = simulated.flatMap(({ context, changes, result, disruption }) => {
    if (side === 'base') return [];
    return ofCluster(figures?.hazards(context, changes, { result: result!, disruption }) ?? [], context);
  });
  const listed = [...diagnostics, ...expiring, ...addresses, ...quotas, ...caused];
  const every = withOneLimit(withoutRepeatedLimits(listed));

  if (simulated.length > 1) return withoutDuplicates(every);
  return every;
}

/** Findings with the environment whose simulation found them. */
const ofCluster = (diagnostics: readonly Diagnostic[], { environment }: Context): readonly Diagnostic[] => {
  if (environment === null) return diagnostics;
  return diagnostics.map((diagnostic) => ({ ...diagnostic, cluster: environment }));
};

interface ScopeDiagnostics {
  readonly context: Context;
  readonly findings: readonly Diagnostic[];
}

/**
 * Makes a note of pods that no NodePool of one inferred cluster runs, if their workload belongs to no cluster in particular and another one
 * runs it. Nothing says that the workload is meant for each of them.
 */
function withDoubtfulPods(all: readonly ScopeDiagnostics[], side: 'base' | 'head'): Diagnostic[] {
  const keys = all.map(({ findings }) => new Set(findings.flatMap((diagnostic) => unscheduledKey(diagnostic) ?? [])));
  const hasPools = all.map(({ context }) => context[side]?.manifests.some(isNodePool) === true);

  return all.flatMap(({ context, findings }) =>
    findings.map((diagnostic): Diagnostic => {
      const key = unscheduledKey(diagnostic);
      const isShared = context.clusters.areInferred && !context.owns(diagnostic.span.file);
      const isRun = key !== undefined && keys.some((others, i) => hasPools[i] && !others.has(key));
      if (isShared && isRun)
        return { ...diagnostic, severity: 'note', help: `${nameClusters} ${diagnostic.help ?? ''}`.trim() };

      return diagnostic;
    }),
  );
}

const nameClusters = 'Set `environments` in plumbline.yaml, so that the workload belongs to the cluster that runs it.';

const isNodePool = (manifest: Manifest): boolean => karpenterKindOf(manifest)?.role === 'node pool';

const unscheduledKey = ({ code, resource }: Diagnostic): string | undefined => {
  if (code === 'provisioning/pod-unschedulable' && resource !== null)
    return JSON.stringify([resource.kind, resource.namespace, resource.name]);

  return undefined;
};

/** The environments that have any objects, in promotion order. */
export const environmentReviews = (scopes: readonly FiguredScope[]): EnvironmentReview[] =>
  scopes
    .flatMap((scope) => {
      if (scope.context.environment === null) return [];
      return [reviewOf(scope, scope.context.environment)];
    })
    .sort((a, b) => compareEnvironments(a.name, b.name));

const reviewOf = (
  { context: { target, settings, isAdded }, isMain, changes, estimate, disruption }: FiguredScope,
  name: string,
): EnvironmentReview => ({
  name,
  target,
  accounts: Object.hasOwn(settings.environments, name) ? accountsOf(settings.environments[name]!) : [],
  isInferred: !Object.hasOwn(settings.environments, name),
  isMain,
  ...(isAdded && { isNew: true }),
  changedObjects: changes.length,
  estimate,
  disruption,
});
