import type { Settings } from '../../../karpenter/api/settings.ts';
import type { Diagnostic, ResourceRef, Severity } from '../../../text/diagnostic.ts';
import { matchesPath } from '../../../text/words/path-pattern.ts';

/** What an entry of the configuration applies to: files, objects, or both. Without either, it applies to everything. */
export interface Scope {
  readonly paths?: readonly string[];
  /** `NodePool/default`, `NodePool/gpu-*`, `Deployment/argocd/*`. */
  readonly resources?: readonly string[];
}

/** The full code of a rule's name: `lint/require-limits` for `require-limits`. */
export const codeOf = (rule: string): string => {
  if (rule.includes('/')) return rule;
  return `lint/${rule}`;
};

/** Whether an entry of the configuration applies to a finding. */
export const matchesScope = ({ paths, resources }: Scope, { span, resource }: Diagnostic): boolean =>
  (paths === undefined || paths.some((path) => matchesPath(path, span.file))) &&
  (resources === undefined || (resource !== null && resources.some((pattern) => matchesResource(pattern, resource))));

/** A pattern contains kind and name, or kind, namespace and name. */
function matchesResource(pattern: string, { kind, namespace, name }: ResourceRef): boolean {
  const hasNamespace = pattern.split('/').length > 2;
  return matchesPath(pattern, (hasNamespace ? [kind, namespace ?? '', name] : [kind, name]).join('/'));
}

type Level = Severity | 'off';

/** The level that the configuration sets for a rule everywhere. The rule may be named with or without `lint/`. */
export const configuredLevel = (code: string, rules: Settings['rules']): Level | undefined =>
  rules[code] ?? rules[code.replace(/^lint\//, '')];

/** Whether a rule does not need to run: it is off, and no override turns it on. */
export const isOffEverywhere = (code: string, { rules, overrides }: Settings): boolean =>
  configuredLevel(code, rules) === 'off' &&
  overrides.every((entry) => (configuredLevel(code, entry.rules) ?? 'off') === 'off');

/** Whether a rule may be off for an object in a file. */
export const isOffFor = (code: string, file: string, { rules, overrides }: Settings): boolean =>
  configuredLevel(code, rules) === 'off' ||
  overrides.some(
    (entry) =>
      configuredLevel(code, entry.rules) === 'off' &&
      (entry.paths === undefined || entry.paths.some((path) => matchesPath(path, file))),
  );

/** Applies the overrides to findings of rules: they change the severity or remove the finding. The last matching entry decides. */
export function withOverrides(diagnostics: readonly Diagnostic[], { rules, overrides }: Settings): Diagnostic[] {
  if (overrides.length === 0) return [...diagnostics];

  // A rule that is off still runs if an override turns it on somewhere.
  const isOnElsewhere = (code: string): boolean =>
    configuredLevel(code, rules) === 'off' &&
    overrides.some((entry) => configuredLevel(code, entry.rules) !== undefined);

  return diagnostics.flatMap((diagnostic) => {
    if (!/^(?:lint|custom)\//.test(diagnostic.code)) return [diagnostic];
    const level = overrides
      .filter((entry) => matchesScope(entry, diagnostic))
      .map((entry) => configuredLevel(diagnostic.code, entry.rules))
      .findLast((level) => level !== undefined);

    if (level === 'off' || (level === undefined && isOnElsewhere(diagnostic.code))) return [];
    return [level === undefined ? diagnostic : { ...diagnostic, severity: level }];
  });
}
