import { withSnapshots } from '../../cluster/provisioning/snapshot/read-snapshot.ts';
import { objectText, unwritableNumbers } from '../../files/schema/structural/object-text.ts';
import { type CustomRule, customCode } from '../../karpenter/api/custom-rule.ts';
import { karpenterKindOf } from '../../manifest/model/karpenter-kinds.ts';
import type { Manifest, Path, Value } from '../../manifest/model/manifest.ts';
import { boundPolicies } from '../../rules/custom-rules/admission/bound-policies.ts';
import { reviewValues } from '../../rules/custom-rules/review-values.ts';
import type { RuleRequest } from '../../rules/custom-rules/rule-request.ts';
import { nullPaths, unknownPaths } from '../../rules/custom-rules/unknown-values.ts';
import { isOffEverywhere } from '../../rules/lint/findings/overrides.ts';
import { type Context, manifestsOn } from '../context/context.ts';
import type { OpenedReview } from '../context/opened-review.ts';
import type { FiguredScope } from '../figures/figured-scopes.ts';
import { type PolicyQuestion, policyQuestions } from './policy-questions.ts';
import { RuleRequests, type Values } from './rule-requests.ts';

/** One rule and one object of one side. */
export interface RuleQuestion {
  readonly rule: CustomRule;
  readonly manifest: Manifest;
  readonly side: 'base' | 'head';
  /** The index of the request and of its answer. */
  readonly place: number;
}

/** The requests to the API server's code about the rules of the configuration, and about the admission policies of the clusters. */
export interface RuleQuestions {
  readonly requests: readonly RuleRequest[];
  readonly byScope: ReadonlyMap<Context, readonly RuleQuestion[]>;
  /** The questions about the admission policies of the clusters. */
  readonly policies: ReadonlyMap<Context, readonly PolicyQuestion[]>;
}

/** A review whose figures are known. */
interface FiguredReview extends OpenedReview {
  /** In the order of the scopes. */
  readonly figured: readonly FiguredScope[];
}

/**
 * The requests about the rules of the configuration and the policies of the clusters; null if there is nothing to ask.
 * They need the results of the review.
 */
export function ruleQuestions({ input, scopes, figured, whole }: FiguredReview): RuleQuestions | null {
  const { customRules } = input.settings;
  if (input.stages?.findings === false) return null;

  const list = new RuleRequests();
  const sides = whole.base ? (['head', 'base'] as const) : (['head'] as const);

  const byScope = new Map(
    scopes.map((scope, i) => {
      const rules = customRules.filter((rule) => !isOffEverywhere(customCode(rule), scope.settings));
      const ofScope = { scope, rules, isAlone: scopes.length === 1, figures: figured[i]! };
      return [scope, sides.flatMap((side) => questionsOn(ofScope, side, list))] as const;
    }),
  );

  const policies = new Map(
    scopes.map((scope, i) => {
      const policies = boundPolicies(withSnapshots(figured[i]!.context.live?.manifests ?? []));
      const ofScope = { scope, isAlone: scopes.length === 1, policies };
      return [scope, sides.flatMap((side) => policyQuestions(ofScope, side, list))] as const;
    }),
  );

  const isNothing = list.requests.length === 0 && [...policies.values()].every((questions) => questions.length === 0);

  if (isNothing) return null;
  return { requests: list.requests, byScope, policies };
}

/** What the questions of one scope need. */
interface Asked {
  readonly scope: Context;
  readonly rules: readonly CustomRule[];
  /** Whether there is no other scope, so that everything belongs to this one. */
  readonly isAlone: boolean;
  readonly figures: FiguredScope;
}

function questionsOn(
  { scope, rules, isAlone, figures }: Asked,
  side: 'base' | 'head',
  list: RuleRequests,
): RuleQuestion[] {
  const environment = environmentValues(scope, figures);
  return manifestsOn(scope, side)
    .filter(({ source }) => isAlone || scope.owns(source.file))
    .flatMap((manifest) => {
      const applicable = rules.filter(({ on }) => on.includes(manifest.kind));
      if (applicable.length === 0 || unwritableNumbers(manifest).length > 0) return [];
      const values = side === 'head' ? valuesOf(manifest, scope, figures) : baseValues(manifest);
      return applicable.map((rule) => ({ rule, manifest, side, place: list.add(rule, { ...values, environment }) }));
    });
}

function valuesOf(manifest: Manifest, { oldOf, base }: Context, { estimate, disruption }: FiguredScope): Values {
  const old = oldOf(manifest);
  const pool = karpenterKindOf(manifest)?.role === 'node pool' ? manifest.name : undefined;
  const review = reviewValues({ estimate, disruption }, pool);
  const isOldFit = old === undefined || unwritableNumbers(old).length === 0;

  const unknownBefore = () => {
    if (old !== undefined) return below('oldObject', isOldFit ? unknownPaths(old) : [[]]);
    // Without a base, as in `check`, nothing says whether the object is new.
    return base === null ? [['oldObject']] : [];
  };

  return {
    object: objectText(manifest),
    oldObject: old && isOldFit ? objectText(old) : 'null',
    review,
    unknown: [...below('object', unknownPaths(manifest)), ...unknownBefore(), ...nullPaths(review, ['review'])],
  };
}

/** Rules about a change say nothing about what was there before it, so their findings are always new. */
const baseValues = (manifest: Manifest): Values => ({
  object: objectText(manifest),
  oldObject: 'null',
  review: null,
  unknown: [...below('object', unknownPaths(manifest)), ['oldObject'], ['review']],
});

const below = (variable: string, paths: readonly Path[]): Path[] => paths.map((path) => [variable, ...path]);

/** What is known about the cluster. A version or a region that is only assumed is unknown to a rule. */
function environmentValues(
  { environment }: Context,
  { context: { target } }: FiguredScope,
): { readonly [key: string]: Value } {
  return {
    name: environment ?? '',
    region: target.isRegionAssumed ? null : target.region,
    karpenterVersion: target.isKarpenterAssumed ? null : target.karpenterVersion,
    kubernetesVersion: target.kubernetesVersion ?? null,
  };
}
