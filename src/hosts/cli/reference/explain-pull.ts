import { approvalLines } from '../../../apply/approvals-text.ts';
import { visible } from '../../../engine/text/words/escape.ts';
import { shortId } from '../../../engine/text/words/short-id.ts';
import { githubError } from '../../../io/github/github-errors.ts';
import { pullRequestOf } from '../../../io/github/pull-request.ts';
import { accountOf, pullApprovals } from '../../../io/github/pull-timeline.ts';
import { exitCode, PlumblineError } from '../../../shared/errors.ts';
import type { Arguments } from '../arguments/arguments.ts';
import { githubOf, namedRepository } from '../input/repository-facts.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** `plumbline explain #12`: who approved a pull request, and which approvals do not count. */
export async function runExplainPull(number: number, { flags }: Arguments, terminal: Terminal): Promise<number> {
  const named = namedRepository(flags, terminal.cwd);
  if (named === undefined)
    throw new PlumblineError('usage', `The repository of #${number} is unknown`, {
      help: 'Pass `--repository OWNER/NAME`.',
    });

  const github = githubOf(terminal);
  if (github === undefined)
    throw new PlumblineError('github', 'Approvals cannot be read without a GitHub token', {
      help: 'Set GITHUB_TOKEN to a token that can read pull requests, such as the output of `gh auth token`.',
    });

  const repository = { owner: named.owner, repo: named.name };
  const data = await github.rest.pulls.get({ ...repository, pull_number: number }).then(
    (answer) => answer.data,
    (error) => {
      throw githubError(`read #${number}`, error);
    },
  );

  const pull = pullRequestOf(data);
  const about = { headRef: data.head.ref, author: accountOf(data.user), mergedAt: data.merged_at ?? undefined };
  const approvals = await pullApprovals(github, repository, { ...pull, ...about });

  const lines = [
    `#${number} into ${pull.baseRef}, newest commit ${shortId(pull.headSha)}`,
    ...approvalLines(approvals).map((line) => `  ${line.replaceAll('`', '')}`),
  ];

  terminal.stdout.write(`${lines.map(visible).join('\n')}\n`);

  return exitCode.ok;
}
