import { expect, test } from 'vitest';
import { roundsFile, transitionsFile } from './recording.ts';
import { manyRounds } from './rounds/all.ts';
import { transitions } from './transitions/all.ts';

const namesOf = (all: readonly { readonly name: string }[]): string[] => all.map(({ name }) => name);

test('names are in kebab-case and unique', () => {
  for (const names of [namesOf(manyRounds), namesOf(transitions)]) {
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  }
});

test('records contain the manifests of the current tables', () => {
  const texts = new Map(manyRounds.map(({ name, manifests }) => [name, manifests]));
  const stale = roundsFile.read().filter(({ name, manifests }) => texts.get(name) !== manifests);
  const sides = new Map(transitions.map(({ name, base, head }) => [name, `${base}${head}`]));
  const staleToo = transitionsFile.read().filter(({ name, base, head }) => sides.get(name) !== `${base}${head}`);
  expect(namesOf([...stale, ...staleToo])).toEqual([]);
});

test('a transition has a snapshot of the cluster before the change', () => {
  const records = transitionsFile.read();
  const nodesOf = (snapshot: string): number => snapshot.split('"kind":"Node","metadata"').length - 1;
  const wrong = records.filter(({ seen }) => nodesOf(seen.snapshot) !== seen.before.nodes.length);
  expect(namesOf(wrong)).toEqual([]);
});
