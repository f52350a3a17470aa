import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aws } from '../../aws/aws.ts';
import { decodeCrdPack } from '../../files/schema/definitions/crd-pack.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { diff } from './diff.ts';

const pack = decodeCrdPack(JSON.parse(readFileSync('data/crds/1.14.json', 'utf8')));
const set = (text: string) => manifestSet([parseManifests({ file: 'a.yaml', text }, { set: {} })]);

const effects = (base: string, head: string): string[] =>
  diff(set(base), set(head), { pack, providers: [aws] }).flatMap(({ fields }) =>
    fields.map(({ path, effect }) => `${path.join('.')} ${effect}`),
  );

const deployment = (line: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: press}
spec:
  replicas: 1
  template:
    spec:
${line === '' ? '' : `      ${line}\n`}      containers: [{name: press, image: press}]
`;
const pool = (line: string) => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: press}
spec:
  template:
    metadata:
${line === '' ? '' : `      ${line}\n`}      annotations: {team: ink}
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: press}
      requirements: [{key: karpenter.sh/capacity-type, operator: In, values: [spot]}]
`;
const included = '{{- include "press.placement" . | nindent 6 }}';

test.each<[string, base: string, head: string, expected: readonly string[]]>([
  ['a selector of pods, rendered only after', deployment(included), deployment('nodeSelector: {team: ink}'), []],
  ['a selector of pods, rendered only before', deployment('nodeSelector: {team: ink}'), deployment(included), []],
  [
    'a label of nodes, rendered only after',
    pool(included),
    pool('labels: {team: ink}'),
    ['spec.template.metadata.labels.team unknown'],
  ],
  [
    'a label of nodes, in a template that writes no fields',
    pool('# {{ .Values.comment }}'),
    pool('labels: {team: ink}'),
    ['spec.template.metadata.labels.team all-nodes'],
  ],
  [
    'a label of nodes, rendered on both sides',
    pool(''),
    pool('labels: {team: ink}'),
    ['spec.template.metadata.labels.team all-nodes'],
  ],
])('%s', (_, base, head, expected) => expect(effects(base, head)).toEqual(expected));

const poolWith = (expiry: string, more: string) => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: press}
spec:
  template:
    metadata:
      labels:
        team: ink
${more.includes('nindent 8') ? `${more}\n` : ''}    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: press}
${more.includes('nindent 6') ? `${more}\n` : ''}${expiry === '' ? '' : `      expireAfter: ${expiry}\n`}      requirements: [{key: karpenter.sh/capacity-type, operator: In, values: [spot]}]
`;

const writing = (indentation: number) =>
  `      {{- with .Values.extra }}\n      {{- toYaml . | nindent ${indentation} }}\n      {{- end }}`;

test.each<[string, base: string, head: string, expected: readonly string[]]>([
  [
    'an expiry that is removed, and that a line of the template may write',
    poolWith('336h', writing(6)),
    poolWith('', writing(6)),
    ['expireAfter 336h → {{ … }}: unknown'],
  ],
  [
    'an expiry that is added where a line of the template may have written it',
    poolWith('', '      {{- include "press.spec" . | nindent 6 }}'),
    poolWith('336h', '      {{- include "press.spec" . | nindent 6 }}'),
    ['expireAfter {{ … }} → 336h: unknown'],
  ],
  [
    'an expiry that is removed, while a line writes labels',
    poolWith('336h', writing(8)),
    poolWith('', writing(8)),
    ['expireAfter 336h → 720h: all-nodes'],
  ],
  [
    'an expiry that changes next to such a line',
    poolWith('336h', writing(6)),
    poolWith('24h', writing(6)),
    ['expireAfter 336h → 24h: all-nodes'],
  ],
])('%s', (_, base, head, expected) => {
  const fields = diff(set(base), set(head), { pack, providers: [aws] }).flatMap((change) => change.fields);
  expect(fields.map(({ path, before, after, effect }) => `${path.at(-1)} ${before} → ${after}: ${effect}`)).toEqual(
    expected,
  );
});
