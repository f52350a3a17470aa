import { explain } from '../../engine/lint/explanations.ts';
import { code, prose } from '../../engine/report/escape.ts';
import { renderComment } from '../../engine/report/markdown.ts';
import { readCommitPair } from '../../io/commit-pair.ts';
import { CommitStore } from '../../io/commit-store.ts';
import { openJudge, readApprovals } from '../../io/github/approvals.ts';
import { authorship } from '../../io/github/authorship.ts';
import { headComparison } from '../../io/github/head-comparison.ts';
import type { MergedPull } from '../../io/github/merged-changes.ts';
import { type PullRequest, pullRequestOf } from '../../io/github/pull-request.ts';
import { isRateLimit, statusOf } from '../../io/github.ts';
import { type Answer, explanation, helpText, migration, planText, refusal } from './answers.ts';
import { type Command, parseCommand } from './command.ts';
import { computeReview } from './compute-review.ts';
import type { JobContext } from './context.ts';
import type { CommandJob, Done, RestartJob } from './job.ts';
import { linksOf } from './review-pull.ts';

/** A command with who gave it and on what. */
interface Asked {
  readonly command: Command;
  readonly commentId: number;
  readonly actor: { readonly login: string };
  readonly pull: PullRequest & Pick<MergedPull, 'headRef' | 'author'>;
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
  const pull = { ...pullRequestOf(data), headRef: data.head.ref, author: data.user?.login ?? '' };
  const asked: Asked = { command, commentId: job.commentId, actor: { login: comment.user.login }, pull };
  const answer = await answerTo(asked, context);
  if (answer.body !== null) await putAnswer(job, answer.body, context);
  await react(job, answer.reaction, context);
  return { outcome: command.name, next: answer.isReviewNeeded ? [reviewAgain(job, pull)] : [] };
}

function reviewAgain({ kind: _, commentId: __, number, ...origin }: CommandJob, { headSha }: PullRequest): RestartJob {
  return { ...origin, kind: 'restart', headSha, following: [{ ...origin, kind: 'review', number }] };
}

async function answerTo(asked: Asked, context: JobContext): Promise<Answer> {
  const { command, pull } = asked;
  switch (command.name) {
    case 'review':
      return { body: null, reaction: '+1', isReviewNeeded: true };
    case 'help':
      return { body: helpText(), reaction: '+1' };
    case 'explain':
      return explanation(command.code);
    case 'estimate':
      return { body: await estimate(pull, command.set, context), reaction: '+1' };
    case 'ignore':
      return ignore(asked, command, context);
    case 'migrate':
      return migration(await headSources(pull, context));
    case 'plan':
      return { body: planText(await plansOf(pull, context)) || 'There is nothing to plan.', reaction: '+1' };
    case 'approve':
      return approve(asked, command.digest, context);
    case 'mistaken':
      return { body: `${prose(command.why)}\n\n${helpText()}`, reaction: 'confused' };
  }
}

const storeOf = ({ github, repository }: JobContext): CommitStore =>
  new CommitStore({ github, repository, clone: undefined });

async function headSources({ headSha }: PullRequest, context: JobContext) {
  const { trees } = await readCommitPair(storeOf(context), { base: null, head: headSha, paths: [] });
  return trees?.head.sources ?? [];
}

async function plansOf(pull: PullRequest, context: JobContext) {
  const store = storeOf(context);
  const { report } = await computeReview(await headComparison(pull, store), store, context);
  return report?.review.plans ?? [];
}

async function estimate(pull: PullRequest, set: Readonly<Record<string, string>>, context: JobContext) {
  const store = storeOf(context);
  const { report } = await computeReview(await headComparison(pull, store), store, context, { set });
  if (!report) return 'This pull request changes nothing that Karpenter reads.';
  const filled = Object.entries(set).map(([name, value]) => code(`${name}=${value}`));
  const where = `At ${pull.headSha.slice(0, 12)}${filled.length > 0 ? ` with ${filled.join(', ')}` : ''}:`;
  return `${where}\n\n${renderComment(report, linksOf(context, pull.headSha))[0]}`;
}

async function ignore(
  { actor, pull }: Asked,
  { code: name, reason }: Extract<Command, { name: 'ignore' }>,
  { github, repository }: JobContext,
): Promise<Answer> {
  const found = explain(name);
  if (!found) return explanation(name);
  const judge = await openJudge(github, repository, pull);
  const why = await judge.objection({ login: actor.login, isPerson: true });
  if (why !== undefined)
    return refusal(`whoever silences a finding must be able to write, and be another than who wrote it: ${why}`);
  const body = `${code(found.code)} is silenced on this pull request: ${prose(reason)}`;
  return { body, reaction: '+1', isReviewNeeded: true };
}

/** The comment itself is the approval: what is said here counts for nothing, and everything is looked up again when it counts. */
async function approve({ actor, pull }: Asked, digest: string, context: JobContext): Promise<Answer> {
  const plan = (await plansOf(pull, context)).find((one) => one.digest === digest);
  if (!plan) return refusal('no plan of the newest commit has this digest. `/plumbline plan` lists them');
  const { approvals, disregarded } = await readApprovals(context.github, context.repository, pull);
  const isHeard = approvals.some((one) => one.digest === digest && one.login === actor.login);
  const why = disregarded.find((text) => text.startsWith(`@${actor.login}'s comment`))?.replace(/^[^:]*: /, '');
  if (!isHeard) return refusal(why ?? 'this approval does not count');
  const body = `The plan of ${code(plan.environment)} is approved. A push that changes the plan voids this.`;
  return { body, reaction: '+1' };
}

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
