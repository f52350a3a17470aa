import { expect, test } from 'vitest';
import { parseManifests } from '../../../manifest/parse.ts';
import type { Origin } from '../../../text/source.ts';
import { writtenCommentsAt } from './comments.ts';

const made = 'apiVersion: v1\nkind: A\nspec:\n  budgets:\n    - nodes: "0"\n';

/** The comments next to the budget, if the text is made from `written`, in which each line is three lines further down. */
function commentsIn(written: string, { isExact = true, isAtHand = true } = {}): string | undefined {
  const lineOf = (offset: number): number => made.slice(0, offset).split('\n').length + 3;
  const origin: Origin = {
    root: 'pools',
    tool: 'kustomize',
    trace: (start) => {
      const at =
        written
          .split('\n')
          .slice(0, lineOf(start) - 1)
          .join('\n').length + 1;
      return { span: { file: 'pool.yaml', start: at, end: at }, isExact };
    },
    ...(isAtHand && { textOf: (file) => (file === 'pool.yaml' ? written : undefined) }),
  };
  const [manifest] = parseManifests({ file: 'pools', text: made, origin }, { set: {} }).manifests;
  return writtenCommentsAt(manifest!, ['spec', 'budgets', 0]);
}

const written = (above: string, line = '- nodes: "0"'): string => `1\n2\n3\n4\n5\n6\n${above}\n${line}\n`;

test.each([
  ['above', written('# by hand'), 'by hand'],
  ['on the line', written('budgets:', '- nodes: "0" # by hand'), 'by hand'],
  ['nowhere', written('budgets:'), ''],
])('comments of what a text is made from: %s', (_, text, expected) => {
  expect(commentsIn(text)?.replace(/ *\n.*/s, '')).toBe(expected);
});

test('are unknown if the place is approximate, a template, or not at hand', () => {
  expect(commentsIn(written('# by hand'), { isExact: false })).toBeUndefined();
  expect(commentsIn(written('# by hand'), { isAtHand: false })).toBeUndefined();
  expect(commentsIn(written('# by hand', '- nodes: {{ .Values.nodes }}'))).toBeUndefined();
});

test.each([
  ['above the list', '  # by hand\n  budgets:\n    - nodes: "0"', 2, 'by hand'],
  ['above a list in the same column', '  # by hand\n  budgets:\n  - nodes: "0"', 2, 'by hand'],
  [
    'above the operation of a patch',
    '# by hand\n- op: add\n  path: /budgets\n  value:\n    - nodes: "0"',
    2,
    'by hand',
  ],
  ['on another item', '  budgets:\n    # by hand\n    - nodes: "1"\n    - nodes: "0"', 2, ''],
  ['further up', '# by hand\nspec:\n  disruption:\n    budgets:\n      - nodes: "0"', 2, ''],
  ['above the list, which is not asked for', '  # by hand\n  budgets:\n    - nodes: "0"', 0, ''],
])('comments of what a value is below: %s', (_, text, parents, expected) => {
  const origin: Origin = {
    root: 'pools',
    tool: 'kustomize',
    trace: () => ({ span: { file: 'pool.yaml', start: text.length - 1, end: text.length }, isExact: true }),
    textOf: () => text,
  };
  const [manifest] = parseManifests({ file: 'pools', text: made, origin }, { set: {} }).manifests;
  const comments = writtenCommentsAt(manifest!, ['spec', 'budgets', 0], { parents }) ?? '';
  expect([...new Set(comments.split('\n').map((comment) => comment.trim()))].join('')).toBe(expected);
});
