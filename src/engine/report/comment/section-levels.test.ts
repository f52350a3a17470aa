import { expect, test } from 'vitest';
import { details } from './detail.ts';
import { byImportance, detailSections, fittingLevels, type Levels, type SectionId } from './section-levels.ts';

const sizeAt = (levels: Levels): number =>
  byImportance.reduce((sum, { id }) => sum + details.length - 1 - levels.of(id), 0);
const shortened = (levels: Levels): SectionId[] => byImportance.flatMap(({ id }) => (levels.of(id) > 0 ? [id] : []));

test('everything is shown if it fits', () => {
  expect(shortened(fittingLevels(() => true)!)).toEqual([]);
});

test('the least important sections are shortened first, and only as far as it takes', () => {
  const most = byImportance.length * (details.length - 1);
  const levels = fittingLevels((shorter) => sizeAt(shorter) <= most - details.length)!;
  expect(shortened(levels)).toEqual([byImportance[0]!.id, byImportance[1]!.id]);
  expect([levels.of(byImportance[0]!.id), levels.of(byImportance[1]!.id)]).toEqual([details.length - 1, 1]);
});

test('what never fits is said', () => {
  expect(fittingLevels(() => false)).toBeUndefined();
});

test('findings are the last to go, and each section of the fold has its place', () => {
  expect(byImportance.at(-1)!.id).toBe('causes');
  const ids = byImportance.map(({ id }) => id);
  expect(detailSections.filter((id) => !ids.includes(id))).toEqual([]);
});
