import type { AddedContainer, MadeBudget, Maker, PodPart } from './maker.ts';

/** The container that reloads the configuration. Its requests are flags of the operator. */
const reloader: readonly AddedContainer[] = [{ name: 'config-reloader', requests: { cpu: '10m', memory: '50Mi' } }];

const prometheusOperator = 'https://github.com/prometheus-operator/prometheus-operator/blob/main';
const prometheus = (kind: string, file: string, part: PodPart): Maker => ({
  group: 'monitoring.coreos.com',
  kind,
  source: `${prometheusOperator}/${file}, ${prometheusOperator}/cmd/operator/main.go`,
  parts: [{ placement: ['spec'], resources: 'spec.resources', adds: reloader, ...part }],
  budgets: [],
});

const victoriaLabels = (app: string) => ({
  'app.kubernetes.io/name': app,
  'app.kubernetes.io/instance': '{name}',
  'app.kubernetes.io/component': 'monitoring',
  'managed-by': 'vm-operator',
});

/** Kinds of VictoriaMetrics whose pods may have a container that reloads the configuration. */
const reloads = ['VMAgent', 'VMAlert', 'VMAlertmanager', 'VMAuth'];

/** A kind of VictoriaMetrics, with the requests that its operator fills in. A budget exists only if it is written. */
const victoria = (kind: string, parts: readonly PodPart[], budgets: readonly MadeBudget[]): Maker => ({
  group: 'operator.victoriametrics.com',
  kind,
  source: [
    'https://github.com/VictoriaMetrics/operator/blob/master/docs/env.md',
    'https://github.com/VictoriaMetrics/operator/blob/master/internal/controller/operator/factory/build/container.go',
    'https://github.com/VictoriaMetrics/operator/blob/master/internal/controller/operator/factory/build/pdb.go',
  ].join(', '),
  parts,
  budgets,
  ...uncountedPart(kind),
});

/** What a kind of VictoriaMetrics may run in addition, and when. */
function uncountedPart(kind: string): Pick<Maker, 'rest' | 'restWhen'> {
  if (reloads.includes(kind)) return { rest: 'the container that reloads the configuration' };
  return { rest: 'backups and load balancers', restWhen: ['spec.vmBackup', 'spec.requestsLoadBalancer.enabled'] };
}

/** A component of a cluster of VictoriaMetrics. */
const component = (name: string, cpu: string, memory: string): PodPart => ({
  name,
  count: [`spec.${name}.replicaCount`],
  container: name,
  resources: `spec.${name}.resources`,
  defaults: { cpu, memory },
  placement: [`spec.${name}`],
  labels: victoriaLabels(name),
  when: `spec.${name}`,
});
const componentBudget = (name: string): MadeBudget => ({
  name: `${name}-{name}`,
  labels: victoriaLabels(name),
  written: `spec.${name}.podDisruptionBudget`,
});

const single = (kind: string, cpu: string, memory: string, more: Partial<PodPart> = {}): Maker => {
  const app = kind.toLowerCase();
  return victoria(
    kind,
    [
      {
        count: ['spec.replicaCount'],
        container: app,
        resources: 'spec.resources',
        defaults: { cpu, memory },
        placement: ['spec'],
        labels: victoriaLabels(app),
        ...more,
      },
    ],
    [{ name: `${app}-{name}`, labels: victoriaLabels(app), written: 'spec.podDisruptionBudget' }],
  );
};
const victoriaCluster = (kind: string, ...components: readonly (readonly [string, string, string])[]): Maker =>
  victoria(
    kind,
    components.map((parts) => component(...parts)),
    components.map(([name]) => componentBudget(name)),
  );

const temporalService = (name: string): PodPart => ({
  name,
  count: [`spec.services.${name}.replicas`],
  container: 'service',
  resources: `spec.services.${name}.resources`,
});

const kserveModels = [
  'sklearn',
  'xgboost',
  'tensorflow',
  'pytorch',
  'triton',
  'onnx',
  'huggingface',
  'pmml',
  'lightgbm',
];

const collectorLabels = {
  'app.kubernetes.io/managed-by': 'opentelemetry-operator',
  'app.kubernetes.io/part-of': 'opentelemetry',
  'app.kubernetes.io/component': 'opentelemetry-collector',
  'app.kubernetes.io/instance': '{metadata.namespace}.{name}',
};

/** An installation of ClickHouse or its keeper. Explicit shards and replicas may be any number. */
const altinity = (group: string, kind: string, short: 'chi' | 'chk', part: PodPart): Maker => {
  const labels = { [`${group}/${short}`]: '{name}', [`${group}/cluster`]: '{entry}' };
  return {
    group,
    kind,
    source: [
      `https://github.com/Altinity/clickhouse-operator/blob/master/pkg/model/${short}/normalizer/normalizer.go`,
      'https://github.com/Altinity/clickhouse-operator/blob/master/pkg/model/common/creator/pdb.go',
      `https://github.com/Altinity/clickhouse-operator/blob/master/pkg/model/${short}/namer/patterns.go`,
    ].join(', '),
    paused: 'spec.stop',
    parts: [
      {
        each: 'spec.configuration.clusters',
        unknownIf: ['layout.shards', 'layout.replicas'],
        templateOf: {
          list: '/spec.templates.podTemplates',
          name: 'templates.podTemplate|/spec.defaults.templates.podTemplate',
        },
        labels,
        ...part,
      },
    ],
    budgets: [
      {
        name: `${short}-{name}-{entry}`,
        each: 'spec.configuration.clusters',
        labels,
        maxUnavailable: { at: 'pdbMaxUnavailable', fallback: 1 },
        unless: ['pdbManaged', 'false', 'no', 'off', '0'],
      },
    ],
  };
};

/**
 * Controllers of services, of models, of virtual machines and of monitoring. Every row was compared with the source text that it names.
 */
export const servingAndMonitoring: readonly Maker[] = [
  {
    group: 'serving.knative.dev',
    kind: 'Service',
    // Without `min-scale`, a service without traffic has no pods. Each pod also has a queue-proxy that requests 25m.
    source: [
      'https://github.com/knative/serving/blob/main/pkg/apis/autoscaling/register.go',
      'https://github.com/knative/serving/blob/main/pkg/deployment/config.go',
      'https://github.com/knative/serving/blob/main/config/core/configmaps/autoscaler.yaml',
    ].join(', '),
    parts: [
      {
        count: [
          'spec.template.metadata.annotations.autoscaling\\.knative\\.dev/min-scale|spec.template.metadata.annotations.autoscaling\\.knative\\.dev/minScale',
        ],
        fallback: 0,
        template: 'spec.template',
        adds: [{ name: 'queue-proxy', requests: { cpu: '25m' } }],
      },
    ],
    rest: 'the pods that traffic asks for',
  },
  {
    group: 'serving.kserve.io',
    kind: 'InferenceService',
    source: [
      'https://github.com/kserve/kserve/blob/master/pkg/apis/serving/v1beta1/component.go',
      'https://github.com/kserve/kserve/blob/master/pkg/apis/serving/v1beta1/inference_service_defaults.go',
      'https://github.com/kserve/kserve/blob/master/config/configmap/inferenceservice.yaml',
    ].join(', '),
    parts: [
      {
        name: 'predictor',
        count: ['spec.predictor.minReplicas'],
        bounds: { min: 'spec.predictor.minReplicas', max: 'spec.predictor.maxReplicas', least: 1 },
        pod: 'spec.predictor',
        container: 'kserve-container',
        isFallback: true,
        resources: ['model', ...kserveModels].map((model) => `spec.predictor.${model}.resources`).join('|'),
        defaults: { cpu: '1', memory: '2Gi' },
        defaultsFor: 'request',
        when: 'spec.predictor',
      },
      {
        name: 'transformer',
        count: ['spec.transformer.minReplicas'],
        bounds: { min: 'spec.transformer.minReplicas', max: 'spec.transformer.maxReplicas', least: 1 },
        pod: 'spec.transformer',
        when: 'spec.transformer',
      },
    ],
    budgets: [],
    rest: 'the proxies of Knative',
  },
  {
    group: 'machinelearning.seldon.io',
    kind: 'SeldonDeployment',
    source:
      'https://github.com/SeldonIO/seldon-core/blob/master/operator/apis/machinelearning.seldon.io/v1/seldondeployment_types.go',
    parts: [
      {
        each: 'spec.predictors',
        count: ['componentSpecs.0.replicas|replicas|/spec.replicas'],
        unknownIf: ['componentSpecs.1'],
        template: 'componentSpecs.0',
      },
    ],
    rest: 'the orchestrator of each predictor',
  },
  {
    group: 'kubevirt.io',
    kind: 'VirtualMachine',
    // A running machine is one pod. It requests the memory of the guest, and a tenth of its cores.
    source: [
      'https://github.com/kubevirt/kubevirt/blob/main/staging/src/kubevirt.io/api/core/v1/types.go',
      'https://github.com/kubevirt/kubevirt/blob/main/pkg/virt-controller/services/renderresources.go',
      'https://github.com/kubevirt/kubevirt/blob/main/pkg/virt-config/virt-config.go',
    ].join(', '),
    parts: ['spec.running', 'spec.runStrategy'].map((when) => ({
      container: 'compute',
      form: 'kubevirt' as const,
      resources: 'spec.template.spec.domain',
      placement: ['spec.template.spec'],
      when,
      unless: ['spec.runStrategy', 'Halted', 'Manual', 'WaitAsReceiver'] as const,
      unknownIf: ['spec.instancetype'],
    })),
    rest: 'what a machine needs in addition to its guest',
  },
  prometheus('Prometheus', 'pkg/prometheus/common.go', {
    count: ['spec.replicas', 'spec.shards'],
    container: 'prometheus',
  }),
  prometheus('PrometheusAgent', 'pkg/prometheus/common.go', {
    count: ['spec.replicas', 'spec.shards'],
    container: 'prometheus',
    daemon: ['spec.mode', 'DaemonSet'],
  }),
  prometheus('Alertmanager', 'pkg/alertmanager/statefulset.go', {
    count: ['spec.replicas'],
    container: 'alertmanager',
    defaults: { memory: '200Mi' },
    defaultsFor: 'request',
  }),
  prometheus('ThanosRuler', 'pkg/thanos/statefulset.go', {
    count: ['spec.replicas'],
    container: 'thanos-ruler',
    defaults: { memory: '200Mi' },
    defaultsFor: 'request',
  }),
  single('VMSingle', '150m', '500Mi'),
  single('VLSingle', '150m', '500Mi'),
  single('VMAgent', '50m', '200Mi', {
    count: ['spec.replicaCount', 'spec.shardCount'],
    daemon: ['spec.daemonSetMode', 'true'],
  }),
  single('VMAlert', '50m', '200Mi'),
  single('VMAlertmanager', '30m', '56Mi', { container: 'alertmanager' }),
  single('VMAuth', '50m', '100Mi'),
  victoriaCluster(
    'VMCluster',
    ['vmstorage', '250m', '500Mi'],
    ['vmselect', '100m', '500Mi'],
    ['vminsert', '150m', '200Mi'],
  ),
  victoriaCluster(
    'VLCluster',
    ['vlstorage', '200m', '512Mi'],
    ['vlselect', '100m', '256Mi'],
    ['vlinsert', '100m', '256Mi'],
  ),
  {
    group: 'opentelemetry.io',
    kind: 'OpenTelemetryCollector',
    // The budget allows one pod to be evicted unless the object says otherwise. Agents and sidecars have none.
    source: [
      'https://github.com/open-telemetry/opentelemetry-operator/blob/main/docs/api/opentelemetrycollectors.md',
      'https://github.com/open-telemetry/opentelemetry-operator/blob/main/internal/manifests/collector/collector.go',
      'https://github.com/open-telemetry/opentelemetry-operator/blob/main/internal/manifests/collector/poddisruptionbudget.go',
    ].join(', '),
    parts: [
      {
        count: ['spec.replicas'],
        bounds: {
          min: 'spec.autoscaler.minReplicas|spec.replicas',
          max: 'spec.autoscaler.maxReplicas',
          when: 'spec.autoscaler.maxReplicas',
          least: 1,
        },
        container: 'otc-container',
        resources: 'spec.resources',
        placement: ['spec'],
        daemon: ['spec.mode', 'daemonset'],
        unless: ['spec.mode', 'sidecar'],
        labels: collectorLabels,
      },
    ],
    budgets: [
      {
        name: '{name}-collector',
        labels: collectorLabels,
        maxUnavailable: 1,
        written: 'spec.podDisruptionBudget',
        unless: ['spec.mode', 'daemonset', 'sidecar'],
      },
    ],
    rest: 'the target allocator',
    restWhen: ['spec.targetAllocator.enabled'],
  },
  {
    group: 'grafana.integreatly.org',
    kind: 'Grafana',
    source:
      'https://github.com/grafana/grafana-operator/blob/master/controllers/reconcilers/grafana/deployment_reconciler.go',
    parts: [
      {
        count: ['spec.deployment.spec.replicas'],
        template: 'spec.deployment.spec.template',
        container: 'grafana',
        defaults: { cpu: '100m', memory: '256Mi' },
        defaultsFor: 'request',
      },
    ],
    budgets: [],
  },
  altinity('clickhouse-keeper.altinity.com', 'ClickHouseKeeperInstallation', 'chk', {
    count: ['layout.replicasCount', 'layout.shardsCount'],
    container: 'clickhouse-keeper',
  }),
  altinity('clickhouse.altinity.com', 'ClickHouseInstallation', 'chi', {
    count: ['layout.shardsCount', 'layout.replicasCount'],
    container: 'clickhouse',
  }),
  {
    group: 'temporal.io',
    kind: 'TemporalCluster',
    source: [
      'https://github.com/alexandrevilain/temporal-operator/blob/main/api/v1beta1/temporalcluster_types.go',
      'https://github.com/alexandrevilain/temporal-operator/blob/main/api/v1beta1/temporalcluster_defaults.go',
    ].join(', '),
    parts: [
      ...['frontend', 'history', 'matching', 'worker'].map(temporalService),
      { ...temporalService('internalFrontend'), when: 'spec.services.internalFrontend.enabled' },
      {
        name: 'ui',
        count: ['spec.ui.replicas'],
        container: 'ui',
        resources: 'spec.ui.resources',
        when: 'spec.ui.enabled',
      },
    ],
    budgets: [],
    rest: 'admin tools, and what `overrides` change',
    restWhen: ['spec.admintools.enabled', 'spec.services.overrides'],
  },
];
