import { expect, test } from 'vitest';
import { openFacts } from '../../../io/catalog/facts.ts';
import { defaultSettings } from '../../karpenter/api/settings.ts';
import { review } from '../review.ts';

const facts = openFacts(new URL('../../../../data', import.meta.url).pathname);

/** A NodePool with limits, or one without, which is a finding. */
const pool = (hasLimits: boolean): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: web}
spec:
  ${hasLimits ? 'limits: {cpu: 100}' : 'weight: 10'}
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      requirements: [{key: kubernetes.io/arch, operator: In, values: [amd64]}]
`;

/** Path → whether the NodePool of the file has limits. */
type Files = Readonly<Record<string, boolean>>;

const sideOf = (files: Files) => ({
  sources: Object.entries(files).map(([file, hasLimits]) => ({ file, text: pool(hasLimits) })),
  hintSources: [],
  diagnostics: [],
});

/** The files with a finding about limits, and whether it is new. */
const limits = (base: Files, head: Files): string[] =>
  review({
    base: sideOf(base),
    head: sideOf(head),
    settings: defaultSettings,
    facts,
    figures: null,
    version: '0.0.0',
  }).findings.flatMap(({ diagnostic: { code, span }, isNew }) =>
    code === 'lint/require-limits' ? [`${span.file}${isNew ? ' new' : ''}`] : [],
  );

test.each<[string, Files, Files, string[]]>([
  [
    'a fix in dev does not hide the same mistake in prod',
    { 'dev/p.yaml': false, 'prod/p.yaml': true },
    { 'dev/p.yaml': true, 'prod/p.yaml': false },
    ['prod/p.yaml new'],
  ],
  ['a file that moves within its folder', { 'a/p.yaml': false }, { 'a/q.yaml': false }, ['a/q.yaml']],
  ['a folder that is renamed', { 'a/p.yaml': false }, { 'b/p.yaml': false }, ['b/p.yaml']],
  [
    'a folder that is added',
    { 'a/p.yaml': false },
    { 'a/p.yaml': false, 'b/p.yaml': false },
    ['a/p.yaml', 'b/p.yaml new'],
  ],
])('%s', (_, base, head, expected) => expect(limits(base, head)).toEqual(expected));
