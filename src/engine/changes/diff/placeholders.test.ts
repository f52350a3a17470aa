import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { aws } from '../../aws/aws.ts';
import { decodeCrdPack } from '../../files/schema/definitions/crd-pack.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { diff } from './diff.ts';

const pack = decodeCrdPack(JSON.parse(readFileSync('data/crds/1.14.json', 'utf8')));
const set = (text: string, file = 'templates/a.yaml') => manifestSet([parseManifests({ file, text }, { set: {} })]);

/** `path effect` of every changed field. */
const effects = (base: string, head: string): string[] =>
  diff(set(base), set(head), { pack, providers: [aws] }).flatMap(({ fields }) =>
    fields.map(({ path, effect }) => `${path.join('.')} ${effect}`),
  );

const indented = (text: string, spaces: number): string => text.replace(/^(?=.)/gm, ' '.repeat(spaces));
const nodeClass = (spec: string): string => {
  const selectors = ['subnetSelectorTerms', 'securityGroupSelectorTerms'].filter((field) => !spec.includes(field));
  return `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: node
  amiFamily: AL2023
  amiSelectorTerms: [{ alias: al2023@v20250101 }]
${selectors.map((field) => `  ${field}: [{ tags: { a: b } }]\n`).join('')}${indented(spec, 2)}
`;
};
const pool = (requirements: string, labels = '{}'): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: web }
spec:
  template:
    metadata: { labels: ${labels} }
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
${indented(requirements, 8)}
`;

describe('user data with directives', () => {
  const script = (...lines: readonly string[]): string => nodeClass(`userData: |\n${indented(lines.join('\n'), 2)}`);
  const body = ['#!/bin/sh', 'a {{ .Values.v }}'];

  test.each([
    ['a line outside of blocks', script(...body), script(...body, 'echo x'), 'all-nodes'],
    [
      'a line after a block',
      script(...body, '{{- if .Values.x }}', 'x', '{{- end }}'),
      script(...body, '{{- if .Values.x }}', 'x', '{{- end }}', 'y'),
      'all-nodes',
    ],
    [
      'a line in a block',
      script(...body, '{{- if .Values.x }}', 'x', '{{- end }}'),
      script(...body, '{{- if .Values.x }}', 'x', 'y', '{{- end }}'),
      'unknown',
    ],
    [
      'a line in a block of a text without values',
      script('a', '{{ range .Values.x }}', 'x', '{{ end }}'),
      script('a', '{{ range .Values.x }}', 'y', '{{ end }}'),
      'unknown',
    ],
    ['a new block', script('a'), script('a', '{{ with .Values.x }}', 'y', '{{ end }}'), 'unknown'],
    [
      'a block between lines, which prints at least a line break',
      script('a', 'b'),
      script('a', '{{ if .x }}', 'c', '{{ end }}', 'b'),
      'all-nodes',
    ],
    [
      'a block between lines that may print nothing',
      script('a', 'b'),
      script('a', '{{- if .x }}', 'c', '{{- end }}', 'b'),
      'unknown',
    ],
    ['an include that prints lines', script('a'), script('a', '{{ include "x" . }}'), 'unknown'],
    [
      'a line next to an include',
      script('a', '{{ include "x" . }}'),
      script('a', '{{ include "x" . }}', 'b'),
      'all-nodes',
    ],
    [
      'a directive of Terraform',
      script('a', '%{ if b }', 'c', '%{ endif }'),
      script('a', '%{ if b }', 'd', '%{ endif }'),
      'unknown',
    ],
  ])('%s', (_, base, head, effect) => {
    expect(effects(base, head)).toEqual([`spec.userData ${effect}`]);
    expect(effects(head, base)).toEqual([`spec.userData ${effect}`]);
  });
});

describe('fields of a node class', () => {
  test.each([
    ['a tag next to a placeholder', 'tags: { a: "${A}" }', 'tags: { a: "${A}", b: c }', ['spec.tags.b all-nodes']],
    [
      'a tag in a block',
      'tags:\n  a: b',
      'tags:\n  a: b\n  {{- if .x }}\n  c: d\n  {{- end }}',
      ['spec.tags.c unknown'],
    ],
    [
      'a tag after a block',
      'tags:\n  {{- if .x }}\n  c: d\n  {{- end }}',
      'tags:\n  {{- if .x }}\n  c: d\n  {{- end }}\n  e: f',
      ['spec.tags.e all-nodes'],
    ],
    ['all tags in a block', '', 'tags:\n  {{- if .x }}\n  c: d\n  {{- end }}', ['spec.tags unknown']],
    [
      'a field in a block',
      '',
      '{{- if .x }}\ninstanceStorePolicy: RAID0\n{{- end }}',
      ['spec.instanceStorePolicy unknown'],
    ],
    [
      'a field that stays in a block',
      '{{- if .x }}\ndetailedMonitoring: true\n{{- end }}\nuserData: a',
      '{{- if .x }}\ndetailedMonitoring: true\n{{- end }}\nuserData: b',
      ['spec.userData all-nodes'],
    ],
    [
      'a size next to a placeholder',
      'blockDeviceMappings: [{ deviceName: /dev/xvda, ebs: { volumeSize: 100Gi, kmsKeyID: "${KEY}" } }]',
      'blockDeviceMappings: [{ deviceName: /dev/xvda, ebs: { volumeSize: 200Gi, kmsKeyID: "${KEY}" } }]',
      ['spec.blockDeviceMappings.0.ebs.volumeSize all-nodes'],
    ],
    [
      'a size of a device with a placeholder for its name',
      'blockDeviceMappings: [{ deviceName: "${NAME}", ebs: { volumeSize: 100Gi } }]',
      'blockDeviceMappings: [{ deviceName: "${NAME}", ebs: { volumeSize: 200Gi } }]',
      ['spec.blockDeviceMappings.0.ebs.volumeSize all-nodes'],
    ],
    [
      'a name for the placeholder of a device',
      'blockDeviceMappings: [{ deviceName: "${NAME}", ebs: { volumeSize: 100Gi } }]',
      'blockDeviceMappings: [{ deviceName: /dev/xvda, ebs: { volumeSize: 100Gi } }]',
      ['spec.blockDeviceMappings unknown'],
    ],
    [
      'a name and another size for the placeholder of a device',
      'blockDeviceMappings: [{ deviceName: "${NAME}", ebs: { volumeSize: 100Gi } }]',
      'blockDeviceMappings: [{ deviceName: /dev/xvda, ebs: { volumeSize: 200Gi } }]',
      ['spec.blockDeviceMappings all-nodes'],
    ],
    [
      'one more term',
      'subnetSelectorTerms: [{ id: "${SUBNET}" }]',
      'subnetSelectorTerms: [{ id: "${SUBNET}" }, { id: subnet-2 }]',
      ['spec.subnetSelectorTerms new-nodes'],
    ],
    [
      'terms in another order, one of them for a placeholder',
      'subnetSelectorTerms: [{ id: subnet-1 }, { id: "${SUBNET}" }]',
      'subnetSelectorTerms: [{ id: subnet-2 }, { id: subnet-1 }]',
      ['spec.subnetSelectorTerms unknown'],
    ],
    [
      'a key for a placeholder',
      'securityGroupSelectorTerms: [{ tags: { "${KEY}": owned } }]',
      'securityGroupSelectorTerms: [{ tags: { team: owned } }]',
      ['spec.securityGroupSelectorTerms unknown'],
    ],
    [
      'a key and another value for a placeholder',
      'securityGroupSelectorTerms: [{ tags: { "${KEY}": owned } }]',
      'securityGroupSelectorTerms: [{ tags: { team: shared } }]',
      ['spec.securityGroupSelectorTerms unknown'],
    ],
  ])('%s', (_, was, is, expected) => {
    expect(effects(nodeClass(was), nodeClass(is))).toEqual(expected);
  });
});

describe('requirements', () => {
  const type = 'node.kubernetes.io/instance-type';
  const values = (list: string, key = type, operator = 'In') =>
    `- { key: ${key}, operator: ${operator}, values: [${list}] }`;

  test.each([
    ['a literal value more', values('a, "${X}"'), values('a, b, "${X}"'), ['new-nodes']],
    ['a placeholder more', values('a, "${X}"'), values('a, "${X}", "${Y}"'), ['new-nodes']],
    ['a literal value less', values('a, b, "${X}"'), values('a, "${X}"'), ['some-nodes']],
    ['another literal value', values('a, "${X}"'), values('b, "${X}"'), ['some-nodes']],
    ['another placeholder', values('a, "${X}"'), values('a, "${Y}"'), ['unknown']],
    ['a literal value for a placeholder', values('a, "${X}"'), values('a, b'), ['unknown']],
    ['the opposite', values('"${X}"'), values('"${X}"', type, 'NotIn'), ['all-nodes']],
    [
      'a forbidden value more',
      values('a, "${X}"', type, 'NotIn'),
      values('a, b, "${X}"', type, 'NotIn'),
      ['some-nodes'],
    ],
    [
      'a forbidden value less',
      values('a, b, "${X}"', type, 'NotIn'),
      values('a, "${X}"', type, 'NotIn'),
      ['new-nodes'],
    ],
    ['a placeholder for the operator', values('a', type, '"${OP}"'), values('a, b', type, '"${OP}"'), ['unknown']],
    [
      'a bound',
      values('"${X}"', 'karpenter.k8s.aws/instance-cpu', 'Gt'),
      values('"4"', 'karpenter.k8s.aws/instance-cpu', 'Gt'),
      ['unknown'],
    ],
    [
      'a list for a template',
      values('a'),
      `- { key: ${type}, operator: In, values: "{{ .Values.types }}" }`,
      ['unknown'],
    ],
    ['a new label with a placeholder', values('a'), `${values('a')}\n${values('"${X}"', 'team')}`, ['all-nodes']],
    ['a new label of instance types with a placeholder', '[]', values('"${X}"'), ['unknown']],
    ['a label no more', `${values('a')}\n${values('"${X}"', 'team')}`, values('a'), ['new-nodes']],
    ['a name for the placeholder of a label', values('a', '"${KEY}"'), values('a', 'team'), ['unknown', 'unknown']],
    [
      'a value in a block',
      `- key: ${type}\n  operator: In\n  values:\n    - a`,
      `- key: ${type}\n  operator: In\n  values:\n    - a\n    {{- if .x }}\n    - b\n    {{- end }}`,
      ['unknown'],
    ],
    [
      'a requirement in a block, in place of another one',
      `${values('a')}\n${values('b', 'team')}`,
      `${values('a')}\n{{- if .x }}\n${values('c', 'unit')}\n{{- else }}\n${values('d', 'unit')}\n{{- end }}`,
      ['new-nodes', 'unknown'],
    ],
    [
      'a requirement in a block',
      values('a'),
      `${values('a')}\n{{- if .x }}\n${values('b', 'team')}\n{{- end }}`,
      ['unknown'],
    ],
  ])('%s', (_, was, is, expected) => {
    const found = effects(pool(was), pool(is)).map((effect) => effect.replace(/^\S+ /, ''));
    expect(found).toEqual(expected);
  });

  test.each([
    ['its value among them', values('a, "${X}"', 'team'), values('a, b, "${X}"', 'team'), 'none'],
    ['its value forbidden', values('"${X}"', 'team', 'NotIn'), values('a, "${X}"', 'team', 'NotIn'), 'all-nodes'],
    ['its value perhaps among them', values('"${X}"', 'team'), values('b, "${X}"', 'team'), 'unknown'],
  ])('on a label of the template, with %s', (_, was, is, effect) => {
    expect(effects(pool(was, '{ team: a }'), pool(is, '{ team: a }')).map((text) => text.split(' ').at(-1))).toEqual([
      effect,
    ]);
  });
});
