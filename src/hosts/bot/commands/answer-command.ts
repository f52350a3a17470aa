import { approvalLines } from '../../../apply/approvals-text.ts';
import type { AskedScenario } from '../../../engine/cluster/what-if/what-if.ts';
import { presentationOf } from '../../../engine/report/github/presentation-of.ts';
import { whatIfMarkdown } from '../../../engine/report/what-if/what-if-markdown.ts';
import { code, prose } from '../../../engine/text/words/escape.ts';
import { shortId } from '../../../engine/text/words/short-id.ts';
import { textIf } from '../../../engine/text/words/text-if.ts';
import { isRateLimit, statusOf } from '../../../io/github/github-errors.ts';
import { type PullRequest, pullRequestOf } from '../../../io/github/pull-request.ts';
import { accountOf, pullApprovals, roleOf } from '../../../io/github/pull-timeline.ts';
import { readCommitPair } from '../../../io/sides/commit-pair.ts';
import { headComparison } from '../../../io/sides/head-comparison.ts';
import { settingsAt } from '../../../review/merged-review.ts';
import type { CommandJob, JobOutcome, RestartJob } from '../jobs/job.ts';
import { type JobContext, storeOf } from '../jobs/job-context.ts';
import { readAnswers, writeAnswerMarker } from '../review/answer-comments.ts';
import { computeReview } from '../review/compute-review.ts';
import { linksOf } from '../review/review-pull.ts';
import { answerStatements } from './answer-statements.ts';
import { type CommandAnswer, explainedCode, helpText, migration, planText } from './answers.ts';
import { parseCommand } from './command.ts';
import type { GivenCommand } from './given-command.ts';

/** Answers a command: a reaction at once, then the answer, in one comment however often the job runs. */
export async function answerCommand(job: CommandJob, context: JobContext): Promise<JobOutcome> {
  const { github, repository } = context;
  const { data: comment } = await github.rest.issues.getComment({ ...repository, comment_id: job.commentId });
  const command = parseCommand(comment.body ?? '');
  // Somebody may have edited the comment since the delivery. Only an unedited comment is obeyed.
  if (!command || !comment.user || comment.created_at !== comment.updated_at) return { outcome: 'ignored' };

  await react(job, 'eyes', context);
  const { data } = await github.rest.pulls.get({ ...repository, pull_number: job.number });
  if (data.state !== 'open') return { outcome: 'closed' };

  const pull = { ...pullRequestOf(data), headRef: data.head.ref, author: accountOf(data.user) };
  const givenCommand: GivenCommand = {
    command,
    commentId: job.commentId,
    actor: comment.user.login,
    at: comment.created_at,
    pull,
  };

  const answer = await answerTo(givenCommand, context);
  if (answer.body !== null) await putAnswer(job, { ...answer, body: answer.body }, context);
  await react(job, answer.reaction, context);

  return { outcome: command.name, next: answer.isReviewNeeded ? [reviewAgain(job, pull)] : [] };
}

function reviewAgain({ kind: _, commentId: __, number, ...origin }: CommandJob, { headSha }: PullRequest): RestartJob {
  return { ...origin, kind: 'restart', headSha, following: [{ ...origin, kind: 'review', number }] };
}

async function answerTo(request: GivenCommand, context: JobContext): Promise<CommandAnswer> {
  const { command, pull } = request;
  switch (command.name) {
    case 'review':
      return { body: null, reaction: '+1', isReviewNeeded: true };
    case 'help':
      return { body: helpText(), reaction: '+1' };
    case 'explain':
      return explainedCode(command.code, await customRulesAt(pull, command.code, context));
    case 'estimate':
      return { body: await estimate(pull, command.set, context), reaction: '+1' };
    case 'what-if':
      return whatIf(request, command.scenario, context);
    case 'migrate':
      return migration(await headSources(pull, context));
    case 'plan':
      return { body: await plan(pull, context), reaction: '+1' };
    case 'state':
      return answerStatements(request, command.statements, context);
    case 'invalid':
      return { body: `${prose(command.why)}\n\n${helpText()}`, reaction: 'confused' };
  }
}

/** The rules of the configuration at the base, if a code may be one of them. */
async function customRulesAt({ baseSha }: PullRequest, code: string, context: JobContext) {
  if (!code.startsWith('custom/')) return [];
  return (await settingsAt(storeOf(context), baseSha, { over: {} })).customRules;
}

async function headSources({ headSha }: PullRequest, context: JobContext) {
  const { trees } = await readCommitPair(storeOf(context), { base: null, head: headSha, paths: [] });
  return trees?.head.sources ?? [];
}

async function plan(pull: GivenCommand['pull'], context: JobContext): Promise<string> {
  const text = planText(await plansOf(pull, context));
  if (text === '') return 'This pull request changes nothing that a plan would apply.';
  const approvals = await pullApprovals(context.github, context.repository, pull);
  const lines = approvalLines(approvals).map((line) => `- ${prose(line)}`);
  return `${text}\n\nApprovals so far:\n${lines.join('\n')}`;
}

async function plansOf(pull: PullRequest, context: JobContext) {
  const store = storeOf(context);
  const { report } = await computeReview(await headComparison(pull, store), store, context);
  return report?.review.plans ?? [];
}

async function estimate(pull: PullRequest, set: Readonly<Record<string, string>>, context: JobContext) {
  const store = storeOf(context);
  const { report } = await computeReview(await headComparison(pull, store), store, context, { set });
  if (!report) return 'This pull request changes nothing that affects Karpenter.';
  const filled = Object.entries(set).map(([name, value]) => code(`${name}=${value}`));
  const where = `At ${shortId(pull.headSha)}${textIf(filled.length > 0, ` with ${filled.join(', ')}`)}:`;
  return `${where}\n\n${presentationOf(report, { links: linksOf(context, pull.headSha) }).comment({})[0]}`;
}

/** Simulating a scenario costs as much as a review, so only people who may write can ask for it. */
async function whatIf(
  { actor, pull }: GivenCommand,
  scenario: AskedScenario,
  context: JobContext,
): Promise<CommandAnswer> {
  if ((await roleOf(context.github, context.repository, actor)) === 'none')
    return { body: 'Not done: only people with write access to this repository can ask `what-if`.', reaction: '-1' };

  const store = storeOf(context);
  const { answered } = await computeReview(await headComparison(pull, store), store, context, {}, scenario);
  if (answered === undefined)
    return { body: 'This pull request changes nothing that affects Karpenter.', reaction: '+1' };

  const isAnswered = typeof answered === 'object' && 'whatIf' in answered;
  const body = `At ${shortId(pull.headSha)}: ${whatIfMarkdown(answered)}`;

  return { body, reaction: isAnswered ? '+1' : 'confused' };
}

async function putAnswer(
  { number, commentId }: CommandJob,
  { body, silenced = [] }: CommandAnswer & { readonly body: string },
  context: JobContext,
): Promise<void> {
  const { github, repository } = context;
  const answers = await readAnswers(context, number, ({ to }) => to === commentId);
  if (answers.length > 0) return;

  const marker = writeAnswerMarker({ to: commentId, findings: silenced });
  await github.rest.issues.createComment({ ...repository, issue_number: number, body: `${marker}\n${body}` });
}

async function react(
  { commentId }: CommandJob,
  content: 'eyes' | CommandAnswer['reaction'],
  { github, repository }: JobContext,
): Promise<void> {
  try {
    await github.rest.reactions.createForIssueComment({ ...repository, comment_id: commentId, content });
  } catch (error) {
    // A reaction is optional, so the answer is given without it.
    if (isRateLimit(error) || statusOf(error) === undefined) throw error;
  }
}
