import type { EditorReview } from './editor-review.ts';

/** The region of the workspace, or the first one with facts. */
export function regionOf({ review, facts }: EditorReview): string {
  const { region } = review.target;
  return facts.regions.includes(region) ? region : 'us-east-1';
}
