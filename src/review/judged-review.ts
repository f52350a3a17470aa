import { openReview } from '../engine/review/opened-review.ts';
import { closeReview } from '../engine/review/review.ts';
import type { Review } from '../engine/review/review-data.ts';
import type { ReviewInput } from '../engine/review/review-input.ts';
import { verdictRequests } from '../engine/review/verdict-requests.ts';
import { workOut } from '../engine/review/worked-review.ts';
import type { ApiServer } from '../io/api-server/api-server.ts';

/** A review with the verdicts of the API server's code, which may run in another thread while this one does everything else. */
export async function judgedReview(input: ReviewInput, server: ApiServer): Promise<Review> {
  const opened = openReview(input);
  const asked = verdictRequests(opened);
  if (asked === null) return closeReview(workOut(opened), null);
  const judging = server.judge(asked.requests);
  // Awaited below. If `workOut` throws first, its error is the one that counts, and this one must not end the process.
  judging.catch(() => {});
  const worked = workOut(opened);
  return closeReview(worked, { asked, answers: await judging });
}
