import type { RuleAnswer } from '../../rules/custom-rules/rule-request.ts';
import type { Diagnostic, Severity } from '../../text/diagnostic.ts';
import { clipped } from '../../text/words/cut-sentence.ts';
import { byCount } from '../../text/words/plural.ts';
import type { PolicyQuestion } from './policy-questions.ts';

const severities = { Deny: 'error', Warn: 'warning', Audit: 'note' } as const satisfies Record<string, Severity>;

const verbs = { Deny: 'denies', Warn: 'warns about', Audit: 'records' } as const;

/** The findings of the cluster's admission policies. A policy that could not be judged is named once. */
export function policyFindings(questions: readonly PolicyQuestion[], answers: readonly RuleAnswer[]): Diagnostic[] {
  const unjudged = new Set<string>();
  return questions.flatMap((question) => {
    const finding = findingOf(question, question.place === null ? undefined : answers[question.place]!);
    if (finding?.code !== 'admission/not-judged') return finding ?? [];
    if (unjudged.has(question.policy.name)) return [];
    unjudged.add(question.policy.name);
    return [finding];
  });
}

function findingOf(
  { policy, validation, manifest, side }: PolicyQuestion,
  answer: RuleAnswer | undefined,
): Diagnostic | undefined {
  const at = { span: manifest.span(['metadata', 'name']), labels: [], resource: manifest.ref };
  const name = `ValidatingAdmissionPolicy \`${policy.name}\``;

  const notJudged = (why: string): Diagnostic => ({
    code: 'admission/not-judged',
    severity: 'note',
    ...at,
    message: clipped(`${name} was not judged: ${why}`),
    help: 'Apply with a dry run to see what the API server says: `kubectl apply --server-side --dry-run=server -f FILE`.',
  });

  const denied = (why: string): Diagnostic => ({
    code: 'admission/denied',
    severity: severities[policy.action],
    ...at,
    message: clipped(
      `${name} ${verbs[policy.action]} ${manifest.kind} \`${manifest.name}\`: ${why.replace(/\.$/, '')}`,
    ),
    help: 'Change the object so that it meets the policy, or ask the owner of the policy.',
  });

  if (answer === undefined) return notJudged(`it is for another version of ${manifest.kind}`);

  switch (answer.outcome) {
    case 'broken':
      return denied(answer.message || validation.message || `\`${oneLine(validation.expression)}\` is false`);
    case 'failed':
      if (isOurLimit(answer.message)) return notJudged('it is too expensive to evaluate here');
      if (policy.failsClosed) return denied(`an expression of it has an error: ${oneLine(answer.message)}`);
      return undefined;
    case 'unknown':
      // What was there before the base is unknown, so a policy about changes says nothing about the base.
      if (side === 'base' && answer.unknown.some((path) => path.startsWith('oldObject'))) return undefined;
      return notJudged(
        `it reads ${answer.unknown.map((path) => `\`${shownPath(path)}\``).join(', ')}, which ${byCount(answer.unknown.length, 'is', 'are')} unknown before somebody applies the object`,
      );
    case 'invalid':
      return notJudged(`plumbline cannot evaluate it (${oneLine(answer.message)})`);
    default:
      return undefined;
  }
}

/** Limits of plumbline are lower than those of an API server, so exceeding one says nothing about the object. */
const isOurLimit = (message: string): boolean =>
  /too expensive|too large|cost limit exceeded|program failed/.test(message);

/** The path as the policy writes it. */
const shownPath = (path: string): string => path.replace(/^environment\./, '');

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
