import { type Diagnostic, isAtLeast } from '../../diagnostic.ts';
import type { LintDiagnostic } from '../rule.ts';

/**
 * Joins what other stages find with the lint finding that says it in better words: at the place and with the code and words
 * that it names, and not graver than itself. The API server's refusal stays one, with the place, the help and the fix of the rule;
 * what the simulation only follows from the mistake is dropped. Call it on what suppressions have left: silencing the rule then
 * brings the API server's own words back, for the object is refused all the same.
 */
export function withoutExplained<T extends Diagnostic>(diagnostics: readonly T[]): T[] {
  const places = new Map<string, T[]>();
  for (const found of diagnostics) add(places, keyOf(found.span), found);
  return withoutRefused(diagnostics.filter((found) => !yieldsTo(found, places)));
}

/** Whether a finding goes where another stage says as much. */
function yieldsTo<T extends Diagnostic>(
  { explains }: T & Partial<LintDiagnostic>,
  places: ReadonlyMap<string, T[]>,
): boolean {
  if (!explains?.yields) return false;
  const { codes, spans, mentioning } = explains;
  const there = spans.flatMap((span) => places.get(keyOf(span)) ?? []);
  return there.some(({ code, message }) => codes.includes(code) && message.includes(mentioning));
}

/** Appends in place: one place may hold thousands of findings. */
function add<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

function withoutRefused<T extends Diagnostic>(diagnostics: readonly T[]): T[] {
  const explaining = diagnostics.filter((found): found is T & LintDiagnostic => 'explains' in found);
  if (explaining.length === 0) return [...diagnostics];
  const byPlace = new Map<string, (T & LintDiagnostic)[]>();
  for (const found of explaining) {
    for (const span of found.explains?.yields ? [] : (found.explains?.spans ?? [])) add(byPlace, keyOf(span), found);
  }
  const refusals = new Map<T, T[]>();
  const kept = diagnostics.filter((found) => {
    const rules = (byPlace.get(keyOf(found.span)) ?? []).filter((other) => isExplainedBy(found, other));
    // Several roots may give one place, and each its own finding of both.
    const rule = rules.find((other) => isOfSameRoot(found, other)) ?? rules[0];
    if (rule !== undefined && found.code.startsWith('schema/')) add(refusals, rule, found);
    return rule === undefined;
  });
  return kept.map((found) => {
    const refused = refusals.get(found);
    return refused === undefined ? found : refusal(refused, found);
  });
}

const keyOf = ({ file, start, end }: Diagnostic['span']): string => `${start} ${end} ${file}`;

const isExplainedBy = (found: Diagnostic, { explains, severity }: LintDiagnostic): boolean =>
  explains?.codes.includes(found.code) === true &&
  found.message.includes(explains.mentioning) &&
  isAtLeast(severity, found.severity);

const isOfSameRoot = (one: Diagnostic, other: Diagnostic): boolean =>
  one.foundIn?.roots.join() === other.foundIn?.roots.join();

/** What the API server refuses, where the rule points and with what it advises. */
function refusal<T extends Diagnostic>(refused: readonly T[], rule: T): T {
  const [first] = refused as readonly [T, ...T[]];
  const server = refused.flatMap((found) => found.server ?? []);
  const { span, labels, fix, message, help } = rule;
  return {
    ...first,
    ...{ span, labels, help: help === undefined ? `${message}.` : `${message}. ${help}` },
    ...(fix !== undefined && { fix }),
    ...(server.length > 0 && { server }),
  };
}
