import { expect, test } from 'vitest';
import type { EffectCause } from '../../manifest/change.ts';
import type { Path, Value } from '../../manifest/model/manifest.ts';
import { amountReason, lastingReason, scaling } from './amount-reasons.ts';

const replicas: Path = ['spec', 'replicas'];
const cpu: Path = ['spec', 'template', 'spec', 'containers', 0, 'resources', 'requests', 'cpu'];
const limit: Path = ['spec', 'limits', 'cpu'];
const protection: Path = ['spec', 'template', 'metadata', 'annotations', 'karpenter.sh/do-not-disrupt'];
const ofCronJob: Path = ['spec', 'jobTemplate', ...protection];
const annotation: Path = ['spec', 'template', 'metadata', 'annotations', 'team'];

test.each<[string, EffectCause, Path, Value | undefined, Value | undefined, RegExp | undefined]>([
  ['more replicas', 'pod-count', replicas, 6, 7, /^adds pods/],
  ['fewer replicas', 'pod-count', replicas, 7, 0, /^removes pods/],
  ['replicas that were not set', 'pod-count', replicas, undefined, 3, undefined],
  ['a placeholder', 'pod-count', replicas, 6, '${N}', undefined],
  ['higher requests', 'pod-requests', cpu, '900m', 2, /^raises/],
  ['lower requests', 'pod-requests', cpu, '1', '500m', /^lowers/],
  ['a limit of a container', 'pod-requests', [...cpu.slice(0, 6), 'limits', 'cpu'], '1', '2', undefined],
  ['a higher limit', 'limits', limit, 10, '20', /launch more/],
  ['a lower limit', 'limits', limit, '10', 9, /removes no nodes/],
  ['a removed limit', 'limits', limit, '10', undefined, /^removes this limit/],
  ['no limits anymore', 'limits', ['spec', 'limits'], { cpu: 10 }, undefined, /^removes all limits/],
  ['a new limit', 'limits', limit, undefined, 10, /^limits/],
  ['a static NodePool', 'replicas', replicas, 1, 2, undefined],
  ['pods without protection', 'pod-disruption', protection, 'true', undefined, /^lets Karpenter evict .* their nodes$/],
  [
    'Jobs without protection',
    'pod-disruption',
    ofCronJob,
    'true',
    'false',
    /their Jobs then start again with new pods$/,
  ],
  ['new protection', 'pod-disruption', protection, undefined, 'true', undefined],
  ['another annotation', 'metadata', annotation, 'a', undefined, undefined],
])('%s', (_, cause, path, before, after, expected) => {
  const sides = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  const reason = amountReason({ path, cause, ...sides });
  if (expected === undefined) expect(reason).toBeUndefined();
  else expect(reason).toMatch(expected);
});

const ofNodes: Path = ['spec', 'template', 'spec'];
const again = 'each new node again after 24h';
const endless = 'from then on nothing ends the wait for pods that Karpenter may not evict';

test.each<[string, Value | undefined, Value | undefined, string | undefined]>([
  ['expireAfter', '720h', '24h', again],
  ['expireAfter', undefined, '24h', again],
  ['expireAfter', 'Never', '24h', again],
  ['expireAfter', '24h', '720h', undefined],
  ['expireAfter', '720h', 'Never', undefined],
  ['expireAfter', '24h', undefined, undefined],
  ['expireAfter', '720h', '${EXPIRY}', undefined],
  ['expireAfter', '${EXPIRY}', '24h', undefined],
  ['terminationGracePeriod', '24h', undefined, endless],
  ['terminationGracePeriod', '24h', '1h', undefined],
  ['terminationGracePeriod', undefined, '24h', undefined],
  ['labels', 'a', undefined, undefined],
])('what %s does from %s to %s after all nodes were replaced', (name, before, after, expected) => {
  const sides = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  const change = { path: [...ofNodes, name], cause: 'hash', ...sides } as const;
  expect(lastingReason(change, 'karpenter.k8s.aws')).toBe(expected);
});

test('the grace period of EKS Auto Mode has a default', () => {
  const change = { path: [...ofNodes, 'terminationGracePeriod'], cause: 'hash', before: '1h' } as const;
  expect(lastingReason(change, 'eks.amazonaws.com')).toBeUndefined();
});

const wait: Path = ['spec', 'disruption', 'consolidateAfter'];
const underused = 'WhenEmptyOrUnderutilized';

test.each<[Value, Value, Value | undefined, RegExp | undefined]>([
  ['5m', '60m', underused, /^keeps nodes longer/],
  ['15m', '5m', underused, /sooner/],
  ['15m', '0s', underused, /as soon as a pod leaves/],
  ['Never', '0s', underused, /as soon as a pod leaves/],
  ['5m', 'Never', underused, /^stops consolidation/],
  ['5m', '60m', 'WhenEmpty', /remove empty nodes later/],
  ['Never', '5m', 'WhenEmpty', /remove empty nodes sooner/],
  ['5m', '300s', underused, undefined],
  ['5m', '${AFTER}', underused, undefined],
  ['5m', '60m', '${POLICY}', undefined],
])('consolidateAfter from %s to %s with %s', (before, after, policy, expected) => {
  const reason = amountReason({ path: wait, cause: 'consolidation', before, after }, policy);
  if (expected === undefined) expect(reason).toBeUndefined();
  else expect(reason).toMatch(expected);
});

test.each<[string, readonly [number, number], readonly [Value | undefined, Value | undefined], string, string]>([
  ['without a limit', [6, 10], [undefined, undefined], 'new-nodes', 'adds 4 nodes; running nodes stay'],
  ['up to a limit', [6, 10], [8, 8], 'new-nodes', 'adds 2 nodes; running nodes stay'],
  ['down to a limit', [10, 6], ['8', '8'], 'delete', 'removes 2 nodes'],
  ['with a limit that rises, too', [6, 10], [6, 12], 'new-nodes', 'adds 4 nodes; running nodes stay'],
  ['above a limit', [9, 10], [8, 8], 'none', '`limits.nodes` allows only 8 nodes, as before'],
])('a static NodePool %s', (_, [before, after], limits, effect, reason) => {
  expect(scaling({ path: replicas, cause: 'replicas', before, after }, limits)).toEqual({ effect, reason });
});
