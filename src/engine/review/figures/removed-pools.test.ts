import { expect, test } from 'vitest';
import type { Estimate } from '../../cluster/cost/estimate.ts';
import type { Change } from '../../manifest/change.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { withRemovedPools } from './removed-pools.ts';

const span = { file: 'a.yaml', start: 0, end: 1 };
const pending: Diagnostic = {
  code: 'provisioning/pod-unschedulable',
  severity: 'error',
  message: '2 of 2 pods',
  labels: [],
  span,
  resource: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'ml', name: 'train' },
  help: 'NodePool `web`: the pods require `pool In [batch]`.',
};
const change = (type: Change['type'], name: string): Change => ({
  type,
  fields: [],
  effect: 'delete',
  summary: '',
  span,
  resource: { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', name },
});
const estimate = {
  base: { nodePools: [{ name: 'batch', nodeClaims: [{ workloads: { 'Deployment/ml/train': 2 } }] }] },
} as unknown as Estimate;

test('the removed NodePool that runs the pods is the cause', () => {
  const [found] = withRemovedPools([pending], [change('removed', 'batch')], estimate);
  expect(found!.help).toBe(
    'This change removes NodePool `batch`, which runs these pods before the change. Keep it, or let another NodePool run the pods. NodePool `web`: the pods require `pool In [batch]`.',
  );
  expect(found!.isOwnCause).toBe(true);
});

test.each<[string, Diagnostic, Change]>([
  ['a NodePool that stays', pending, change('modified', 'batch')],
  ['a NodePool that does not run the pods', pending, change('removed', 'web')],
  ['a NodePool that can no longer be read', pending, change('unknown', 'batch')],
  ['another finding', { ...pending, code: 'provisioning/pod-ignored' }, change('removed', 'batch')],
])('nothing is added for %s', (_, diagnostic, one) => {
  expect(withRemovedPools([diagnostic], [one], estimate)).toEqual([diagnostic]);
});
