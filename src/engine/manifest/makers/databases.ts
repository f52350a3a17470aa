import type { AddedContainer, MadeBudget, Maker, PodPart } from './maker.ts';

const github = 'https://github.com';

/** The labels of Percona's pods. */
const percona = (product: string, component: string, more: Readonly<Record<string, string>> = {}) => ({
  'app.kubernetes.io/name': product,
  'app.kubernetes.io/part-of': product,
  'app.kubernetes.io/managed-by': `${product}-operator`,
  'app.kubernetes.io/instance': '{name}',
  'app.kubernetes.io/component': component,
  ...more,
});

/** A component of a PerconaXtraDBCluster, and its budget. */
const xtradb = (name: string): PodPart => ({
  name,
  count: [`spec.${name}.size`],
  fallback: null,
  container: name,
  resources: `spec.${name}.resources`,
  placement: [`spec.${name}`],
  labels: percona('percona-xtradb-cluster', name),
  ...(name !== 'pxc' && { when: `spec.${name}.enabled` }),
});
const xtradbBudget = (name: string): MadeBudget => ({
  name: `{name}-${name}`,
  labels: percona('percona-xtradb-cluster', name),
  maxUnavailable: 1,
  written: `spec.${name}.podDisruptionBudget`,
  ...(name !== 'pxc' && { when: `spec.${name}.enabled` }),
});

const mysqlLabels = (app: string, component: string) => ({
  'app.kubernetes.io/name': app,
  'app.kubernetes.io/instance': '{name}',
  'app.kubernetes.io/component': component,
});

/** A component of a PerconaServerMySQL. Its budget exists only if it is written. */
const mysqlPart = (path: string, app: string, component: string, more: Partial<PodPart> = {}): PodPart => ({
  name: app,
  count: [`${path}.size`],
  fallback: null,
  container: app,
  resources: `${path}.resources`,
  placement: [path],
  labels: mysqlLabels(app, component),
  ...more,
});
const mysqlBudget = (path: string, app: string, component: string): MadeBudget => ({
  name: `{name}-${app}`,
  labels: mysqlLabels(app, component),
  written: `${path}.podDisruptionBudget`,
  ...(app !== 'mysql' && { when: `${path}.enabled` }),
});

const crunchyLabel = (key: string): string => `postgres-operator.crunchydata.com/${key}`;
const crunchySet = { [crunchyLabel('cluster')]: '{name}', [crunchyLabel('instance-set')]: '{entry}' };
const crunchyBouncer = { [crunchyLabel('cluster')]: '{name}', [crunchyLabel('role')]: 'pgbouncer' };

/** The pods and budgets of Crunchy's operator, from which Percona's is made. */
const crunchy: Pick<Maker, 'parts' | 'budgets' | 'rest'> = {
  parts: [
    {
      each: 'spec.instances',
      count: ['replicas'],
      container: 'database',
      resources: 'resources',
      placement: [''],
      labels: crunchySet,
    },
    {
      name: 'pgbouncer',
      count: ['spec.proxy.pgBouncer.replicas'],
      container: 'pgbouncer',
      resources: 'spec.proxy.pgBouncer.resources',
      placement: ['spec.proxy.pgBouncer'],
      labels: crunchyBouncer,
      when: 'spec.proxy.pgBouncer',
    },
  ],
  // One pod of several must stay. A `minAvailable` of the object replaces that.
  budgets: [
    {
      name: '{name}-set-{entry}',
      each: 'spec.instances',
      labels: crunchySet,
      minAvailable: 1,
      written: '',
      from: { count: 'replicas', atLeast: 2 },
    },
    {
      name: '{name}-pgbouncer',
      labels: crunchyBouncer,
      minAvailable: 1,
      written: 'spec.proxy.pgBouncer',
      from: { count: 'spec.proxy.pgBouncer.replicas', atLeast: 2 },
      when: 'spec.proxy.pgBouncer',
    },
  ],
  rest: 'the repository host and the jobs of pgBackRest, and the containers next to the database',
};

const cnpg = { 'cnpg.io/cluster': '{name}' };
const cnpgPart: Partial<PodPart> = {
  container: 'postgres',
  resources: 'spec.resources',
  placement: ['spec', 'spec.affinity'],
};

const cassandraLabels = {
  'cassandra.datastax.com/cluster': '{spec.clusterName}',
  'cassandra.datastax.com/datacenter': '{name}',
};

/** The exporter of Redis, if an object has one. */
const redisExporter: AddedContainer = {
  name: 'redis-exporter',
  resources: 'spec.redisExporter.resources',
  when: 'spec.redisExporter.enabled',
};
const opstree = (kind: string, file: string, part: PodPart, more: Partial<Maker> = {}): Maker => ({
  group: 'redis.redis.opstreelabs.in',
  kind,
  source: [
    `${github}/OT-CONTAINER-KIT/redis-operator/blob/main/api/${file}/v1beta2/${file}_types.go`,
    `${github}/OT-CONTAINER-KIT/redis-operator/blob/main/internal/k8sutils/poddisruption.go`,
  ].join(', '),
  parts: [{ resources: 'spec.kubernetesConfig.resources', placement: ['spec'], adds: [redisExporter], ...part }],
  ...more,
});
/** A role of a RedisCluster, and its budget: a majority, unless the object says otherwise. */
const redisRole = (role: 'leader' | 'follower', path: string): PodPart => ({
  name: role,
  count: [`${path}.replicas|spec.clusterSize`],
  fallback: null,
  container: `{name}-${role}`,
  resources: `${path}.resources|spec.kubernetesConfig.resources`,
  placement: [path, 'spec'],
  adds: [redisExporter],
  labels: { app: `{name}-${role}`, role },
});
const redisBudget = (name: string, app: string, role: string, path: string): MadeBudget => ({
  name,
  labels: { app, role },
  minAvailable: { majority: 'spec.clusterSize' },
  written: `${path}pdb`,
  when: `${path}pdb.enabled`,
});

/** A component of a RedisFailover, and its budget: two pods stay, one of two. */
const failover = (name: 'redis' | 'sentinel', exporter: string): PodPart => ({
  name,
  count: [`spec.${name}.replicas`],
  fallback: 3,
  container: name,
  resources: `spec.${name}.resources`,
  placement: [`spec.${name}`],
  adds: [
    {
      name: exporter,
      requests: { cpu: '10m', memory: '50Mi' },
      resources: `spec.${name}.exporter.resources`,
      when: `spec.${name}.exporter.enabled`,
    },
  ],
  labels: failoverLabels(name),
});
function failoverLabels(name: string) {
  return {
    'app.kubernetes.io/name': '{name}',
    'app.kubernetes.io/component': name,
    'app.kubernetes.io/part-of': 'redis-failover',
  };
}
const failoverBudgets = (name: string, short: string): readonly MadeBudget[] =>
  [2, 1].map((minAvailable) => ({
    name: `rf${short}-{name}`,
    labels: failoverLabels(name),
    minAvailable,
    ...(minAvailable === 2 && { from: { count: 'spec.redis.replicas', atLeast: 3, fallback: 3 } }),
    unless: [`spec.${name}.disablePodDisruptionBudget`, 'true'],
  }));

const mariadbLabels = { 'app.kubernetes.io/name': 'mariadb', 'app.kubernetes.io/instance': '{name}' };
const scyllaLabels = { 'scylla/cluster': '{name}', 'app.kubernetes.io/name': 'scylla' };
const cockroachLabels = {
  'app.kubernetes.io/name': 'cockroachdb',
  'app.kubernetes.io/instance': '{name}',
  'app.kubernetes.io/component': 'database',
};
const innodbLabels = { component: 'mysqld', tier: 'mysql', 'mysql.oracle.com/cluster': '{name}' };

/** Controllers of databases. Every row was compared with the source text that it names. */
export const databases: readonly Maker[] = [
  {
    group: 'postgresql.cnpg.io',
    kind: 'Cluster',
    // The budget of the primary allows no eviction: "minAvailable: 1" of one pod, whatever the number of instances. While nodes are
    // maintained, the budget of the replicas does not exist, and that of a single instance neither.
    source: [
      `${github}/cloudnative-pg/cloudnative-pg/blob/main/pkg/specs/poddisruptionbudget.go`,
      `${github}/cloudnative-pg/cloudnative-pg/blob/main/internal/controller/cluster_create.go`,
      `${github}/cloudnative-pg/cloudnative-pg/blob/main/docs/src/kubernetes_upgrade.md`,
    ].join(', '),
    paused: 'metadata.annotations.cnpg\\.io/hibernation',
    parts: [
      { name: 'primary', ...cnpgPart, labels: { ...cnpg, 'cnpg.io/instanceRole': 'primary' } },
      {
        name: 'replicas',
        count: [{ at: 'spec.instances', less: 1 }],
        ...cnpgPart,
        labels: { ...cnpg, 'cnpg.io/instanceRole': 'replica' },
      },
    ],
    budgets: [
      {
        name: '{name}-primary',
        labels: { ...cnpg, 'cnpg.io/instanceRole': 'primary' },
        minAvailable: 1,
        from: { count: 'spec.instances', atLeast: 2 },
        unless: ['spec.enablePDB', 'false'],
      },
      {
        name: '{name}-primary',
        labels: { ...cnpg, 'cnpg.io/instanceRole': 'primary' },
        minAvailable: 1,
        unless: ['spec.nodeMaintenanceWindow.inProgress|spec.enablePDB', 'true', 'false'],
      },
      {
        name: '{name}',
        labels: { ...cnpg, 'cnpg.io/instanceRole': 'replica' },
        minAvailable: { count: 'spec.instances', less: 2 },
        from: { count: 'spec.instances', atLeast: 3 },
        unless: ['spec.enablePDB', 'false'],
      },
    ],
    rest: 'the containers of plugins',
    restWhen: ['spec.plugins'],
  },
  {
    group: 'postgresql.cnpg.io',
    kind: 'Pooler',
    source: [
      `${github}/cloudnative-pg/cloudnative-pg/blob/main/pkg/specs/pgbouncer/deployments.go`,
      `${github}/cloudnative-pg/cloudnative-pg/blob/main/docs/src/connection_pooling.md`,
    ].join(', '),
    parts: [
      {
        count: ['spec.instances'],
        template: 'spec.template',
        container: 'pgbouncer',
        labels: { 'cnpg.io/poolerName': '{name}' },
      },
    ],
    budgets: [],
  },
  {
    group: 'acid.zalan.do',
    kind: 'postgresql',
    // What is not requested is requested as the configuration says that comes with the operator, whatever the limits. The second budget
    // selects pods only while the operator does something critical to them.
    source: [
      `${github}/zalando/postgres-operator/blob/master/pkg/cluster/k8sres.go`,
      `${github}/zalando/postgres-operator/blob/master/pkg/cluster/connection_pooler.go`,
      `${github}/zalando/postgres-operator/blob/master/charts/postgres-operator/values.yaml`,
    ].join(', '),
    parts: [
      ...(['master', 'replica'] as const).map(
        (role): PodPart => ({
          name: role === 'master' ? role : 'replicas',
          ...(role === 'replica' && { count: [{ at: 'spec.numberOfInstances', less: 1 }] }),
          container: 'postgres',
          resources: 'spec.resources',
          defaults: { cpu: '100m', memory: '100Mi' },
          defaultsFor: 'request',
          placement: ['spec'],
          labels: { 'cluster-name': '{name}', 'spilo-role': role },
          when: 'spec.numberOfInstances',
        }),
      ),
      ...(
        [
          ['pooler', 'spec.enableConnectionPooler|spec.connectionPooler'],
          ['replica-pooler', 'spec.enableReplicaConnectionPooler'],
        ] as const
      ).map(
        ([name, when]): PodPart => ({
          name,
          count: ['spec.connectionPooler.numberOfInstances'],
          fallback: 2,
          container: 'connection-pooler',
          resources: 'spec.connectionPooler.resources',
          defaults: { cpu: '500m', memory: '100Mi' },
          defaultsFor: 'request',
          when,
        }),
      ),
    ],
    budgets: [
      {
        name: 'postgres-{name}-pdb',
        labels: { 'cluster-name': '{name}', 'spilo-role': 'master' },
        minAvailable: 1,
        when: 'spec.numberOfInstances',
      },
    ],
    rest: 'the sidecars of the operator and the jobs of logical backups',
    restWhen: ['spec.sidecars', 'spec.enableLogicalBackup'],
  },
  {
    group: 'postgres-operator.crunchydata.com',
    kind: 'PostgresCluster',
    source: [
      `${github}/CrunchyData/postgres-operator/blob/main/internal/controller/postgrescluster/instance.go`,
      `${github}/CrunchyData/postgres-operator/blob/main/internal/controller/postgrescluster/pod_disruption_budget.go`,
    ].join(', '),
    paused: 'spec.shutdown',
    ...crunchy,
  },
  {
    group: 'pgv2.percona.com',
    kind: 'PerconaPGCluster',
    source: [
      `${github}/percona/percona-postgresql-operator/blob/main/internal/controller/postgrescluster/instance.go`,
      `${github}/percona/percona-postgresql-operator/blob/main/internal/controller/postgrescluster/pod_disruption_budget.go`,
      `${github}/percona/percona-postgresql-operator/blob/main/pkg/apis/pgv2.percona.com/v2/perconapgcluster_types.go`,
    ].join(', '),
    paused: 'spec.pause',
    ...crunchy,
  },
  {
    group: 'pxc.percona.com',
    kind: 'PerconaXtraDBCluster',
    source: [
      `${github}/percona/percona-xtradb-cluster-operator/blob/main/pkg/apis/pxc/v1/pxc_types.go`,
      `${github}/percona/percona-xtradb-cluster-operator/blob/main/pkg/pxc/pdb.go`,
    ].join(', '),
    paused: 'spec.pause',
    parts: ['pxc', 'haproxy', 'proxysql'].map(xtradb),
    budgets: ['pxc', 'haproxy', 'proxysql'].map(xtradbBudget),
    rest: 'backups, and the containers that collect logs and metrics',
    restWhen: ['spec.backup', 'spec.pmm.enabled', 'spec.logcollector.enabled'],
  },
  {
    group: 'ps.percona.com',
    kind: 'PerconaServerMySQL',
    source: [
      `${github}/percona/percona-server-mysql-operator/blob/main/api/v1/perconaservermysql_types.go`,
      `${github}/percona/percona-server-mysql-operator/blob/main/pkg/k8s/utils.go`,
      `${github}/percona/percona-server-mysql-operator/blob/main/pkg/k8s/pdb.go`,
    ].join(', '),
    paused: 'spec.pause',
    parts: [
      mysqlPart('spec.mysql', 'mysql', 'database'),
      mysqlPart('spec.proxy.haproxy', 'haproxy', 'proxy', { when: 'spec.proxy.haproxy.enabled' }),
      mysqlPart('spec.proxy.router', 'router', 'proxy', { when: 'spec.proxy.router.enabled' }),
    ],
    budgets: [
      mysqlBudget('spec.mysql', 'mysql', 'database'),
      mysqlBudget('spec.proxy.haproxy', 'haproxy', 'proxy'),
      mysqlBudget('spec.proxy.router', 'router', 'proxy'),
    ],
    rest: 'the orchestrator, backups, and the containers that collect metrics',
    restWhen: ['spec.orchestrator.enabled', 'spec.backup.enabled', 'spec.pmm.enabled'],
  },
  {
    group: 'psmdb.percona.com',
    kind: 'PerconaServerMongoDB',
    source: [
      `${github}/percona/percona-server-mongodb-operator/blob/main/pkg/apis/psmdb/v1/psmdb_defaults.go`,
      `${github}/percona/percona-server-mongodb-operator/blob/main/pkg/psmdb/pdb.go`,
      `${github}/percona/percona-server-mongodb-operator/blob/main/pkg/psmdb/statefulset.go`,
    ].join(', '),
    paused: 'spec.pause',
    parts: [
      {
        each: 'spec.replsets',
        count: ['size'],
        fallback: null,
        container: 'mongod',
        resources: 'resources',
        placement: [''],
        adds: [{ name: 'backup-agent', resources: '/spec.backup.resources', when: '/spec.backup.enabled' }],
        labels: percona('percona-server-mongodb', 'mongod', { 'app.kubernetes.io/replset': '{entry}' }),
      },
      {
        name: 'cfg',
        count: ['spec.sharding.configsvrReplSet.size'],
        fallback: null,
        container: 'mongod',
        resources: 'spec.sharding.configsvrReplSet.resources',
        placement: ['spec.sharding.configsvrReplSet'],
        adds: [{ name: 'backup-agent', resources: 'spec.backup.resources', when: 'spec.backup.enabled' }],
        labels: percona('percona-server-mongodb', 'cfg', { 'app.kubernetes.io/replset': 'cfg' }),
        when: 'spec.sharding.enabled',
      },
      {
        name: 'mongos',
        count: ['spec.sharding.mongos.size'],
        fallback: null,
        container: 'mongos',
        resources: 'spec.sharding.mongos.resources',
        placement: ['spec.sharding.mongos'],
        labels: percona('percona-server-mongodb', 'mongos'),
        when: 'spec.sharding.enabled',
      },
    ],
    budgets: [
      {
        name: '{name}-mongod-{entry}',
        each: 'spec.replsets',
        labels: percona('percona-server-mongodb', 'mongod', { 'app.kubernetes.io/replset': '{entry}' }),
        maxUnavailable: 1,
        written: 'podDisruptionBudget',
      },
      {
        name: '{name}-cfg-cfg',
        labels: percona('percona-server-mongodb', 'cfg', { 'app.kubernetes.io/replset': 'cfg' }),
        maxUnavailable: 1,
        written: 'spec.sharding.configsvrReplSet.podDisruptionBudget',
        when: 'spec.sharding.enabled',
      },
    ],
    rest: 'arbiters, hidden and non-voting members, backups, and the budget of mongos',
    restWhen: [
      'spec.sharding.enabled',
      'spec.backup.enabled',
      'spec.replsets.0.arbiter.enabled',
      'spec.replsets.0.hidden.enabled',
      'spec.replsets.0.nonvoting.enabled',
    ],
  },
  {
    group: 'mongodbcommunity.mongodb.com',
    kind: 'MongoDBCommunity',
    // The agent and mongod request 500m and 400M each unless the StatefulSet says otherwise.
    source: [
      `${github}/mongodb/mongodb-kubernetes-operator/blob/master/controllers/construct/mongodbstatefulset.go`,
      `${github}/mongodb/mongodb-kubernetes-operator/blob/master/pkg/kube/resourcerequirements/resource_requirements.go`,
    ].join(', '),
    parts: [
      {
        count: ['spec.members'],
        fallback: null,
        template: 'spec.statefulSet.spec.template',
        container: 'mongod',
        defaults: { cpu: '500m', memory: '400M' },
        defaultsFor: 'requests',
        adds: [{ name: 'mongodb-agent', requests: { cpu: '500m', memory: '400M' } }],
      },
    ],
    budgets: [],
    rest: 'arbiters',
    restWhen: ['spec.arbiters'],
  },
  {
    group: 'k8s.mariadb.com',
    kind: 'MariaDB',
    // Half of the pods must stay if they replicate each other and the object says nothing else.
    source: [
      `${github}/mariadb-operator/mariadb-operator/blob/main/api/v1alpha1/mariadb_types.go`,
      `${github}/mariadb-operator/mariadb-operator/blob/main/internal/controller/mariadb_controller.go`,
    ].join(', '),
    parts: [
      {
        count: ['spec.replicas'],
        container: 'mariadb',
        resources: 'spec.resources',
        placement: ['spec'],
        labels: mariadbLabels,
      },
      {
        name: 'maxscale',
        count: ['spec.maxScale.replicas'],
        fallback: null,
        container: 'maxscale',
        resources: 'spec.maxScale.resources',
        placement: ['spec.maxScale'],
        when: 'spec.maxScale.enabled',
      },
    ],
    budgets: [
      { name: '{name}', labels: mariadbLabels, written: 'spec.podDisruptionBudget' },
      { name: '{name}', labels: mariadbLabels, minAvailable: '50%', when: 'spec.galera.enabled' },
      { name: '{name}', labels: mariadbLabels, minAvailable: '50%', when: 'spec.replication.enabled' },
    ],
    rest: 'the agent, the exporter of metrics and backups, and the budget of MaxScale',
    restWhen: ['spec.galera.enabled', 'spec.replication.enabled', 'spec.metrics.enabled', 'spec.maxScale.enabled'],
  },
  {
    group: 'mysql.oracle.com',
    kind: 'InnoDBCluster',
    source: [
      `${github}/mysql/mysql-operator/blob/trunk/deploy/deploy-crds.yaml`,
      `${github}/mysql/mysql-operator/blob/trunk/mysqloperator/controller/innodbcluster/cluster_objects.py`,
    ].join(', '),
    parts: [
      {
        name: 'mysql',
        count: ['spec.instances'],
        pod: 'spec.podSpec',
        container: 'mysql',
        adds: [{ name: 'sidecar' }],
        labels: innodbLabels,
      },
      {
        name: 'router',
        count: ['spec.router.instances'],
        pod: 'spec.router.podSpec',
        container: 'router',
        when: 'spec.router',
      },
    ],
    budgets: [{ name: '{name}-pdb', labels: innodbLabels, maxUnavailable: 1 }],
    rest: 'read replicas and backups',
    restWhen: ['spec.readReplicas', 'spec.backupSchedules'],
  },
  {
    group: 'cassandra.datastax.com',
    kind: 'CassandraDatacenter',
    // The budget keeps all but one: minAvailable is `size - 1`. With `maxUnavailable`, it depends on the racks.
    source: [
      `${github}/k8ssandra/cass-operator/blob/master/pkg/reconciliation/constructor.go`,
      `${github}/k8ssandra/cass-operator/blob/master/pkg/reconciliation/construct_podtemplatespec.go`,
      `${github}/k8ssandra/cass-operator/blob/master/pkg/reconciliation/defaults.go`,
    ].join(', '),
    paused: 'spec.stopped',
    parts: [
      {
        count: ['spec.size'],
        fallback: null,
        template: 'spec.podTemplateSpec',
        container: 'cassandra',
        resources: 'spec.resources',
        placement: ['spec'],
        adds: [
          {
            name: 'server-system-logger',
            requests: { cpu: '100m', memory: '64M' },
            resources: 'spec.systemLoggerResources',
            unless: ['spec.disableSystemLoggerSidecar', 'true'],
          },
        ],
        labels: cassandraLabels,
      },
    ],
    budgets: [
      {
        name: '{name}-pdb',
        labels: cassandraLabels,
        minAvailable: { count: 'spec.size', less: 1 },
      },
    ],
  },
  {
    group: 'k8ssandra.io',
    kind: 'K8ssandraCluster',
    // A datacenter with a `k8sContext` is in the cluster of that context. The budgets are those of cass-operator.
    source: [
      `${github}/k8ssandra/k8ssandra-operator/blob/main/apis/k8ssandra/v1alpha1/k8ssandracluster_types.go`,
      `${github}/k8ssandra/cass-operator/blob/master/pkg/reconciliation/constructor.go`,
    ].join(', '),
    parts: [
      {
        each: 'spec.cassandra.datacenters',
        count: ['size'],
        fallback: null,
        unknownIf: ['k8sContext'],
        container: 'cassandra',
        resources: 'resources|/spec.cassandra.resources',
        placement: ['', '/spec.cassandra'],
        adds: [{ name: 'server-system-logger', requests: { cpu: '100m', memory: '64M' } }],
        unless: ['stopped', 'true'],
      },
    ],
    rest: 'the pods of Reaper, Medusa and Stargate',
  },
  {
    group: 'scylla.scylladb.com',
    kind: 'ScyllaCluster',
    source: [
      `${github}/scylladb/scylla-operator/blob/master/pkg/api/scylla/v1/types_cluster.go`,
      `${github}/scylladb/scylla-operator/blob/master/pkg/controller/scylladbdatacenter/resource.go`,
    ].join(', '),
    parts: [
      {
        each: 'spec.datacenter.racks',
        count: ['members'],
        fallback: null,
        container: 'scylla',
        resources: 'resources',
        placement: ['placement'],
        adds: [
          {
            name: 'scylla-manager-agent',
            requests: { cpu: '50m', memory: '10M' },
            resources: 'agentResources',
          },
        ],
        labels: scyllaLabels,
      },
    ],
    budgets: [{ name: '{name}', labels: scyllaLabels, maxUnavailable: 1 }],
    rest: 'the containers that prepare and probe a node',
  },
  {
    group: 'crdb.cockroachlabs.com',
    kind: 'CrdbCluster',
    source: [
      `${github}/cockroachdb/cockroach-operator/blob/master/pkg/resource/pod_distruption_budget.go`,
      `${github}/cockroachdb/cockroach-operator/blob/master/apis/v1alpha1/webhook.go`,
    ].join(', '),
    parts: [
      {
        count: ['spec.nodes'],
        fallback: null,
        container: 'db',
        resources: 'spec.resources',
        placement: ['spec'],
        labels: cockroachLabels,
      },
    ],
    budgets: [{ name: '{name}', labels: cockroachLabels, maxUnavailable: 1, written: 'spec' }],
  },
  {
    group: 'pingcap.com',
    kind: 'TidbCluster',
    // Requests and limits are written next to `replicas`.
    source: `${github}/pingcap/tidb-operator/blob/release-1.6/pkg/apis/pingcap/v1alpha1/types.go`,
    parts: ['pd', 'tikv', 'tidb', 'tiflash', 'ticdc', 'tiproxy', 'pump'].map((name) => ({
      name,
      count: [`spec.${name}.replicas`],
      fallback: null,
      container: name,
      resources: `spec.${name}`,
      placement: [`spec.${name}`, 'spec'],
      when: `spec.${name}`,
    })),
    budgets: [],
    rest: 'the containers next to each component',
  },
  opstree('Redis', 'redis', { container: '{name}' }, { budgets: [] }),
  opstree(
    'RedisReplication',
    'redisreplication',
    {
      count: ['spec.clusterSize'],
      fallback: null,
      container: '{name}',
      labels: { app: '{name}', role: 'replication' },
    },
    { budgets: [redisBudget('{name}-replication', '{name}', 'replication', 'spec.')] },
  ),
  opstree('RedisCluster', 'rediscluster', redisRole('leader', 'spec.redisLeader'), {
    // As many followers as leaders, unless they have numbers of their own.
    parts: [redisRole('leader', 'spec.redisLeader'), redisRole('follower', 'spec.redisFollower')],
    budgets: [
      redisBudget('{name}-leader', '{name}-leader', 'leader', 'spec.redisLeader.'),
      redisBudget('{name}-follower', '{name}-follower', 'follower', 'spec.redisFollower.'),
    ],
  }),
  opstree(
    'RedisSentinel',
    'redissentinel',
    {
      count: ['spec.clusterSize'],
      fallback: 3,
      container: '{name}-sentinel',
      labels: { app: '{name}-sentinel', role: 'sentinel' },
    },
    { budgets: [redisBudget('{name}-sentinel', '{name}-sentinel', 'sentinel', 'spec.')] },
  ),
  {
    group: 'databases.spotahome.com',
    kind: 'RedisFailover',
    source: [
      `${github}/spotahome/redis-operator/blob/master/api/redisfailover/v1/defaults.go`,
      `${github}/spotahome/redis-operator/blob/master/operator/redisfailover/service/client.go`,
      `${github}/spotahome/redis-operator/blob/master/operator/redisfailover/service/constants.go`,
    ].join(', '),
    parts: [failover('redis', 'redis-exporter'), failover('sentinel', 'sentinel-exporter')],
    budgets: [...failoverBudgets('redis', 'r'), ...failoverBudgets('sentinel', 's')],
  },
  {
    group: 'dragonflydb.io',
    kind: 'Dragonfly',
    source: `${github}/dragonflydb/dragonfly-operator/blob/main/internal/resources/resources.go`,
    parts: [
      {
        count: ['spec.replicas'],
        fallback: null,
        container: 'dragonfly',
        resources: 'spec.resources',
        placement: ['spec'],
        labels: { app: '{name}' },
      },
    ],
    budgets: [{ name: '{name}', labels: { app: '{name}' }, maxUnavailable: 1, written: 'spec.pdb' }],
  },
  {
    group: 'minio.min.io',
    kind: 'Tenant',
    source: [
      `${github}/minio/operator/blob/master/docs/tenant_crd.adoc`,
      `${github}/minio/operator/blob/master/pkg/resources/statefulsets/minio-statefulset.go`,
    ].join(', '),
    parts: [
      {
        each: 'spec.pools',
        count: ['servers'],
        fallback: null,
        container: 'minio',
        resources: 'resources',
        placement: [''],
        adds: [{ name: 'sidecar', resources: '/spec.sideCars.resources' }],
      },
    ],
    budgets: [],
  },
];
