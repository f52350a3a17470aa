import type { PageAnswer } from '../src/hosts/playground/page-answer.ts';
import type { TextRequest } from '../src/review/review-texts.ts';

/** What the page shows of a review, with the comment as HTML. It is not safe before `safeFragment` has read it. */
export interface ShownAnswer extends PageAnswer {
  readonly commentHtml: string;
  /** Sentences about the plumbline.yaml among the files. */
  readonly notes: readonly string[];
}

/** What the page tells the worker. Every request has a number, and only the latest one is answered. */
export type ToWorker =
  | { readonly kind: 'review'; readonly id: number; readonly request: TextRequest }
  | { readonly kind: 'ask'; readonly id: number; readonly number: number; readonly question: Question };

/** Something about the latest complete review: another format of it, or what a scenario does to its cluster. */
export type Question = { readonly format: 'html' | 'json' } | { readonly scenario: string };

/** What the worker tells the page. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly regions: readonly string[]; readonly karpenterVersions: readonly string[] }
  /** How much of what is needed has arrived, in bytes. */
  | { readonly kind: 'progress'; readonly loaded: number; readonly total: number }
  /** `complete` is false as long as only plumbline's own checks have run. */
  | { readonly kind: 'answer'; readonly id: number; readonly complete: boolean; readonly answer: ShownAnswer }
  /** The answer to the question with this number. */
  | { readonly kind: 'told'; readonly number: number; readonly text: string }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly help: string };
