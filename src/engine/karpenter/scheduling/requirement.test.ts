import { describe, expect, test } from 'vitest';
import { Requirement } from './requirement.ts';

const key = 'example.com/key';
const parse = (text: string): Requirement => {
  const [operator = '', ...values] = text.split(' ');
  return Requirement.from({ key, operator, values });
};
const show = (requirement: Requirement): string => requirement.toString().slice(key.length + 1);

describe('reading', () => {
  test.each([
    ['In a b', 'In [a b]'],
    ['In', 'DoesNotExist'],
    ['NotIn a', 'NotIn [a]'],
    ['NotIn', 'Exists'],
    ['Exists', 'Exists'],
    ['DoesNotExist', 'DoesNotExist'],
    ['Gt 4', 'Exists >=5'],
    ['Lt 4', 'Exists <=3'],
    ['Gte 4', 'Exists >=4'],
    ['Lte 4', 'Exists <=4'],
    ['Gt 9223372036854775807', 'DoesNotExist'],
    ['In f e d c b a', 'In [a b c d e and 1 others]'],
  ])('%s is %s', (text, shown) => {
    expect(show(parse(text))).toBe(shown);
  });

  test('a legacy label is replaced by the current one', () => {
    const keys = ['failure-domain.beta.kubernetes.io/zone', 'topology.ebs.csi.aws.com/zone'];
    expect(keys.map((legacy) => Requirement.from({ key: legacy, operator: 'Exists' }).key)).toEqual([
      'topology.kubernetes.io/zone',
      'topology.kubernetes.io/zone',
    ]);
  });

  test('minValues shows', () => {
    expect(show(Requirement.from({ key, operator: 'In', values: ['a'], minValues: 2 }))).toBe('In [a] minValues 2');
  });
});

describe('has', () => {
  test.each([
    ['In a', 'a', true],
    ['In a', 'b', false],
    ['NotIn a', 'a', false],
    ['NotIn a', 'b', true],
    ['Exists', 'anything', true],
    ['DoesNotExist', 'anything', false],
    ['Gt 4', '5', true],
    ['Gt 4', '4', false],
    ['Gte 4', '4', true],
    ['Lt 4', '3', true],
    ['Lt 4', '4', false],
    ['Lte 4', '4', true],
    ['Gt 4', 'five', false],
    ['Gt 4', '5.5', false],
    ['Gt -1', '+3', true],
    ['Gt 4', '99999999999999999999', false],
  ])('%s has %s: %s', (text, value, expected) => {
    expect(parse(text).has(value)).toBe(expected);
  });
});

/** Rows and columns have the same order. Each cell contains the values that both allow. */
const operands = ['In a', 'In a b', 'In 3 7', 'NotIn a', 'NotIn a b', 'Exists', 'DoesNotExist', 'Gt 4', 'Lt 5'];
const table: Readonly<Record<string, readonly string[]>> = {
  'In a': [
    'In [a]',
    'In [a]',
    'DoesNotExist',
    'DoesNotExist',
    'DoesNotExist',
    'In [a]',
    'DoesNotExist',
    'DoesNotExist',
    'DoesNotExist',
  ],
  'In a b': [
    'In [a]',
    'In [a b]',
    'DoesNotExist',
    'In [b]',
    'DoesNotExist',
    'In [a b]',
    'DoesNotExist',
    'DoesNotExist',
    'DoesNotExist',
  ],
  'In 3 7': [
    'DoesNotExist',
    'DoesNotExist',
    'In [3 7]',
    'In [3 7]',
    'In [3 7]',
    'In [3 7]',
    'DoesNotExist',
    'In [7]',
    'In [3]',
  ],
  'NotIn a': [
    'DoesNotExist',
    'In [b]',
    'In [3 7]',
    'NotIn [a]',
    'NotIn [a b]',
    'NotIn [a]',
    'DoesNotExist',
    'Exists >=5',
    'Exists <=4',
  ],
  'NotIn a b': [
    'DoesNotExist',
    'DoesNotExist',
    'In [3 7]',
    'NotIn [a b]',
    'NotIn [a b]',
    'NotIn [a b]',
    'DoesNotExist',
    'Exists >=5',
    'Exists <=4',
  ],
  Exists: [
    'In [a]',
    'In [a b]',
    'In [3 7]',
    'NotIn [a]',
    'NotIn [a b]',
    'Exists',
    'DoesNotExist',
    'Exists >=5',
    'Exists <=4',
  ],
  DoesNotExist: Array.from({ length: 9 }, () => 'DoesNotExist'),
  'Gt 4': [
    'DoesNotExist',
    'DoesNotExist',
    'In [7]',
    'Exists >=5',
    'Exists >=5',
    'Exists >=5',
    'DoesNotExist',
    'Exists >=5',
    'DoesNotExist',
  ],
  'Lt 5': [
    'DoesNotExist',
    'DoesNotExist',
    'In [3]',
    'Exists <=4',
    'Exists <=4',
    'Exists <=4',
    'DoesNotExist',
    'DoesNotExist',
    'Exists <=4',
  ],
};
const cells = operands.flatMap((left) =>
  operands.map((right, column) => [left, right, table[left]![column]!] as const),
);

describe('intersection', () => {
  test.each(cells)('%s and %s: %s', (left, right, expected) => {
    expect(show(parse(left).intersection(parse(right)))).toBe(expected);
  });

  // Two complements always intersect, unless their bounds do not.
  test.each(cells)('%s and %s meet exactly when something is left', (left, right, expected) => {
    expect(parse(left).hasIntersection(parse(right))).toBe(expected !== 'DoesNotExist');
  });

  test('minValues is the larger one, even if no value is left', () => {
    const two = Requirement.from({ key, operator: 'In', values: ['a'], minValues: 2 });
    const three = Requirement.from({ key, operator: 'In', values: ['b'], minValues: 3 });
    expect(two.intersection(three).minValues).toBe(3);
  });
});

describe('absence', () => {
  test.each([
    ['In a', false],
    ['Exists', false],
    ['Gt 4', false],
    ['NotIn a', true],
    ['DoesNotExist', true],
  ])('%s accepts a missing label: %s', (text, expected) => {
    expect(parse(text).acceptsAbsence).toBe(expected);
  });
});
