import { expect, test } from 'vitest';
import { parseManifests } from '../../manifest/parse.ts';
import { estimate, finding, launchable, nodePoolRef, placement, spanOf } from '../../report/test-support.ts';
import { withRefusedCaveat } from './refused-caveat.ts';

const { manifests } = parseManifests(
  { file: 'a.yaml', text: 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: { name: web }\n' },
  { set: {} },
);
const resource = nodePoolRef('web');
const span = spanOf('a.yaml', 'web', 'web');
const known = estimate(null, placement([], { launchable: [launchable('web')] }));
const linesFor = (more: Partial<Parameters<typeof finding>[0]>) =>
  withRefusedCaveat(known, manifests, [finding({ span, severity: 'error', resource, ...more })])?.keyAssumptions;

test('figures of a NodePool that the API server refuses say so', () => {
  expect(linesFor({ code: 'schema/enum' })).toContain(
    'The API server refuses `NodePool/web`. The figures are those once the errors are fixed.',
  );
});

test.each([
  ['a field that the API server drops', { code: 'schema/unknown-field' }],
  ['a rule', { code: 'lint/taint-pairs' }],
  ['another object', { code: 'schema/enum', resource: nodePoolRef('batch') }],
  ['a warning', { code: 'schema/enum', severity: 'warning' }],
] as const)('%s does not', (_, more) => {
  expect(linesFor(more)).toEqual(known.keyAssumptions);
});

test('a NodePool that launches nothing because it is not ready does not either', () => {
  const idle = estimate(null, placement([], { launchable: [launchable('web', { isNotReady: true })] }));
  const found = [finding({ span, severity: 'error', resource, code: 'schema/cel' })];
  expect(withRefusedCaveat(idle, manifests, found)).toEqual(idle);
});
