import { describe, expect, test } from 'vitest';
import { scenes } from '../../../../test/extent.ts';
import type { Example } from '../../rules/lint/example.ts';
import { exampleSet, lintExample, withFixes } from '../../rules/lint/examples.test-support.ts';
import { rules } from './rules.ts';

/**
 * Removes what triggers a rule from its bad example. Then exactly that rule must find nothing. A search finds the removal: the rule's own
 * fix, one line, one block of lines, one entry between brackets, or one document.
 */
const codesOf = (example: Example): string[] => [...new Set(lintExample(example).map(({ code }) => code))].sort();

/** The objects of an example by name: a mutation must not silence a rule by making the object unreadable. */
const objectsOf = (example: Example): string[] =>
  exampleSet(example).manifests.map(({ apiVersion, kind, name }) => `${apiVersion} ${kind} ${name}`);

/** The text without one line, or without one line and what is indented below it. The lines closest to the given line come first. */
function* withoutLines(text: string, near: number): Generator<string> {
  const lines = text.split('\n');
  const order = lines.map((_, i) => i).sort((a, b) => Math.abs(a - near) - Math.abs(b - near) || a - b);
  const without = (from: number, to: number): string => [...lines.slice(0, from), ...lines.slice(to)].join('\n');
  for (const i of order) {
    const indent = lines[i]!.search(/\S/);
    if (indent === -1) continue;
    yield without(i, i + 1);
    let end = i + 1;
    while (end < lines.length && (lines[end]!.search(/\S/) > indent || lines[end]!.trim() === '')) end++;
    // A closing bracket belongs to its block.
    if (/^\s*[}\]]/.test(lines[end] ?? '')) yield without(i, end + 1);
    if (end > i + 1) yield without(i, end);
  }
}

/** The text without one entry or item between brackets. */
function* withoutEntries(text: string): Generator<string> {
  const entry = /(?:[\w./"'-]+: *)?(?:"[^"\n]*"|'[^'\n]*'|\{[^{}\n]*\}|\[[^[\]\n]*\]|[^\s,:{}[\]"'][^,{}[\]\n]*)/g;
  for (const bracket of text.matchAll(/[[{][^[\]{}\n]*(?:[[{][^[\]{}\n]*[\]}][^[\]{}\n]*)*[\]}]/g)) {
    const inner = bracket[0].slice(1, -1);
    for (const { index, 0: found } of inner.matchAll(entry)) {
      const rest = (inner.slice(0, index) + inner.slice(index + found.length)).replace(/^\s*,|,\s*(?=,)|,\s*$/g, '');
      const at = bracket.index;
      yield `${text.slice(0, at + 1)}${rest}${text.slice(at + bracket[0].length - 1)}`;
    }
  }
}

/** The text without one document. */
function* withoutDocuments(text: string): Generator<string> {
  const documents = text.split(/^---\n/m);
  if (documents.length > 1)
    for (const i of documents.keys()) yield documents.filter((_, other) => other !== i).join('---\n');
}

/** The removal after which only this rule finds nothing; undefined if there is none. */
function silencing(example: Example, code: string): string | undefined {
  const before = codesOf(example);
  const objects = objectsOf(example);
  const own = lintExample(example).filter((one) => one.code === code);
  const others = before.filter((other) => other !== code);
  const isSilent = (text: string, isWhole: boolean): boolean => {
    const mutated = { ...example, text };
    if (isWhole && objectsOf(mutated).join('\n') !== objects.join('\n')) return false;
    return codesOf(mutated).join('\n') === others.join('\n');
  };
  const fixed = withFixes(example.text, own);
  if (fixed !== example.text && isSilent(fixed, true)) return 'its fix';
  const near = example.text.slice(0, own[0]?.span.start ?? 0).split('\n').length - 1;
  for (const text of withoutLines(example.text, near)) if (isSilent(text, true)) return 'lines removed';
  for (const text of withoutEntries(example.text)) if (isSilent(text, true)) return 'an entry removed';
  for (const text of withoutDocuments(example.text)) if (isSilent(text, false)) return 'a document removed';
  return undefined;
}

/** Rules that report something missing and offer no fix, because only a person knows what to add. */
const missing: Record<string, string> = { 'idle-reservations': 'a selection of the reservation' };

describe.each(scenes(rules, ({ id }) => id, 3).map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test('is the only rule that finds nothing once its trigger is removed', () => {
    const found = rule
      .examples()
      .bad.map((example) => silencing(example, `lint/${id}`))
      .filter((how) => how !== undefined);
    if (Object.hasOwn(missing, id)) expect(found).toEqual([]);
    else expect(found.length).toBeGreaterThan(0);
  });
});
