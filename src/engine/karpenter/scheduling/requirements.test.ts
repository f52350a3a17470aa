import { describe, expect, test } from 'vitest';
import { wellKnownLabels } from '../api/labels.ts';
import { Requirement } from './requirement.ts';
import { Requirements } from './requirements.ts';

const zone = 'topology.kubernetes.io/zone';
const own = 'example.com/tier';
const parse = (...texts: string[]): Requirements =>
  Requirements.from(
    texts.map((text) => {
      const [key = '', operator = '', ...values] = text.split(' ');
      return { key, operator, values };
    }),
  );

describe('a node that defines its labels', () => {
  test.each([
    ['the same value', `${own} In gold`, `${own} In gold silver`, undefined],
    ['another value', `${own} In gold`, `${own} In silver`, `key ${own}, ${own} In [silver] not in ${own} In [gold]`],
    ['a label that it lacks', `${zone} In a`, `${own} In gold`, `label "${own}" does not have known values`],
    ['a label that it lacks, with a requirement that accepts this', `${zone} In a`, `${own} NotIn gold`, undefined],
    ['a label that it lacks and must not have', `${zone} In a`, `${own} DoesNotExist`, undefined],
    [
      'a label that it has and must not have',
      `${own} In gold`,
      `${own} DoesNotExist`,
      `key ${own}, ${own} DoesNotExist not in ${own} In [gold]`,
    ],
    ['absence on both sides', `${own} DoesNotExist`, `${own} NotIn gold`, undefined],
    ['a well-known label that it lacks', `${own} In gold`, `${zone} In a`, undefined],
  ])('with a requirement for %s', (_, existing, incoming, expected) => {
    expect(parse(existing).incompatibility(parse(incoming), wellKnownLabels)).toBe(expected);
  });

  test('without allowance every label must be defined', () => {
    expect(parse(`${own} In gold`).isCompatible(parse(`${zone} In a`))).toBe(false);
  });

  test('all contradictions are reported, by label', () => {
    const [a, b] = [parse('a In 1', 'b In 1'), parse('a In 2', 'b In 2')];
    expect(a.conflicts(b)).toEqual(['key a, a In [2] not in a In [1]', 'key b, b In [2] not in b In [1]']);
    expect(a.intersects(b)).toBe(false);
  });

  test.each([
    ['example.com/nodepool', 'karpenter.sh/nodepool'],
    ['zone', 'topology.k8s.aws/zone-id'],
    ['example.com/teir', undefined],
  ])('%s was probably meant as %s', (key, meant) => {
    const hint = meant === undefined ? '' : ` (typo of "${meant}"?)`;
    expect(new Requirements().incompatibility(parse(`${key} In a`), wellKnownLabels)).toBe(
      `label "${key}" does not have known values${hint}`,
    );
  });
});

describe('a set of requirements', () => {
  test('narrows label by label and prints sorted, without the hostname', () => {
    const requirements = parse('b In 1 2', 'b In 2 3', 'a Exists', 'kubernetes.io/hostname In x');
    expect(String(requirements)).toBe('a Exists, b In [2]');
    expect(requirements.keys()).toEqual(['a', 'b', 'kubernetes.io/hostname']);
  });

  test('treats a missing label as any value', () => {
    expect(String(new Requirements().get('a'))).toBe('a Exists');
  });

  test('replaces and removes', () => {
    const requirements = parse('a In 1')
      .replace('a', Requirement.in('a', ['2']))
      .replace('b', undefined);
    expect(String(requirements)).toBe('a In [2]');
    expect(requirements.replace('a', undefined).size).toBe(0);
  });

  test('knows whether it has minValues', () => {
    expect(parse('a Exists').hasMinValues).toBe(false);
    expect(Requirements.from([{ key: 'a', operator: 'Exists', minValues: 2 }]).hasMinValues).toBe(true);
  });
});
