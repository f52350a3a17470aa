import { describe, expect, test } from 'vitest';
import { closed, collection, has, including, isClosed, openReasons, seenIn } from './evidence.ts';

const open = collection([1, 2], ['a module is not here']);

describe('a collection', () => {
  test('lacks a member for certain only if it is closed', () => {
    expect(has(closed([1, 2]), (one) => one === 3)).toBe(false);
    expect(has(open, (one) => one === 3)).toBeUndefined();
    expect(has(closed([1, 2]), (one) => (one === 2 ? undefined : false))).toBeUndefined();
  });

  test('has a member that it shows, open or closed', () => {
    expect(has(closed([1, 2]), (one) => one === 2)).toBe(true);
    expect(has(open, (one) => (one === 2 ? true : undefined))).toBe(true);
  });

  test('is closed without a reason for more members', () => {
    expect(isClosed(collection([1], []))).toBe(true);
    expect(openReasons(open)).toEqual(['a module is not here']);
    expect(openReasons(closed([1]))).toEqual([]);
  });

  test('is opened by members of which a condition is unknown', () => {
    const some = including(closed([1, 2, 3]), (one) => (one === 3 ? undefined : one === 1));
    expect(seenIn(some)).toEqual([1]);
    expect(isClosed(some)).toBe(false);
    expect(isClosed(including(closed([1, 2]), (one) => one === 1))).toBe(true);
  });
});
