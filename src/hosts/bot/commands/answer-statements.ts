import { type Approvals, loginKey, type Voice } from '../../../engine/changes/approval/approvals.ts';
import type { Statement } from '../../../engine/changes/approval/statements.ts';
import type { Plan, Unplanned } from '../../../engine/changes/plan/plan.ts';
import type { Report } from '../../../engine/report/values/report.ts';
import { explain, nearestCode } from '../../../engine/review/codes/explanations.ts';
import { type Diagnostic, findingId } from '../../../engine/text/diagnostic.ts';
import { listIf } from '../../../engine/text/list-if.ts';
import { code, prose } from '../../../engine/text/words/escape.ts';
import { plural } from '../../../engine/text/words/plural.ts';
import { textIf } from '../../../engine/text/words/text-if.ts';
import { pullApprovals } from '../../../io/github/pull-timeline.ts';
import { headComparison } from '../../../io/sides/head-comparison.ts';
import { type JobContext, storeOf } from '../jobs/job-context.ts';
import { computeReview } from '../review/compute-review.ts';
import type { CommandAnswer } from './answers.ts';
import type { GivenCommand } from './given-command.ts';

/** How a statement was understood. */
interface Understood {
  /** A sentence in Markdown. */
  readonly text: string;
  readonly isDone: boolean;
  readonly silenced?: readonly string[];
}

/** What the answers to all statements of a comment depend on. */
interface Situation {
  readonly report: Report | null;
  readonly approvals: Approvals;
  /** The valid approvals and other statements of the comment's author; undefined if none count. */
  readonly voice: Voice | undefined;
  readonly actor: string;
  /** When the comment was written. */
  readonly at: string;
}

/**
 * Answers how the statements of a comment were understood, and which of them count. The answer decides nothing: the comment
 * itself is the approval, and everything is looked up again when the approval is needed.
 */
export async function answerStatements(
  { actor, at, pull }: GivenCommand,
  statements: readonly Statement[],
  context: JobContext,
): Promise<CommandAnswer> {
  const store = storeOf(context);
  const approvals = await pullApprovals(context.github, context.repository, pull);
  const voice = approvals.voices.find(({ login }) => loginKey(login) === loginKey(actor));
  const needsReview = voice && statements.some(({ kind }) => kind === 'approve' || kind === 'ignore');
  const report = needsReview ? (await computeReview(await headComparison(pull, store), store, context)).report : null;
  const understood = statements.map((statement) => understand(statement, { report, approvals, voice, actor, at }));

  return {
    body: understood.map(({ text }) => text).join('\n\n'),
    reaction: understood.every(({ isDone }) => isDone) ? '+1' : '-1',
    isReviewNeeded: understood.some(({ isDone }, i) => isDone && statements[i]!.kind === 'ignore'),
    silenced: understood.flatMap(({ silenced = [] }) => silenced),
  };
}

function understand(statement: Statement, situation: Situation): Understood {
  switch (statement.kind) {
    case 'approve':
      return approve(statement.digest, situation);
    case 'delete':
      if (situation.voice?.deletions.has(statement.object))
        return done(
          `Accepted: deleting ${code(statement.object)} may remove up to ${plural(statement.nodes, 'node')}.`,
        );

      return refused(objection(situation));
    case 'ignore':
      return ignore(statement.code, statement.reason, situation);
    case 'retract':
      return done('Everything that you approved, accepted or silenced on this pull request so far no longer counts.');
    case 'start':
      // Only open pull requests get answers, and a start counts once it is merged.
      return refused(
        '`start` counts only after the merge, because until then the content of the pull request can change. After the merge, an administrator can comment it again',
      );
  }
}

const done = (text: string, silenced: readonly string[] = []): Understood => ({ text, isDone: true, silenced });
const refused = (why: string): Understood => ({ text: `Not done: ${prose(why)}.`, isDone: false });

/** Why the person's statements do not count. */
function objection({ approvals, actor }: Situation): string {
  const ofActor = approvals.disregarded.filter(({ login }) => loginKey(login) === loginKey(actor));
  return ofActor.at(-1)?.why ?? 'your statement does not count here';
}

function approve(digest: string, situation: Situation): Understood {
  if (!situation.voice) return refused(objection(situation));

  const plans: readonly (Plan | Unplanned)[] = situation.report?.review.plans ?? [];
  const plan = plans.find((plan) => plan.digest === digest);
  if (!plan)
    return refused('no plan of the newest commit has this digest. Comment `/plumbline plan` to list the plans');
  if (!situation.voice.digests.has(digest)) return refused(objection(situation));

  const also = textIf(
    !situation.voice.digests.get(digest)!.isIndependent,
    ' One more approval than usual is needed, because GitHub does not say which person pushed last.',
  );

  return done(
    `You approved the plan of ${code(plan.environment)}. The approval ends if a push changes the plan or if the base branch changes.${also}`,
  );
}

function ignore(name: string, reason: string, situation: Situation): Understood {
  const explanation = explain(name, situation.report?.review.customRules);
  if (!explanation) {
    const near = nearestCode(name);
    const hint = near ? `. Did you mean ${code(near)}?` : '';
    return refused(`${code(name)} is not the code of a finding${hint}`);
  }

  if (!situation.voice) return refused(objection(situation));

  const { pushedAt } = situation.approvals;
  if (pushedAt !== undefined && pushedAt >= situation.at)
    return refused('the newest commit was pushed after you wrote this comment. Check its findings, then comment again');

  const silenced = (situation.report?.review.findings ?? [])
    .map(({ diagnostic }) => diagnostic)
    .filter((diagnostic) => diagnostic.code === explanation.code);
  if (silenced.length === 0) return refused(`the newest commit has no finding ${code(explanation.code)}`);

  const text = `Silenced on this pull request: ${prose(reason)}\n${listed(silenced)}\n\nFindings of later pushes are not silenced.`;
  return done(text, [...new Set(silenced.map(findingId))].slice(0, maxSilenced));
}

/** A comment has at most 65,536 characters. This many finding ids fit in addition to the list. */
const maxSilenced = 1_000;
const maxListed = 20;

function listed(silenced: readonly Diagnostic[]): string {
  const items = silenced
    .slice(0, maxListed)
    .map((diagnostic) => `- ${code(diagnostic.code)}: ${prose(diagnostic.message, 300)}`);
  const more = silenced.length - items.length;
  return [...items, ...listIf(more > 0, `- … and ${more} more`)].join('\n');
}
