import type { PageAnswer } from '../src/hosts/playground/page-answer.ts';
import type { TextRequest } from '../src/review/review-texts.ts';

/** What the page shows of a review, with the comment as HTML. It is not safe before `safeFragment` has read it. */
export interface ShownAnswer extends PageAnswer {
  readonly commentHtml: string;
}

/** What the page tells the worker. Every request has a number, and only the latest one is answered. */
export type ToWorker =
  | { readonly kind: 'review'; readonly id: number; readonly request: TextRequest }
  | { readonly kind: 'document'; readonly id: number; readonly format: 'html' | 'json' };

/** What the worker tells the page. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly regions: readonly string[]; readonly karpenterVersions: readonly string[] }
  /** How much of what is needed has arrived, in bytes. */
  | { readonly kind: 'progress'; readonly loaded: number; readonly total: number }
  /** `complete` is false as long as only plumbline's own checks have run. */
  | { readonly kind: 'answer'; readonly id: number; readonly complete: boolean; readonly answer: ShownAnswer }
  | { readonly kind: 'document'; readonly id: number; readonly text: string }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly help: string };
