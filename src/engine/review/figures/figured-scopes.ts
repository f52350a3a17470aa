import { accountsOf } from '../../api/environment.ts';
import type { Change } from '../../change.ts';
import type { Estimate } from '../../cost/estimate.ts';
import type { EstimateResult } from '../../cost/estimate-cost.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { compareEnvironments } from '../../diff/environments.ts';
import type { Disruption } from '../../disruption/disruption-data.ts';
import type { Context } from '../context.ts';
import { withoutTwins } from '../findings/scope-findings.ts';
import type { EnvironmentReview, Explained } from '../review-data.ts';
import { changesFor } from '../scopes.ts';
import type { ReviewFigures } from './review-figures.ts';

/** What figures are worked out from. */
export interface FiguredInput {
  readonly scopes: readonly Context[];
  readonly main: Context;
  readonly changes: readonly Change[];
  readonly isEstimated: boolean;
  /** Null: nobody asks for any. */
  readonly figures: ReviewFigures | null;
}

const noDisruption: Disruption = { nodePools: [], nodeClasses: [], timeline: [] };

/** Nodes, cost and disruption of each scope, worked out once. */
export class FiguredScopes {
  readonly changes: readonly Change[];
  readonly #figures: ReviewFigures | null;
  readonly #results = new Map<Context, EstimateResult>();
  readonly #contexts = new Map<Context, Context>();
  readonly #disruptions = new Map<Context, Disruption>();

  constructor({ scopes, main, changes, isEstimated, figures }: FiguredInput) {
    this.changes = changes;
    this.#figures = figures;
    for (const scope of scopes) {
      // A snapshot is of one cluster: without more said, of the one whose figures come first.
      const live = scope.lives.get(scope.environment ?? '') ?? (scope === main ? scope.live : null);
      this.#contexts.set(scope, { ...scope, live });
      if (isEstimated && isConcerned(scope, main, changes)) this.#estimate(scope);
    }
  }

  #estimate(scope: Context): void {
    const context = this.#contexts.get(scope)!;
    const result = this.#figures?.estimate(context, changesFor(scope, this.changes));
    if (result) this.#results.set(scope, result);
  }

  /** What the simulation finds wrong on one side, in any environment; null where there is no base. */
  diagnostics(side: 'base' | 'head'): readonly Diagnostic[] {
    const all = [...this.#results.values()];
    const found = all.flatMap((result) => (side === 'head' ? result.diagnostics : result.baseDiagnostics));
    const expiring = [...this.#results.keys()].flatMap((scope) => this.#expiries(scope, side));
    return all.length > 1 ? withoutTwins([...found, ...expiring]) : [...found, ...expiring];
  }

  estimate(scope: Context): Estimate | null {
    const result = this.#results.get(scope);
    return (result && this.#figures?.withCaveats(result.estimate, this.#contexts.get(scope)!)) ?? null;
  }

  #expiries(scope: Context, side: 'base' | 'head'): readonly Diagnostic[] {
    const set = scope[side];
    return (set && this.#figures?.expiryDiagnostics(this.disruption(scope), set, side)) ?? [];
  }

  disruption(scope: Context): Disruption {
    const known = this.#disruptions.get(scope) ?? this.#forecast(scope);
    this.#disruptions.set(scope, known);
    return known;
  }

  #forecast(scope: Context): Disruption {
    const changes = changesFor(scope, this.changes);
    const result = this.#results.get(scope) ?? null;
    return this.#figures?.forecast(this.#contexts.get(scope)!, changes, result) ?? noDisruption;
  }

  explained(scope: Context, wanted: string): Explained {
    return this.#figures!.explained(wanted, this.#results.get(scope) ?? null);
  }
}

/** Where nothing changes, nobody asks for figures; without a base all is new. */
const isConcerned = (scope: Context, main: Context, changes: readonly Change[]): boolean =>
  scope === main || (scope.environment !== null && (scope.base === null || changesFor(scope, changes).length > 0));

/** The environments of the configuration that something belongs to, in the order of promotion. */
export function environmentReviews({ scopes, main }: FiguredInput, figured: FiguredScopes): EnvironmentReview[] {
  return scopes
    .flatMap((scope) => (scope.environment === null ? [] : [reviewOf(scope, scope === main, figured)]))
    .sort((a, b) => compareEnvironments(a.name, b.name));
}

function reviewOf(scope: Context, isMain: boolean, figured: FiguredScopes): EnvironmentReview {
  const { target, settings } = scope;
  const name = scope.environment!;
  return {
    name,
    target,
    accounts: accountsOf(settings.environments[name]!),
    isMain,
    changedObjects: changesFor(scope, figured.changes).length,
    estimate: figured.estimate(scope),
    disruption: figured.disruption(scope),
  };
}
