import type { BranchTip } from '../../apply/branch-tip.ts';
import { shortId } from '../../engine/text/words/short-id.ts';
import { PlumblineError } from '../../shared/errors.ts';
import type { Session } from './session.ts';

/**
 * The commit that this job may apply: the newest one of the protected branch, according to GitHub now. Throws
 * PlumblineError('usage') for any other event, branch or commit.
 */
export function commitOnBranch({ job, runner }: Session, tip: BranchTip): { head: string; before: string | null } {
  const { trigger, eventName } = job;

  if (eventName !== 'push' && eventName !== 'workflow_dispatch')
    throw new PlumblineError('usage', `\`mode: apply\` does not run on ${eventName}`, {
      help: `Run it on pushes to ${tip.branch}. Other events may run with content that is not merged.`,
    });

  const ref = runner.env.GITHUB_REF;
  if (ref !== `refs/heads/${tip.branch}`)
    throw new PlumblineError('usage', `\`mode: apply\` cannot apply \`${ref}\`, only the branch \`${tip.branch}\``, {
      help: `Limit the workflow to pushes to \`${tip.branch}\`.`,
    });

  const headSha = 'headSha' in trigger ? trigger.headSha : '';
  if (headSha !== tip.commit)
    throw new PlumblineError(
      'usage',
      `This run is for \`${shortId(headSha)}\`, but \`${tip.branch}\` is now at \`${shortId(tip.commit)}\``,
      { help: 'Nothing was written. Wait for the run for the newest commit, which includes this one.' },
    );

  return { head: headSha, before: trigger.kind === 'push' ? trigger.before : null };
}
