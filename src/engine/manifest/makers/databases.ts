import type { Maker } from './maker.ts';

/** Controllers of databases. */
export const databases: readonly Maker[] = [
  {
    group: 'postgresql.cnpg.io',
    kind: 'Cluster',
    // The budget of the primary allows no eviction: "minAvailable: 1" of one pod, whatever the number of instances.
    source:
      'https://cloudnative-pg.io/documentation/current/kubernetes_upgrade/#pod-disruption-budgets, pkg/specs/poddisruptionbudget.go',
    parts: [
      {
        name: 'primary',
        container: 'postgres',
        resources: 'spec.resources',
        placement: ['spec', 'spec.affinity'],
        labels: { 'cnpg.io/cluster': '{name}', 'cnpg.io/instanceRole': 'primary' },
      },
      {
        name: 'replicas',
        count: [{ at: 'spec.instances', less: 1 }],
        container: 'postgres',
        resources: 'spec.resources',
        placement: ['spec', 'spec.affinity'],
        labels: { 'cnpg.io/cluster': '{name}', 'cnpg.io/instanceRole': 'replica' },
      },
    ],
    budgets: [
      {
        name: '{name}-primary',
        labels: { 'cnpg.io/cluster': '{name}', 'cnpg.io/instanceRole': 'primary' },
        minAvailable: 1,
        unlessFalse: 'spec.enablePDB',
      },
      {
        name: '{name}',
        labels: { 'cnpg.io/cluster': '{name}', 'cnpg.io/instanceRole': 'replica' },
        minAvailable: { count: 'spec.instances', less: 2 },
        from: { count: 'spec.instances', atLeast: 3 },
        unlessFalse: 'spec.enablePDB',
      },
    ],
  },
  {
    group: 'postgresql.cnpg.io',
    kind: 'Pooler',
    source: 'https://cloudnative-pg.io/documentation/current/connection_pooling/',
    parts: [{ count: ['spec.instances'], template: 'spec.template', container: 'pgbouncer' }],
  },
  {
    group: 'acid.zalan.do',
    kind: 'postgresql',
    // enable_pod_disruption_budget is on by default: "minAvailable: 1" for the one master.
    source:
      'https://postgres-operator.readthedocs.io/en/latest/reference/cluster_manifest/, https://postgres-operator.readthedocs.io/en/latest/reference/operator_parameters/',
    parts: [
      {
        name: 'master',
        container: 'postgres',
        resources: 'spec.resources',
        defaults: { cpu: '100m', memory: '100Mi' },
        placement: ['spec'],
        labels: { 'cluster-name': '{name}', 'spilo-role': 'master' },
        when: 'spec.numberOfInstances',
      },
      {
        name: 'replicas',
        count: [{ at: 'spec.numberOfInstances', less: 1 }],
        container: 'postgres',
        resources: 'spec.resources',
        defaults: { cpu: '100m', memory: '100Mi' },
        placement: ['spec'],
        labels: { 'cluster-name': '{name}', 'spilo-role': 'replica' },
        when: 'spec.numberOfInstances',
      },
      {
        name: 'pooler',
        count: ['spec.connectionPooler.numberOfInstances'],
        fallback: 2,
        container: 'connection-pooler',
        resources: 'spec.connectionPooler.resources',
        defaults: { cpu: '500m', memory: '100Mi' },
        when: 'spec.enableConnectionPooler',
      },
    ],
    budgets: [
      {
        name: 'postgres-{name}-pdb',
        labels: { 'cluster-name': '{name}', 'spilo-role': 'master' },
        minAvailable: 1,
      },
    ],
  },
  {
    group: 'postgres-operator.crunchydata.com',
    kind: 'PostgresCluster',
    source:
      'https://access.crunchydata.com/documentation/postgres-operator/latest/references/crd/5.8.x/postgrescluster',
    parts: [
      {
        each: 'spec.instances',
        count: ['replicas'],
        container: 'database',
        resources: 'resources',
        placement: [''],
        labels: { 'postgres-operator.crunchydata.com/cluster': '{name}' },
      },
      {
        name: 'pgbouncer',
        count: ['spec.proxy.pgBouncer.replicas'],
        container: 'pgbouncer',
        resources: 'spec.proxy.pgBouncer.resources',
        placement: ['spec.proxy.pgBouncer'],
        when: 'spec.proxy.pgBouncer',
      },
    ],
    rest: 'the repository host and the jobs of pgBackRest',
  },
  {
    group: 'pxc.percona.com',
    kind: 'PerconaXtraDBCluster',
    source: 'https://docs.percona.com/percona-operator-for-mysql/pxc/operator.html',
    paused: 'spec.pause',
    parts: [
      {
        name: 'pxc',
        count: ['spec.pxc.size'],
        fallback: 0,
        container: 'pxc',
        resources: 'spec.pxc.resources',
        placement: ['spec.pxc'],
        labels: { 'app.kubernetes.io/instance': '{name}', 'app.kubernetes.io/component': 'pxc' },
      },
      {
        name: 'haproxy',
        count: ['spec.haproxy.size'],
        fallback: 0,
        container: 'haproxy',
        resources: 'spec.haproxy.resources',
        placement: ['spec.haproxy'],
        when: 'spec.haproxy.enabled',
      },
      {
        name: 'proxysql',
        count: ['spec.proxysql.size'],
        fallback: 0,
        container: 'proxysql',
        resources: 'spec.proxysql.resources',
        placement: ['spec.proxysql'],
        when: 'spec.proxysql.enabled',
      },
    ],
    budgets: [
      {
        name: '{name}-pxc',
        labels: { 'app.kubernetes.io/instance': '{name}', 'app.kubernetes.io/component': 'pxc' },
        maxUnavailable: 1,
      },
    ],
  },
  {
    group: 'ps.percona.com',
    kind: 'PerconaServerMySQL',
    source: 'https://docs.percona.com/percona-operator-for-mysql/ps/operator.html',
    paused: 'spec.pause',
    parts: [
      {
        name: 'mysql',
        count: ['spec.mysql.size'],
        fallback: 0,
        container: 'mysql',
        resources: 'spec.mysql.resources',
        placement: ['spec.mysql'],
      },
      {
        name: 'haproxy',
        count: ['spec.proxy.haproxy.size'],
        fallback: 0,
        container: 'haproxy',
        resources: 'spec.proxy.haproxy.resources',
        placement: ['spec.proxy.haproxy'],
        when: 'spec.proxy.haproxy.enabled',
      },
      {
        name: 'router',
        count: ['spec.proxy.router.size'],
        fallback: 0,
        container: 'router',
        resources: 'spec.proxy.router.resources',
        placement: ['spec.proxy.router'],
        when: 'spec.proxy.router.enabled',
      },
    ],
  },
  {
    group: 'psmdb.percona.com',
    kind: 'PerconaServerMongoDB',
    source: 'https://docs.percona.com/percona-operator-for-mongodb/operator.html',
    paused: 'spec.pause',
    parts: [
      {
        each: 'spec.replsets',
        count: ['size'],
        fallback: 0,
        container: 'mongod',
        resources: 'resources',
        placement: [''],
        labels: { 'app.kubernetes.io/instance': '{name}', 'app.kubernetes.io/component': 'mongod' },
      },
      {
        name: 'cfg',
        count: ['spec.sharding.configsvrReplSet.size'],
        fallback: 0,
        container: 'mongod',
        resources: 'spec.sharding.configsvrReplSet.resources',
        placement: ['spec.sharding.configsvrReplSet'],
        when: 'spec.sharding.enabled',
      },
      {
        name: 'mongos',
        count: ['spec.sharding.mongos.size'],
        fallback: 0,
        container: 'mongos',
        resources: 'spec.sharding.mongos.resources',
        placement: ['spec.sharding.mongos'],
        when: 'spec.sharding.enabled',
      },
    ],
  },
  {
    group: 'pgv2.percona.com',
    kind: 'PerconaPGCluster',
    source: 'https://docs.percona.com/percona-operator-for-postgresql/2.0/operator.html',
    paused: 'spec.pause',
    parts: [
      {
        each: 'spec.instances',
        count: ['replicas'],
        container: 'database',
        resources: 'resources',
        placement: [''],
      },
      {
        name: 'pgbouncer',
        count: ['spec.proxy.pgBouncer.replicas'],
        container: 'pgbouncer',
        resources: 'spec.proxy.pgBouncer.resources',
        placement: ['spec.proxy.pgBouncer'],
        when: 'spec.proxy.pgBouncer',
      },
    ],
    rest: 'the repository host and the jobs of pgBackRest',
  },
  {
    group: 'mongodbcommunity.mongodb.com',
    kind: 'MongoDBCommunity',
    // The agent and mongod request 500m and 400M each unless the StatefulSet says otherwise.
    source:
      'https://github.com/mongodb/mongodb-kubernetes-operator/blob/master/docs/resize-pvc.md, controllers/construct',
    parts: [
      {
        count: ['spec.members'],
        template: 'spec.statefulSet.spec.template',
        container: 'mongod',
        defaults: { cpu: '500m', memory: '400M' },
        adds: { 'mongodb-agent': { cpu: '500m', memory: '400M' } },
      },
    ],
  },
  {
    group: 'k8s.mariadb.com',
    kind: 'MariaDB',
    source: 'https://github.com/mariadb-operator/mariadb-operator/blob/main/docs/api_reference.md',
    paused: 'spec.suspend',
    parts: [
      { count: ['spec.replicas'], container: 'mariadb', resources: 'spec.resources', placement: ['spec'] },
      {
        name: 'maxscale',
        count: ['spec.maxScale.replicas'],
        container: 'maxscale',
        resources: 'spec.maxScale.resources',
        placement: ['spec.maxScale'],
        when: 'spec.maxScale.enabled',
      },
    ],
  },
  {
    group: 'mysql.oracle.com',
    kind: 'InnoDBCluster',
    source: 'https://dev.mysql.com/doc/mysql-operator/en/mysql-operator-properties.html',
    parts: [
      { name: 'mysql', count: ['spec.instances'], pod: 'spec.podSpec', container: 'mysql' },
      {
        name: 'router',
        count: ['spec.router.instances'],
        fallback: 0,
        pod: 'spec.router.podSpec',
        container: 'router',
        when: 'spec.router',
      },
    ],
  },
  {
    group: 'cassandra.datastax.com',
    kind: 'CassandraDatacenter',
    // The budget keeps all but one: minAvailable is `size - 1`.
    source:
      'https://docs.k8ssandra.io/reference/crd/cass-operator-crds-latest/, pkg/reconciliation/construct_podtemplatespec.go',
    paused: 'spec.stopped',
    parts: [
      {
        count: ['spec.size'],
        template: 'spec.podTemplateSpec',
        container: 'cassandra',
        resources: 'spec.resources',
        placement: ['spec'],
        adds: { 'server-system-logger': { cpu: '100m', memory: '64M' } },
        labels: { 'cassandra.datastax.com/datacenter': '{name}' },
      },
    ],
    budgets: [
      {
        name: '{name}-pdb',
        labels: { 'cassandra.datastax.com/datacenter': '{name}' },
        minAvailable: { count: 'spec.size', less: 1 },
      },
    ],
  },
  {
    group: 'k8ssandra.io',
    kind: 'K8ssandraCluster',
    source: 'https://docs.k8ssandra.io/reference/crd/k8ssandra-operator-crds-latest/',
    parts: [
      {
        each: 'spec.cassandra.datacenters',
        count: ['size'],
        container: 'cassandra',
        resources: 'resources',
        placement: [''],
      },
    ],
    rest: 'the pods of Reaper, Medusa and Stargate',
  },
  {
    group: 'scylla.scylladb.com',
    kind: 'ScyllaCluster',
    source: 'https://operator.docs.scylladb.com/stable/reference/api/groups/scylla.scylladb.com/scyllaclusters.html',
    parts: [
      {
        each: 'spec.datacenter.racks',
        count: ['members'],
        container: 'scylla',
        resources: 'resources',
        placement: ['placement'],
        labels: { 'scylla/cluster': '{name}' },
      },
    ],
    budgets: [{ name: '{name}', labels: { 'scylla/cluster': '{name}' }, maxUnavailable: 1 }],
  },
  {
    group: 'crdb.cockroachlabs.com',
    kind: 'CrdbCluster',
    source: 'https://www.cockroachlabs.com/docs/stable/configure-cockroachdb-kubernetes-operator',
    parts: [
      {
        count: ['spec.nodes'],
        container: 'db',
        resources: 'spec.resources',
        placement: ['spec'],
        labels: { 'app.kubernetes.io/instance': '{name}' },
      },
    ],
    budgets: [{ name: '{name}', labels: { 'app.kubernetes.io/instance': '{name}' }, maxUnavailable: 1 }],
  },
  {
    group: 'pingcap.com',
    kind: 'TidbCluster',
    // Requests and limits are written next to `replicas`.
    source: 'https://docs.pingcap.com/tidb-in-kubernetes/stable/configure-a-tidb-cluster',
    parts: ['pd', 'tikv', 'tidb', 'tiflash', 'ticdc'].map((name) => ({
      name,
      count: [`spec.${name}.replicas`],
      fallback: 0,
      container: name,
      resources: `spec.${name}`,
      placement: [`spec.${name}`, 'spec'],
      when: `spec.${name}`,
    })),
  },
  {
    group: 'redis.redis.opstreelabs.in',
    kind: 'Redis',
    source: 'https://ot-redis-operator.netlify.app/docs/crd-reference/redis-api/',
    parts: [{ container: 'redis', resources: 'spec.kubernetesConfig.resources', placement: ['spec'] }],
  },
  {
    group: 'redis.redis.opstreelabs.in',
    kind: 'RedisReplication',
    source: 'https://ot-redis-operator.netlify.app/docs/crd-reference/redis-api/',
    parts: [
      {
        count: ['spec.clusterSize'],
        container: 'redis',
        resources: 'spec.kubernetesConfig.resources',
        placement: ['spec'],
      },
    ],
  },
  {
    group: 'redis.redis.opstreelabs.in',
    kind: 'RedisCluster',
    // As many followers as leaders, unless they have numbers of their own.
    source: 'https://ot-redis-operator.netlify.app/docs/crd-reference/redis-api/',
    parts: [
      {
        name: 'leader',
        count: ['spec.redisLeader.replicas|spec.clusterSize'],
        container: 'redis',
        resources: 'spec.kubernetesConfig.resources',
        placement: ['spec.redisLeader', 'spec'],
      },
      {
        name: 'follower',
        count: ['spec.redisFollower.replicas|spec.clusterSize'],
        container: 'redis',
        resources: 'spec.kubernetesConfig.resources',
        placement: ['spec.redisFollower', 'spec'],
      },
    ],
  },
  {
    group: 'redis.redis.opstreelabs.in',
    kind: 'RedisSentinel',
    source: 'https://ot-redis-operator.netlify.app/docs/crd-reference/redis-api/',
    parts: [
      {
        count: ['spec.clusterSize'],
        container: 'redis-sentinel',
        resources: 'spec.kubernetesConfig.resources',
        placement: ['spec'],
      },
    ],
  },
  {
    group: 'databases.spotahome.com',
    kind: 'RedisFailover',
    source: 'https://github.com/spotahome/redis-operator/blob/master/api/redisfailover/v1/defaults.go',
    parts: [
      {
        name: 'redis',
        count: ['spec.redis.replicas'],
        fallback: 3,
        container: 'redis',
        resources: 'spec.redis.resources',
        placement: ['spec.redis'],
      },
      {
        name: 'sentinel',
        count: ['spec.sentinel.replicas'],
        fallback: 3,
        container: 'sentinel',
        resources: 'spec.sentinel.resources',
        placement: ['spec.sentinel'],
      },
    ],
  },
  {
    group: 'dragonflydb.io',
    kind: 'Dragonfly',
    source: 'https://www.dragonflydb.io/docs/managing-dragonfly/operator/dragonfly-configuration',
    parts: [{ count: ['spec.replicas'], container: 'dragonfly', resources: 'spec.resources', placement: ['spec'] }],
  },
  {
    group: 'minio.min.io',
    kind: 'Tenant',
    source: 'https://github.com/minio/operator/blob/master/docs/tenant_crd.adoc',
    parts: [{ each: 'spec.pools', count: ['servers'], container: 'minio', resources: 'resources', placement: [''] }],
  },
];
