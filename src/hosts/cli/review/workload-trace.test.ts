import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Trace } from '../../../engine/cluster/cost/trace.ts';
import { run } from '../terminal/terminal.test-support.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const explain = (argv: readonly string[], stdin = '') =>
  run(['estimate', ...argv, '--quiet'], { cwd: repository, stdin });

const pool = (name: string, weight: number, more = ''): string => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: ${name} }
spec:
  weight: ${weight}
  ${more}
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      ${name === 'gpu' ? 'taints: [{ key: dedicated, value: gpu, effect: NoSchedule }]' : ''}
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.xlarge, m6i.2xlarge] }
---`;
const app = (name: string, replicas: number, cpu: string): string => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: shop }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
      containers: [{ name: app, image: app, resources: { requests: { cpu: '${cpu}', memory: 1Gi } } }]
---`;
const shop = `${pool('gpu', 20)}${pool('first', 10, 'limits: { cpu: 8 }')}${pool('second', 0)}${app('cart', 9, '1900m')}${app('report', 1, '12')}`;

describe('the decision trace', () => {
  test.each([
    ['kops', ['examples/kops', '--explain', 'workload'], ''],
    ['label-change', ['examples/label-change/head', '--explain', 'Deployment/shop/cart'], ''],
    ['pools-in-turn', ['-', '--region', 'us-east-1', '--explain', 'cart'], shop],
    ['nowhere', ['-', '--region', 'us-east-1', '--explain', 'shop/report'], shop],
  ])('%s', async (name, argv, stdin) => {
    const { code, stdout, stderr } = await explain(argv, stdin);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await expect(stdout).toMatchFileSnapshot(`__goldens__/trace-${name}.txt`);
  });

  test('as JSON: pods on nodes are added up, and the search ends at the first NodePool that can run the pod', async () => {
    const { stdout } = await explain(['-', '--region', 'us-east-1', '--explain', 'cart', '--format', 'json'], shop);
    const trace = JSON.parse(stdout) as Trace;
    expect(trace.landings.reduce((sum, { pods }) => sum + pods, trace.unplaced)).toBe(9);
    expect(trace.nodePools.map(({ nodePool, isTried, exclusion }) => [nodePool, isTried, exclusion?.kind])).toEqual([
      ['gpu', true, 'taints'],
      ['first', true, undefined],
      ['second', false, undefined],
    ]);
    expect(trace.otherwise).toMatchObject({ without: 'second', unplaced: 5 });
  });

  test.each([
    ['crat', 'No workload matches', 'Did you mean `Deployment/shop/cart`?'],
    ['shop/', 'matches several workloads', 'Write one of `Deployment/shop/cart`, `Deployment/shop/report`.'],
  ])('%s %s', async (wanted, message, help) => {
    const { code, stderr, stdout } = await explain(['-', '--region', 'us-east-1', '--explain', wanted], shop);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain(help);
  });

  test('a format that it does not have is refused', async () => {
    const { code } = await explain(['-', '--explain', 'cart', '--format', 'markdown'], shop);
    expect(code).toBe(2);
  });
});
