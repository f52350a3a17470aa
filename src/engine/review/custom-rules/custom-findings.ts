import { customCode } from '../../karpenter/api/custom-rule.ts';
import { changingFix } from '../../manifest/edit.ts';
import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import { fixOf } from '../../rules/custom-rules/json-patch.ts';
import { type RuleAnswer, ruleError } from '../../rules/custom-rules/rule-request.ts';
import { configuredLevel } from '../../rules/lint/findings/overrides.ts';
import type { Diagnostic, Severity } from '../../text/diagnostic.ts';
import { clipped } from '../../text/words/cut-sentence.ts';
import { byCount } from '../../text/words/plural.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import type { Context } from '../context/context.ts';
import { policyFindings } from './policy-findings.ts';
import type { RuleQuestion, RuleQuestions } from './rule-questions.ts';

/** The rules' questions, and the answers at the same index. */
export interface RuleVerdicts {
  readonly asked: RuleQuestions;
  readonly answers: readonly RuleAnswer[];
}

/** The findings of the configuration's rules and of the cluster's policies on one side of a scope. */
export function customFindings(scope: Context, side: 'base' | 'head', verdicts: RuleVerdicts | null): Diagnostic[] {
  if (verdicts === null) return [];

  const { asked, answers } = verdicts;
  const answered = asked.byScope.get(scope)!.filter((question) => question.side === side);
  const invalid = new Set<string>();
  const ofPolicies = asked.policies.get(scope)!.filter((question) => question.side === side);

  const diagnostics = answered.flatMap((question) => {
    const answer = answers[question.place]!;
    if (answer.outcome === 'invalid') {
      // The rule says nothing about any object, so it is reported once.
      if (invalid.has(question.rule.id)) return [];
      invalid.add(question.rule.id);
    }

    return findingOf(question, answer, scope);
  });

  return [...diagnostics, ...policyFindings(ofPolicies, answers)];
}

function findingOf(question: RuleQuestion, answer: RuleAnswer, { settings }: Context): Diagnostic[] {
  const { rule } = question;
  const level = configuredLevel(customCode(rule), settings.rules);
  const severity = level === undefined || level === 'off' ? rule.severity : level;

  switch (answer.outcome) {
    case 'broken':
      return [brokenRule(question, answer, severity)];
    case 'unknown':
      return unjudgedRule(question, answer);
    case 'failed':
    case 'invalid':
      return [failedRule(question, answer, severity)];
    default:
      return [];
  }
}

const placeOfFinding = ({ rule, manifest }: RuleQuestion) => ({
  span: placeOf(manifest, rule.fieldPath),
  labels: [],
  resource: manifest.ref,
});

function brokenRule(question: RuleQuestion, answer: RuleAnswer, severity: Severity): Diagnostic {
  const { rule, manifest } = question;
  const ruleFix = fixOf(manifest, rule.fix, answer.values);
  const fix = ruleFix && 'edits' in ruleFix ? changingFix(ruleFix, manifest.source) : undefined;

  return {
    code: customCode(rule),
    severity,
    ...placeOfFinding(question),
    message: clipped(answer.message || rule.message),
    ...(rule.help !== undefined && { help: rule.help }),
    ...(fix && { fix }),
  };
}

function unjudgedRule(question: RuleQuestion, answer: RuleAnswer): Diagnostic[] {
  // Without figures at all, as in `check`, no rule about them is judged.
  const unknownPaths = answer.unknown.filter((path) => path !== 'review' && path !== 'oldObject');
  if (unknownPaths.length === 0) return [];

  const { rule, manifest } = question;
  const what = unknownPaths.map(quoted).join(', ');
  const are = byCount(unknownPaths.length, 'is', 'are');

  return [
    {
      code: 'lint/rule-not-judged',
      severity: 'note',
      ...placeOfFinding(question),
      message: clipped(
        `Rule \`${customCode(rule)}\` needs ${what} of \`${manifest.name}\`, which ${are} unknown, so it was not judged`,
      ),
      help: unknownHelps.find(([variable]) => unknownPaths.every((path) => path.startsWith(variable)))![1],
    },
  ];
}

function failedRule(question: RuleQuestion, answer: RuleAnswer, severity: Severity): Diagnostic {
  const { rule, manifest } = question;
  const error = ruleError(answer.message, rule);

  const why = () => {
    if (answer.outcome === 'invalid') return 'does not compile';
    return `has an error at \`${manifest.name}\``;
  };

  return {
    code: 'lint/rule-failed',
    severity,
    ...placeOfFinding(question),
    // Nothing is judged by this rule, so it must not look like an old finding.
    ...(answer.outcome === 'invalid' && { isChanged: true }),
    message: clipped(
      `Rule \`${customCode(rule)}\` of \`${rule.origin}\` ${why()}, so it was not judged: ${error.message}`,
    ),
    help: error.help,
  };
}

/** What makes an unknown value known, by its variable. */
const unknownHelps: readonly (readonly [string, string])[] = [
  ['review.', 'Read the assumptions of this review. They say why the figure is unknown.'],
  ['environment', 'Set `region`, `karpenter.version` and `kubernetesVersion` in plumbline.yaml.'],
  ['', 'Set the value with `set` in plumbline.yaml, or render the file.'],
];

/** The place of a `fieldPath` such as `.spec.template.spec.requirements[0].key`, or the object's kind. */
function placeOf(manifest: Manifest, fieldPath: string | undefined): Diagnostic['span'] {
  if (fieldPath === undefined) return manifest.span(['metadata', 'name']);
  const path = fieldSteps(fieldPath);
  if (manifest.get(path) === undefined) return manifest.span(path);
  return manifest.keySpan(path);
}

/** The steps of a field path: `.spec.a`, `.spec['a.b/c']`, `.spec.list[0]`. */
function fieldSteps(fieldPath: string): Path {
  const steps = fieldPath.matchAll(/\.?([A-Za-z_][\w-]*)|\['([^']*)'\]|\["([^"]*)"\]|\[(\d+)\]/g);
  return [...steps].map(([, name, single, double, index]) => {
    if (index === undefined) return (name ?? single ?? double)!;
    return Number(index);
  });
}
