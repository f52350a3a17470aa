import { expect, test } from 'vitest';
import type { UncountedPods } from '../../files/sources/uncounted-pods.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { halfSeenPods, withHalfSeen, withoutHalfSeen } from './half-seen-pods.ts';

const pods = (name: string, isMade: boolean): UncountedPods => ({
  name,
  source: undefined,
  said: '',
  settings: [],
  isMade,
});

/** An object of an operator that nobody knows, with three pods. */
const fleet = (kind: string, name: string): string =>
  `apiVersion: harbor.example/v2\nkind: ${kind}\nmetadata: {name: ${name}, namespace: dock}\nspec:\n  replicas: 3\n  template:\n    spec:\n      containers: [{name: a, image: "a:1"}]\n---\n`;

test.each<[what: string, base: readonly UncountedPods[], head: readonly UncountedPods[], names: readonly string[]]>([
  ['a form that only head shows', [pods('Fleet dock/a', false)], [pods('Fleet dock/a', true)], ['Fleet dock/a']],
  ['a form that only base shows', [pods('Fleet dock/a', true)], [pods('Fleet dock/a', false)], ['Fleet dock/a']],
  ['a form that both show', [pods('Fleet dock/a', true)], [pods('Fleet dock/a', true)], []],
  ['a new object', [], [pods('Fleet dock/a', true)], []],
  ['another object', [pods('Fleet dock/b', false)], [pods('Fleet dock/a', true)], []],
])('pods that one side shows: %s', (_, base, head, names) => {
  expect([...halfSeenPods({ base, head })]).toEqual(names);
  expect(withHalfSeen(head, new Set(names)).some(({ isMade }) => isMade)).toBe(names.length === 0);
});

test('such an object is left out, and all others stay', () => {
  const text = `${fleet('Fleet', 'a')}${fleet('Fleet', 'b')}${fleet('Convoy', 'a')}`;
  const set = manifestSet([parseManifests({ file: 'a.yaml', text }, { set: {} })]);
  const left = withoutHalfSeen(set, new Set(['Fleet dock/a'])).manifests;
  expect(left.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['Fleet b', 'Convoy a']);
});
