import { expect, test } from 'vitest';
import type { Diagnostic } from '../diagnostic.ts';
import { withNovelty } from './findings.ts';

const finding = (message: string, { file = 'a.yaml', start = 0, name = 'web' } = {}): Diagnostic => ({
  code: 'lint/x',
  severity: 'error',
  message,
  span: { file, start, end: start + 1 },
  labels: [],
  resource: name ? { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', name } : null,
});

test.each([
  ['without a base all is new', [finding('a')], null, [true]],
  ['a moved line is not new', [finding('a', { start: 9 })], [finding('a')], [false]],
  ['a moved object is not new', [finding('a', { file: 'b.yaml' })], [finding('a')], [false]],
  ['another object is', [finding('a', { name: 'gpu' })], [finding('a')], [true]],
  ['one more of the same is', [finding('a'), finding('a', { start: 9 })], [finding('a')], [false, true]],
  [
    'another file is, where there is no object',
    [finding('a', { name: '', file: 'b.yaml' })],
    [finding('a', { name: '' })],
    [true],
  ],
])('%s', (_, head, base, expected) => expect(withNovelty(head, base).map(({ isNew }) => isNew)).toEqual(expected));
