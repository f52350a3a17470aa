import { type Diagnostic, isAtLeast } from '../../../text/diagnostic.ts';
import { addToGroup } from '../../../text/group-by.ts';
import type { LintDiagnostic } from '../rule.ts';

/**
 * Merges findings of other stages with the lint finding that explains them better. Such a finding has the place, code and words that the
 * lint finding names, and is not more severe. A refusal of the API server stays a refusal, with the place, help and fix of the rule. A
 * finding of the simulation that only follows from the mistake is dropped. Call this after suppressions are applied: if the rule is
 * silenced, the API server's own message is shown again, because the object is still refused.
 */
export function withoutExplained<T extends Diagnostic>(diagnostics: readonly T[]): T[] {
  const places = new Map<string, T[]>();
  for (const diagnostic of diagnostics) addToGroup(places, keyOf(diagnostic.span), diagnostic);
  return withoutRefused(diagnostics.filter((diagnostic) => !yieldsTo(diagnostic, places)));
}

/** Whether a finding is dropped because another stage reports the same. */
function yieldsTo<T extends Diagnostic>(
  { explains }: T & Partial<LintDiagnostic>,
  places: ReadonlyMap<string, T[]>,
): boolean {
  if (!explains?.yields) return false;
  const { codes, spans, mentioning } = explains;
  const there = spans.flatMap((span) => places.get(keyOf(span)) ?? []);
  return there.some(({ code, message }) => codes.includes(code) && message.includes(mentioning));
}

function withoutRefused<T extends Diagnostic>(diagnostics: readonly T[]): T[] {
  const explaining = diagnostics.filter((diagnostic): diagnostic is T & LintDiagnostic => 'explains' in diagnostic);
  if (explaining.length === 0) return [...diagnostics];

  const byPlace = new Map<string, (T & LintDiagnostic)[]>();
  for (const diagnostic of explaining) {
    for (const span of diagnostic.explains?.yields ? [] : (diagnostic.explains?.spans ?? []))
      addToGroup(byPlace, keyOf(span), diagnostic);
  }

  const refusals = new Map<T, T[]>();
  const kept = diagnostics.filter((diagnostic) => {
    const rules = (byPlace.get(keyOf(diagnostic.span)) ?? []).filter((other) => isExplainedBy(diagnostic, other));
    // Several roots may render the same place, and each has its own two findings.
    const rule = rules.find((other) => isOfSameRoot(diagnostic, other)) ?? rules[0];
    if (rule !== undefined && diagnostic.code.startsWith('schema/')) addToGroup(refusals, rule, diagnostic);
    return rule === undefined;
  });

  return kept.map((diagnostic) => {
    const refused = refusals.get(diagnostic);
    if (refused === undefined) return diagnostic;
    return refusal(refused, diagnostic);
  });
}

const keyOf = ({ file, start, end }: Diagnostic['span']): string => `${start} ${end} ${file}`;

const isExplainedBy = (diagnostic: Diagnostic, { explains, severity }: LintDiagnostic): boolean =>
  explains?.codes.includes(diagnostic.code) === true &&
  diagnostic.message.includes(explains.mentioning) &&
  isAtLeast(severity, diagnostic.severity);

const isOfSameRoot = (diagnostic: Diagnostic, other: Diagnostic): boolean =>
  diagnostic.foundIn?.roots.join() === other.foundIn?.roots.join();

/** The API server's refusal, with the place and the help of the rule. */
function refusal<T extends Diagnostic>(refused: readonly T[], rule: T): T {
  const [first] = refused as readonly [T, ...T[]];
  const server = refused.flatMap((diagnostic) => diagnostic.server ?? []);
  const { span, labels, fix, message, help } = rule;

  return {
    ...first,
    span,
    labels,
    help: help === undefined ? `${message}.` : `${message}. ${help}`,
    ...(fix !== undefined && { fix }),
    ...(server.length > 0 && { server }),
  };
}
