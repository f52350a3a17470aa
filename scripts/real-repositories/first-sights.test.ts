import { expect, test } from 'vitest';
import { type FirstSight, firstSightsTable, readFirstSights } from './first-sights.ts';
import { readList } from './list.ts';

const sight: FirstSight = {
  date: '2026-11-20',
  commit: 'abc',
  repositories: ['a/b', 'c/d'],
  repositoryCount: 2,
  reviews: 4,
  findings: { all: 40, false: 2, falseErrors: 1 },
  verdicts: { right: 3, all: 4 },
  wronglyNothing: 0,
  kinds: ['a wrong region.'],
};

test('the table says what was counted and what was not', () => {
  expect(firstSightsTable([sight])).toContain(
    '| 2026-11-20 | 2 | 4 | 2 of 40 (5.0%) | 1 | 3 of 4 (75.0%) | not counted | 0 |\n\n- 2026-11-20, 2 repositories: a wrong region.',
  );
});

test('a repository is seen for the first time once', () => {
  const names = readFirstSights().flatMap(({ repositories }) => repositories);
  expect(names.filter((name, i) => names.indexOf(name) !== i || name in readList())).toEqual([]);
});

test.each(readFirstSights())('the numbers of $date, $repositoryCount repositories, fit', (row) => {
  const { repositories, repositoryCount, seenBefore = 0, findings, verdicts, firstLines } = row;
  if (repositories.length > 0) expect(repositories.length + seenBefore).toBe(repositoryCount);
  expect(findings.false + (findings.debatable ?? 0)).toBeLessThanOrEqual(findings.all);
  expect(findings.falseErrors ?? 0).toBeLessThanOrEqual(findings.false);
  for (const { right, all } of [verdicts, firstLines].filter((share) => share !== undefined))
    expect(right).toBeLessThanOrEqual(all);
});
