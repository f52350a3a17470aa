import type { BranchTip } from '../../apply/branch-tip.ts';
import { shortId } from '../../engine/text/short-id.ts';
import { PlumblineError } from '../../errors.ts';
import type { Session } from './session.ts';

/**
 * The commit that this job may apply: the newest one of the protected branch, by what GitHub says now. Throws
 * PlumblineError('usage') for any other event, branch or commit.
 */
export function commitOnBranch({ job, runner }: Session, tip: BranchTip): { head: string; before: string | null } {
  const { trigger, eventName } = job;
  if (eventName !== 'push' && eventName !== 'workflow_dispatch')
    throw new PlumblineError('usage', `\`mode: apply\` does not run on ${eventName}`, {
      help: `Run it on push to ${tip.branch}: whatever else starts a job may hold what nobody merged.`,
    });
  const ref = runner.env.GITHUB_REF;
  if (ref !== `refs/heads/${tip.branch}`)
    throw new PlumblineError('usage', `\`mode: apply\` runs on \`${ref}\`, and only \`${tip.branch}\` is applied`, {
      help: 'Limit the workflow to pushes to that branch.',
    });
  const headSha = 'headSha' in trigger ? trigger.headSha : '';
  if (headSha !== tip.commit)
    throw new PlumblineError(
      'usage',
      `\`${tip.branch}\` is at \`${shortId(tip.commit)}\` by now, and this run is for \`${shortId(headSha)}\``,
      { help: 'Nothing was written: the run for the newest commit applies what this one would have.' },
    );
  return { head: headSha, before: trigger.kind === 'push' ? trigger.before : null };
}
