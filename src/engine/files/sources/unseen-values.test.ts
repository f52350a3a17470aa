import { expect, test } from 'vitest';
import { unseenValues } from './unseen-values.ts';

const values = (limit: number, image = 'a'): string =>
  `image: ${image}\nkarpenter:\n  nodePools:\n    general: { limits: { cpu: ${limit} } }\n`;
const side = (files: Readonly<Record<string, string>>) => Object.entries(files).map(([file, text]) => ({ file, text }));
const found = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  { used = [] as readonly string[], isOfKarpenter = false } = {},
): string[] =>
  unseenValues({
    before: side(before),
    after: side(after),
    isUsed: (file) => used.includes(file),
    isOfKarpenter: () => isOfKarpenter,
  }).map(({ message }) => message);

test('changed values for NodePools that nothing reviewed uses are one finding', () => {
  expect(found({ 'a.yaml': values(1), 'b.yaml': values(1) }, { 'a.yaml': values(2), 'b.yaml': values(2) })).toEqual([
    'The change edits `a.yaml`, `b.yaml`, whose values seem to be for NodePools. plumbline renders no chart with them, so the effect is unknown',
  ]);
});

test('the finding points at the key', () => {
  const [one] = unseenValues({
    before: [],
    after: side({ 'a.yaml': values(1) }),
    isUsed: () => false,
    isOfKarpenter: () => false,
  });
  const { start, end } = one!.span;
  expect(values(1).slice(start, end)).toBe('nodePools');
});

test.each<[string, Parameters<typeof found>, number]>([
  ['the same values', [{ a: values(1) }, { a: values(1) }], 0],
  ['other values of the same file', [{ a: values(1, 'a') }, { a: values(1, 'b') }], 0],
  ['a new file', [{}, { a: values(1) }], 1],
  ['a removed file', [{ a: values(1) }, {}], 1],
  ['values that a chart uses', [{ a: values(1) }, { a: values(2) }, { used: ['a'] }], 0],
  ['node pools of GKE', [{ a: 'nodePools: {a: 1}' }, { a: 'nodePools: {a: 2}' }], 0],
  [
    'node pools in a repository about Karpenter',
    [{ a: 'nodePools: {a: 1}' }, { a: 'nodePools: {a: 2}' }, { isOfKarpenter: true }],
    1,
  ],
  [
    'node pools in a list',
    [{ 'karpenter/a': 'all: [{nodePools: [1]}]' }, { 'karpenter/a': 'all: [{nodePools: [2]}]' }],
    1,
  ],
  ['a label', [{ 'karpenter/a': 'selector: {NodePool: a}' }, { 'karpenter/a': 'selector: {NodePool: b}' }], 0],
  ['a test of a chart', [{ 'karpenter/tests/a': values(1) }, { 'karpenter/tests/a': values(2) }], 0],
  ['a template', [{ 'karpenter/a': 'nodePools: {{ 1 }}' }, { 'karpenter/a': 'nodePools: {{ 2 }}' }], 1],
  ['YAML in a string', [{ 'karpenter/a': 'x: |\n  nodePools: 1' }, { 'karpenter/a': 'x: |\n  nodePools: 2' }], 1],
])('%s', (_, [before, after, options], count) => expect(found(before, after, options)).toHaveLength(count));
