import { describe, expect } from 'vitest';
import { sceneTest } from '../../../../test/extent.ts';
import { openFacts } from '../../../io/catalog/facts.ts';
import { defaultSettings } from '../../karpenter/api/settings.ts';
import { review } from '../review.ts';
import { figures } from './figures.ts';

const test = sceneTest(2);

const facts = openFacts(new URL('../../../../data', import.meta.url).pathname);

const nodes = (disruption: string): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: labs}
spec:
  limits: {cpu: 64}
  disruption: ${disruption}
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: labs}
      expireAfter: 300h
      requirements:
        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
        - {key: node.kubernetes.io/instance-type, operator: In, values: [m7a.xlarge]}
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: labs}
spec:
  role: labs
  amiSelectorTerms: [{alias: al2023@v20260401}]
  subnetSelectorTerms: [{tags: {karpenter.sh/discovery: labs}}]
  securityGroupSelectorTerms: [{tags: {karpenter.sh/discovery: labs}}]
`;

interface Pods {
  readonly kind?: string;
  readonly replicas?: number;
  readonly annotations?: string;
}

const pods = ({ kind = 'StatefulSet', replicas = 1, annotations = '{}' }: Pods = {}): string => `apiVersion: apps/v1
kind: ${kind}
metadata: {name: rstudio, namespace: labs}
spec:
  replicas: ${replicas}
  ${kind === 'StatefulSet' ? 'serviceName: rstudio' : ''}
  selector: {matchLabels: {app: rstudio}}
  template:
    metadata: {labels: {app: rstudio}, annotations: ${annotations}}
    spec:
      containers: [{name: r, image: r:1, resources: {requests: {cpu: "1", memory: 2Gi}, limits: {memory: 2Gi}}}]
`;

const budget = `---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: rstudio, namespace: labs}
spec: {minAvailable: 1, selector: {matchLabels: {app: rstudio}}}
`;

function found(code: string, before: string, after: string, rest = pods()): readonly string[] {
  const side = (disruption: string) => ({
    sources: [
      { file: 'nodes.yaml', text: nodes(disruption) },
      { file: 'pods.yaml', text: rest },
    ],
    hintSources: [],
    diagnostics: [],
  });
  const { findings } = review({
    base: side(before),
    head: side(after),
    settings: { ...defaultSettings, region: 'us-east-1', karpenterVersion: '1.13', today: '2026-03-02' },
    facts,
    version: '0',
    figures,
  });
  return findings.flatMap(({ diagnostic }) =>
    diagnostic.code === code ? [`${diagnostic.severity}: ${diagnostic.message}`] : [],
  );
}

const empty = '{consolidationPolicy: WhenEmpty, consolidateAfter: 20m}';
const all = '{consolidationPolicy: WhenEmptyOrUnderutilized, consolidateAfter: 20m}';

describe('single pods', () => {
  const single = (before: string, after: string, rest?: string) =>
    found('disruption/single-replica', before, after, rest);

  test('are named if Karpenter starts to move them, or does it sooner', () => {
    expect(single(empty, all)).toEqual([
      expect.stringMatching(/^note: Karpenter may now evict the only pod of `StatefulSet\/labs\/rstudio`, to run/),
    ]);
    expect(single(all.replace('20m', 'Never'), all)).toHaveLength(1);
    expect(single(all, all.replace('20m', '90s'))).toEqual([expect.stringContaining('sooner than before (after 90s)')]);
  });

  test.each([
    ['Karpenter moved them before and waits longer now', all, all.replace('20m', '40m'), pods()],
    ['Karpenter removes only empty nodes', empty, empty.replace('20m', '5m'), pods()],
    ['there are several', empty, all, pods({ kind: 'Deployment', replicas: 3 })],
    ['the annotation protects them', empty, all, pods({ annotations: '{karpenter.sh/do-not-disrupt: "true"}' })],
    ['a PodDisruptionBudget protects them', empty, all, pods() + budget],
    ['it is unknown whether Karpenter moved them', empty.replace('WhenEmpty', '"${POLICY}"'), all, pods()],
  ])('are not named if %s', (_, before, after, rest) => {
    expect(single(before, after, rest)).toEqual([]);
  });
});

describe('several pods', () => {
  const several = (before: string, after: string, rest: string) =>
    found('disruption/newly-evicted', before, after, rest);
  const three = pods({ replicas: 3 });

  test('are named if Karpenter starts to move them', () => {
    expect(several(empty, all, three)).toEqual([
      expect.stringMatching(/^note: Karpenter may now evict pods of `StatefulSet\/labs\/rstudio` while they work/),
    ]);
    expect(several('{consolidateAfter: Never}', all, pods({ kind: 'Deployment', replicas: 2 }))).toHaveLength(1);
    expect(several(`{consolidateAfter: 20m, budgets: [{nodes: "0"}]}`, all, three)).toHaveLength(1);
  });

  test.each([
    ['Karpenter moved them before', all, all.replace('20m', '90s'), three],
    ['Karpenter removes only empty nodes', empty, empty.replace('20m', '5m'), three],
    ['there is one', empty, all, pods()],
    [
      'the annotation protects them',
      empty,
      all,
      pods({ replicas: 3, annotations: '{karpenter.sh/do-not-disrupt: "true"}' }),
    ],
    ['a PodDisruptionBudget protects them', empty, all, three + budget],
    ['it is unknown whether Karpenter moved them', empty.replace('WhenEmpty', '"${POLICY}"'), all, three],
    ['it is unknown whether Karpenter will', empty, all.replace('20m', '"${AFTER}"'), three],
  ])('are not named if %s', (_, before, after, rest) => {
    expect(several(before, after, rest)).toEqual([]);
  });
});

describe('pods with a schedule', () => {
  const job = (schedule: string, more = ''): string => `apiVersion: batch/v1
kind: CronJob
metadata: {name: sync, namespace: labs}
spec:
  schedule: "${schedule}"
  ${more}
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers: [{name: r, image: r:1, resources: {requests: {cpu: 500m, memory: 1Gi}, limits: {memory: 1Gi}}}]
`;
  const waiting = (time: string): string => all.replace('20m', time);
  const restless = (before: string, now: string, rest: string) =>
    found('disruption/restless-nodes', waiting(before), waiting(now), rest);

  test('keep their nodes if consolidateAfter becomes longer than their interval', () => {
    expect(restless('5m', '60m', job('*/15 * * * *'))).toEqual([
      expect.stringMatching(/^note: CronJob `sync` runs every 15m on nodes of `labs`\. Each run starts/),
    ]);
    expect(restless('1h', '2h', job('0 * * * *'))).toHaveLength(1);
    expect(restless('15m', '16m', job('*/15 * * * *'))).toHaveLength(1);
  });

  test.each([
    ['it was longer before', '30m', '60m', job('*/15 * * * *')],
    ['it is still shorter', '5m', '14m', job('*/15 * * * *')],
    ['it is as long', '5m', '15m', job('*/15 * * * *')],
    ['it becomes shorter', '60m', '5m', job('*/15 * * * *')],
    ['no run comes at night', '5m', '2h', job('0 9-17 * * *')],
    ['no run comes at the weekend', '5m', '60m', job('*/15 * * * 1-5')],
    ['the CronJob is suspended', '5m', '60m', job('*/15 * * * *', 'suspend: true')],
    ['its schedule is unknown', '5m', '60m', job('${SCHEDULE}')],
    ['the time is unknown', '5m', '"${AFTER}"', job('*/15 * * * *')],
    ['Karpenter stops consolidation', '5m', 'Never', job('*/15 * * * *')],
  ])('do not matter if %s', (_, before, now, rest) => {
    expect(restless(before, now, rest)).toEqual([]);
  });
});

describe('a budget in percent', () => {
  const whole = (before: string, after: string, replicas = 2) =>
    found(
      'disruption/budget-of-all-nodes',
      `{consolidateAfter: 20m, budgets: [${before}]}`,
      `{consolidateAfter: 20m, budgets: [${after}]}`,
      pods({ kind: 'Deployment', replicas }),
    );

  test('is reported if the change writes it and it is rounded up to all nodes', () => {
    expect(whole('{nodes: "0"}', '{nodes: 20%}')).toEqual([
      'note: `20%` of the one node that NodePool `labs` has here is rounded up to 1, so Karpenter may disrupt its only node',
    ]);
    expect(whole('{nodes: "1"}', '{nodes: 60%}', 5)).toEqual([expect.stringContaining('all of them at the same time')]);
  });

  test.each([
    ['it was there before', '{nodes: 20%}, {nodes: "1"}', '{nodes: 20%}', 2],
    ['it is a number', '{nodes: "0"}', '{nodes: "1"}', 2],
    ['it means all nodes', '{nodes: "0"}', '{nodes: 100%}', 2],
    ['it leaves some of the nodes', '{nodes: "1"}', '{nodes: 40%}', 5],
    ['it concerns only empty nodes', '{nodes: "1"}', '{nodes: "1"}, {nodes: 20%, reasons: [Empty]}', 2],
    ['another budget allows none', '{nodes: "0"}', '{nodes: "0"}, {nodes: 20%}', 2],
  ])('is not reported if %s', (_, before, after, replicas) => {
    expect(whole(before, after, replicas)).toEqual([]);
  });
});
