import type { Maker, PodPart } from './maker.ts';

/** The container that reloads the configuration. Its requests are flags of the operator. */
const reloader = { 'config-reloader': { cpu: '10m', memory: '50Mi' } };

const prometheus = (kind: string, part: PodPart): Maker => ({
  group: 'monitoring.coreos.com',
  kind,
  source: 'https://prometheus-operator.dev/docs/api-reference/api/, cmd/operator/main.go (config-reloader-cpu-request)',
  paused: 'spec.paused',
  parts: [{ placement: ['spec'], resources: 'spec.resources', adds: reloader, ...part }],
});

const victoria = (kind: string, ...parts: readonly PodPart[]): Maker => ({
  group: 'operator.victoriametrics.com',
  kind,
  source: 'https://docs.victoriametrics.com/operator/api/',
  paused: 'spec.paused',
  parts,
});

/** A component of a cluster of VictoriaMetrics. */
const component = (name: string): PodPart => ({
  name,
  count: [`spec.${name}.replicaCount`],
  container: name,
  resources: `spec.${name}.resources`,
  placement: [`spec.${name}`],
  when: `spec.${name}`,
});

const single = (container: string, more: Partial<PodPart> = {}): PodPart => ({
  count: ['spec.replicaCount'],
  container,
  resources: 'spec.resources',
  placement: ['spec'],
  ...more,
});

const temporalService = (name: string): PodPart => ({
  name,
  count: [`spec.services.${name}.replicas`],
  container: 'service',
  resources: `spec.services.${name}.resources`,
  placement: [`spec.services.${name}`],
});

/** Controllers of services, of models, of virtual machines and of monitoring. */
export const servingAndMonitoring: readonly Maker[] = [
  {
    group: 'serving.knative.dev',
    kind: 'Service',
    // Without `min-scale`, a service without traffic has no pods. Each pod also has a queue-proxy that requests 25m.
    source:
      'https://knative.dev/docs/serving/autoscaling/scale-bounds/, https://knative.dev/docs/serving/services/configure-requests-limits-services/',
    parts: [
      {
        count: ['spec.template.metadata.annotations.autoscaling\\.knative\\.dev/min-scale'],
        fallback: 0,
        template: 'spec.template',
        adds: { 'queue-proxy': { cpu: '25m' } },
      },
    ],
    rest: 'the pods that traffic asks for',
  },
  {
    group: 'serving.kserve.io',
    kind: 'InferenceService',
    source: 'https://kserve.github.io/website/docs/reference/crd-api',
    parts: [
      {
        name: 'predictor',
        count: ['spec.predictor.minReplicas'],
        bounds: { min: 'spec.predictor.minReplicas', max: 'spec.predictor.maxReplicas' },
        pod: 'spec.predictor',
        container: 'kserve-container',
        isFallback: true,
        resources: 'spec.predictor.model.resources',
        defaults: { cpu: '1', memory: '2Gi' },
        when: 'spec.predictor',
      },
      {
        name: 'transformer',
        count: ['spec.transformer.minReplicas'],
        bounds: { min: 'spec.transformer.minReplicas', max: 'spec.transformer.maxReplicas' },
        pod: 'spec.transformer',
        when: 'spec.transformer',
      },
    ],
  },
  {
    group: 'machinelearning.seldon.io',
    kind: 'SeldonDeployment',
    source: 'https://docs.seldon.ai/seldon-core-1/configuration/deployments/scaling',
    parts: [{ each: 'spec.predictors', count: ['replicas'], template: 'componentSpecs.0' }],
    rest: 'the orchestrator of each predictor',
  },
  {
    group: 'kubevirt.io',
    kind: 'VirtualMachine',
    // A running machine is one pod. It requests the memory of the guest, and a tenth of its cores.
    source: 'https://kubevirt.io/user-guide/compute/resources_requests_and_limits/',
    parts: [
      {
        container: 'compute',
        resources: 'spec.template.spec.domain.resources',
        placement: ['spec.template.spec'],
        when: 'spec.running',
      },
      {
        container: 'compute',
        resources: 'spec.template.spec.domain.resources',
        placement: ['spec.template.spec'],
        when: 'spec.runStrategy',
      },
    ],
    rest: 'what a machine needs in addition to its guest',
  },
  prometheus('Prometheus', { count: ['spec.replicas', 'spec.shards'], container: 'prometheus' }),
  prometheus('PrometheusAgent', {
    count: ['spec.replicas', 'spec.shards'],
    container: 'prometheus',
    daemon: ['spec.mode', 'DaemonSet'],
  }),
  prometheus('Alertmanager', { count: ['spec.replicas'], container: 'alertmanager', defaults: { memory: '200Mi' } }),
  prometheus('ThanosRuler', { count: ['spec.replicas'], container: 'thanos-ruler' }),
  victoria('VMSingle', single('vmsingle')),
  victoria('VLSingle', single('vlsingle')),
  victoria(
    'VMAgent',
    single('vmagent', { count: ['spec.replicaCount', 'spec.shardCount'], daemon: ['spec.daemonSetMode', 'true'] }),
  ),
  victoria('VMAlert', single('vmalert')),
  victoria('VMAlertmanager', single('alertmanager')),
  victoria('VMAuth', single('vmauth')),
  victoria('VMCluster', component('vmstorage'), component('vmselect'), component('vminsert')),
  victoria('VLCluster', component('vlstorage'), component('vlselect'), component('vlinsert')),
  {
    group: 'opentelemetry.io',
    kind: 'OpenTelemetryCollector',
    source: 'https://github.com/open-telemetry/opentelemetry-operator/blob/main/docs/api/opentelemetrycollectors.md',
    parts: [
      {
        count: ['spec.replicas'],
        bounds: { min: 'spec.autoscaler.minReplicas', max: 'spec.autoscaler.maxReplicas', when: 'spec.autoscaler' },
        container: 'otc-container',
        resources: 'spec.resources',
        placement: ['spec'],
        daemon: ['spec.mode', 'daemonset'],
        unless: ['spec.mode', 'sidecar'],
      },
    ],
  },
  {
    group: 'grafana.integreatly.org',
    kind: 'Grafana',
    source: 'https://grafana.github.io/grafana-operator/docs/api/',
    parts: [
      {
        count: ['spec.deployment.spec.replicas'],
        template: 'spec.deployment.spec.template',
        container: 'grafana',
        defaults: { cpu: '100m', memory: '256Mi' },
      },
    ],
  },
  {
    group: 'clickhouse-keeper.altinity.com',
    kind: 'ClickHouseKeeperInstallation',
    source: 'https://github.com/Altinity/clickhouse-operator/blob/master/docs/keeper-readme.md',
    parts: [
      {
        each: 'spec.configuration.clusters',
        count: ['layout.replicasCount'],
        template: '/spec.templates.podTemplates.0',
        container: 'clickhouse-keeper',
      },
    ],
  },
  {
    group: 'clickhouse.altinity.com',
    kind: 'ClickHouseInstallation',
    source: 'https://github.com/Altinity/clickhouse-operator/blob/master/docs/custom_resource_explained.md',
    parts: [
      {
        each: 'spec.configuration.clusters',
        count: ['layout.shardsCount', 'layout.replicasCount'],
        template: '/spec.templates.podTemplates.0',
        container: 'clickhouse',
        labels: { 'clickhouse.altinity.com/chi': '{name}' },
      },
    ],
    budgets: [{ name: '{name}', labels: { 'clickhouse.altinity.com/chi': '{name}' }, maxUnavailable: 1 }],
  },
  {
    group: 'temporal.io',
    kind: 'TemporalCluster',
    source: 'https://temporal-operator.pages.dev/api/v1beta1/',
    parts: [
      ...['frontend', 'history', 'matching', 'worker'].map(temporalService),
      {
        name: 'ui',
        count: ['spec.ui.replicas'],
        container: 'ui',
        resources: 'spec.ui.resources',
        when: 'spec.ui.enabled',
      },
    ],
  },
];
