import type { Context } from './context.ts';
import { contextOf } from './read-context.ts';
import type { ReviewInput } from './review-input.ts';
import { scopesOf } from './scopes.ts';

/** A review whose files are parsed and parted by clusters, and of which nothing is judged yet. */
export interface OpenedReview {
  readonly input: ReviewInput;
  /** Of everything. */
  readonly whole: Context;
  /** Of each cluster. */
  readonly scopes: readonly Context[];
}

/** Begins a review: reads both sides and finds out what judges them. */
export function openReview(input: ReviewInput): OpenedReview {
  const whole = contextOf(input);
  return { input, whole, scopes: scopesOf(whole, input) };
}
