import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { run } from '../src/hosts/cli/terminal/terminal.test-support.ts';
import { sceneTest } from './extent.ts';

const test = sceneTest(2);

/** Figures of small repositories in which something that costs money is not counted, or in which not everything that is wanted runs. */

const top = mkdtempSync(join(tmpdir(), 'plumbline-uncounted-'));
afterAll(() => rmSync(top, { recursive: true }));

type Texts = Readonly<Record<string, string>>;

const nodes = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: bakery }
spec:
  limits: { cpu: 400 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: bakery }
      requirements:
        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.2xlarge] }
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: bakery }
spec:
  role: bakery-nodes
  amiSelectorTerms: [{ alias: al2023@v20260715 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: bakery } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: bakery } }]
`;

const oven = (replicas: number, metadata = '{ labels: { app: oven } }'): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: oven, namespace: bakery }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: oven } }
  template:
    metadata: ${metadata}
    spec:
      containers:
        - name: oven
          image: registry.example.com/oven:4
          resources: { requests: { cpu: "2", memory: 4Gi } }
`;

const repository = (more: Texts = {}, replicas = 3): Texts => ({
  'nodes.yaml': nodes,
  'oven.yaml': oven(replicas),
  ...more,
});

function write(folder: string, texts: Texts): string {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

let count = 0;

async function reviewed(base: Texts, head: Texts) {
  const folder = join(top, String(count++));
  const sides = ['--base', write(join(folder, 'base'), base), '--head', write(join(folder, 'head'), head)];
  const [text, document] = await Promise.all([
    run(['review', ...sides, '--region', 'eu-west-1', '--quiet']),
    run(['review', ...sides, '--region', 'eu-west-1', '--quiet', '--format', 'json']),
  ]);
  const { estimate } = JSON.parse(document.stdout);
  // The verdict and the figures below it.
  const first = text.stdout.slice(0, text.stdout.indexOf('\n\n'));
  return { first, text: text.stdout, estimate };
}

const object = (apiVersion: string, kind: string, spec: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: dough, namespace: bakery }\nspec: ${spec}\n`;

const dough = (executors: number): string =>
  object('dough.example.com/v1', 'DoughRun', `{ executor: { instances: ${executors}, cores: 2 } }`);

const makers: Readonly<Record<string, Texts>> = {
  'an object of an operator': { 'dough.yaml': dough(4) },
  'a FlinkDeployment': {
    'dough.yaml': object('flink.apache.org/v1beta1', 'FlinkDeployment', '{ taskManager: { replicas: 2 } }'),
  },
  'one with instances': {
    'dough.yaml': object('batches.example.com/v1', 'BatchSet', '{ instances: 3, resources: { requests: { cpu: 2 } } }'),
  },
  'a chart elsewhere that a kustomization inflates': {
    'mixer/kustomization.yaml': `helmCharts:
  - { name: mixer, repo: https://charts.example.com, version: 2.0.1, releaseName: mixer }
`,
  },
  'a kustomization of another repository, after a function': {
    'mixer/kustomization.yaml': `transformers:
  - |-
    apiVersion: example.com/v1
    kind: Labels
    metadata: { name: labels }
resources: ['https://github.com/example/mixer//deploy?ref=v2']
`,
  },
  'a helm_release in Terraform': {
    'apps.tf': `resource "kubectl_manifest" "marker" {
  yaml_body = <<-YAML
    apiVersion: karpenter.sh/v1
    kind: NodePool
    metadata: { name: spare }
    spec:
      limits: { cpu: 8 }
      template:
        spec:
          nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: bakery }
          requirements: [{ key: node.kubernetes.io/instance-type, operator: In, values: [m6i.4xlarge] }]
  YAML
}
resource "helm_release" "mixer" {
  name       = "mixer"
  repository = "https://charts.example.com"
  chart      = "mixer"
  version    = "2.0.1"
}
`,
  },
};

describe('pods that are not counted make every figure a lower bound', () => {
  test.each(Object.entries(makers))('%s that the change does not edit', async (_, maker) => {
    const { first, text, estimate } = await reviewed(repository(maker, 3), repository(maker, 6));
    expect(estimate.after.monthlyUsd.certainty).toBe('atLeast');
    expect(estimate.after.nodes.certainty).toBe('atLeast');
    expect(estimate.after.because).toContain('uncounted-pods');
    expect(estimate.difference.monthlyUsd.certainty).toBe('range');
    expect(first).toMatch(/about \+\$/);
    expect(text).toMatch(/· at least \$/);
  });

  test.each(Object.entries(makers))('%s that comes makes the difference a lower bound', async (_, maker) => {
    const { first, estimate } = await reviewed(repository(), repository(maker, 6));
    expect(estimate.before.monthlyUsd.certainty).toBe('exact');
    expect(estimate.difference.monthlyUsd.certainty).toBe('atLeast');
    expect(first).toMatch(/at least \+\$/);
  });

  test("but not those of Karpenter's own chart, which run on other nodes", async () => {
    const chart = {
      name: 'karpenter',
      repo: 'oci://public.ecr.aws/karpenter',
      version: '1.8.0',
      releaseName: 'karpenter',
    };
    const karpenter = { 'karpenter/kustomization.yaml': JSON.stringify({ helmCharts: [chart] }) };
    const { estimate } = await reviewed(repository(karpenter, 3), repository(karpenter, 6));
    expect(estimate.after.monthlyUsd.certainty).toBe('exact');
  });

  test('one that grows makes the difference a lower bound, one that shrinks an upper bound', async () => {
    const more = await reviewed(repository({ 'dough.yaml': dough(2) }), repository({ 'dough.yaml': dough(9) }, 6));
    expect(more.estimate.difference.monthlyUsd.certainty).toBe('atLeast');
    const fewer = await reviewed(repository({ 'dough.yaml': dough(9) }), repository({ 'dough.yaml': dough(2) }, 6));
    expect(fewer.estimate.difference.monthlyUsd.certainty).toBe('atMost');
  });

  test('an edit that says neither makes the difference unknown, and nothing is called unchanged', async () => {
    const placed = dough(2).replace('cores: 2', 'cores: 2, nodeSelector: { a: b }');
    const { first, text, estimate } = await reviewed(
      repository({ 'dough.yaml': dough(2) }),
      repository({ 'dough.yaml': placed }),
    );
    expect(estimate.difference.monthlyUsd).toEqual({ low: null, likely: null, high: null, certainty: 'unknown' });
    expect(first).toContain('difference unknown');
    expect(text).not.toContain('unchanged');
  });

  test('nothing is called unchanged next to a lower bound', async () => {
    const limit = nodes.replace('cpu: 400', 'cpu: 500');
    const { first, text } = await reviewed(
      repository({ 'dough.yaml': dough(2) }),
      repository({ 'dough.yaml': dough(2), 'nodes.yaml': limit }),
    );
    expect(first).toMatch(/at least 1 node · at least \$/);
    expect(text).not.toMatch(/\/month, unchanged|Cost unchanged/);
  });
});

const annotated = (key: string, value: string, cpu: string, memory: string): string =>
  `{ labels: { app: oven }, annotations: { ${key}: "${value}", ${cpu}: "1", ${memory}: 2Gi } }`;

const proxies: Readonly<Record<string, readonly [string, string, string, string]>> = {
  Linkerd: [
    'linkerd.io/inject',
    'enabled',
    'config.linkerd.io/proxy-cpu-request',
    'config.linkerd.io/proxy-memory-request',
  ],
  Dapr: ['dapr.io/enabled', 'true', 'dapr.io/sidecar-cpu-request', 'dapr.io/sidecar-memory-request'],
  Vault: [
    'vault.hashicorp.com/agent-inject',
    'true',
    'vault.hashicorp.com/agent-requests-cpu',
    'vault.hashicorp.com/agent-requests-mem',
  ],
};

describe('containers that webhooks add', () => {
  test.each(Object.entries(proxies))('%s: requests in annotations count', async (_, [key, value, cpu, memory]) => {
    const head = { 'oven.yaml': oven(6, annotated(key, value, cpu, memory)) };
    const { estimate } = await reviewed(repository({}, 6), repository(head));
    // Six pods of 2 CPUs need two nodes of 8 CPUs, and six pods of 3 CPUs three.
    expect(estimate.difference.nodes).toEqual({ low: 1, likely: 1, high: 1, certainty: 'exact' });
  });

  test.each(Object.entries(proxies))('%s: without requests, figures are not exact', async (name, [key, value]) => {
    const metadata = `{ labels: { app: oven }, annotations: { ${key}: "${value}" } }`;
    const { first, estimate } = await reviewed(repository(), repository({ 'oven.yaml': oven(3, metadata) }));
    expect(estimate.after.because).toEqual(['injected-containers']);
    // Vault documents what its agent requests.
    expect(first).toMatch(name === 'Vault' ? /[aA]bout 1 node/ : /at least \$/);
  });
});

const quota = (spec: string): Texts => ({
  'quota.yaml': `apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: flour, namespace: bakery }\nspec: ${spec}\n`,
});

describe('quotas of a namespace', () => {
  // A pod requests 2 CPUs and 4Gi, and three of them fit on a node.
  test.each([
    ['pods', '{ hard: { pods: "4" } }', 4],
    ['CPUs', '{ hard: { requests.cpu: 7 } }', 3],
    ['memory', '{ hard: { memory: 20Gi } }', 5],
    ['enough of everything', '{ hard: { pods: "40", cpu: 100, requests.memory: 900Gi } }', 9],
    ['pods of another scope', '{ hard: { pods: "1" }, scopes: [Terminating] }', 9],
    ['pods of its scope', '{ hard: { pods: "5" }, scopes: [NotTerminating, NotBestEffort] }', 5],
    ['other objects', '{ hard: { services: "1" } }', 9],
  ])('%s', async (_, spec, exist) => {
    const { estimate, text } = await reviewed(repository(quota(spec)), repository(quota(spec), 9));
    expect(estimate.after.nodes.certainty).toBe('exact');
    expect(estimate.after.nodes.likely).toBe(Math.ceil(exist / 3));
    expect(text.includes(`refuses ${9 - exist} of 9 pods`)).toBe(exist < 9);
  });
});

test('the price of Windows nodes has an estimated license, and only theirs', async () => {
  const [pool, nodeClass] = nodes.split('---\n') as [string, string];
  const windows = pool
    .replace('name: bakery', 'name: till')
    .replace(
      'name: bakery }\n      requirements:',
      'name: till }\n      requirements:\n        - { key: kubernetes.io/os, operator: In, values: [windows] }',
    );
  const tillClass = nodeClass.replace('name: bakery', 'name: till').replace('al2023@v20260715', 'windows2022@latest');
  const till = oven(2)
    .replaceAll('oven', 'till')
    .replace('      containers:', '      nodeSelector: { kubernetes.io/os: windows }\n      containers:');
  const { estimate } = await reviewed(
    repository(),
    repository({ 'till.yaml': `${windows}---\n${tillClass}---\n${till}` }),
  );
  expect(estimate.after.nodes.certainty).toBe('exact');
  expect(estimate.after.monthlyUsd.certainty).toBe('range');
  const pools = estimate.after.nodePools.map(
    ({ name, hourlyUsd }: { name: string; hourlyUsd: { certainty: string } }) => [name, hourlyUsd.certainty],
  );
  expect(pools).toEqual([
    ['bakery', 'exact'],
    ['till', 'range'],
  ]);
});
