import type { Maker, PodPart } from './maker.ts';

/** The placement of pods in the templates of Strimzi. */
const strimziPart = (name: string, container: string, more: Partial<PodPart> = {}): PodPart => ({
  name,
  count: [`spec.${name}.replicas`],
  fallback: 3,
  container,
  resources: `spec.${name}.resources`,
  placement: [`spec.${name}.template.pod`],
  ...more,
});

const elastic = (kind: string, container: string, memory: string): Maker => ({
  group: groupOfElastic[kind]!,
  kind,
  source: `https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s/manage-compute-resources#default-values`,
  parts: [
    {
      count: ['spec.count'],
      template: 'spec.podTemplate',
      container,
      defaults: { memory },
    },
  ],
});

const groupOfElastic: Readonly<Record<string, string>> = {
  Kibana: 'kibana.k8s.elastic.co',
  ApmServer: 'apm.k8s.elastic.co',
  EnterpriseSearch: 'enterprisesearch.k8s.elastic.co',
  Logstash: 'logstash.k8s.elastic.co',
  ElasticMapsServer: 'maps.k8s.elastic.co',
};

/** Controllers of search engines, logs and message queues. */
export const searchAndMessaging: readonly Maker[] = [
  {
    group: 'elasticsearch.k8s.elastic.co',
    kind: 'Elasticsearch',
    // Elasticsearch requests 2Gi of memory and no CPU unless its template says otherwise.
    source:
      'https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s/manage-compute-resources, https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s/pod-disruption-budget',
    parts: [
      {
        each: 'spec.nodeSets',
        count: ['count'],
        template: 'podTemplate',
        container: 'elasticsearch',
        defaults: { memory: '2Gi' },
        labels: { 'elasticsearch.k8s.elastic.co/cluster-name': '{name}' },
      },
    ],
    budgets: [
      {
        name: '{name}-es-default',
        labels: { 'elasticsearch.k8s.elastic.co/cluster-name': '{name}' },
        maxUnavailable: 1,
      },
    ],
  },
  elastic('Kibana', 'kibana', '1Gi'),
  elastic('ApmServer', 'apm-server', '512Mi'),
  elastic('EnterpriseSearch', 'enterprise-search', '4Gi'),
  elastic('Logstash', 'logstash', '2Gi'),
  elastic('ElasticMapsServer', 'maps', '200Mi'),
  {
    group: 'beat.k8s.elastic.co',
    kind: 'Beat',
    source: 'https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s/manage-compute-resources',
    parts: [
      {
        count: ['spec.deployment.replicas'],
        template: 'spec.deployment.podTemplate',
        container: 'beat',
        defaults: { cpu: '100m', memory: '300Mi' },
        when: 'spec.deployment',
      },
      {
        template: 'spec.daemonSet.podTemplate',
        container: 'beat',
        defaults: { cpu: '100m', memory: '300Mi' },
        when: 'spec.daemonSet',
        daemon: ['kind', 'Beat'],
      },
    ],
  },
  {
    group: 'agent.k8s.elastic.co',
    kind: 'Agent',
    source: 'https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s/manage-compute-resources',
    parts: [
      {
        count: ['spec.deployment.replicas'],
        template: 'spec.deployment.podTemplate',
        container: 'agent',
        defaults: { cpu: '200m', memory: '350Mi' },
        when: 'spec.deployment',
      },
      {
        count: ['spec.statefulSet.replicas'],
        template: 'spec.statefulSet.podTemplate',
        container: 'agent',
        defaults: { cpu: '200m', memory: '350Mi' },
        when: 'spec.statefulSet',
      },
      {
        template: 'spec.daemonSet.podTemplate',
        container: 'agent',
        defaults: { cpu: '200m', memory: '350Mi' },
        when: 'spec.daemonSet',
        daemon: ['kind', 'Agent'],
      },
    ],
  },
  {
    group: 'opensearch.opster.io',
    kind: 'OpenSearchCluster',
    source: 'https://github.com/opensearch-project/opensearch-k8s-operator/blob/main/docs/designs/crd.md',
    parts: [
      {
        each: 'spec.nodePools',
        count: ['replicas'],
        container: 'opensearch',
        resources: 'resources',
        placement: [''],
      },
      {
        name: 'dashboards',
        count: ['spec.dashboards.replicas'],
        container: 'dashboards',
        resources: 'spec.dashboards.resources',
        placement: ['spec.dashboards'],
        when: 'spec.dashboards.enable',
      },
    ],
  },
  {
    group: 'solr.apache.org',
    kind: 'SolrCloud',
    source: 'https://apache.github.io/solr-operator/docs/solr-cloud/solr-cloud-crd',
    parts: [
      {
        count: ['spec.replicas'],
        fallback: 3,
        container: 'solrcloud-node',
        resources: 'spec.customSolrKubeOptions.podOptions.resources',
        placement: ['spec.customSolrKubeOptions.podOptions'],
      },
    ],
    rest: 'the pods of ZooKeeper',
  },
  {
    group: 'kafka.strimzi.io',
    kind: 'Kafka',
    // With KafkaNodePools, the brokers are theirs. The budget of a cluster allows one pod to be evicted.
    source: 'https://strimzi.io/docs/operators/latest/configuring.html#type-KafkaClusterSpec-reference',
    parts: [
      strimziPart('kafka', 'kafka', { labels: { 'strimzi.io/cluster': '{name}' }, when: 'spec.kafka.replicas' }),
      strimziPart('zookeeper', 'zookeeper', { when: 'spec.zookeeper.replicas' }),
      {
        name: 'entity-operator',
        container: 'topic-operator',
        resources: 'spec.entityOperator.topicOperator.resources',
        placement: ['spec.entityOperator.template.pod'],
        when: 'spec.entityOperator',
      },
      {
        name: 'exporter',
        container: 'kafka-exporter',
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
    budgets: [{ name: '{name}-kafka', labels: { 'strimzi.io/cluster': '{name}' }, maxUnavailable: 1 }],
  },
  {
    group: 'kafka.strimzi.io',
    kind: 'KafkaNodePool',
    source: 'https://strimzi.io/docs/operators/latest/configuring.html#type-KafkaNodePoolSpec-reference',
    parts: [
      {
        count: ['spec.replicas'],
        fallback: 0,
        container: 'kafka',
        resources: 'spec.resources',
        placement: ['spec.template.pod'],
        labels: { 'strimzi.io/cluster': '{label:strimzi.io/cluster}', 'strimzi.io/pool-name': '{name}' },
      },
    ],
  },
  ...['KafkaConnect', 'KafkaMirrorMaker2'].map(
    (kind): Maker => ({
      group: 'kafka.strimzi.io',
      kind,
      source: `https://strimzi.io/docs/operators/latest/configuring.html#type-${kind}Spec-reference`,
      parts: [
        {
          count: ['spec.replicas'],
          fallback: 3,
          container: 'connect',
          resources: 'spec.resources',
          placement: ['spec.template.pod'],
        },
      ],
    }),
  ),
  {
    group: 'kafka.strimzi.io',
    kind: 'KafkaBridge',
    source: 'https://strimzi.io/docs/operators/latest/configuring.html#type-KafkaBridgeSpec-reference',
    parts: [
      {
        count: ['spec.replicas'],
        container: 'bridge',
        resources: 'spec.resources',
        placement: ['spec.template.pod'],
      },
    ],
  },
  {
    group: 'rabbitmq.com',
    kind: 'RabbitmqCluster',
    source: 'https://www.rabbitmq.com/kubernetes/operator/using-operator#resource-reqs',
    parts: [
      {
        count: ['spec.replicas'],
        template: 'spec.override.statefulSet.spec.template',
        container: 'rabbitmq',
        resources: 'spec.resources',
        defaults: { cpu: '1000m', memory: '2Gi' },
        placement: ['spec'],
      },
    ],
  },
  {
    group: 'zookeeper.pravega.io',
    kind: 'ZookeeperCluster',
    source: 'https://github.com/pravega/zookeeper-operator#deploy-a-sample-zookeeper-cluster',
    parts: [
      {
        count: ['spec.replicas'],
        fallback: 3,
        container: 'zookeeper',
        resources: 'spec.pod.resources',
        placement: ['spec.pod'],
      },
    ],
  },
  {
    group: 'apps.emqx.io',
    kind: 'EMQX',
    source: 'https://docs.emqx.com/en/emqx-operator/latest/reference/v2beta1-reference.html',
    parts: [
      {
        name: 'core',
        count: ['spec.coreTemplate.spec.replicas'],
        fallback: 2,
        container: 'emqx',
        resources: 'spec.coreTemplate.spec.resources',
        placement: ['spec.coreTemplate.spec'],
      },
      {
        name: 'replicant',
        count: ['spec.replicantTemplate.spec.replicas'],
        fallback: 2,
        container: 'emqx',
        resources: 'spec.replicantTemplate.spec.resources',
        placement: ['spec.replicantTemplate.spec'],
        when: 'spec.replicantTemplate',
      },
    ],
  },
];
