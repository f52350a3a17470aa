import type { MadeBudget, Maker, PodPart } from './maker.ts';

const strimzi = 'https://github.com/strimzi/strimzi-kafka-operator/blob/main';
const strimziModel = `${strimzi}/cluster-operator/src/main/java/io/strimzi/operator/cluster/model`;
const strimziApi = `${strimzi}/api/src/main/java/io/strimzi/api/kafka/model`;
const eck = 'https://github.com/elastic/cloud-on-k8s/blob/main';

const strimziLabels = (suffix: string, cluster = '{name}') => ({
  'strimzi.io/cluster': cluster,
  'strimzi.io/name': `${cluster}-${suffix}`,
});

/** The broker or ZooKeeper pods of a Kafka object without node pools. */
const strimziPart = (name: string): PodPart => ({
  name,
  count: [`spec.${name}.replicas`],
  container: name,
  resources: `spec.${name}.resources`,
  placement: [`spec.${name}.template.pod`],
  labels: strimziLabels(name),
  when: `spec.${name}.replicas`,
  ...(name === 'kafka' && { unless: ['metadata.annotations.strimzi\\.io/node-pools', 'enabled'] as const }),
});

/** All pods but one must stay, unless the template says another number. */
const strimziBudget = (suffix: string, template: string, more: Partial<MadeBudget> = {}): MadeBudget => ({
  name: `{name}-${suffix}`,
  labels: strimziLabels(suffix),
  maxUnavailable: 1,
  written: `${template}.podDisruptionBudget`,
  ...more,
});

/** A kind of Strimzi whose pods are all equal. */
const strimziKind = (kind: string, suffix: string, file: string, replicas: number): Maker => ({
  group: 'kafka.strimzi.io',
  kind,
  source: `${strimziApi}/${file}, ${strimziModel}/PodDisruptionBudgetUtils.java`,
  parts: [
    {
      count: ['spec.replicas'],
      fallback: replicas,
      container: `{name}-${suffix}`,
      resources: 'spec.resources',
      placement: ['spec.template.pod'],
      labels: strimziLabels(suffix),
    },
  ],
  budgets: [strimziBudget(suffix, 'spec.template')],
});

const elastic = (
  group: string,
  kind: string,
  { container, defaults, file }: { container: string; defaults: Readonly<Record<string, string>>; file: string },
): Maker => ({
  group: `${group}.k8s.elastic.co`,
  kind,
  source: `${eck}/pkg/controller/${file}/pod.go`,
  parts: [
    {
      count: ['spec.count'],
      fallback: 0,
      template: 'spec.podTemplate',
      container,
      resources: 'spec.resources',
      defaults,
      defaultsFor: 'all',
    },
  ],
});

/** Beats and agents of Elastic run as a Deployment, a StatefulSet or a DaemonSet. */
const elasticModes = (kind: string, container: string, more: Partial<PodPart>): readonly PodPart[] =>
  ['deployment', 'statefulSet', 'daemonSet'].map((mode) => ({
    ...(mode === 'daemonSet' ? { daemon: ['kind', kind] as const } : { count: [`spec.${mode}.replicas`] }),
    template: `spec.${mode}.podTemplate`,
    container,
    resources: 'spec.resources',
    defaultsFor: 'all' as const,
    when: `spec.${mode}`,
    ...more,
  }));

const emqxLabels = (role: string) => ({
  'apps.emqx.io/instance': '{name}',
  'apps.emqx.io/managed-by': 'emqx-operator',
  'apps.emqx.io/db-role': role,
});
const emqx = 'https://github.com/emqx/emqx-operator/blob/main';
const solrLabels = { 'solr-cloud': '{name}', technology: 'solr-cloud' };

/** OpenSearch has changed the group of its kinds and the prefix of its labels. */
const opensearch = (group: string, prefix: string): Maker => {
  const labels = { [`${prefix}/opensearch-cluster`]: '{name}', [`${prefix}/opensearch-nodepool`]: '{entry}' };
  return {
    group,
    kind: 'OpenSearchCluster',
    source: [
      'https://github.com/opensearch-project/opensearch-k8s-operator/blob/main/docs/designs/crd.md',
      'https://github.com/opensearch-project/opensearch-k8s-operator/blob/main/opensearch-operator/pkg/helpers/helpers.go',
    ].join(', '),
    parts: [
      {
        each: 'spec.nodePools',
        count: ['replicas'],
        fallback: null,
        container: 'opensearch',
        resources: 'resources',
        placement: [''],
        labels,
      },
      {
        name: 'dashboards',
        count: ['spec.dashboards.replicas'],
        fallback: null,
        container: 'dashboards',
        resources: 'spec.dashboards.resources',
        placement: ['spec.dashboards'],
        when: 'spec.dashboards.enable',
      },
    ],
    budgets: [{ name: '{name}-{entry}-pdb', each: 'spec.nodePools', labels, written: 'pdb', when: 'pdb.enable' }],
  };
};

/** Controllers of search engines, logs and message queues. Every row was compared with the source text that it names. */
export const searchAndMessaging: readonly Maker[] = [
  {
    group: 'elasticsearch.k8s.elastic.co',
    kind: 'Elasticsearch',
    // One pod may be evicted while the cluster is healthy. With an Enterprise licence, each group of roles has a budget of its own instead,
    // and with a single master, data or ingest node, no pod may be evicted.
    source: [
      `${eck}/pkg/controller/elasticsearch/nodespec/defaults.go`,
      `${eck}/pkg/controller/elasticsearch/pdb/reconcile_default.go`,
    ].join(', '),
    parts: [
      {
        each: 'spec.nodeSets',
        count: ['count'],
        fallback: null,
        template: 'podTemplate',
        container: 'elasticsearch',
        resources: 'resources',
        defaults: { memory: '2Gi' },
        defaultsFor: 'all',
        labels: { 'elasticsearch.k8s.elastic.co/cluster-name': '{name}' },
      },
    ],
    budgets: [
      {
        name: '{name}-es-default',
        labels: { 'elasticsearch.k8s.elastic.co/cluster-name': '{name}' },
        maxUnavailable: 1,
        written: 'spec.podDisruptionBudget.spec',
        unlessEmpty: 'spec.podDisruptionBudget',
      },
    ],
  },
  // 2Gi since version 3.4, 1Gi before.
  elastic('kibana', 'Kibana', { container: 'kibana', defaults: { memory: '2Gi' }, file: 'kibana' }),
  elastic('apm', 'ApmServer', { container: 'apm-server', defaults: { memory: '512Mi' }, file: 'apmserver' }),
  elastic('enterprisesearch', 'EnterpriseSearch', {
    container: 'enterprise-search',
    defaults: { memory: '4Gi' },
    file: 'enterprisesearch',
  }),
  elastic('logstash', 'Logstash', {
    container: 'logstash',
    defaults: { cpu: '1000m', memory: '2Gi' },
    file: 'logstash',
  }),
  elastic('maps', 'ElasticMapsServer', { container: 'maps', defaults: { memory: '200Mi' }, file: 'maps' }),
  elastic('packageregistry', 'PackageRegistry', {
    container: 'package-registry',
    defaults: { cpu: '500m', memory: '1Gi' },
    file: 'packageregistry',
  }),
  {
    group: 'beat.k8s.elastic.co',
    kind: 'Beat',
    source: `${eck}/pkg/controller/beat/common/pod.go`,
    parts: elasticModes('Beat', 'beat', { defaults: { cpu: '100m', memory: '300Mi' } }).filter(
      ({ when }) => when !== 'spec.statefulSet',
    ),
  },
  {
    group: 'agent.k8s.elastic.co',
    kind: 'Agent',
    // Agents that Fleet manages request more.
    source: `${eck}/pkg/controller/agent/pod.go`,
    parts: [
      ...elasticModes('Agent', 'agent', {
        defaults: { cpu: '200m', memory: '400Mi' },
        unless: ['spec.mode', 'fleet'],
      }),
      ...elasticModes('Agent', 'agent', {
        defaults: { cpu: '200m', memory: '1Gi' },
        unless: ['spec.mode', '', 'standalone'],
      }),
    ],
  },
  opensearch('opensearch.org', 'opensearch.org'),
  opensearch('opensearch.opster.io', 'opster.io'),
  {
    group: 'solr.apache.org',
    kind: 'SolrCloud',
    source: [
      'https://github.com/apache/solr-operator/blob/main/api/v1beta1/solrcloud_types.go',
      'https://github.com/apache/solr-operator/blob/main/controllers/util/solr_pod_disruption.go',
    ].join(', '),
    parts: [
      {
        count: ['spec.replicas'],
        fallback: 3,
        container: 'solrcloud-node',
        resources: 'spec.customSolrKubeOptions.podOptions.resources',
        placement: ['spec.customSolrKubeOptions.podOptions'],
        labels: solrLabels,
      },
    ],
    budgets: [
      {
        name: '{name}-solrcloud',
        labels: solrLabels,
        maxUnavailable: { at: 'spec.updateStrategy.managed.maxPodsUnavailable', fallback: '25%' },
        unless: ['spec.availability.podDisruptionBudget.enabled', 'false'],
      },
    ],
    rest: 'the pods of ZooKeeper',
  },
  {
    group: 'kafka.strimzi.io',
    kind: 'Kafka',
    // With KafkaNodePools, the brokers are theirs, and the budget is still that of the cluster. ZooKeeper exists before version 0.46.
    source: [
      `${strimziModel}/KafkaCluster.java`,
      `${strimziModel}/PodDisruptionBudgetUtils.java`,
      `${strimziModel}/EntityOperator.java`,
    ].join(', '),
    parts: [
      strimziPart('kafka'),
      strimziPart('zookeeper'),
      {
        name: 'entity-operator',
        placement: ['spec.entityOperator.template.pod'],
        adds: ['topic', 'user'].map((operator) => ({
          name: `${operator}-operator`,
          resources: `spec.entityOperator.${operator}Operator.resources`,
          when: `spec.entityOperator.${operator}Operator`,
        })),
        when: 'spec.entityOperator.topicOperator|spec.entityOperator.userOperator',
      },
      {
        name: 'exporter',
        container: '{name}-kafka-exporter',
        resources: 'spec.kafkaExporter.resources',
        placement: ['spec.kafkaExporter.template.pod'],
        when: 'spec.kafkaExporter',
      },
      {
        name: 'cruise-control',
        container: 'cruise-control',
        resources: 'spec.cruiseControl.resources',
        placement: ['spec.cruiseControl.template.pod'],
        when: 'spec.cruiseControl',
      },
    ],
    budgets: [
      strimziBudget('kafka', 'spec.kafka.template'),
      strimziBudget('zookeeper', 'spec.zookeeper.template', { when: 'spec.zookeeper.replicas' }),
    ],
  },
  {
    group: 'kafka.strimzi.io',
    kind: 'KafkaNodePool',
    source: `${strimziApi}/nodepool/KafkaNodePoolSpec.java`,
    parts: [
      {
        count: ['spec.replicas'],
        fallback: null,
        container: 'kafka',
        resources: 'spec.resources',
        placement: ['spec.template.pod'],
        labels: {
          ...strimziLabels('kafka', '{metadata.labels.strimzi\\.io/cluster}'),
          'strimzi.io/pool-name': '{name}',
        },
      },
    ],
    budgets: [],
  },
  strimziKind('KafkaConnect', 'connect', 'connect/AbstractKafkaConnectSpec.java', 3),
  strimziKind('KafkaMirrorMaker2', 'mirrormaker2', 'mirrormaker2/KafkaMirrorMaker2Spec.java', 3),
  strimziKind('KafkaBridge', 'bridge', 'bridge/KafkaBridgeSpec.java', 1),
  {
    group: 'rabbitmq.com',
    kind: 'RabbitmqCluster',
    // The default of `resources` counts only if nothing of it is written.
    source: 'https://github.com/rabbitmq/cluster-operator/blob/main/api/v1beta1/rabbitmqcluster_types.go',
    parts: [
      {
        count: ['spec.replicas'],
        template: 'spec.override.statefulSet.spec.template',
        container: 'rabbitmq',
        resources: 'spec.resources',
        defaults: { cpu: '1000m', memory: '2Gi' },
        defaultsFor: 'all',
        placement: ['spec'],
      },
    ],
    budgets: [],
  },
  {
    group: 'zookeeper.pravega.io',
    kind: 'ZookeeperCluster',
    source: [
      'https://github.com/pravega/zookeeper-operator/blob/master/api/v1beta1/zookeepercluster_types.go',
      'https://github.com/pravega/zookeeper-operator/blob/master/pkg/zk/generators.go',
    ].join(', '),
    parts: [
      {
        count: ['spec.replicas'],
        fallback: 3,
        container: 'zookeeper',
        resources: 'spec.pod.resources',
        placement: ['spec.pod'],
        labels: { app: '{name}' },
      },
    ],
    budgets: [
      {
        name: '{name}',
        labels: { app: '{name}' },
        maxUnavailable: { at: 'spec.maxUnavailableReplicas', fallback: 1 },
      },
    ],
  },
  {
    group: 'apps.emqx.io',
    kind: 'EMQX',
    source: `${emqx}/apis/apps/v2beta1/emqx_types.go, ${emqx}/controllers/apps/v2beta1/add_pdb.go`,
    parts: ['core', 'replicant'].map((role) => ({
      name: role,
      count: [`spec.${role}Template.spec.replicas`],
      fallback: role === 'core' ? null : 2,
      container: 'emqx',
      resources: `spec.${role}Template.spec.resources`,
      placement: [`spec.${role}Template.spec`],
      labels: emqxLabels(role),
      ...(role === 'replicant' && { when: 'spec.replicantTemplate' }),
    })),
    budgets: ['core', 'replicant'].map((role) => ({
      name: `{name}-${role}`,
      labels: emqxLabels(role),
      written: `spec.${role}Template.spec`,
    })),
  },
];
