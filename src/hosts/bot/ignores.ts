import type { Settings } from '../../engine/api/settings.ts';
import { explain } from '../../engine/lint/explanations.ts';
import { parseCommand } from './command.ts';
import type { JobContext } from './context.ts';
import { canWrite } from './permission.ts';

/**
 * The findings that people silenced on a pull request by `/plumbline ignore`: in comments that were never edited, by
 * somebody who may write and is not its author, both looked up now.
 */
export async function readIgnores(
  { github, repository }: JobContext,
  number: number,
  authorId: number | undefined,
): Promise<Settings['ignore']> {
  const parameters = { ...repository, issue_number: number, per_page: 100 };
  const comments = await github.paginate(github.rest.issues.listComments, parameters);
  const found: { code: string; reason: string }[] = [];
  for (const { body, user, created_at, updated_at } of comments) {
    const command = parseCommand(body ?? '');
    if (command?.name !== 'ignore' || !user || user.type === 'Bot' || user.id === authorId) continue;
    if (created_at !== updated_at) continue;
    const code = explain(command.code)?.code;
    if (code && (await canWrite(github, repository, user.login))) found.push({ code, reason: command.reason });
  }
  return found;
}
