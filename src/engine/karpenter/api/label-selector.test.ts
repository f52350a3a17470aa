import { describe, expect, test } from 'vitest';
import { selects, spellSelector } from './label-selector.ts';
import type { LabelSelector } from './pod.ts';

const labels = { app: 'web', tier: 'gold' };
const expression = (key: string, operator: string, ...values: string[]): LabelSelector => ({
  matchExpressions: [{ key, operator, values }],
});

describe('selects', () => {
  test.each<[string, LabelSelector | undefined, boolean]>([
    ['none', undefined, false],
    ['an empty one', {}, true],
    ['a label', { matchLabels: { app: 'web' } }, true],
    ['another value', { matchLabels: { app: 'db' } }, false],
    ['a label that every object seems to have', { matchLabels: { constructor: 'Object' } }, false],
    ['In', expression('tier', 'In', 'gold', 'silver'), true],
    ['In without the label', expression('zone', 'In', 'a'), false],
    ['NotIn', expression('tier', 'NotIn', 'gold'), false],
    ['NotIn without the label', expression('zone', 'NotIn', 'a'), true],
    ['Exists', expression('tier', 'Exists'), true],
    ['DoesNotExist', expression('tier', 'DoesNotExist'), false],
    ['an unknown operator', expression('tier', 'Gt', '1'), false],
    ['both parts', { matchLabels: { app: 'web' }, ...expression('tier', 'In', 'silver') }, false],
  ])('%s', (_, selector, expected) => {
    expect(selects(selector, labels)).toBe(expected);
  });
});

describe('spellSelector', () => {
  test('order and repetition of expressions do not matter', () => {
    const [a, b] = [expression('a', 'In', '1', '2'), expression('b', 'Exists')];
    const one = { matchExpressions: [...a.matchExpressions!, ...b.matchExpressions!] };
    const other = {
      matchExpressions: [
        ...b.matchExpressions!,
        ...expression('a', 'In', '2', '1').matchExpressions!,
        ...b.matchExpressions!,
      ],
    };
    expect(spellSelector(one)).toBe(spellSelector(other));
  });

  test('a label is not the same as an expression, nor no selector as an empty one', () => {
    expect(spellSelector({ matchLabels: { a: '1' } })).not.toBe(spellSelector(expression('a', 'In', '1')));
    expect(spellSelector(undefined)).not.toBe(spellSelector({}));
  });
});
