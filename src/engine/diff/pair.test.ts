import { expect, test } from 'vitest';
import { manifestSet } from '../manifest/manifest-set.ts';
import { parseManifests } from '../manifest/parse.ts';
import type { Origin, Source } from '../source.ts';
import { pairs } from './pair.ts';

/** A NodePool rendered by a root, or one from a plain file. */
function source(root: string): Source {
  const text = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\n';
  const origin: Origin = {
    root,
    tool: 'kustomize',
    trace: (start, end) => ({ span: { file: root, start, end }, isExact: true }),
  };
  return root.endsWith('.yaml') ? { file: root, text } : { file: `${root} (made)`, text, origin };
}

const setOf = (roots: readonly string[]) => manifestSet(roots.map((root) => parseManifests(source(root), { set: {} })));
const nameOf = (manifest: { source: Source } | undefined): string =>
  manifest?.source.origin?.root ?? manifest?.source.file ?? '-';

test.each<[string, string[], string[], string[]]>([
  ['the same roots', ['dev', 'prod'], ['dev', 'prod'], ['dev dev', 'prod prod']],
  ['one more root', ['dev'], ['dev', 'prod'], ['dev dev', '- prod']],
  ['one root less', ['dev', 'prod'], ['prod'], ['prod prod', 'dev -']],
  ['a root that moves', ['old'], ['new'], ['old new']],
  ['a plain manifest that is now rendered', ['a.yaml'], ['prod'], ['a.yaml prod']],
  ['a plain manifest that several roots now render', ['a.yaml'], ['dev', 'prod'], ['a.yaml dev', 'a.yaml prod']],
  ['several roots that become one plain manifest', ['dev', 'prod'], ['a.yaml'], ['dev a.yaml', 'prod a.yaml']],
  ['one root less, next to a plain manifest that stays', ['a.yaml', 'dev'], ['a.yaml'], ['a.yaml a.yaml', 'dev -']],
  ['one more root, next to a plain manifest that stays', ['a.yaml'], ['a.yaml', 'dev'], ['a.yaml a.yaml', '- dev']],
  ['plain manifests: the last one counts', ['a.yaml', 'b.yaml'], ['b.yaml', 'c.yaml'], ['b.yaml c.yaml']],
  ['nothing before', [], ['dev'], ['- dev']],
])('%s', (_, base, head, expected) => {
  expect(pairs(setOf(base), setOf(head)).map((pair) => `${nameOf(pair.base)} ${nameOf(pair.head)}`)).toEqual(expected);
});
