import type { Approvals } from '../../../engine/changes/approval/approvals.ts';
import type { IgnoreSetting } from '../../../engine/karpenter/api/settings.ts';
import { explain } from '../../../engine/review/codes/explanations.ts';
import { type ApprovablePull, pullApprovals } from '../../../io/github/pull-timeline.ts';
import type { JobContext } from '../jobs/job-context.ts';
import { type AnswerComment, readAnswers } from './answer-comments.ts';

/**
 * The findings that people silenced on a pull request by `/plumbline ignore`. According to GitHub now, the person must be allowed
 * to approve the pull request. Only the findings listed in our answer are silenced, because they existed at that moment. Findings
 * of a later push are not silenced.
 */
export async function readIgnores(context: JobContext, pull: ApprovablePull): Promise<IgnoreSetting[]> {
  const answers = await readAnswers(context, pull.number, ({ findings }) => findings.length > 0);
  if (answers.length === 0) return [];
  return ignoresIn(await pullApprovals(context.github, context.repository, pull), answers);
}

const ignoresIn = ({ voices }: Approvals, answers: readonly AnswerComment[]): IgnoreSetting[] =>
  voices
    .flatMap(({ ignores }) => ignores)
    .flatMap(({ comment, code: name, reason }) => {
      // The answer lists findings only if the rule existed.
      const code = explain(name)?.code ?? (name.startsWith('custom/') ? name : undefined);
      const findings = answers.filter(({ to }) => to === comment).flatMap((answer) => answer.findings);
      if (code && findings.length > 0) return [{ code, reason, findings }];
      return [];
    });
