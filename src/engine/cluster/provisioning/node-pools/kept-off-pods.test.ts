import { describe, expect, test } from 'vitest';
import { simulate } from '../simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../simulation.test-support.ts';
import { hasUnknownRoom } from '../unknown-room.ts';

const here = simulator();

const simulated = (...parts: readonly string[]) =>
  simulate({ manifests: manifestsOf(parts.join('\n---\n')), otherManifests: [], live: undefined }, here);

/** A NodePool for which nothing says which reservations it has. */
const reserved = (template: string, { labels = '{}', spec = '' } = {}): string => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: blocks }
spec:
${spec}
  template:
    metadata: { labels: ${labels} }
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: blocks }
${template}
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [reserved] }
        - { key: example.com/team, operator: In, values: [research] }
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: blocks }
spec:
  amiSelectorTerms: [{ alias: al2023@latest }]
  capacityReservationSelectorTerms: [{ id: cr-0123456789abcdef0 }]
`;

const taint = '      taints: [{ key: example.com/blocks, effect: NoSchedule }]';
const soft = '      taints: [{ key: example.com/blocks, effect: PreferNoSchedule }]';
const pool = nodePool('web') + nodeClass;
const web = deployment('web', 3);

const tolerating = web.replace(
  '      containers',
  '      tolerations: [{ key: example.com/blocks, operator: Exists }]\n      containers',
);

const ofTeam = (team: string, text = tolerating): string =>
  text.replace('      containers', `      nodeSelector: { example.com/team: ${team} }\n      containers`);

describe('a NodePool that cannot be simulated', () => {
  test.each<[string, readonly string[]]>([
    ['no pod tolerates its taint', [reserved(taint), web]],
    ['every pod selects another label', [reserved(''), ofTeam('shop', web)]],
    [
      'each pod is kept off in its own way',
      [reserved(taint), web, ofTeam('shop').replaceAll('name: web', 'name: cart')],
    ],
  ])('does not matter if %s', (_, parts) => {
    const found = simulated(pool, ...parts);
    expect(found.cases.likely.isExact).toBe(true);
    expect(hasUnknownRoom(found)).toBe(false);
  });

  test.each<[string, readonly string[]]>([
    ['a pod tolerates its taint', [reserved(taint), web, tolerating.replaceAll('name: web', 'name: cart')]],
    ['a pod selects its label', [reserved(''), ofTeam('research', web)]],
    ['its taint is only a preference', [reserved(soft), web]],
    ['a part of its taints is unknown', [reserved('      taints: [{ key: "${KEY}", effect: NoSchedule }]'), web]],
    ['it launches nodes without pods', [reserved(taint, { spec: '  replicas: 2' }), web]],
  ])('makes figures unknown if %s', (_, parts) => {
    const found = simulated(pool, ...parts);
    expect(found.cases.likely.isExact).toBe(false);
    expect(hasUnknownRoom(found)).toBe(true);
  });
});
