import type { Suite } from './behaviour.ts';
import * as o from './objects.ts';

const base = [o.nodeClass(), o.pool()];
const zonal = (...zones: string[]) => [o.within(o.zone, ...zones)];
const gp3 = o.storageClass('gp3');
const mounts = (name: string, ...claims: string[]) => o.deployment(name, { spec: o.mounting(...claims) });
const local = { local: { path: '/data' } };
const hostPath = { hostPath: { path: '/data' } };
const migrated = { awsElasticBlockStore: { volumeID: 'aws://us-east-1a/vol-1' } };

/** Volumes in core pkg/controllers/provisioning/{suite_test.go,scheduling/suite_test.go}. */
export const volumes: Suite = {
  suite: 'core pkg/controllers/provisioning/{suite_test.go,scheduling/suite_test.go}: volumes',
  behaviours: [
    {
      what: 'The limit on attached volumes makes another node necessary',
      scenario: 'attach-limit',
      objects: [
        ...base,
        gp3,
        ...o.node('n'),
        o.csiNode('n', 2),
        ...['a', 'b', 'c'].flatMap((name) => [
          o.claim(`data-${name}`, { storageClass: 'gp3', volume: `pv-${name}` }),
          o.volume(`pv-${name}`, { claim: `data-${name}` }),
          mounts(name, `data-${name}`),
        ]),
      ],
    },
    {
      what: 'Pods that share a claim attach only one volume',
      scenario: 'shared-claim',
      objects: [
        ...base,
        gp3,
        ...o.node('n'),
        o.csiNode('n', 1),
        o.claim('data', { storageClass: 'gp3', volume: 'pv' }),
        o.volume('pv', { claim: 'data' }),
        o.deployment('web', { replicas: 3, spec: o.mounting('data') }),
      ],
    },
    {
      what: 'Volumes that are not attached (NFS) do not count towards a limit',
      scenario: 'nfs-volume',
      objects: [
        ...base,
        ...o.node('n'),
        o.csiNode('n', 0),
        o.claim('data', { storageClass: '', volume: 'pv' }),
        o.volume('pv', { claim: 'data', source: { nfs: { server: 'fs', path: '/' } } }),
        mounts('web', 'data'),
      ],
    },
    {
      what: 'A volume that can be in one of several zones',
      scenario: 'volume-in-several-zones',
      objects: [
        ...base,
        gp3,
        o.claim('data', { storageClass: 'gp3', volume: 'pv' }),
        o.volume('pv', { claim: 'data', terms: [zonal('us-east-1b', 'us-east-1c')] }),
        o.claim('either', { storageClass: 'gp3', volume: 'pv-either' }),
        o.volume('pv-either', { claim: 'either', terms: [zonal('us-east-1z'), zonal('us-east-1c')] }),
        mounts('web', 'data'),
        mounts('either', 'either'),
      ],
    },
    {
      what: 'Hostnames of local and hostPath volumes are ignored; those of other volumes count',
      scenario: 'hostnames-of-volumes',
      objects: [
        ...base,
        gp3,
        ...(
          [
            ['local', local],
            ['host-path', hostPath],
            ['csi', undefined],
          ] as const
        ).flatMap(([name, source]) => [
          o.claim(name, { storageClass: 'gp3', volume: `pv-${name}` }),
          o.volume(`pv-${name}`, {
            claim: name,
            terms: [[o.within(o.hostname, 'gone')], [o.within(o.zone, 'us-east-1b')]],
            ...(source && { source }),
          }),
          o.claim(`${name}-only`, { storageClass: 'gp3', volume: `pv-${name}-only` }),
          o.volume(`pv-${name}-only`, {
            claim: `${name}-only`,
            terms: [[o.within(o.hostname, 'gone')]],
            ...(source && { source }),
          }),
          mounts(name, name),
          mounts(`${name}-only`, `${name}-only`),
        ]),
      ],
    },
    { what: 'Zones that a StorageClass allows', scenario: 'storage-class-topologies' },
    {
      what: 'Volumes of several claims need a common zone',
      scenario: 'volumes-have-to-meet',
      objects: [
        ...base,
        o.storageClass('a-or-b', { zones: [['us-east-1a'], ['us-east-1b']] }),
        o.storageClass('b-or-c', { zones: [['us-east-1b'], ['us-east-1c']] }),
        o.storageClass('c', { zones: [['us-east-1c']] }),
        ...['a-or-b', 'b-or-c', 'c'].map((name) => o.claim(name, { storageClass: name })),
        mounts('meets', 'a-or-b', 'b-or-c'),
        mounts('does-not-meet', 'a-or-b', 'c'),
      ],
    },
    {
      what: 'Ephemeral volumes: a named StorageClass, the default one, and one that does not exist',
      scenario: 'ephemeral-volumes',
      objects: [
        ...base,
        o.storageClass('zonal', { zones: [['us-east-1b']] }),
        o.storageClass('standard', { isDefault: true, zones: [['us-east-1c']] }),
        o.deployment('named', { spec: o.ephemeral('zonal') }),
        o.deployment('default', { spec: o.ephemeral() }),
        o.deployment('missing', { spec: o.ephemeral('missing') }),
      ],
    },
    {
      what: 'An ephemeral volume whose StorageClass allows no zone of the NodePool',
      scenario: 'ephemeral-volume-in-no-zone',
      objects: [
        ...base,
        o.storageClass('elsewhere', { zones: [['us-east-1f']] }),
        o.claim('data', { storageClass: 'elsewhere' }),
        o.deployment('ephemeral', { spec: o.ephemeral('elsewhere') }),
        mounts('claim', 'data'),
      ],
    },
    {
      what: 'Unknown provisioners and topology keys',
      scenario: 'unsupported-provisioner',
      objects: [
        ...base,
        o.storageClass('other', { provisioner: 'other-provider' }),
        o.storageClass('no-provisioner', { provisioner: 'kubernetes.io/no-provisioner' }),
        o.storageClass('key', { key: 'example.com/rack', zones: [['r1']] }),
        ...['other', 'no-provisioner', 'key'].flatMap((name) => [
          o.claim(name, { storageClass: name }),
          mounts(name, name),
        ]),
      ],
    },
    {
      what: 'Claims that are unbound despite immediate binding, lost, being deleted, or of a StorageClass that does not exist',
      scenario: 'claims-that-can-not-be-used',
      objects: [
        ...base,
        gp3,
        o.storageClass('immediate', { mode: 'Immediate' }),
        o.claim('immediate', { storageClass: 'immediate' }),
        o.claim('lost', { storageClass: 'gp3', phase: 'Lost', volume: 'gone' }),
        o.claim('deleting', {
          storageClass: 'gp3',
          metadata: { deletionTimestamp: '2026-01-01T00:30:00Z', finalizers: ['kubernetes.io/pvc-protection'] },
        }),
        o.claim('no-class', { storageClass: 'missing' }),
        o.claim('disabled', { storageClass: '' }),
        ...['immediate', 'lost', 'deleting', 'no-class', 'disabled', 'no-claim'].map((name) => mounts(name, name)),
        o.deployment('healthy'),
      ],
    },
    { what: 'The same, together with pods that can be placed', scenario: 'pvc-problems-ignored' },
    {
      what: 'A bound claim does not need a StorageClass',
      scenario: 'bound-claim-without-class',
      objects: [
        ...base,
        ...['missing', ''].flatMap((storageClass, i) => [
          o.claim(`data-${i}`, { storageClass, volume: `pv-${i}` }),
          o.volume(`pv-${i}`, { claim: `data-${i}`, terms: [zonal('us-east-1b')] }),
          mounts(`web-${i}`, `data-${i}`),
        ]),
      ],
    },
    { what: 'A bound volume ties its pod to its zone', scenario: 'pvc-bound-zone' },
    {
      what: 'A volume in a zone that the pod or the NodePool does not allow',
      scenario: 'volume-in-wrong-zone',
      objects: [
        ...base,
        gp3,
        o.claim('far', { storageClass: 'gp3', volume: 'pv-far' }),
        o.volume('pv-far', { claim: 'far', terms: [zonal('us-east-1f')] }),
        o.claim('near', { storageClass: 'gp3', volume: 'pv-near' }),
        o.volume('pv-near', { claim: 'near', terms: [zonal('us-east-1a')] }),
        mounts('far', 'far'),
        o.deployment('wants-b', { spec: { ...o.mounting('near'), nodeSelector: { [o.zone]: 'us-east-1b' } } }),
      ],
    },
    {
      what: 'The zone of a volume is a requirement, not a preference that can be dropped',
      scenario: 'volume-zone-is-not-relaxed',
      objects: [
        ...base,
        gp3,
        o.claim('data', { storageClass: 'gp3', volume: 'pv' }),
        o.volume('pv', { claim: 'data', terms: [zonal('us-east-1c')] }),
        o.deployment('web', {
          spec: {
            ...o.mounting('data'),
            ...o.requiring([o.within('example.com/unknown', 'x')], [o.within(o.zone, 'us-east-1a', 'us-east-1c')]),
          },
        }),
      ],
    },
    {
      what: 'Volumes of the in-tree driver count as volumes of the CSI driver',
      scenario: 'migrated-volume',
      objects: [
        ...base,
        o.storageClass('gp2', { provisioner: 'kubernetes.io/aws-ebs' }),
        ...o.node('n'),
        o.csiNode('n', 1),
        o.claim('one', { storageClass: 'gp2', volume: 'pv-one' }),
        o.volume('pv-one', { claim: 'one', source: migrated, terms: [zonal('us-east-1a')] }),
        o.claim('two', { storageClass: 'gp2' }),
        mounts('one', 'one'),
        mounts('two', 'two'),
      ],
    },
    {
      what: 'Claims of a StatefulSet and a zonal spread with minDomains',
      scenario: 'claims-and-min-domains',
      objects: [
        ...base,
        gp3,
        o.statefulSet('db', {
          replicas: 3,
          spec: o.spreading(o.spread(o.zone, { app: 'db' }, { minDomains: 3 })),
          claims: [
            {
              metadata: { name: 'data' },
              spec: {
                accessModes: ['ReadWriteOnce'],
                storageClassName: 'gp3',
                resources: { requests: { storage: '20Gi' } },
              },
            },
          ],
        }),
      ],
    },
  ],
};
