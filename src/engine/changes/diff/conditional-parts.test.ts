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
