import { diff } from '../changes/diff/diff.ts';
import type { Ledger } from '../changes/ledger/ledger.ts';
import { plansOf } from '../changes/plan/environment-plans.ts';
import type { OpaqueChange } from '../changes/plan/opaque-item.ts';
import type { Plan, Unplanned } from '../changes/plan/plan.ts';
import type { Change } from '../manifest/change.ts';
import type { Diagnostic } from '../text/diagnostic.ts';
import { type AccountedChange, accountedChange } from './change-ledger.ts';
import type { Context } from './context/context.ts';
import type { OpenedReview } from './context/opened-review.ts';
import { withoutRepeatedChanges } from './context/origins.ts';
import type { AnsweredScenario, Explained, WhatIf } from './context/review-data.ts';
import type { Verdicts } from './context/verdict-requests.ts';
import { type FiguredScope, figuredDiagnostics, figuredScopes } from './figures/figured-scopes.ts';
import { refusedWorkloads } from './figures/refused-workloads.ts';
import { aboutWritten } from './findings/objects-left-in-cluster.ts';
import { simulatedAsNotes } from './findings/objects-that-may-not-exist.ts';
import { type RuleFindings, ruleFindings } from './findings/scope-findings.ts';
import { clustersForDiff, inEnvironments, mainScope, withUnknownClusters } from './scopes.ts';

/** The parts of a review that do not need verdicts of the API server's code. */
export interface ReviewWithoutVerdicts extends OpenedReview {
  readonly changes: readonly Change[];
  /** The changes at their places in the repository, without duplicates. */
  readonly shownChanges: readonly Change[];
  readonly figured: readonly FiguredScope[];
  /** The scope whose figures the review shows. */
  readonly main: FiguredScope;
  readonly explained: Explained | undefined;
  readonly whatIf: AnsweredScenario | undefined;
  readonly tellingScenario: WhatIf | undefined;
  readonly plans: readonly (Plan | Unplanned)[];
  /** Every changed place; null without a base. */
  readonly ledger: Ledger | null;
  /** What the change contains and no plan of objects shows. */
  readonly opaque: readonly OpaqueChange[];
  /** Findings of the simulation. */
  readonly simulated: { readonly [side in 'base' | 'head']: readonly Diagnostic[] };
  /** Findings of the rules; null if no findings are wanted. */
  readonly ruled: { readonly [side in 'base' | 'head']: RuleFindings } | null;
}

/** Computes changes, figures and plans, and runs the rules. A host does this while the API server's code runs. */
export function reviewWithoutVerdicts(opened: OpenedReview): ReviewWithoutVerdicts {
  const { input, whole, scopes } = opened;
  const { base, head } = whole;

  const compared = () => {
    if (base === null) return [];
    return diff(
      base,
      head,
      { pack: whole.pack, providers: whole.facts.providers, kept: whole.kept },
      clustersForDiff(scopes),
    );
  };

  const changes = withUnknownClusters(compared(), scopes);

  const isEstimated = input.stages?.estimate !== false && hasObjects(whole);
  const accounted = accountedChange(opened);
  const findings = input.stages?.findings === false ? null : ruled(opened);

  return {
    ...opened,
    changes,
    shownChanges: withoutRepeatedChanges(changes.map((change) => traced(inEnvironments(change, scopes), whole))),
    ...figuresOf(opened, { changes, isEstimated, ruled: findings }),
    plans: plans(opened, accounted),
    ledger: accounted?.ledger ?? null,
    opaque: accounted?.opaque ?? [],
    ruled: findings,
  };
}

/** The parts of a review that figures decide. */
type ReviewedFigures = Pick<
  ReviewWithoutVerdicts,
  'figured' | 'main' | 'explained' | 'whatIf' | 'tellingScenario' | 'simulated'
>;

/** What figures rest on, apart from the objects. */
interface FiguresBasis extends Pick<ReviewWithoutVerdicts, 'changes' | 'ruled'> {
  readonly isEstimated: boolean;
}

function figuresOf(
  { input, whole, scopes }: OpenedReview,
  { changes, isEstimated, ruled: findings }: FiguresBasis,
): ReviewedFigures {
  const { figures } = input;
  const figured = figuredScopes({
    scopes,
    main: mainScope(scopes, changes),
    changes,
    isEstimated,
    figures,
    ruled: findings?.head ?? null,
  });
  const main = figured.find(({ isMain }) => isMain)!;

  return {
    figured,
    main,
    explained: input.explain === undefined ? undefined : figures?.explained(input.explain, main.result),
    whatIf: input.whatIf && figures?.whatIf(main.context, input.whatIf),
    tellingScenario: (main.result && figures?.telling(main.context, main.result)) ?? undefined,
    simulated: {
      head: aboutWritten(simulatedAsNotes(figuredDiagnostics(figured, 'head', figures), whole), whole),
      base: whole.base ? simulatedAsNotes(figuredDiagnostics(figured, 'base', figures), whole) : [],
    },
  };
}

/** Computes the figures again if the API server's code refuses workloads, which the cluster then does not get. */
export function withoutRefusedWorkloads(computed: ReviewWithoutVerdicts, verdicts: Verdicts): ReviewWithoutVerdicts {
  const { changes, main, ruled: findings } = computed;
  const refused = computed.scopes.map((scope) => refusedWorkloads(scope, verdicts));
  if (main.result === null || refused.every(({ size }) => size === 0)) return computed;

  const scopes = computed.scopes.map((scope, i) => ({ ...scope, refused: refused[i]! }));
  return { ...computed, ...figuresOf({ ...computed, scopes }, { changes, isEstimated: true, ruled: findings }) };
}

const hasObjects = ({ base, head }: Context): boolean => head.manifests.length > 0 || (base?.manifests.length ?? 0) > 0;

/** The place of a removed object is in base. */
const traced = (change: Change, { origins }: Context): Change =>
  (change.type === 'removed' || change.type === 'unknown' ? origins.base : origins.head).change(change);

function plans(
  { input, whole, scopes }: OpenedReview,
  accounted: AccountedChange | null,
): ReviewWithoutVerdicts['plans'] {
  const { base, head } = whole;
  const packOf = (name: string) => (scopes.find(({ environment }) => environment === name) ?? whole).pack;
  const { environments } = input.settings;

  if (base === null) return [];
  const files = input.changed?.all;
  return plansOf({ base, head, packOf, environments, opaque: accounted?.opaque ?? [], files });
}

const ruled = ({ input: { timer }, whole, scopes }: OpenedReview): NonNullable<ReviewWithoutVerdicts['ruled']> => ({
  head: ruleFindings(scopes, 'head', timer),
  base: whole.base ? ruleFindings(scopes, 'base', timer) : new Map(),
});
