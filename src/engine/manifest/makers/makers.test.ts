import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { PodSpec } from '../../karpenter/api/pod.ts';
import { podRequests } from '../../karpenter/scheduling/pod-requests.ts';
import type { Mapping } from '../model/manifest.ts';
import { assumedPods } from './found-templates.ts';
import { madeBudgets, madePods, madeRest, makerApi, makerOf, makers } from './makers.ts';

const read = (apiVersion: string, kind: string, spec: string, metadata = '{ name: a }'): Mapping =>
  parse(`{ apiVersion: "${apiVersion}", kind: ${kind}, metadata: ${metadata}, spec: ${spec} }`);

const made = (apiVersion: string, kind: string, spec: string, metadata?: string) =>
  madePods(makerOf({ apiVersion, kind })!, read(apiVersion, kind, spec, metadata));

/** `name count cpu memory`, with CPU in millicores and memory in MiB. */
const shown = (...object: Parameters<typeof made>): readonly string[] =>
  made(...object).map(({ name, count, spec, isDaemon }) => {
    const requests = podRequests(spec as unknown as PodSpec);
    const range = count.low === count.high ? `${count.likely}` : `${count.low}-${count.likely}-${count.high}`;
    const memory = (requests.get('memory') ?? 0) / 1024 / 1024;
    return `${name ?? 'all'} ${isDaemon ? 'daemon' : range} ${requests.get('cpu') ?? 0} ${Math.round(memory)}`;
  });

const small = '{ requests: { cpu: 1, memory: 1Gi } }';
const template = (name = 'app'): string =>
  `{ spec: { containers: [{ name: ${name}, image: a, resources: ${small} }] } }`;

test('there are at least thirty operators, each with its source', () => {
  expect(new Set(makers.map(({ group }) => group)).size).toBeGreaterThanOrEqual(30);
  for (const { source } of makers) expect(source).toMatch(/^https:\/\//);
  expect(new Set(makers.map(({ group, kind }) => `${group}/${kind}`)).size).toBe(makers.length);
});

test.each([
  [
    'postgresql.cnpg.io/v1',
    'Cluster',
    `{ instances: 3, resources: ${small} }`,
    ['primary 1 1000 1024', 'replicas 2 1000 1024'],
  ],
  ['postgresql.cnpg.io/v1', 'Cluster', '{}', ['primary 1 0 0', 'replicas 0 0 0']],
  ['acid.zalan.do/v1', 'postgresql', '{ numberOfInstances: 2 }', ['master 1 100 100', 'replicas 1 100 100']],
  ['acid.zalan.do/v1', 'postgresql', '{ numberOfInstances: 0 }', []],
  [
    'ray.io/v1',
    'RayCluster',
    `{ headGroupSpec: { template: ${template()} }, workerGroupSpecs: [{ groupName: gpu, replicas: 2, numOfHosts: 3, template: ${template('w')} }] }`,
    ['head 1 1000 1024', 'gpu 6 1000 1024'],
  ],
  [
    'ray.io/v1',
    'RayCluster',
    `{ enableInTreeAutoscaling: true, headGroupSpec: { template: ${template()} }, workerGroupSpecs: [{ groupName: cpu, replicas: 2, minReplicas: 1, maxReplicas: 9, template: ${template()} }] }`,
    ['head 1 1500 1536', 'cpu 1-2-9 1000 1024'],
  ],
  [
    'jobset.x-k8s.io/v1alpha2',
    'JobSet',
    `{ replicatedJobs: [{ name: w, replicas: 3, template: { spec: { parallelism: 4, template: ${template()} } } }] }`,
    ['w 12 1000 1024'],
  ],
  [
    'jobset.x-k8s.io/v1alpha2',
    'JobSet',
    `{ suspend: true, replicatedJobs: [{ name: w, replicas: 3, template: { spec: { template: ${template()} } } }] }`,
    ['w 0 1000 1024'],
  ],
  [
    'leaderworkerset.x-k8s.io/v1',
    'LeaderWorkerSet',
    `{ replicas: 2, leaderWorkerTemplate: { size: 4, workerTemplate: ${template()} } }`,
    ['leader 2 1000 1024', 'worker 6 1000 1024'],
  ],
  [
    'sparkoperator.k8s.io/v1beta2',
    'SparkApplication',
    '{ driver: { cores: 1, memory: 1g }, executor: { instances: 4, cores: 2, coreRequest: 1500m, memory: 8g } }',
    ['driver 1 1000 1408', 'executor 4 1500 9012'],
  ],
  [
    'flink.apache.org/v1beta1',
    'FlinkDeployment',
    '{ jobManager: { resource: { cpu: 1, memory: 2048m } }, taskManager: { replicas: 2, resource: { cpu: 0.5, memory: 4g } } }',
    ['jobmanager 1 1000 2048', 'taskmanager 2 500 4096'],
  ],
  [
    'elasticsearch.k8s.elastic.co/v1',
    'Elasticsearch',
    `{ nodeSets: [{ name: hot, count: 3 }, { name: warm, count: 2, podTemplate: ${template('elasticsearch')} }] }`,
    ['hot 3 0 2048', 'warm 2 1000 1024'],
  ],
  ['kafka.strimzi.io/v1beta2', 'KafkaNodePool', `{ replicas: 3, resources: ${small} }`, ['all 3 1000 1024']],
  ['kafka.strimzi.io/v1beta2', 'Kafka', '{ kafka: { version: 4.0.0 } }', []],
  ['kafka.strimzi.io/v1beta2', 'Kafka', `{ kafka: { replicas: 5, resources: ${small} } }`, ['kafka 5 1000 1024']],
  ['monitoring.coreos.com/v1', 'Prometheus', `{ replicas: 2, shards: 3, resources: ${small} }`, ['all 6 1010 1074']],
  ['rabbitmq.com/v1beta1', 'RabbitmqCluster', '{ replicas: 3 }', ['all 3 1000 2048']],
  [
    'kubeflow.org/v1',
    'PyTorchJob',
    `{ pytorchReplicaSpecs: { Master: { template: ${template()} }, Worker: { replicas: 7, template: ${template()} } } }`,
    ['Master 1 1000 1024', 'Worker 7 1000 1024'],
  ],
  [
    'opentelemetry.io/v1beta1',
    'OpenTelemetryCollector',
    `{ mode: daemonset, resources: ${small} }`,
    ['all daemon 1000 1024'],
  ],
  ['opentelemetry.io/v1beta1', 'OpenTelemetryCollector', '{ mode: sidecar }', []],
  [
    'actions.github.com/v1alpha1',
    'AutoscalingRunnerSet',
    `{ minRunners: 2, maxRunners: 9, template: ${template()} }`,
    ['all 2-2-9 1000 1024'],
  ],
  [
    'redis.redis.opstreelabs.in/v1beta2',
    'RedisCluster',
    '{ clusterSize: 3, redisFollower: { replicas: 6 } }',
    ['leader 3 0 0', 'follower 6 0 0'],
  ],
  // Defaults of operators.
  ['redis.redis.opstreelabs.in/v1beta2', 'RedisSentinel', '{}', ['all 3 0 0']],
  ['rabbitmq.com/v1beta1', 'RabbitmqCluster', '{ resources: { requests: { cpu: 1 } } }', ['all 1 1000 0']],
  ['kibana.k8s.elastic.co/v1', 'Kibana', '{ count: 2 }', ['all 2 0 2048']],
  ['logstash.k8s.elastic.co/v1alpha1', 'Logstash', '{ count: 1 }', ['all 1 1000 2048']],
  ['agent.k8s.elastic.co/v1alpha1', 'Agent', '{ deployment: { replicas: 2 } }', ['all 2 200 400']],
  ['agent.k8s.elastic.co/v1alpha1', 'Agent', '{ mode: fleet, deployment: { replicas: 2 } }', ['all 2 200 1024']],
  [
    'operator.victoriametrics.com/v1beta1',
    'VMCluster',
    '{ vmstorage: { replicaCount: 2 }, vmselect: { resources: { requests: { cpu: 1 } } } }',
    ['vmstorage 2 250 500', 'vmselect 1 1000 500'],
  ],
  ['monitoring.coreos.com/v1', 'ThanosRuler', '{}', ['all 1 10 250']],
  [
    'acid.zalan.do/v1',
    'postgresql',
    '{ numberOfInstances: 1, connectionPooler: {} }',
    ['master 1 100 100', 'replicas 0 100 100', 'pooler 2 500 100'],
  ],
  [
    'ray.io/v1',
    'RayJob',
    `{ submissionMode: HTTPMode, rayClusterSpec: { headGroupSpec: { template: ${template()} } } }`,
    ['head 1 1000 1024'],
  ],
  [
    'ray.io/v1',
    'RayJob',
    `{ submissionMode: SidecarMode, rayClusterSpec: { headGroupSpec: { template: ${template()} } } }`,
    ['head 1 1500 1224'],
  ],
  [
    'sparkoperator.k8s.io/v1beta2',
    'SparkApplication',
    '{ type: Python, driver: { memory: 1g }, executor: { memory: 10g } }',
    ['driver 1 1000 1434', 'executor 1 1000 14336'],
  ],
  [
    'kubevirt.io/v1',
    'VirtualMachine',
    '{ runStrategy: Always, template: { spec: { domain: { cpu: { cores: 4 }, memory: { guest: 8Gi } } } } }',
    ['all 1 400 8192'],
  ],
  ['kubevirt.io/v1', 'VirtualMachine', '{ runStrategy: Halted, template: { spec: { domain: {} } } }', []],
  [
    'kubeflow.org/v1',
    'MPIJob',
    `{ mpiReplicaSpecs: { Launcher: { template: ${template()} }, Worker: { template: ${template()} } } }`,
    ['Launcher 1 1000 1024', 'Worker 0 1000 1024'],
  ],
  ['monitoring.coreos.com/v1', 'Prometheus', '{ paused: true }', ['all 1 10 50']],
] as const)('%s %s %s', (apiVersion, kind, spec, expected) => {
  expect(shown(apiVersion, kind, spec)).toEqual(expected);
});

test('a number that is a placeholder is unknown, and one as text counts', () => {
  const [first] = made('rabbitmq.com/v1beta1', 'RabbitmqCluster', '{ replicas: "${COUNT}" }');
  expect(first!.count).toEqual({ low: null, likely: null, high: null });
  expect(
    shown(
      'serving.knative.dev/v1',
      'Service',
      `{ template: { metadata: { annotations: { autoscaling.knative.dev/min-scale: "2" } }, spec: { containers: [{ image: a }] } } }`,
    ),
  ).toEqual(['all 2 25 0']);
});

test.each([
  ['flink.apache.org/v1beta1', 'FlinkDeployment', '{ job: { parallelism: 8 } }', 'taskmanager'],
  [
    'clickhouse.altinity.com/v1',
    'ClickHouseInstallation',
    '{ configuration: { clusters: [{ name: x, layout: { shards: [{}, {}] } }] } }',
    'x',
  ],
  ['dragonflydb.io/v1alpha1', 'Dragonfly', '{}', undefined],
  ['kubevirt.io/v1', 'VirtualMachine', '{ running: true, instancetype: { name: u1.small } }', undefined],
])('the number of pods of %s %s %s is unknown', (apiVersion, kind, spec, name) => {
  const found = made(apiVersion, kind, spec).find((pods) => pods.name === name);
  expect(found).toMatchObject({ isOpen: true, count: { low: 0, likely: 0, high: 0 } });
});

test('what else is created is said only of objects that have it', () => {
  const rest = (spec: string) =>
    madeRest(
      makerOf({ apiVersion: 'postgresql.cnpg.io/v1', kind: 'Cluster' })!,
      read('postgresql.cnpg.io/v1', 'Cluster', spec),
    );
  expect(rest('{}')).toBeUndefined();
  expect(rest('{ plugins: [{ name: backup }] }')).toBe('the containers of plugins');
});

test('a pod template counts if its name is asked for', () => {
  const spec = (name: string): string =>
    `{ defaults: { templates: { podTemplate: ${name} } }, configuration: { clusters: [{ name: x }] }, templates: { podTemplates: [{ name: small, ${template('clickhouse').slice(1)}] } }`;
  expect(shown('clickhouse.altinity.com/v1', 'ClickHouseInstallation', spec('small'))).toEqual(['x 1 1000 1024']);
  expect(shown('clickhouse.altinity.com/v1', 'ClickHouseInstallation', spec('big'))).toEqual(['x 1 0 0']);
});

test('pods run where the object says, and not where its own fields have the same name', () => {
  const [primary] = made(
    'postgresql.cnpg.io/v1',
    'Cluster',
    '{ affinity: { enablePodAntiAffinity: true, nodeSelector: { a: b }, tolerations: [{ key: c }] }, priorityClassName: high }',
  );
  expect(primary!.spec).toMatchObject({
    nodeSelector: { a: 'b' },
    tolerations: [{ key: 'c' }],
    priorityClassName: 'high',
  });
  expect(primary!.spec.affinity).toBeUndefined();
});

describe('PodDisruptionBudgets', () => {
  /** `name minAvailable/maxUnavailable label=value …`, without the labels that all rows of an operator have. */
  const budgets = (apiVersion: string, kind: string, spec: string) =>
    madeBudgets(makerOf({ apiVersion, kind })!, read(apiVersion, kind, spec)).map(
      ([name, { minAvailable, maxUnavailable }]) => `${name} ${minAvailable ?? '-'}/${maxUnavailable ?? '-'}`,
    );
  const cnpg = (spec: string) => budgets('postgresql.cnpg.io/v1', 'Cluster', spec);

  test.each([
    ['{}', ['a-primary 1/-']],
    ['{ instances: 2 }', ['a-primary 1/-']],
    ['{ instances: 5 }', ['a-primary 1/-', 'a 3/-']],
    ['{ instances: 5, enablePDB: false }', []],
    ['{ instances: 1, nodeMaintenanceWindow: { inProgress: true } }', []],
    ['{ instances: 2, nodeMaintenanceWindow: { inProgress: true } }', ['a-primary 1/-']],
  ])('CloudNativePG: %s', (spec, expected) => {
    expect(cnpg(spec)).toEqual(expected);
  });

  test.each([
    [
      'postgres-operator.crunchydata.com/v1beta1',
      'PostgresCluster',
      '{ instances: [{ name: x }, { name: y, replicas: 3 }, { name: z, minAvailable: 2 }], proxy: { pgBouncer: {} } }',
      ['a-set-y 1/-', 'a-set-z 2/-'],
    ],
    [
      'pxc.percona.com/v1',
      'PerconaXtraDBCluster',
      '{ pxc: { podDisruptionBudget: { minAvailable: 2 } }, haproxy: { enabled: true } }',
      ['a-pxc 2/-', 'a-haproxy -/1'],
    ],
    ['ps.percona.com/v1', 'PerconaServerMySQL', '{ mysql: { size: 3 } }', []],
    ['psmdb.percona.com/v1', 'PerconaServerMongoDB', '{ replsets: [{ name: rs0, size: 3 }] }', ['a-mongod-rs0 -/1']],
    ['redis.redis.opstreelabs.in/v1beta2', 'RedisCluster', '{ clusterSize: 5 }', []],
    [
      'redis.redis.opstreelabs.in/v1beta2',
      'RedisCluster',
      '{ clusterSize: 5, redisLeader: { pdb: { enabled: true } }, redisFollower: { pdb: { enabled: true, maxUnavailable: 2 } } }',
      ['a-leader 3/-', 'a-follower -/2'],
    ],
    ['databases.spotahome.com/v1', 'RedisFailover', '{}', ['rfr-a 2/-', 'rfs-a 2/-']],
    [
      'databases.spotahome.com/v1',
      'RedisFailover',
      '{ redis: { replicas: 2 }, sentinel: { disablePodDisruptionBudget: true } }',
      ['rfr-a 1/-'],
    ],
    ['k8s.mariadb.com/v1alpha1', 'MariaDB', '{ replicas: 1 }', []],
    ['k8s.mariadb.com/v1alpha1', 'MariaDB', '{ replicas: 3, galera: { enabled: true } }', ['a 50%/-']],
    ['elasticsearch.k8s.elastic.co/v1', 'Elasticsearch', '{ podDisruptionBudget: {} }', []],
    [
      'elasticsearch.k8s.elastic.co/v1',
      'Elasticsearch',
      '{ podDisruptionBudget: { spec: { minAvailable: 2 } } }',
      ['a-es-default 2/-'],
    ],
    [
      'clickhouse.altinity.com/v1',
      'ClickHouseInstallation',
      '{ configuration: { clusters: [{ name: x, pdbMaxUnavailable: 2 }, { name: y, pdbManaged: "no" }] } }',
      ['chi-a-x -/2'],
    ],
    ['opentelemetry.io/v1beta1', 'OpenTelemetryCollector', '{ mode: daemonset }', []],
    ['opentelemetry.io/v1beta1', 'OpenTelemetryCollector', '{ replicas: 2 }', ['a-collector -/1']],
    ['operator.victoriametrics.com/v1beta1', 'VMCluster', '{ vmselect: {} }', []],
    ['solr.apache.org/v1beta1', 'SolrCloud', '{}', ['a-solrcloud -/25%']],
  ])('%s %s %s', (apiVersion, kind, spec, expected) => {
    expect(budgets(apiVersion, kind, spec)).toEqual(expected);
  });

  test('a budget selects the pods of its own part', () => {
    const kafka = read('kafka.strimzi.io/v1', 'Kafka', '{ kafka: { replicas: 3 }, zookeeper: { replicas: 3 } }');
    const maker = makerOf({ apiVersion: 'kafka.strimzi.io/v1', kind: 'Kafka' })!;
    const labels = madePods(maker, kafka).map(({ metadata }) => metadata.labels);
    expect(madeBudgets(maker, kafka).map(([, { selector }]) => selector)).toEqual(
      labels.map((matchLabels) => ({ matchLabels })),
    );
  });
});

describe('objects as the documentation of operators has them', () => {
  const shownBudgets = (apiVersion: string, kind: string, spec: string) =>
    madeBudgets(makerOf({ apiVersion, kind })!, read(apiVersion, kind, spec)).map(
      ([name, { minAvailable, maxUnavailable }]) => `${name} ${minAvailable ?? '-'}/${maxUnavailable ?? '-'}`,
    );

  test.each([
    // cloudnative-pg docs/src/samples/cluster-example-full.yaml
    [
      'postgresql.cnpg.io/v1',
      'Cluster',
      '{ instances: 3, resources: { requests: { cpu: "1", memory: 512Mi }, limits: { cpu: "2", memory: 1Gi } } }',
      ['primary 1 1000 512', 'replicas 2 1000 512'],
      ['a-primary 1/-', 'a 1/-'],
    ],
    // strimzi examples/kafka/kafka-persistent.yaml: the brokers and controllers are those of node pools
    [
      'kafka.strimzi.io/v1',
      'Kafka',
      '{ kafka: { version: 4.2.0 }, entityOperator: { topicOperator: {}, userOperator: {} } }',
      ['entity-operator 1 0 0'],
      ['a-kafka -/1'],
    ],
    // kuberay ray-operator/config/samples/ray-cluster.autoscaler.yaml
    [
      'ray.io/v1',
      'RayCluster',
      `{ enableInTreeAutoscaling: true, autoscalerOptions: { resources: { requests: { cpu: 500m, memory: 512Mi } } }, headGroupSpec: { template: ${template('ray-head')} }, workerGroupSpecs: [{ groupName: small, replicas: 0, minReplicas: 0, maxReplicas: 10, template: ${template('ray-worker')} }] }`,
      ['head 1 1500 1536', 'small 0-0-10 1000 1024'],
      [],
    ],
    // clickhouse-operator docs/chi-examples/01-simple-layout-03-multiple-clusters-pdb-spec.yaml
    [
      'clickhouse.altinity.com/v1',
      'ClickHouseInstallation',
      '{ configuration: { clusters: [{ name: none, pdbMaxUnavailable: 0 }, { name: usual }, { name: two, pdbMaxUnavailable: 2 }] } }',
      ['none 1 0 0', 'usual 1 0 0', 'two 1 0 0'],
      ['chi-a-none -/0', 'chi-a-usual -/1', 'chi-a-two -/2'],
    ],
    // redis-operator example/v1beta2/disruption_budget/clusterd.yaml
    [
      'redis.redis.opstreelabs.in/v1beta2',
      'RedisCluster',
      '{ clusterSize: 3, redisExporter: { enabled: false }, redisLeader: { pdb: { enabled: true, minAvailable: 1 } }, redisFollower: { pdb: { enabled: true, minAvailable: 1 } } }',
      ['leader 3 0 0', 'follower 3 0 0'],
      ['a-leader 1/-', 'a-follower 1/-'],
    ],
  ])('%s %s %s', (apiVersion, kind, spec, pods, expected) => {
    expect(shown(apiVersion, kind, spec)).toEqual(pods);
    expect(shownBudgets(apiVersion, kind, spec)).toEqual(expected);
  });
});

describe('kinds that are not known', () => {
  const pods = (apiVersion: string, kind: string, spec: string) =>
    assumedPods(apiVersion, kind, read(apiVersion, kind, spec)).map(
      ({ name, count }) => `${name ?? 'all'} ${count.likely}`,
    );

  test.each([
    ['farms.example.com/v1', 'Farm', `{ replicas: 4, template: ${template()} }`, ['all 4']],
    [
      'farms.example.com/v1',
      'Farm',
      `{ barns: [{ name: a, size: 2, podTemplate: ${template()} }, { name: b, count: 3, podTemplate: ${template()} }] }`,
      ['a 2', 'b 3'],
    ],
    ['farms.example.com/v1', 'Farm', `{ template: ${template()} }`, []],
    ['farms.example.com/v1', 'FarmTemplate', `{ replicas: 4, template: ${template()} }`, []],
    ['kyverno.io/v1', 'Farm', `{ replicas: 4, template: ${template()} }`, []],
    ['farms.example.com/v1', 'Farm', '{ replicas: 4, template: { spec: { containers: [{ name: a }] } } }', []],
  ])('%s %s %s', (apiVersion, kind, spec, expected) => {
    expect(pods(apiVersion, kind, spec)).toEqual(expected);
  });
});

test('a text is looked at by the group of its objects', () => {
  expect(makerApi.test('apiVersion: ray.io/v1\nkind: RayCluster')).toBe(true);
  expect(makerApi.test('{"apiVersion": "serving.knative.dev/v1"}')).toBe(true);
  expect(makerApi.test('apiVersion: xray.io/v1')).toBe(false);
  expect(makerApi.test('apiVersion: v1\nkind: Service')).toBe(false);
});
