import { expect, test } from 'vitest';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import type { Origin, Source } from '../../text/source.ts';
import { rootConflicts } from './conflicts.ts';

function source(root: string, environment: string | undefined, cpu: number): Source {
  const origin: Origin = {
    root,
    tool: 'helm',
    trace: (start, end) => ({ span: { file: root, start, end }, isExact: true }),
    ...(environment !== undefined && { environment }),
  };
  const text = `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec: {limits: {cpu: ${cpu}}}\n`;
  return { file: `${root} (made)`, text, origin };
}

test.each<[string, [string | undefined, number][], number]>([
  [
    'the same content',
    [
      ['prod', 1],
      ['prod', 1],
    ],
    0,
  ],
  [
    'different content',
    [
      ['prod', 1],
      ['prod', 2],
    ],
    1,
  ],
  [
    'another environment',
    [
      ['prod', 1],
      ['dev', 2],
    ],
    0,
  ],
  [
    'unknown environments',
    [
      [undefined, 1],
      [undefined, 2],
    ],
    0,
  ],
])('%s', (_, roots, count) => {
  const files = roots.map(([environment, cpu], i) => parseManifests(source(`r${i}`, environment, cpu), { set: {} }));
  const found = rootConflicts(manifestSet(files));
  expect(found.map(({ code }) => code)).toEqual(Array.from({ length: count }, () => 'render/conflict'));
});
