import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PredictionRecord } from '../../src/engine/review/scorecard/record.ts';
import { connect } from '../../src/io/github/github.ts';
import { changeBranchFile, readBranchFile } from '../../src/io/github/scorecard/branch-file.ts';
import {
  addRecord,
  readScorecard,
  readTrackRecord,
  type ScorecardPlace,
} from '../../src/io/github/scorecard/scorecard-file.ts';
import { FakeGitHub } from './github.ts';

let fake: FakeGitHub;
let place: ScorecardPlace;
beforeEach(async () => {
  fake = await FakeGitHub.start();
  place = await placeWith({ contents: 'write' });
});
afterEach(() => fake.close());

async function placeWith(permissions: Parameters<FakeGitHub['token']>[0]): Promise<ScorecardPlace> {
  const token = await fake.token(permissions);
  const github = connect({ token, apiUrl: fake.url, sleep: async () => {}, maxWaitSeconds: 5 });
  return { github, repository: { owner: 'acme', repo: 'infra' }, branch: 'plumbline-scorecard' };
}

const figures = { nodes: 4, hourlyUsd: 0.4, types: { 'm6i.large': 4 } };
const about = { environment: 'prod', at: '2026-11-01T10:00:00Z' };
const prediction = (commit: string): PredictionRecord => ({
  kind: 'prediction',
  ...about,
  commit: commit.repeat(40),
  figures,
  nodes: { low: 4, high: 4 },
  replicas: null,
  running: null,
  restarted: null,
});

describe('the scorecard of a repository', () => {
  test('is empty before the first record', async () => {
    expect(await readScorecard(place)).toEqual([]);
    expect(await readTrackRecord(place, place.branch)).toBeUndefined();
    expect(await readTrackRecord(place, undefined)).toBeUndefined();
  });

  test('grows by a record for each prediction and each outcome', async () => {
    const first = prediction('a');
    const seen = { kind: 'outcome', ...about, commit: first.commit, figures, restarted: null, reasons: [] } as const;
    for (const record of [first, seen, prediction('b')]) expect(await addRecord(place, record)).toBe('written');
    expect(await readScorecard(place)).toEqual([first, seen, prediction('b')]);
    expect(await readTrackRecord(place, place.branch)).toEqual({ predictions: 1, withinOneNode: 1, medianCost: 0 });
  });

  test('has a branch that shares nothing with the code', async () => {
    await addRecord(place, prediction('a'));
    await addRecord(place, prediction('b'));
    const commits = fake.seen.filter(({ method, path }) => method === 'POST' && path.endsWith('/git/commits'));
    expect(commits.map(({ body }) => body.parents.length)).toEqual([0, 1]);
    const trees = fake.seen.filter(({ method, path }) => method === 'POST' && path.endsWith('/git/trees'));
    expect(trees.map(({ body }) => body.base_tree)).toEqual([undefined, undefined]);
  });

  test('loses no record if another job writes in the meantime', async () => {
    await addRecord(place, prediction('a'));
    let isFirst = true;
    const file = { ...place, path: 'scorecard.jsonl', maxBytes: 100_000 };
    const other = async (): Promise<void> => void (await addRecord(place, prediction('b')));
    const racing = new Proxy(place.github, {
      get(target, key, receiver) {
        if (key !== 'rest') return Reflect.get(target, key, receiver);
        const { git } = target.rest;
        const updateRef = async (given: Parameters<typeof git.updateRef>[0]) => {
          if (isFirst) await other();
          isFirst = false;
          return git.updateRef(given);
        };
        return { ...target.rest, git: { ...git, updateRef } };
      },
    });
    expect(await changeBranchFile({ ...file, github: racing }, (text) => `${text}last\n`, 'Add')).toBe('written');
    expect((await readBranchFile(file))?.split('\n').map((line) => line.slice(-12))).toHaveLength(4);
    expect((await readScorecard(place))?.map(({ commit }) => commit[0])).toEqual(['a', 'b']);
  });

  test('cannot be written without the permission, which is not an error', async () => {
    expect(await addRecord(await placeWith({ contents: 'read' }), prediction('a'))).toBe('forbidden');
  });

  test('is not read if somebody made it huge', async () => {
    const file = { ...place, path: 'scorecard.jsonl', maxBytes: 1000 };
    expect(await changeBranchFile(file, () => 'x'.repeat(2000), 'Add')).toBe('written');
    expect(await readBranchFile(file)).toBeUndefined();
    expect(await changeBranchFile(file, (text) => text, 'Add')).toBe('too large');
  });
});
