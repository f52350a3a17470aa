import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Requirement } from './requirement.ts';
import { RequirementTable } from './requirement-table.ts';

const key = 'example.com/key';
const value = fc.constantFrom('a', 'b', 'c', '1', '2', '5', '9');
const bound = fc.constantFrom('0', '1', '4', '5', '9');
const requirement = fc
  .oneof(
    fc.tuple(fc.constantFrom('In', 'NotIn'), fc.array(value, { maxLength: 4 })),
    fc.tuple(fc.constantFrom('Exists', 'DoesNotExist'), fc.constant<string[]>([])),
    fc.tuple(
      fc.constantFrom('Gt', 'Lt', 'Gte', 'Lte'),
      bound.map((text) => [text]),
    ),
  )
  .map(([operator, values]) => Requirement.from({ key, operator, values }));
const narrowed = fc
  .array(requirement, { minLength: 1, maxLength: 3 })
  .map((all) => all.reduce((a, b) => a.intersection(b)));
const sample = ['a', 'b', 'c', 'd', '0', '1', '2', '4', '5', '9', '10', ''];

describe('laws of the algebra', () => {
  test('an intersection allows exactly what both allow', () => {
    fc.assert(
      fc.property(narrowed, narrowed, (a, b) => {
        const both = a.intersection(b);
        expect(sample.filter((text) => both.has(text))).toEqual(sample.filter((text) => a.has(text) && b.has(text)));
      }),
    );
  });

  test('order and repetition do not matter', () => {
    fc.assert(
      fc.property(narrowed, narrowed, narrowed, (a, b, c) => {
        expect(String(a.intersection(b))).toBe(String(b.intersection(a)));
        expect(String(a.intersection(b).intersection(c))).toBe(String(a.intersection(b.intersection(c))));
        expect(String(a.intersection(a))).toBe(String(a));
      }),
    );
  });

  test('requirements intersect if both allow some value', () => {
    fc.assert(
      fc.property(narrowed, narrowed, (a, b) => {
        // Two complements also allow values outside the samples.
        fc.pre(!(a.isComplement && b.isComplement));
        expect(a.hasIntersection(b)).toBe(sample.some((text) => a.has(text) && b.has(text)));
      }),
    );
  });

  test('interned requirements answer like the requirements themselves', () => {
    fc.assert(
      fc.property(narrowed, narrowed, (a, b) => {
        const table = new RequirementTable();
        const met = table.meet(table.id(a), table.id(b));
        const isMet = a.hasIntersection(b) || (a.acceptsAbsence && b.acceptsAbsence);
        expect(met === 0 ? undefined : String(table.get(met))).toBe(isMet ? String(a.intersection(b)) : undefined);
      }),
    );
  });
});
