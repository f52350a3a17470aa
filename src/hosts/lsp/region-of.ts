import type { EditorReview } from './editor-review.ts';

/** The region of the workspace, or the first one with facts. */
export function regionOf({ review, facts }: EditorReview): string {
  const { region } = review.target;
  if (facts.regions.includes(region)) return region;
  return 'us-east-1';
}
