import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { eksAutoMode } from '../../aws/auto-mode/eks-auto-mode.ts';
import { aws } from '../../aws/aws.ts';
import { decodeCatalog } from '../../aws/catalog/catalog.ts';
import { unconfiguredPlace } from '../../files/places/pair.ts';
import { decodeCrdPack } from '../../files/schema/definitions/crd-pack.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { diff } from './diff.ts';

const read = (file: string) => JSON.parse(readFileSync(`data/${file}.json`, 'utf8'));
const pack = decodeCrdPack(read('crds/1.14'));
const catalog = decodeCatalog(read('instance-types'), read('regions/us-east-1'));
const none = () => undefined;
const clusters = {
  placeOf: unconfiguredPlace,
  splitOf: () => undefined,
  clusterOf: () => '',
  packOf: none,
  packBefore: none,
  kubernetesOf: none,
  objectsOf: none,
  karpenterOn: () => undefined,
  catalogOf: () => catalog,
};

const set = (text: string) => manifestSet([parseManifests({ file: 'a.yaml', text }, { set: {} })]);
const ec2 = 'group: karpenter.k8s.aws, kind: EC2NodeClass';
const autoMode = 'group: eks.amazonaws.com, kind: NodeClass';
const pool = (requirements: readonly string[], nodeClass = '', of = ec2) => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: web }
spec:
  template:
    spec:
      nodeClassRef: { ${of}, name: default }
      requirements: [${requirements.map((one) => `{ ${one} }`).join(', ')}]
---
${nodeClass}
`;
const classOf = (spec: string) =>
  `apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: { name: default }\nspec: { ${spec} }\n`;

const effects = (base: readonly string[], head: readonly string[], nodeClass = '', of = ec2): string[] =>
  diff(
    set(pool(base, nodeClass, of)),
    set(pool(head, nodeClass, of)),
    { pack, providers: [aws, eksAutoMode] },
    clusters,
  ).flatMap((change) => change.fields.map(({ effect }) => effect));

const demand = (key: string, operator: string, ...values: readonly string[]): string =>
  `key: ${key}, operator: ${operator}, values: [${values.map((value) => `"${value}"`).join(', ')}]`;
const arch = (...values: readonly string[]) => demand('kubernetes.io/arch', 'In', ...values);
const os = (...values: readonly string[]) => demand('kubernetes.io/os', 'In', ...values);
const capacity = (...values: readonly string[]) => demand('karpenter.sh/capacity-type', 'In', ...values);
const type = (...values: readonly string[]) => demand('node.kubernetes.io/instance-type', 'In', ...values);
const of = (name: string, operator: string, ...values: readonly string[]) =>
  demand(`karpenter.k8s.aws/instance-${name}`, operator, ...values);

describe('a new requirement', () => {
  test.each([
    ['all types have it', [of('family', 'In', 'm5', 'c5')], arch('amd64'), 'none'],
    ['some types have it', [of('family', 'In', 'm5', 'm6g')], arch('amd64'), 'some-nodes'],
    ['no type has it', [of('family', 'In', 'm6g')], arch('amd64'), 'all-nodes'],
    [
      'the existing requirements allow few types',
      [of('category', 'In', 'm'), of('generation', 'Lt', '6')],
      arch('amd64'),
      'none',
    ],
    [
      'types that are excluded do not count',
      [of('family', 'In', 'm5', 'm6g'), of('family', 'NotIn', 'm6g')],
      arch('amd64'),
      'none',
    ],
    ['a type is newer than the catalog', [type('m5.large', 'm99.large')], arch('amd64'), 'some-nodes'],
    [
      'it excludes a family that is not in the catalog',
      [of('family', 'In', 'm5')],
      of('family', 'NotIn', 'm99'),
      'none',
    ],
    ['a placeholder may allow anything', [of('family', 'In', '${FAMILY}')], arch('amd64'), 'some-nodes'],
    [
      'a placeholder next to requirements that all types satisfy',
      [of('family', 'In', 'm5'), of('size', 'In', '${SIZE}')],
      arch('amd64'),
      'none',
    ],
    ['types without the label', [of('family', 'In', 'm5')], of('gpu-count', 'Gt', '0'), 'all-nodes'],
    [
      'types without the label, for a requirement that allows its absence',
      [of('family', 'In', 'm5')],
      of('gpu-name', 'NotIn', 't4'),
      'none',
    ],
    [
      'zones do not depend on types',
      [of('family', 'In', 'm5')],
      demand('topology.kubernetes.io/zone', 'In', 'us-east-1a'),
      'some-nodes',
    ],
    ['a label that older nodes lack', [of('family', 'In', 'm5')], of('capability-flex', 'In', 'false'), 'some-nodes'],
    [
      'a label of Auto Mode',
      [of('family', 'In', 'm5')],
      demand('eks.amazonaws.com/instance-size', 'In', 'large'),
      'some-nodes',
    ],
    ['a label that no node has', [of('family', 'In', 'm5')], demand('example.com/team', 'In', 'a'), 'all-nodes'],
  ])('%s', (_, base, added, effect) => {
    expect(effects(base, [...base, added])).toEqual([effect]);
  });
});

describe('a new requirement of a NodePool of EKS Auto Mode', () => {
  const autoFamily = demand('eks.amazonaws.com/instance-family', 'In', 'm5');
  test.each([
    ['a label that all types have', demand('eks.amazonaws.com/instance-category', 'In', 'm'), 'none'],
    ['a label that some types have', demand('eks.amazonaws.com/instance-size', 'In', 'large'), 'some-nodes'],
    ['Linux, which all nodes run', os('linux'), 'none'],
    ['Windows, which no node runs', os('windows'), 'all-nodes'],
    ['the type of compute', demand('eks.amazonaws.com/compute-type', 'In', 'auto'), 'none'],
  ])('%s', (_, added, effect) => {
    expect(effects([autoFamily], [autoFamily, added], '', autoMode)).toEqual([effect]);
  });
});

describe('labels that depend on the node class', () => {
  const linux = classOf('amiSelectorTerms: [{ alias: al2023@latest }]');
  const windows = classOf('amiSelectorTerms: [{ alias: windows2022@latest }]');
  const reserved = classOf('amiFamily: AL2023, capacityReservationSelectorTerms: [{ id: cr-0123 }]');
  test.each([
    ['Linux of a Linux class', os('linux'), linux, 'none'],
    ['Linux of a Windows class', os('linux'), windows, 'all-nodes'],
    ['Linux of a class elsewhere', os('linux'), '', 'some-nodes'],
    ['all capacity types that can be bought', capacity('spot', 'on-demand'), linux, 'none'],
    ['all but reservations', capacity('spot', 'on-demand'), reserved, 'some-nodes'],
    ['all but reservations that an unknown node class may have', capacity('spot', 'on-demand'), '', 'some-nodes'],
    ['on-demand alone', capacity('on-demand'), linux, 'some-nodes'],
  ])('%s', (_, added, nodeClass, effect) => {
    const base = [of('family', 'In', 'm5')];
    expect(effects(base, [...base, added], nodeClass)).toEqual([effect]);
  });
});

describe('a requirement that allows less', () => {
  const intel = of('family', 'In', 'm5', 'c5');
  test.each([
    ['but still what all types have', [intel, arch('amd64', 'arm64')], [intel, arch('amd64')], 'none'],
    [
      'and excludes some types',
      [of('category', 'In', 'm'), arch('amd64', 'arm64')],
      [of('category', 'In', 'm'), arch('amd64')],
      'some-nodes',
    ],
    ['than any type offers', [intel, of('cpu', 'Gt', '4')], [intel, of('cpu', 'Gt', '200')], 'all-nodes'],
    ['and nothing that it allowed before', [capacity('spot')], [capacity('on-demand')], 'all-nodes'],
    [
      'and other zones',
      [demand('topology.kubernetes.io/zone', 'In', 'us-east-1a')],
      [demand('topology.kubernetes.io/zone', 'In', 'us-east-1b')],
      'all-nodes',
    ],
    [
      'of a label that may be missing on both sides',
      [demand('example.com/a', 'NotIn', 'x')],
      [demand('example.com/a', 'DoesNotExist')],
      'some-nodes',
    ],
  ])('%s', (_, base, head, effect) => {
    expect(effects(base, head)).toEqual([effect]);
  });
});
