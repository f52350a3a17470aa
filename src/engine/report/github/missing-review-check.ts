import type { ReviewedCheck } from '../../review/presentation/presentation.ts';
import { prose } from '../../text/words/escape.ts';

/** The check run if the review failed. It fails too: what was not reviewed must not pass. `hint` is Markdown. */
export function missingReviewCheck(message: string, hint: string): ReviewedCheck {
  const summary = `${prose(message)}.\n\nThe change was not reviewed. ${hint}`;
  return { result: 'block', output: { title: 'This could not be reviewed', summary }, annotations: [] };
}
