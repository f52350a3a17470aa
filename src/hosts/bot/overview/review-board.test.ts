import { describe, expect, test } from 'vitest';
import { boardLimits, MemoryBoard } from './review-board.ts';
import { type DatedSummary, readSummary } from './review-summary.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 10, 1) + second * 1000).toISOString();
const now = Date.UTC(2026, 10, 2);

const summary = (repositoryId: number, number: number, second = 0): DatedSummary => ({
  repositoryId,
  number,
  at: at(second),
  result: 'block',
  reasons: ['1 error introduced by the change'],
  figures: [{ environment: 'prod', text: 'Nodes 1 → 2', monthlyUsd: 140.16 }],
  trackRecord: null,
});

async function boardWith(summaries: readonly DatedSummary[]): Promise<MemoryBoard> {
  const board = new MemoryBoard();
  for (const one of summaries) await board.put(one);
  return board;
}

describe('the reviews of a repository', () => {
  test('are those of its open pull requests, the newest first', async () => {
    const board = await boardWith([summary(1, 5), summary(1, 4, 2), summary(2, 9), summary(1, 5, 1)]);
    const reviews = (await board.of([1, 3], now)).get(1)!;
    expect(reviews.open.map(({ number, at: when }) => [number, when])).toEqual([
      [4, at(2)],
      [5, at(1)],
    ]);
    expect((await board.of([1, 3], now)).has(3)).toBe(false);
  });

  test('remember the last one after all pull requests are closed', async () => {
    const board = await boardWith([summary(1, 5)]);
    await board.remove({ repositoryId: 1, number: 5 });
    expect((await board.of([1], now)).get(1)).toEqual({ open: [], last: summary(1, 5) });
  });

  test('are dropped after some months, and when there are too many', async () => {
    const many = Array.from({ length: boardLimits.pulls + 3 }, (_, i) => summary(1, i + 1, i));
    const board = await boardWith(many);
    const { open } = (await board.of([1], now)).get(1)!;
    expect([open.length, open.at(-1)!.number]).toEqual([boardLimits.pulls, 4]);
    expect(await board.of([1], now + boardLimits.days * 86_400_000)).toEqual(new Map());
    const repositories = Array.from({ length: boardLimits.repositories + 1 }, (_, i) => summary(i + 1, 1));
    const full = await boardWith(repositories);
    expect([...(await full.of([1, 2], now)).keys()]).toEqual([2]);
  });
});

test('only what has the shape of a summary is read', () => {
  const right = summary(1, 5);
  expect(readSummary(JSON.stringify(right))).toEqual(right);
  const wrong: readonly object[] = [
    { result: 'great' },
    { number: -1 },
    { at: 'soon' },
    { reasons: ['x'.repeat(301)] },
    { figures: [{ environment: 7, text: null, monthlyUsd: null }] },
    { figures: [null] },
    { trackRecord: {} },
  ];
  for (const part of wrong) expect(readSummary(JSON.stringify({ ...right, ...part }))).toBeUndefined();
  for (const text of ['', 'null', '[]', '{']) expect(readSummary(text)).toBeUndefined();
});
