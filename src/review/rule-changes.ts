import { type CustomRule, customCode } from '../engine/karpenter/api/custom-rule.ts';
import type { Settings } from '../engine/karpenter/api/settings.ts';

/** What a change does to the rules of the configuration: `adds custom/a`, `sets require-limits from error to off`, sorted. */
export function ruleChanges(base: Partial<Settings>, head: Partial<Settings>): string[] {
  const before = new Map((base.customRules ?? []).map((rule) => [customCode(rule), rule]));
  const after = new Map((head.customRules ?? []).map((rule) => [customCode(rule), rule]));
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();

  const rules = names.flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    if (old && now) {
      if (sameRule(old, now)) return [];
      return [`changes \`${name}\``];
    }
    return [now ? `adds \`${name}\`` : `removes \`${name}\``];
  });

  return [...rules, ...severityChanges(base.rules ?? {}, head.rules ?? {})];
}

const sameRule = (
  { tests: _a, origin: _b, ...old }: CustomRule,
  { tests: _c, origin: _d, ...now }: CustomRule,
): boolean => JSON.stringify(old) === JSON.stringify(now);

const severityChanges = (before: Settings['rules'], after: Settings['rules']): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name) => {
    const [old = 'its default', now = 'its default'] = [before[name], after[name]];
    if (old === now) return [];
    return [`sets \`${name}\` from ${old} to ${now}`];
  });
