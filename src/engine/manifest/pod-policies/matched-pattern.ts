import { asList, asText, isObject, type Path, type Value } from '../model/manifest.ts';
import { hasPlaceholder } from '../yaml/placeholder.ts';
import { matchesPattern } from './patched-pod.ts';

/** How a value compares with a pattern of Kyverno. */
export type PatternMatch =
  | { readonly kind: 'fits' }
  /** The value is unknown, or the pattern has something that is not read. */
  | { readonly kind: 'unknown' }
  /** The path of the first value that does not fit, and whether nothing is there. */
  | { readonly kind: 'differs'; readonly path: Path; readonly isMissing: boolean };

const fits: PatternMatch = { kind: 'fits' };
const unknown: PatternMatch = { kind: 'unknown' };

const anchorOfKey = /^([+<=^X]?)\((.+)\)$/;

/**
 * Compares a value with a pattern. Of the anchors, `=(field)` and `X(field)` are read, and of the operators `!`, `|`, `&` and wildcards.
 * Source: kyverno.io/docs/policy-types/cluster-policy/validate, “Patterns”, and pkg/engine/validate/validate.go.
 */
export function matchedPattern(value: Value | undefined, pattern: Value, path: Path = []): PatternMatch {
  if (isObject(pattern)) return matchedMapping(value, Object.entries(pattern), path);
  if (Array.isArray(pattern)) return matchedList(value, pattern, path);
  return matchedScalar(value, pattern, path);
}

function matchedMapping(
  value: Value | undefined,
  fields: readonly (readonly [string, Value])[],
  path: Path,
): PatternMatch {
  if (hasPlaceholder(value)) return unknown;
  if (fields.length === 0) return fits;

  const fieldsOf = isObject(value ?? null) ? (value as Readonly<Record<string, Value>>) : {};

  return first(
    fields.map(([key, inner]) => () => {
      const [, anchor, name = key] = anchorOfKey.exec(key) ?? [];
      const field = fieldsOf[name];
      const isMissing = field === undefined || field === null;
      if (anchor === undefined) return matchedPattern(field, inner, [...path, name]);
      if (anchor === '=') return isMissing ? fits : matchedPattern(field, inner, [...path, name]);
      if (anchor === 'X') return isMissing ? fits : differs([...path, name], false);
      return unknown;
    }),
  );
}

/** Each item of a list has to fit the only pattern of it. */
function matchedList(value: Value | undefined, patterns: readonly Value[], path: Path): PatternMatch {
  const [pattern, ...others] = patterns;
  if (hasPlaceholder(value) || pattern === undefined || others.length > 0) return unknown;
  if (!Array.isArray(value)) return differs(path, value === undefined || value === null);
  return first(asList(value).map((item, index) => () => matchedPattern(item, pattern, [...path, index])));
}

function matchedScalar(value: Value | undefined, pattern: Value, path: Path): PatternMatch {
  if (hasPlaceholder(value)) return unknown;
  if (pattern === null || isObject(value ?? null) || Array.isArray(value)) return unknown;

  const text = asText(value);
  const wanted = asText(pattern) ?? '';
  if (/[<>]|^\d[^-]*-/.test(wanted)) return unknown;
  if (text === undefined) return wanted === '*' ? fits : differs(path, true);

  const isFit = wanted.split('|').some((alternative) =>
    alternative.split('&').every((part) => {
      const asked = part.trim();
      if (asked.startsWith('!')) return !matchesPattern(asked.slice(1).trim(), text);
      return matchesPattern(asked, text);
    }),
  );

  if (isFit) return fits;
  return differs(path, false);
}

const differs = (path: Path, isMissing: boolean): PatternMatch => ({ kind: 'differs', path, isMissing });

/** The first comparison that does not fit. Something unknown decides only if nothing differs. */
function first(comparisons: readonly (() => PatternMatch)[]): PatternMatch {
  let result: PatternMatch = fits;

  for (const compare of comparisons) {
    const match = compare();
    if (match.kind === 'differs') return match;
    if (match.kind === 'unknown') result = match;
  }

  return result;
}
