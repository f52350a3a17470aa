import { expect, test } from 'vitest';
import { finding } from '../test-support.ts';
import { sameHoldsText } from './other-objects.ts';

const span = { file: 'a.yaml', start: 0, end: 1 };
const of = (name: string, namespace = 'shop') =>
  finding({ span, resource: { apiVersion: 'apps/v1', kind: 'Deployment', namespace, name } });
const textOf = (first: ReturnType<typeof of>, ...copies: ReturnType<typeof of>[]) =>
  sameHoldsText({ ...first, copies });

test('the objects that a finding is about, next to the one in its message', () => {
  expect(textOf(of('a'), of('b'), of('c'))).toBe('The same holds for `b`, `c`');
  expect(textOf(of('a'), of('b'), of('c'), of('d'), of('e'))).toBe('The same holds for `b`, `c`, `d` and 1 more');
});

test('an object of several places is named once, and that of the message not at all', () => {
  expect(textOf(of('a'), of('a'), of('b'), of('b'))).toBe('The same holds for `b`');
  expect(textOf(of('a'), of('a'))).toBeUndefined();
});

test('an object of another namespace has its namespace', () => {
  expect(textOf(of('a'), of('a', 'other'))).toBe('The same holds for `other/a`');
});

test('a finding about a file has no objects', () => {
  expect(
    sameHoldsText({ ...finding({ span, resource: null }), copies: [finding({ span, resource: null })] }),
  ).toBeUndefined();
});
