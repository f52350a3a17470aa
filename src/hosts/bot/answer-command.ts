import { type Explanation, explain, nearestCode } from '../../engine/lint/explanations.ts';
import { code, prose } from '../../engine/report/escape.ts';
import { renderComment } from '../../engine/report/markdown.ts';
import { CommitStore } from '../../io/commit-store.ts';
import { authorship } from '../../io/github/authorship.ts';
import { headComparison } from '../../io/github/head-comparison.ts';
import { type PullRequest, pullRequestOf } from '../../io/github/pull-request.ts';
import { isRateLimit, statusOf } from '../../io/github.ts';
import { type Command, commands, parseCommand } from './command.ts';
import { computeReview } from './compute-review.ts';
import type { JobContext } from './context.ts';
import type { CommandJob, Done, RestartJob } from './job.ts';
import { canWrite } from './permission.ts';
import { linksOf } from './review-pull.ts';

/** A command with who gave it and on what. */
interface Asked {
  readonly command: Command;
  readonly commentId: number;
  readonly actor: { readonly login: string; readonly id: number };
  readonly pull: PullRequest;
  readonly authorId: number | undefined;
}

/** What to say, and whether the pull request is to be reviewed again. */
interface Answer {
  /** Markdown; null where the reaction says it all. */
  readonly body: string | null;
  readonly reaction: '+1' | '-1' | 'confused';
  readonly isReviewNeeded?: boolean;
}

/** Answers a command: a reaction at once, then what it asked for, in one comment however often the job runs. */
export async function answerCommand(job: CommandJob, context: JobContext): Promise<Done> {
  const { github, repository } = context;
  const { data: comment } = await github.rest.issues.getComment({ ...repository, comment_id: job.commentId });
  const command = parseCommand(comment.body ?? '');
  // Between the delivery and now somebody may have rewritten it: only what was said in the first place is obeyed.
  if (!command || !comment.user || comment.created_at !== comment.updated_at) return { outcome: 'ignored' };
  await react(job, 'eyes', context);
  const { data } = await github.rest.pulls.get({ ...repository, pull_number: job.number });
  if (data.state !== 'open') return { outcome: 'closed' };
  const { login, id } = comment.user;
  const pull = pullRequestOf(data);
  const asked: Asked = { command, commentId: job.commentId, actor: { login, id }, pull, authorId: data.user?.id };
  const answer = await answerTo(asked, context);
  if (answer.body !== null) await putAnswer(job, answer.body, context);
  await react(job, answer.reaction, context);
  const { kind: _, ...origin } = job;
  const again: RestartJob = {
    ...origin,
    kind: 'restart',
    headSha: pull.headSha,
    following: [{ ...origin, kind: 'review', number: job.number }],
  };
  return { outcome: command.name, next: answer.isReviewNeeded ? [again] : [] };
}

async function answerTo(asked: Asked, context: JobContext): Promise<Answer> {
  const { command } = asked;
  switch (command.name) {
    case 'review':
      return { body: null, reaction: '+1', isReviewNeeded: true };
    case 'help':
      return { body: help(), reaction: '+1' };
    case 'explain':
      return explanation(command.code);
    case 'estimate':
      return { body: await estimate(asked.pull, command.set, context), reaction: '+1' };
    case 'ignore':
      return ignore(asked, command, context);
    case 'migrate':
    case 'plan':
    case 'approve':
      return { body: `\`${command.name}\` is not available in this version of the bot.`, reaction: 'confused' };
    case 'mistaken':
      return { body: `${prose(command.why)}\n\n${help()}`, reaction: 'confused' };
  }
}

const help = (): string =>
  Object.entries(commands)
    .map(([name, [usage, summary]]) => `- ${code(`/plumbline ${name} ${usage}`.trimEnd())}: ${prose(summary)}`)
    .join('\n');

function explanation(asked: string): Answer {
  const found = explain(asked);
  if (found) return { body: page(found), reaction: '+1' };
  const near = nearestCode(asked);
  const hint = near ? ` Did you mean ${code(near)}?` : '';
  return { body: `${code(asked)} is the code of no finding.${hint}`, reaction: 'confused' };
}

const page = ({ code: name, summary, why, help: todo }: Explanation): string =>
  [`**${code(name)}**: ${prose(summary)}`, prose(why, 2_000), `What to do: ${prose(todo, 2_000)}`].join('\n\n');

async function estimate(pull: PullRequest, set: Readonly<Record<string, string>>, context: JobContext) {
  const { github, repository } = context;
  const store = new CommitStore({ github, repository, clone: undefined });
  const { report } = await computeReview(await headComparison(pull, store), store, context, { set });
  if (!report) return 'This pull request changes nothing that Karpenter reads.';
  const filled = Object.entries(set).map(([name, value]) => code(`${name}=${value}`));
  const where = `At ${pull.headSha.slice(0, 12)}${filled.length > 0 ? ` with ${filled.join(', ')}` : ''}:`;
  return `${where}\n\n${renderComment(report, linksOf(context, pull.headSha))[0]}`;
}

async function ignore(
  { actor, authorId }: Asked,
  { code: name, reason }: Extract<Command, { name: 'ignore' }>,
  { github, repository }: JobContext,
): Promise<Answer> {
  const found = explain(name);
  if (!found) return explanation(name);
  if (actor.id === authorId) return refused('the author of a change can not silence what it brings');
  if (!(await canWrite(github, repository, actor.login)))
    return refused('only somebody who may write to this repository can silence a finding');
  const body = `${code(found.code)} is silenced on this pull request: ${prose(reason)}`;
  return { body, reaction: '+1', isReviewNeeded: true };
}

const refused = (why: string): Answer => ({ body: `Not done: ${prose(why)}.`, reaction: '-1' });

/** The hidden first line of an answer, by which a job that runs twice finds it again. */
const markerOf = (commentId: number): string => `<!-- plumbline:answer to=${commentId} -->`;

async function putAnswer({ number, commentId }: CommandJob, body: string, context: JobContext): Promise<void> {
  const { github, repository } = context;
  const marker = markerOf(commentId);
  const parameters = { ...repository, issue_number: number, per_page: 100 };
  const comments = await github.paginate(github.rest.issues.listComments, parameters);
  const answers = comments.filter((comment) => comment.body?.startsWith(marker));
  const isOurs = answers.length > 0 ? await authorship(github) : () => false;
  if (answers.some(({ user }) => isOurs(user))) return;
  await github.rest.issues.createComment({ ...repository, issue_number: number, body: `${marker}\n${body}` });
}

async function react(
  { commentId }: CommandJob,
  content: 'eyes' | Answer['reaction'],
  { github, repository }: JobContext,
): Promise<void> {
  try {
    await github.rest.reactions.createForIssueComment({ ...repository, comment_id: commentId, content });
  } catch (error) {
    // A reaction is a courtesy: an answer does not wait for it.
    if (isRateLimit(error) || statusOf(error) === undefined) throw error;
  }
}
