import { describe, expect, test } from 'vitest';
import { manifestsOf } from '../simulation.test-support.ts';
import { readVolumes } from './volumes.ts';
import { podOf } from './workload-pods.ts';
import { readWorkloads } from './workloads.ts';

const pod = `
apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: a }], volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }] }
---
`;
const claim = (spec: string, more = '') => `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec: { ${spec} }
${more}
---
`;
const storageClass = (fields: string) => `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: gp3 }
provisioner: ebs.csi.aws.com
${fields}
---
`;
const volume = (spec: string) => `
apiVersion: v1
kind: PersistentVolume
metadata: { name: pv }
spec: { csi: { driver: ebs.csi.aws.com }, claimRef: { name: data }, ${spec} }
---
`;
const waiting = 'volumeBindingMode: WaitForFirstConsumer';
const inZone = (zone: string) =>
  `{ matchExpressions: [{ key: topology.kubernetes.io/zone, operator: In, values: [${zone}] }] }`;
const affinity = `nodeAffinity: { required: { nodeSelectorTerms: [${inZone('a')}, ${inZone('b')}] } }`;

function read(text: string, isClusterKnown: boolean) {
  const manifests = manifestsOf(pod + text);
  const one = podOf(readWorkloads(manifests).workloads[0]!, 0);
  const volumes = readVolumes(manifests, [{ pod: one, ownClaims: new Map() }], isClusterKnown ? manifests : undefined);
  return { ...volumes, claim: volumes.claims.get('default/data')! };
}

describe('where volumes can be', () => {
  const zones = (text: string, isClusterKnown = true) =>
    read(text, isClusterKnown).claim.alternatives.map((all) => all.map(({ values }) => values.join()).join());
  const topologies = `allowedTopologies: [{ matchLabelExpressions: [{ key: topology.kubernetes.io/zone, values: [c] }] }]`;

  test.each([
    ['of a bound claim: the constraints of its volume', claim('volumeName: pv') + volume(affinity), ['a', 'b']],
    [
      'of an unbound claim: the constraints of its class',
      claim('storageClassName: gp3') + storageClass(`${waiting}\n${topologies}`),
      ['c'],
    ],
    ['anywhere', claim('storageClassName: gp3') + storageClass(waiting), []],
    [
      'the host of a local volume is not a constraint',
      claim('volumeName: pv') +
        volume(`hostPath: {}, ${affinity.replaceAll('topology.kubernetes.io/zone', 'kubernetes.io/hostname')}`),
      ['', ''],
    ],
  ])('%s', (_, text, expected) => {
    expect(zones(text)).toEqual(expected);
  });

  test('a dump of nodes and pods alone says nothing about volumes, so they are assumed to exist', () => {
    expect(read('', true)).toMatchObject({
      claim: { error: undefined },
      assumed: ['PersistentVolumeClaim default/data'],
    });
  });

  test('a volume that does not refer to its claim does not count, unless the cluster is unknown', () => {
    const text = claim('volumeName: pv') + volume(affinity).replace('claimRef: { name: data }, ', '');
    expect(zones(text, true)).toEqual([]);
    expect(read(text, true).oneSided).toEqual(['default/data']);
    expect(zones(text, false)).toEqual(['a', 'b']);
  });
});

test.each([
  ['no claim', storageClass(waiting), 'persistentvolumeclaims "data" not found'],
  [
    'a claim that is being deleted',
    claim('storageClassName: gp3').replace('name: data', 'name: data, deletionTimestamp: "2026"'),
    'being deleted',
  ],
  ['a claim that lost its volume', claim('volumeName: pv', 'status: { phase: Lost }'), 'non-existent persistentvolume'],
  ['no volume', claim('volumeName: pv'), 'persistentvolumes "pv" not found'],
  ['no class', claim('storageClassName: gp3'), 'storageclasses.storage.k8s.io "gp3" not found'],
  ['no class named', claim('accessModes: []'), 'must define a storage class'],
  [
    'a class with immediate binding',
    claim('storageClassName: gp3') + storageClass(''),
    'immediate volume binding mode',
  ],
])('with %s the pod is ignored; if the cluster is unknown, the volume is assumed to exist', (_, text, reason) => {
  expect(read(text, true).claim.error).toContain(reason);
  const isCertain = /deleted|non-existent/.test(reason);
  expect(read(text, false).claim.error === undefined).toBe(!isCertain);
  expect(read(text, false).assumed).toHaveLength(isCertain ? 0 : 1);
});

test('without a class, the default class applies', () => {
  const text =
    claim('accessModes: []') +
    storageClass(waiting).replace(
      'name: gp3',
      'name: gp3, annotations: { storageclass.kubernetes.io/is-default-class: "true" }',
    );
  expect(read(text, true).claim).toMatchObject({ error: undefined, driver: 'ebs.csi.aws.com' });
});
