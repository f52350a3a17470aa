import type { PodError } from '../input/results.ts';
import type { Refusal } from './claim-evaluation.ts';
import { blankClaim, type CompiledPass } from './compiled-pass.ts';
import type { NodeClaim } from './node-claim.ts';
import { lastVariant, type PodShape, type PodVariant } from './pod-shape.ts';
import { limitText, refusalTexts } from './refusal-text.ts';

type Reasons = PodError['reasons'];

const reservedTexts = {
  'reserved-unavailable':
    'one or more instance types with compatible reserved offerings are available, but could not be reserved',
  'reserved-lost': 'satisfying updated nodeclaim constraints would remove all compatible reserved offering options',
  'reserved-full': 'all compatible reserved offerings are full and no on-demand or spot fallback is available',
};

const resourceClaimsText = 'pod has Dynamic Resource Allocation requirements that are not yet supported by Karpenter';

/** Refusals that defer a pod. It does not give up preferences or try other NodePools. */
export const isReserved = (refusal: Refusal): refusal is keyof typeof reservedTexts =>
  Object.hasOwn(reservedTexts, refusal);

/**
 * Why pods were not placed, in Karpenter's words. Nothing has changed since their last try, so it is repeated with the
 * preferences they had left. `index` is the index of the NodeClaim that would be opened.
 */
export function failureReasons(pass: CompiledPass, shape: PodShape, index: number): Reasons {
  if (pass.input.nodePools.length === 0) return [{ nodePool: '', reason: 'no dynamic nodepools found' }];
  if (shape.hasResourceClaims) return [{ nodePool: '', reason: resourceClaimsText }];
  if (pass.templates.length === 0)
    return [{ nodePool: '', reason: 'nodepool requirements filtered out all available instance types' }];

  for (let variant = shape.first; variant.next !== undefined; variant = variant.next)
    if (isDeferred(pass, variant, index)) return newClaimReasons(pass, variant, index);

  return newClaimReasons(pass, lastVariant(shape.first), index);
}

/** Whether a variant waits for reserved capacity. Otherwise the next one is tried, and nobody reads why this one fits nowhere. */
function isDeferred(pass: CompiledPass, variant: PodVariant, index: number): boolean {
  return pass.templates.some((template) => {
    const claim = blankClaim(pass, template, index);
    const refusal = claim && refusalOf(pass, claim, variant);
    return refusal !== undefined && isReserved(refusal);
  });
}

const refusalOf = (pass: CompiledPass, claim: NodeClaim, variant: PodVariant): Refusal | undefined =>
  pass.evaluation.evaluate(claim, variant, pass.input.minValuesPolicy === 'BestEffort');

function newClaimReasons(pass: CompiledPass, variant: PodVariant, index: number): Reasons {
  const reasons: Reasons[number][] = [];

  for (const template of pass.templates) {
    const tell = (reason: string): number => reasons.push({ nodePool: template.name, reason });
    const { within } = pass.limits.get(template)!;
    const claim = blankClaim(pass, template, index);

    if ('exhausted' in within) tell(limitText(template.name, within.exhausted));
    if (claim === undefined) continue;

    const refusal = refusalOf(pass, claim, variant);
    if (refusal !== undefined && isReserved(refusal)) {
      tell(reservedTexts[refusal]);
      return reasons;
    }

    if (refusal !== undefined) refusalTexts({ refusal, claim, variant, ...pass }).forEach(tell);
  }

  return reasons;
}
