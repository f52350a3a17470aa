import type { Settings } from '../../engine/api/settings.ts';
import { explain } from '../../engine/lint/explanations.ts';
import { type Judge, openJudge } from '../../io/github/approvals.ts';
import type { MergedPull } from '../../io/github/merged-changes.ts';
import { parseCommand } from './command.ts';
import type { JobContext } from './context.ts';

/**
 * The findings that people silenced on a pull request by `/plumbline ignore`: in comments that were never edited, by
 * somebody who may write, and neither opened it nor pushed last, looked up now.
 */
export async function readIgnores({ github, repository }: JobContext, pull: MergedPull): Promise<Settings['ignore']> {
  const parameters = { ...repository, issue_number: pull.number, per_page: 100 };
  const comments = await github.paginate(github.rest.issues.listComments, parameters);
  let judge: Judge | undefined;
  const found: { code: string; reason: string }[] = [];
  for (const { body, user, created_at, updated_at } of comments) {
    const command = parseCommand(body ?? '');
    if (command?.name !== 'ignore' || !user) continue;
    if (created_at !== updated_at) continue;
    const code = explain(command.code)?.code;
    if (!code) continue;
    judge ??= await openJudge(github, repository, pull);
    const why = await judge.objection({ login: user.login, isPerson: user.type === 'User' });
    if (why === undefined) found.push({ code, reason: command.reason });
  }
  return found;
}
