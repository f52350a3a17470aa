import { prose } from '../../engine/report/escape.ts';
import { pullRequestOf } from '../../io/github/pull-request.ts';
import { putCheck } from './check.ts';
import type { JobContext } from './context.ts';
import type { Done, ExcuseJob } from './job.ts';

/** Says on the check why there is no review. It fails: what was not looked at must not pass. */
export async function excuse({ of, message }: ExcuseJob, { github, repository, appId }: JobContext): Promise<Done> {
  const isGroup = of.kind === 'merge-group';
  const headSha = isGroup
    ? of.headSha
    : pullRequestOf((await github.rest.pulls.get({ ...repository, pull_number: of.number })).data).headSha;
  const help = 'Nothing was judged. “Re-run” on this check, or `/plumbline review` in a comment, tries again.';
  await putCheck(
    { github, repository, appId, headSha },
    {
      subject: isGroup ? of.baseSha : of.number,
      result: 'block',
      // No fingerprint: the next review never takes this for its own.
      fingerprint: '',
      output: { title: 'This could not be reviewed', summary: `${prose(message)}.\n\n${help}` },
      annotations: [],
    },
  );
  return { outcome: 'excused' };
}
