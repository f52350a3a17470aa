import { expect, test } from 'vitest';
import { objectPlace } from '../../files/places/object-place.ts';
import { pairs } from '../../files/places/pair.ts';
import { type Removals, unintended } from '../../manifest/kept-in-cluster.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { keptChange, keptObjects } from './kept-objects.ts';

const pool = (name: string) =>
  `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: ${name}}\nspec: {weight: 1}\n`;

const set = (files: Readonly<Record<string, string>>) =>
  manifestSet(Object.entries(files).map(([file, text]) => parseManifests({ file, text }, { set: {} })));

const because = 'Kustomization `pools` does not prune';
const removals: Removals = new Map([
  ['pools/a.yaml', { by: 'flux', isApplierGone: false, keeping: unintended(because, 'Prune it.') }],
]);

test.each<[string, head: Readonly<Record<string, string>>, summary: string]>([
  ['nothing has it', {}, `no longer in git, but it stays in the cluster: ${because}`],
  [
    'a template that is not rendered has it',
    { 'chart/templates/a.yaml': `{{- required "a" .Values.a }}\n${pool('press')}` },
    `stays in the cluster: ${because}, and \`chart/templates/a.yaml\` still has it`,
  ],
  [
    'another plain file has it',
    { 'other/a.yaml': pool('press') },
    `stays in the cluster: ${because}, and \`other/a.yaml\` still has it`,
  ],
  [
    'a template has another one',
    { 'chart/templates/a.yaml': `{{- required "a" .Values.a }}\n${pool('ink')}` },
    `no longer in git, but it stays in the cluster: ${because}`,
  ],
  [
    'a file of another environment has it',
    { 'clusters/prod/a.yaml': pool('press') },
    `no longer in git, but it stays in the cluster: ${because}`,
  ],
])('an object leaves git and %s', (_, others, summary) => {
  const base = set({ ...others, 'pools/a.yaml': pool('press') });
  const head = set(others);
  const environments = {
    prod: { paths: ['clusters/prod'], own: {} },
    dev: { paths: ['pools'], own: {} },
  } as unknown as Parameters<typeof objectPlace>[1];
  const placeOf: Parameters<typeof keptObjects>[1]['placeOf'] = (source) => objectPlace(source, environments);
  const paired = pairs(base, head, placeOf);
  const kept = keptObjects({ base, head, paired }, { removals, notApplied: undefined, placeOf });
  expect(kept.map((one) => keptChange(one)?.summary)).toEqual([summary]);
});
