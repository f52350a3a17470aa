import type { Context } from './context.ts';
import { contextOf } from './read-context.ts';
import type { ReviewInput } from './review-input.ts';
import { scopesOf } from './scopes.ts';

/** A review whose files are parsed and assigned to clusters, but not checked yet. */
export interface OpenedReview {
  readonly input: ReviewInput;
  /** The context of everything. */
  readonly whole: Context;
  /** The context of each cluster. */
  readonly scopes: readonly Context[];
}

/** Starts a review: reads both sides, and determines the Karpenter and Kubernetes versions they are checked against. */
export function openReview(input: ReviewInput): OpenedReview {
  const whole = contextOf(input);
  return { input, whole, scopes: scopesOf(whole, input) };
}
