import { describe, expect } from 'vitest';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import type { Review } from '../src/engine/review/context/review-data.ts';
import { reviewFiles } from '../src/hosts/library/library.ts';
import { sceneTest } from './extent.ts';

const test = sceneTest(2);

/** What changes of workloads, and of what scales, protects and admits their pods, do to running pods and to figures. */

const pool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: default }
spec:
  limits: { cpu: 200 }
  disruption: { consolidationPolicy: WhenEmptyOrUnderutilized, consolidateAfter: 1m, budgets: [{ nodes: "1" }] }
  template:
    spec:
      expireAfter: 720h
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: node.kubernetes.io/instance-type, operator: In, values: [m7i.large, m7i.xlarge, m7i.2xlarge] }
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
---
`;

const nodeClass = (image = 'al2023@v20260701'): string => `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: KarpenterNodeRole-prod
  amiSelectorTerms: [{ alias: ${image} }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
---
`;

/** A Deployment of the namespace `shop`. */
const deployment = (replicas: number | undefined, spec = ''): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  ${replicas === undefined ? '' : `replicas: ${replicas}`}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      ${spec}
      containers: [{ name: web, image: "nginx:1.27", resources: { requests: { cpu: 900m, memory: 1500Mi } } }]
---
`;

const budget = (name = 'web', app = 'web'): string => `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: ${name}, namespace: shop }
spec: { maxUnavailable: 1, selector: { matchLabels: { app: ${app} } } }
---
`;

const autoscaler = (target = 'web', kind = 'Deployment'): string => `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web, namespace: shop }
spec:
  minReplicas: 4
  maxReplicas: 10
  scaleTargetRef: { apiVersion: apps/v1, kind: ${kind}, name: ${target} }
---
`;

async function reportOf(base: string, head: string, nodes: readonly [string, string] = [nodeClass(), nodeClass()]) {
  const files = (apps: string, classes: string) => ({ 'apps/web.yaml': apps, 'karpenter/pools.yaml': pool + classes });
  const options = { today: '2026-11-25', region: 'us-east-1' };
  return reviewFiles({ before: files(base, nodes[0]), after: files(head, nodes[1]) }, options);
}

const reviewOf = async (...sides: Parameters<typeof reportOf>): Promise<Review> => (await reportOf(...sides)).review;

describe('a PodDisruptionBudget that goes with the change that needs it', () => {
  const images: readonly [string, string] = [nodeClass(), nodeClass('al2023@v20260715')];
  const together = async (base: string, head: string): Promise<readonly string[]> => {
    const { findings } = await reviewOf(base, head, images);
    return findings.flatMap(({ diagnostic: { code, message, help } }) =>
      /replicas/.test(code) ? [`${message} | ${help}`] : [],
    );
  };

  test('is not what allows it, and is not to be set to what it was', async () =>
    expect(await together(deployment(4) + budget(), deployment(4))).toEqual([
      expect.stringMatching(
        /this change removes PodDisruptionBudget `web`, which .* \| Keep PodDisruptionBudget `web`/,
      ),
    ]));

  test('may also select other pods', async () =>
    expect(await together(deployment(4) + budget(), deployment(4) + budget('web', 'other'))).toEqual([
      expect.stringMatching(/PodDisruptionBudget `web` no longer selects them/),
    ]));

  test('does not hold pods that Karpenter does not evict', async () => {
    const tolerant = deployment(4, 'tolerations: [{ operator: Exists }]') + budget();
    expect(await together(tolerant, tolerant)).toEqual([
      expect.stringMatching(/they tolerate `karpenter.sh\/disrupted`, so Karpenter does not evict them/),
    ]);
    const { disruption } = await reviewOf(tolerant, tolerant, images);
    expect(disruption.workloads?.map(({ heldBy }) => heldBy)).toEqual([[]]);
  });

  test('may be replaced by another one', async () =>
    expect(await together(deployment(4) + budget(), deployment(4) + budget('shop'))).toEqual([]));
});

describe('a PodDisruptionBudget that stops protecting pods', () => {
  const idle = async (base: string, head: string): Promise<readonly string[]> => {
    const { findings } = await reviewOf(base, head);
    return findings.flatMap(({ diagnostic: { code, severity, message } }) =>
      code === 'lint/idle-pdb' ? [`${severity} ${message}`] : [],
    );
  };

  const protectedPods = deployment(4) + budget();
  const relabeled = deployment(4).replace('metadata: { labels: { app: web } }', 'metadata: { labels: { app: shop } }');

  test.each([
    ['has another selector', deployment(4) + budget('web', 'website'), /^warning .* no longer selects the pods of/],
    ['is in another namespace', deployment(4) + budget().replace('shop', 'default'), /^warning .* no longer selects/],
    ['stays while the pods get another label', relabeled + budget(), /^warning .* no longer selects the pods of/],
    ['is removed', deployment(4), /^note The change removes PodDisruptionBudget `web`/],
    ['allows everything', deployment(4) + budget().replace(': 1', ': 100%'), /^note `maxUnavailable: 100%` lets/],
  ])('is reported if it %s', async (_, head, text) =>
    expect(await idle(protectedPods, head)).toEqual([expect.stringMatching(text)]),
  );

  test.each([
    ['another one selects the pods', deployment(4) + budget('other')],
    ['the workload goes, too', budget()],
    ['one pod is left', deployment(1)],
    ['its selector is unknown', deployment(4) + budget('web', '"{{ .Values.app }}"')],
  ])('is not reported if %s', async (_, head) => expect(await idle(protectedPods, head)).toEqual([]));

  test('never selected anything', async () =>
    expect(await idle(deployment(4), deployment(4) + budget('redis', 'redis'))).toEqual([]));
});

describe('limits of a namespace', () => {
  const refused = async (base: string, head: string): Promise<readonly string[]> => {
    const { findings } = await reviewOf(base, head);
    return findings.flatMap(({ diagnostic: { code, severity, message } }) =>
      code === 'provisioning/pods-refused' ? [`${severity} ${message}`] : [],
    );
  };

  const quota = `apiVersion: v1
kind: ResourceQuota
metadata: { name: shop, namespace: shop }
spec: { hard: { limits.cpu: "100" } }
---
`;

  const range = (entry: string, type = 'Container'): string => `apiVersion: v1
kind: LimitRange
metadata: { name: defaults, namespace: shop }
spec: { limits: [{ type: ${type}, ${entry} }] }
---
`;

  test.each([
    [
      'a quota of what no container sets',
      quota,
      /^warning ResourceQuota `shop` limits `limits.cpu`, and .* Once pods of/,
    ],
    [
      'a maximum below the request',
      range('max: { cpu: 500m }'),
      /^warning LimitRange `defaults` allows a container at most/,
    ],
    [
      'a minimum above the request',
      range('min: { memory: 2Gi }'),
      /^warning LimitRange `defaults` allows a container no less/,
    ],
    [
      'a default limit below the request',
      range('default: { cpu: 500m, memory: 4Gi }, defaultRequest: { cpu: 100m }'),
      /^warning LimitRange `defaults` sets the limit `cpu: 500m` for containers without one, and one requests more than that. Once pods of `Deployment\/shop\/web` restart/,
    ],
  ])('refuse pods once they restart: %s', async (_, limit, text) =>
    expect(await refused(deployment(4), deployment(4) + limit)).toEqual([expect.stringMatching(text)]),
  );

  test.each([
    ['with the default of a LimitRange', quota + range('default: { cpu: "1" }')],
    ['with a default above the request', range('default: { cpu: "4", memory: 4Gi }')],
    ['with a default for other resources', range('default: { ephemeral-storage: 1Gi }')],
    ['with an unknown default', range('default: { cpu: "{{ .Values.cpu }}" }')],
    ['with a maximum, which is a default', quota + range('max: { cpu: "1" }')],
    ['within the range', range('max: { cpu: "2" }, min: { cpu: 100m }')],
    ['of other types', range('max: { cpu: 100m }', 'PersistentVolumeClaim')],
  ])('refuse no pods %s', async (_, limits) =>
    expect(await refused(deployment(4), deployment(4) + limits)).toEqual([]),
  );

  test('give no limit to a container that has one', async () => {
    const limited = deployment(4).replace('resources: {', 'resources: { limits: { cpu: 2 },');
    expect(await refused(limited, limited + range('default: { cpu: 500m }'))).toEqual([]);
  });

  test('give a limit to init containers as well', async () => {
    const init = deployment(
      4,
      'initContainers: [{ name: load, image: "nginx:1.27", resources: { requests: { memory: 1Gi } } }]',
    );
    expect(await refused(init, init + range('default: { memory: 2Gi }'))).toEqual([]);
    expect(await refused(init, init + range('default: { memory: 512Mi }'))).toEqual([
      expect.stringMatching(/sets the limit `memory: 512Mi`/),
    ]);
  });

  test('refuse pods of two workloads for two reasons', async () => {
    const other = deployment(2).replaceAll('web', 'docs').replace('cpu: 900m', 'cpu: 3000m');
    const apps = deployment(4) + other;
    expect(await refused(apps, apps + range('default: { cpu: 500m }, max: { cpu: 2000m }'))).toEqual([
      expect.stringMatching(/sets the limit `cpu: 500m`.*`Deployment\/shop\/web`/),
      expect.stringMatching(/allows a container at most `cpu: 2000m`.*`Deployment\/shop\/docs`/),
    ]);
  });

  test('refuse all pods of a new workload', async () => {
    const { findings } = await reviewOf(range('max: { cpu: 500m }'), range('max: { cpu: 500m }') + deployment(4));
    expect(findings.map(({ diagnostic: { message } }) => message)).toEqual([
      expect.stringMatching(
        /^The API server refuses 4 of 4 pods .* LimitRange `defaults` allows a container at most `cpu: 500m`/,
      ),
    ]);
  });
});

describe('an autoscaler that a workload loses', () => {
  const pods = async (base: string, head: string): Promise<unknown> => {
    const { estimate } = await reviewOf(base, head);
    return estimate?.head?.replicas['Deployment/shop/web'];
  };

  test.each([
    ['is removed', ''],
    ['scales another workload', autoscaler('webb')],
    ['scales another kind', autoscaler('web', 'StatefulSet')],
  ])('leaves the pods that there are if it %s', async (_, head) =>
    expect(await pods(deployment(undefined) + autoscaler(), deployment(undefined) + head)).toEqual({
      low: 4,
      likely: 4,
      high: 10,
    }),
  );

  test('leaves the number that is written', async () =>
    expect(await pods(deployment(2) + autoscaler(), deployment(2))).toMatchObject({ likely: 2, high: 2 }));

  test('leaves one pod if the number was removed with it, because an apply removes it from the object', async () =>
    expect(await pods(deployment(4) + autoscaler(), deployment(undefined))).toMatchObject({ likely: 1 }));

  test('is named', async () => {
    const { changes } = await reviewOf(deployment(undefined) + autoscaler(), deployment(undefined));
    expect(changes.map(({ summary }) => summary)).toEqual([
      'removed; Deployment `web` keeps the pods that it has, and nothing scales it any more',
    ]);
  });
});

describe('pods that leave Karpenter’s nodes', () => {
  const group = 'nodeSelector: { eks.amazonaws.com/nodegroup: workers }';
  const codes = async (base: string, head: string): Promise<readonly string[]> =>
    (await reviewOf(base, head)).findings.flatMap(({ diagnostic: { code } }) =>
      code.startsWith('provisioning/') ? [code] : [],
    );

  test.each([
    ['a node group', group],
    ['Fargate', 'nodeSelector: { eks.amazonaws.com/compute-type: fargate }'],
    ['a node by name', 'nodeName: ip-10-0-1-23.ec2.internal'],
  ])('are named and no saving if they require %s', async (_, field) => {
    const report = await reportOf(deployment(4), deployment(4, field));
    expect(report.review.findings.map(({ diagnostic: { code, severity } }) => `${code} ${severity}`)).toEqual([
      'provisioning/other-nodes note',
    ]);
    expect(summaryLine(report)).toMatch(
      /^Moves the pods of `shop\/web` from Karpenter’s nodes to others, which are not/,
    );
  });

  test('are nothing new if they ran elsewhere before', async () =>
    expect(await codes(deployment(4, group), deployment(5, group))).toEqual([]));

  const nodeGroup = `apiVersion: eksctl.io/v1alpha5
kind: ClusterConfig
metadata: { name: prod, region: us-east-1 }
managedNodeGroups: [{ name: workers, instanceType: m7i.2xlarge, desiredCapacity: 2 }]
---
`;

  test('are counted on a node group in the files', async () =>
    expect(await codes(nodeGroup + deployment(4), nodeGroup + deployment(4, group))).toEqual([]));
});

describe('a DaemonSet that leaves nodes by its own edit', () => {
  const agent = (spec: string): string => `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent, namespace: shop }
spec:
  selector: { matchLabels: { app: agent } }
  template:
    metadata: { labels: { app: agent } }
    spec:
      ${spec}
      containers: [{ name: agent, image: "agent:1", resources: { requests: { cpu: 100m, memory: 128Mi } } }]
---
`;

  const batch = pool
    .replace('name: default }\nspec', 'name: batch }\nspec')
    .replace('expireAfter: 720h', 'taints: [{ key: dedicated, value: batch, effect: NoSchedule }]');

  const lost = async (before: string, after: string, others = batch): Promise<readonly string[]> => {
    const { findings } = await reviewOf(others + agent(before), others + agent(after));
    return findings.flatMap(({ diagnostic: { code, severity, message } }) =>
      code === 'provisioning/daemonset-lost' ? [`${severity} ${message}`] : [],
    );
  };

  const everything = 'tolerations: [{ operator: Exists }]';

  test('without a toleration', async () =>
    expect(await lost(everything, 'terminationGracePeriodSeconds: 5')).toEqual([
      'warning The pods of DaemonSet `shop/agent` no longer run on nodes of NodePool `batch`: they do not tolerate the taint `dedicated=batch:NoSchedule`',
    ]));

  test('but not with the toleration that these nodes need', async () =>
    expect(await lost(everything, 'tolerations: [{ key: dedicated, operator: Exists }]')).toEqual([]));

  test('with a label that no NodePool has', async () =>
    expect(await lost('hostNetwork: true', 'nodeSelector: { monitoring: enabled }', '')).toEqual([
      expect.stringMatching(/^note .* these nodes do not have the labels/),
    ]));

  test('but not with a label that a program sets on nodes', async () =>
    expect(await lost('hostNetwork: true', 'nodeSelector: { nvidia.com/gpu.present: "true" }', '')).toEqual([]));

  test('for those of another NodePool on purpose', async () =>
    expect(await lost(everything, `${everything}\n      nodeSelector: { karpenter.sh/nodepool: batch }`)).toEqual([
      expect.stringMatching(/^note .* NodePool `default`/),
    ]));

  test('never ran there', async () => expect(await lost('hostNetwork: true', 'hostPID: true')).toEqual([]));
});

describe('a VerticalPodAutoscaler', () => {
  const scaler = (mode: string): string => `apiVersion: autoscaling.k8s.io/v1
kind: VerticalPodAutoscaler
metadata: { name: web, namespace: shop }
spec:
  targetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
  updatePolicy: { updateMode: ${mode} }
`;

  test.each([
    ['"Off"', 'it only recommends requests, and no pod changes'],
    ['Initial', 'running pods keep'],
    ['Auto', 'it evicts running pods'],
    ['Recreate', 'it evicts running pods'],
    ['InPlaceOrRecreate', 'it resizes running pods'],
  ])('with the mode %s says what happens to running pods: %s', async (mode, start) => {
    const { changes } = await reviewOf(deployment(4), deployment(4) + scaler(mode));
    expect(changes.map(({ summary }) => summary)).toEqual([expect.stringContaining(start)]);
  });

  test('that only recommends says nothing of running pods when it goes', async () => {
    const { changes } = await reviewOf(deployment(4) + scaler('"Off"'), deployment(4));
    expect(changes.map(({ summary }) => summary)).toEqual(['removed']);
  });
});

/** A change of the NodePool alone. */
async function poolReport(after: string, apps: string, before = pool) {
  const files = (pools: string) => ({ 'apps/web.yaml': apps, 'karpenter/pools.yaml': pools + nodeClass() });
  const options = { today: '2026-11-25', region: 'us-east-1' };
  return reviewFiles({ before: files(before), after: files(after) }, options);
}

const messagesOf = ({ review }: Awaited<ReturnType<typeof poolReport>>, code: string): readonly string[] =>
  review.findings.flatMap(({ diagnostic }) => (diagnostic.code === code ? [diagnostic.message] : []));

describe('a quota', () => {
  const quota = (hard: string): string => `apiVersion: v1
kind: ResourceQuota
metadata: { name: shop, namespace: shop }
spec: { hard: { ${hard} } }
---
`;
  const large = deployment(4).replace('cpu: 900m', 'cpu: "500"');

  test('refuses pods that have more than it allows for all, and nothing calls them unschedulable', async () => {
    const report = await reportOf(deployment(4) + quota('requests.cpu: "60"'), large + quota('requests.cpu: "60"'));
    expect(report.review.findings.map(({ diagnostic: { code, severity } }) => `${code} ${severity}`)).toEqual([
      'provisioning/pods-refused error',
    ]);
    expect(summaryLine(report)).toMatch(
      /The API server refuses every new pod of `(?:Deployment\/)?shop\/web`: ResourceQuota `shop` allows `requests.cpu: 60` for all pods, and each has `500`/,
    );
    expect(report.review.estimate?.head?.unschedulable).toEqual([]);
  });

  test('that has room leaves such pods to the scheduler', async () => {
    const hard = 'requests.cpu: "6000"';
    const { findings } = await reviewOf(deployment(4) + quota(hard), large + quota(hard));
    expect(findings.map(({ diagnostic: { code } }) => code)).toContain('provisioning/pod-unschedulable');
  });

  test('that a stopped rollout would exceed is judged by the old pods until it goes on', async () => {
    const elsewhere = deployment(4, 'nodeSelector: { node.kubernetes.io/instance-type: r6i.2xlarge }');
    const twice = elsewhere.replace('cpu: 900m', 'cpu: 1800m');
    const report = await reportOf(deployment(4) + quota('requests.cpu: "5"'), twice + quota('requests.cpu: "5"'));
    expect(messagesOf(report, 'provisioning/pods-refused')).toEqual([
      'Once the rollout of `Deployment/shop/web` goes on, the API server refuses new pods of namespace `shop`: ResourceQuota `shop` allows `requests.cpu: 5`, and all pods of `Deployment/shop/web` would have `7200m`',
    ]);
  });

  test('below what runs names what runs, and what follows', async () => {
    const report = await reportOf(deployment(4) + quota('pods: "9"'), deployment(4) + quota('pods: "3"'));
    expect(messagesOf(report, 'provisioning/pods-refused')).toEqual([
      'The API server refuses new pods of namespace `shop`: ResourceQuota `shop` allows `pods: 3`, and the pods of `Deployment/shop/web` already have `4`. Rollouts stop, and pods do not come back when their node is replaced',
    ]);
  });
});

describe('a terminationGracePeriod', () => {
  const patient = deployment(
    4,
    'nodeSelector: { karpenter.sh/nodepool: default }\n      terminationGracePeriodSeconds: 300',
  );
  const withPeriod = (period: string): string =>
    pool.replace('expireAfter: 720h', `expireAfter: 720h\n      terminationGracePeriod: ${period}`);

  test('shorter than that of the pods is named with the budget that it overrides', async () =>
    expect(messagesOf(await poolReport(withPeriod('30s'), patient + budget()), 'disruption/protection-ends')).toEqual([
      'Pods of `Deployment/shop/web` get 30s instead of 300s to stop on new nodes of `default`. Karpenter deletes them as soon as such a node drains, whatever PodDisruptionBudget `web` allows',
    ]));

  test('shorter than that of pods with do-not-disrupt protects them for no time, which is one finding', async () => {
    const spared = patient.replace(
      'metadata: { labels',
      "metadata: { annotations: { karpenter.sh/do-not-disrupt: 'true' }, labels",
    );
    expect(spared).not.toBe(patient);
    expect(messagesOf(await poolReport(withPeriod('30s'), spared), 'disruption/protection-ends')).toEqual([
      'Pods of `Deployment/shop/web` get 30s instead of 300s to stop on new nodes of `default`. Karpenter deletes them as soon as such a node drains',
    ]);
  });

  test.each([
    ['longer than that of the pods', withPeriod('24h'), patient],
    ['of pods without a period of their own', withPeriod('5m'), deployment(4)],
  ])('is not named: %s', async (_, after, apps) =>
    expect(messagesOf(await poolReport(after, apps + budget()), 'disruption/protection-ends')).toEqual([]),
  );
});

describe('a NodePool that gets instance types of another architecture', () => {
  const families = (list: string): string =>
    pool.replace(
      'key: node.kubernetes.io/instance-type, operator: In, values: [m7i.large, m7i.xlarge, m7i.2xlarge]',
      `key: karpenter.k8s.aws/instance-family, operator: In, values: [${list}]`,
    );
  const gpuPods = deployment(1).replaceAll('web', 'gpu').replace('cpu: 900m', 'nvidia.com/gpu: 1, cpu: 900m');

  const moved = async (after: string, apps: string): Promise<readonly string[]> =>
    messagesOf(await poolReport(families(after), apps, families('m6i, m7i')), 'lint/open-architecture');

  test('by its families names the pods that it can run, and only these', async () =>
    expect(await moved('m6i, m7g', deployment(4) + gpuPods)).toEqual([
      expect.stringMatching(/^Pods of `web` can now get arm64 nodes of `default`/),
    ]));

  test.each([
    ['of the same architecture', 'm6i, m7a', deployment(4)],
    ['for pods that choose theirs', 'm6i, m7g', deployment(4, 'nodeSelector: { kubernetes.io/arch: amd64 }')],
  ])('is not named: %s', async (_, after, apps) => expect(await moved(after, apps)).toEqual([]));

  test('with a name that no family can have launches no nodes, and fixes nothing', async () => {
    const spot = (list: string): string =>
      families(list).replace(
        'capacity-type, operator: In, values: [on-demand]',
        'capacity-type, operator: In, values: [spot, on-demand]',
      );
    const report = await poolReport(spot('on-demand'), deployment(4), spot('m6i'));
    expect(messagesOf(report, 'lint/unknown-instance-type')).toEqual([
      '`on-demand` cannot be an EC2 instance family, so `default` launches no nodes',
    ]);
    expect(report.review.fixed ?? []).toEqual([]);
  });

  test('that no catalog has yet may have nodes', async () => {
    const report = await poolReport(families('m99z'), deployment(4), families('m6i'));
    expect(messagesOf(report, 'lint/unknown-instance-type')).toEqual(['`m99z` is not a known EC2 instance family']);
  });
});

describe('what is only true later', () => {
  test('a weight decides about new nodes, and the cost of running nodes stays', async () => {
    const spare = pool.replace('name: default }\nspec', 'name: spare }\nspec');
    const weighted = spare.replace('limits:', 'weight: 50\n  limits:');
    const line = summaryLine(await poolReport(pool + weighted, deployment(4), pool + spare));
    expect(line).toMatch(/No nodes are replaced, and new nodes may differ/);
    expect(line).toMatch(/unchanged for running nodes/);
  });

  test('Jobs cost what they cost only while they run', async () => {
    const nightly = (pods: number): string => `apiVersion: batch/v1
kind: CronJob
metadata: { name: nightly, namespace: shop }
spec:
  schedule: "0 2 * * *"
  jobTemplate:
    spec:
      parallelism: ${pods}
      completions: ${pods}
      template:
        spec:
          restartPolicy: Never
          containers: [{ name: job, image: "job:1", resources: { requests: { cpu: 900m, memory: 1500Mi } } }]
---
`;
    const report = await reportOf(deployment(4) + nightly(4), deployment(4) + nightly(100));
    expect(report.verdict.reasons.join()).toMatch(
      /the cost rises by .*, if Jobs of `CronJob\/shop\/nightly` always run/,
    );
    const grown = await reportOf(deployment(4) + nightly(4), deployment(100) + nightly(4));
    expect(grown.verdict.reasons.join()).toMatch(/the cost rises by \S+ \(\d+%\)$/);
    expect(grown.review.estimate?.difference.monthlyUsd.certainty).not.toBe('atMost');

    const migration = nightly(9).replace('apiVersion: batch/v1\nkind: CronJob', 'apiVersion: batch/v1\nkind: Job');
    const job = migration
      .replace(/spec:\n {2}schedule.*\n {2}jobTemplate:\n {4}spec:\n/, 'spec:\n')
      .replaceAll('\n      ', '\n  ');
    for (const [base, head] of [
      [deployment(4), deployment(4) + nightly(9)],
      [deployment(4) + nightly(1), deployment(4) + nightly(9)],
      [deployment(4), deployment(4) + job],
      ['', nightly(9)],
    ] as const) {
      const { estimate } = (await reportOf(base, head)).review;
      expect(estimate?.difference.monthlyUsd.certainty).toBe('atMost');
      expect(estimate?.head?.monthlyUsd.certainty).toBe('atMost');
      expect(estimate?.keyAssumptions.join()).toMatch(/If Jobs end earlier|Once they do/);
    }
  });
});

describe('a DaemonSet on a new NodePool', () => {
  const agent = (name: string, spec: string, namespace = 'kube-system', image = name): string => `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: ${name}, namespace: ${namespace} }
spec:
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
      ${spec}
      containers: [{ name: agent, image: "${image}:1", resources: { requests: { cpu: 100m, memory: 128Mi } } }]
---
`;
  const tolerating = 'tolerations: [{ key: dedicated, operator: Exists }]';
  const batch = pool
    .replace('name: default }\nspec', 'name: batch }\nspec')
    .replace('expireAfter: 720h', 'taints: [{ key: dedicated, value: batch, effect: NoSchedule }]');

  const lost = async (daemons: string, added = batch, more = ''): Promise<readonly string[]> => {
    const { findings } = await reviewOf(pool + daemons, pool + daemons + added + more);
    return findings.flatMap(({ diagnostic: { code, severity, message } }) =>
      code === 'provisioning/daemonset-lost' ? [`${severity} ${message}`] : [],
    );
  };

  const absent = (names: string, their = 'DaemonSet') =>
    `The pods of ${their} ${names} do not run on nodes of the new NodePool \`batch\`: they do not tolerate the taint \`dedicated=batch:NoSchedule\``;

  test.each<[string, daemons: string, expected: readonly string[]]>([
    ['in kube-system', agent('coredns', 'hostNetwork: true'), [`warning ${absent('`kube-system/coredns`')}`]],
    [
      'that is critical for nodes',
      agent('cni', 'priorityClassName: system-node-critical', 'net'),
      [`warning ${absent('`net/cni`')}`],
    ],
    ['of an agent', agent('logs', 'hostNetwork: true', 'logging'), [`note ${absent('`logging/logs`')}`]],
    [
      'of devices',
      agent('nvidia-device-plugin', 'hostNetwork: true'),
      [`note ${absent('`kube-system/nvidia-device-plugin`')}`],
    ],
    ['that tolerates the taint', agent('coredns', tolerating), []],
    ['for some nodes', agent('efs', 'nodeSelector: { team: ink }'), []],
    ['for the nodes of another NodePool', agent('ingress', 'nodeSelector: { karpenter.sh/nodepool: default }'), []],
    ['for nodes of another system', agent('coredns', 'nodeSelector: { kubernetes.io/os: windows }'), []],
    [
      'for nodes without a label of the new NodePool',
      agent(
        'ingress',
        'affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: karpenter.sh/nodepool, operator: NotIn, values: [batch] }] }] } } }',
      ),
      [],
    ],
    [
      'of which another one runs there',
      agent('dns', 'hostNetwork: true') +
        agent('dns-batch', `${tolerating}\n      nodeSelector: { karpenter.sh/nodepool: batch }`, 'kube-system', 'dns'),
      [],
    ],
  ])('%s', async (_, daemons, expected) => expect(await lost(daemons)).toEqual(expected));

  test('without taints has all of them', async () =>
    expect(
      await lost(agent('coredns', 'hostNetwork: true'), pool.replace('name: default }\nspec', 'name: batch }\nspec')),
    ).toEqual([]));
});

describe('old pods of rollouts that stop', () => {
  const both = (spec = '', ...names: readonly string[]): string =>
    ['web', ...names].map((name) => deployment(4, spec).replaceAll(/\bweb\b/g, name)).join('');

  const unknown = 'nodeSelector: { topology.kubernetes.io/zonee: us-east-1a }';

  test.each([
    ['of one workload', [], /\(the rollout stops, and 3 old pods keep running\)/],
    ['of several workloads', ['api', 'orders'], /\(the rollouts stop, and 9 old pods keep running\)/],
  ] as const)('are counted: %s', async (_, others, expected) => {
    const report = await reportOf(both('', ...others), both(unknown, ...others));
    expect(summaryLine(report)).toMatch(expected);
  });
});
