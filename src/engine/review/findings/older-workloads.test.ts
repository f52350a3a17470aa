import { expect, test } from 'vitest';
import { openFacts } from '../../../io/catalog/facts.ts';
import { defaultSettings } from '../../karpenter/api/settings.ts';
import { review } from '../review.ts';

const facts = openFacts(new URL('../../../../data', import.meta.url).pathname);

const pool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: web}
spec:
  limits: {cpu: 100}
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      requirements: [{key: kubernetes.io/arch, operator: In, values: [amd64]}]
`;
/** A workload without requests, which is a finding. */
const workload = (replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web:1}]}
`;

const sideOf = (files: Readonly<Record<string, string>>) => ({
  sources: Object.entries(files).map(([file, text]) => ({ file, text })),
  hintSources: [],
  diagnostics: [],
});

/** Whether the findings about the requests of the workload are new. */
const novelty = (base: Readonly<Record<string, string>>, head: Readonly<Record<string, string>>): boolean[] =>
  review({
    base: sideOf(base),
    head: sideOf(head),
    settings: { ...defaultSettings, region: 'us-east-1' },
    facts,
    figures: null,
    version: '0.0.0',
  }).findings.flatMap(({ diagnostic: { code }, isNew }) => (code === 'lint/pod-requests' ? [isNew] : []));

test.each([
  ['of the change itself', {}, { 'web.yaml': workload(1), 'pool.yaml': pool }, [true]],
  ['that the change edits', { 'web.yaml': workload(1) }, { 'web.yaml': workload(2), 'pool.yaml': pool }, [true]],
  ['that it does not touch', { 'web.yaml': workload(1) }, { 'web.yaml': workload(1), 'pool.yaml': pool }, [false]],
])('the first NodePool, and a workload %s', (_, base, head, expected) => {
  expect(novelty(base as Readonly<Record<string, string>>, head)).toEqual(expected);
});
