import { describe, expect, test } from 'vitest';
import { dataFolder } from '../../../io/catalog/data-folder.ts';
import { openFacts } from '../../../io/catalog/facts.ts';
import { validateSchema } from '../../files/schema/validate.ts';
import { parsed } from '../../rules/lint/examples.test-support.ts';
import { explainedCodes } from './explanations.ts';
import { mistakes } from './mistakes.ts';
import { rules } from './rules.ts';

test('every number exists once, and they are in order', () =>
  expect(mistakes.map(({ number }) => number)).toEqual(mistakes.map((_, index) => index + 1)));

test('every code exists', () => {
  const codes = mistakes.flatMap(({ foundBy }) => foundBy).filter((by) => by !== 'migration' && by !== 'change');
  expect(codes.filter((code) => !explainedCodes.includes(code))).toEqual([]);
});

test('a mistake that nothing finds has a reason, and texts do not end with a period', () => {
  for (const { foundBy, limits, title } of mistakes) {
    if (foundBy.length === 0) expect(limits).toMatch(/^[A-Z].{10,}[^.]$/);
    expect(title).toMatch(/^.{10,}[^.]$/);
  }
});

test('lint rules name existing mistakes, in order', () => {
  const numbers = mistakes.map(({ number }) => number);
  for (const rule of rules)
    expect(rule.mistakes, rule.id).toEqual(numbers.filter((number) => rule.mistakes.includes(number)));
});

type Json = { readonly [key: string]: unknown };

const facts = openFacts(dataFolder);
const pool = (spec: Json, template: Json = {}, requirement?: Json): Json => ({
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodePool',
  metadata: { name: 'default' },
  spec: {
    template: {
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
        requirements: requirement ? [requirement] : [],
        ...template,
      },
    },
    ...spec,
  },
});
const nodeClass = (spec: Json): Json => ({
  apiVersion: 'karpenter.k8s.aws/v1',
  kind: 'EC2NodeClass',
  metadata: { name: 'default' },
  spec: {
    amiSelectorTerms: [{ alias: 'al2023@latest' }],
    role: 'node',
    subnetSelectorTerms: [{ id: 'subnet-0' }],
    securityGroupSelectorTerms: [{ id: 'sg-0' }],
    ...spec,
  },
});
const disruption = (fields: Json): Json => pool({ disruption: { consolidateAfter: '1m', ...fields } });
const generation = 'karpenter.k8s.aws/instance-generation';

describe('mistakes that the schema finds', () => {
  test.each<[number, Json]>([
    [1, disruption({ consolidationPolicy: 'WhenUnderutilized' })],
    [4, disruption({ expireAfter: '720h' })],
    [5, pool({}, { kubelet: { maxPods: 10 } })],
    [6, pool({}, { labels: { team: 'a' } })],
    [7, pool({}, { nodeClassRef: { name: 'default' } })],
    [8, pool({}, { nodeClassRef: { group: 'karpenter.k8s.aws/v1', kind: 'EC2NodeClass', name: 'default' } })],
    [14, pool({}, {}, { key: generation, operator: 'In', values: [] })],
    [15, pool({}, {}, { key: generation, operator: 'Gt', values: ['2.5'] })],
    [15, pool({}, {}, { key: generation, operator: 'Gt', values: [5] })],
    [33, pool({ weight: 150 })],
    [34, disruption({ budgets: [{ nodes: '1', schedule: '0 0 * * *' }] })],
    [50, nodeClass({ amiSelectorTerms: [{ alias: 'AL2023@latest' }] })],
    [52, nodeClass({ amiSelectorTerms: [{ alias: 'al2023@latest' }, { id: 'ami-0' }] })],
    [65, nodeClass({ blockDeviceMappings: [{ deviceName: '/dev/xvda', ebs: { volumeSize: '100GB' } }] })],
    [69, nodeClass({ instanceProfile: 'node' })],
    [79, nodeClass({ tags: { 'karpenter.sh/nodepool': 'x' } })],
    [94, pool({}, {}, { key: 'karpenter.k8s.aws/instance-type', operator: 'Exists' })],
    [95, pool({}, {}, { key: 'karpenter.sh/team', operator: 'Exists' })],
    [100, pool({ replicas: 1, limits: { cpu: '1' } })],
    [102, disruption({ budgets: [{ nodes: 10 }] })],
    [103, pool({}, { expireAfter: '30d' })],
  ])('mistake %i', (number, object) => {
    const { manifests } = parsed({ 'a.json': JSON.stringify(object) });
    const codes = validateSchema(manifests, facts.crds('1.14'), { crds: (minor) => facts.crds(minor) }).map(
      ({ code }) => code,
    );
    const { foundBy } = mistakes[number - 1]!;
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.filter((code) => !foundBy.includes(code))).toEqual([]);
  });

  test('17: a Karpenter that does not know the operator', () => {
    const object = pool({}, {}, { key: generation, operator: 'Gte', values: ['5'] });
    const { manifests } = parsed({ 'a.json': JSON.stringify(object) });
    const [first] = validateSchema(manifests, facts.crds('1.8'), { crds: (minor) => facts.crds(minor) });
    expect(mistakes[16]!.foundBy).toContain(first?.code);
  });
});
