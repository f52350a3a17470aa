import { expect, test } from 'vitest';
import type { FixOperation } from '../../karpenter/api/custom-rule.ts';
import { applyEdits } from '../../manifest/edit.ts';
import type { Value } from '../../manifest/model/manifest.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { fixOf } from './json-patch.ts';

const head = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: web}\n';

/** The text of `spec` after a fix, or why there is none. */
function fixed(spec: string, fix: readonly FixOperation[], values: readonly Value[] | null = []): string {
  const text = `${head}${spec}`;
  const made = fixOf(parseManifests({ file: 'a.yaml', text }, { set: {} }).manifests[0]!, fix, values)!;
  return 'why' in made ? made.why : applyEdits(text, made.edits).slice(head.length);
}

const budget = { nodes: '0', schedule: '0 8 * * mon-fri' };
const append: FixOperation = { op: 'add', path: '/spec/budgets/-', value: budget };

test.each<[string, FixOperation, string]>([
  [
    'spec:\n  budgets:\n    - nodes: 10% # usual\n    # the last\n  weight: 1\n',
    append,
    'spec:\n  budgets:\n    - nodes: 10% # usual\n    - nodes: "0"\n      schedule: 0 8 * * mon-fri\n    # the last\n  weight: 1\n',
  ],
  ['spec:\n  budgets:\n  - a\n', { ...append, value: 'b' }, 'spec:\n  budgets:\n  - a\n  - b\n'],
  [
    'spec: {budgets: [{nodes: 10%}]}\n',
    append,
    'spec: {budgets: [{nodes: 10%}, { nodes: "0", schedule: 0 8 * * mon-fri }]}\n',
  ],
  ['spec: {budgets: []}\n', append, 'spec: {budgets: [{ nodes: "0", schedule: 0 8 * * mon-fri }]}\n'],
  ['spec: {}\n', append, 'spec: {budgets: [ { nodes: "0", schedule: 0 8 * * mon-fri } ]}\n'],
  [
    'spec:\n  weight: 1\n',
    append,
    'spec:\n  weight: 1\n  budgets:\n    - nodes: "0"\n      schedule: 0 8 * * mon-fri\n',
  ],
  ['spec: {}\n', { op: 'add', path: '/spec/limits/cpu', value: 10 }, 'spec: {limits: {cpu: 10}}\n'],
  ['spec: {a: 1}\n', { op: 'add', path: '/spec/b', value: 'x, y: z' }, 'spec: {a: 1, b: "x, y: z"}\n'],
  ['spec: {a: 1}\n', { op: 'replace', path: '/spec/a', value: 'x, y' }, 'spec: {a: "x, y"}\n'],
  ['spec:\n  a: [1]\n', { op: 'add', path: '/spec/a/0', value: 2 }, 'inserts into a list'],
  ['spec:\n  a: [1]\n', { op: 'add', path: '/spec/a/x', value: 2 }, 'leads to no item of a list'],
  ['spec:\n  a: [1]\n', { op: 'remove', path: '/spec/b' }, 'finds nothing at this path'],
])('%j, %j: %j', (spec, operation, expected) => expect(fixed(spec, [operation])).toContain(expected));

test('a value with an error gives no fix', () =>
  expect(fixed('spec: {a: 1}\n', [{ op: 'add', path: '/spec/a', valueExpression: 'x' }], null)).toContain(
    '`valueExpression`',
  ));

test('describes itself with the names of fields', () => {
  const text = `${head}spec:\n  budgets: [{nodes: 1}]\n`;
  const [manifest] = parseManifests({ file: 'a.yaml', text }, { set: {} }).manifests;
  const fix = fixOf(
    manifest!,
    [
      { op: 'add', path: '/metadata/labels/example.com~1team', value: 'a' },
      { op: 'replace', path: '/spec/budgets/0/nodes', value: '2' },
      append,
    ],
    [],
  );
  expect(fix).toMatchObject({
    description:
      'Set `metadata.labels["example.com/team"]`, replace `spec.budgets[0].nodes`, add an item to `spec.budgets`',
  });
});
