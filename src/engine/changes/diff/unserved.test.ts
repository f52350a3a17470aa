import { expect, test } from 'vitest';
import { openFacts } from '../../../io/catalog/facts.ts';
import { defaultSettings } from '../../karpenter/api/settings.ts';
import { dangersOf } from '../../review/gate/dangers.ts';
import { review } from '../../review/review.ts';

const facts = openFacts(new URL('../../../../data', import.meta.url).pathname);

const object = (apiVersion: string, kind: string, spec: string, name = 'press'): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}}\nspec: ${spec}\n---\n`;

const provisioner = (apiVersion: string, ttl = 30): string =>
  object(`karpenter.sh/${apiVersion}`, 'Provisioner', `{providerRef: {name: press}, ttlSecondsAfterEmpty: ${ttl}}`);
const pool = (apiVersion: string, weight = 1): string =>
  object(
    `karpenter.sh/${apiVersion}`,
    'NodePool',
    `{weight: ${weight}, disruption: {consolidateAfter: 1m}, template: {spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: press}, requirements: [{key: karpenter.sh/capacity-type, operator: In, values: [spot]}]}}}`,
  );
const nodeClass = (apiVersion: string, family = 'AL2023'): string =>
  object(
    `karpenter.k8s.aws/${apiVersion}`,
    'EC2NodeClass',
    `{role: press, amiFamily: ${family}, amiSelectorTerms: [{alias: al2023@v20250101}], subnetSelectorTerms: [{id: subnet-0123456789abcdef0}], securityGroupSelectorTerms: [{id: sg-0123456789abcdef0}]}`,
  );
const crd = (group: string, kind: string): string =>
  object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `{group: ${group}, names: {kind: ${kind}}}`, 'own');

interface Sides {
  readonly base: string;
  readonly head: string;
  readonly karpenterVersion?: string;
}

const reviewed = ({ base, head, karpenterVersion }: Sides) => {
  const side = (text: string) => ({ sources: [{ file: 'a.yaml', text }], hintSources: [], diagnostics: [] });
  return review({
    base: side(base),
    head: side(head),
    settings: { ...defaultSettings, region: 'us-east-1', karpenterVersion },
    facts,
    version: 'test',
    figures: null,
  });
};

/** Kind, effect and summary of each change. */
const changes = (sides: Sides): string[] =>
  reviewed(sides).changes.map(({ resource, effect, summary }) => `${resource.kind} ${effect}: ${summary}`);

const absent = 'Provisioner none: removed; Karpenter does not have the kind Provisioner, so no nodes belong to it';
const deleted = 'delete: removed; deleting it terminates all of its nodes';
const refused =
  'unknown: removed; the API server refuses it before the change, so whether it is in the cluster is unknown';

test.each<[string, text: string, version: string | undefined, expected: string]>([
  ['a kind that the version no longer has', provisioner('v1alpha5'), '1.6', absent],
  ['a kind in a version that never was', provisioner('v1'), '1.6', absent],
  ['a kind that the version still has', provisioner('v1alpha5'), '0.32', `Provisioner ${deleted}`],
  ['a version before the first known one', provisioner('v1alpha5'), '0.16', `Provisioner ${deleted}`],
  [
    'a kind before its time',
    pool('v1beta1'),
    '0.16',
    'NodePool none: removed; Karpenter does not have the kind NodePool, so no nodes belong to it',
  ],
  [
    'a kind that some Karpenter has, if the version is assumed',
    provisioner('v1alpha5'),
    undefined,
    `Provisioner ${deleted}`,
  ],
  [
    'a kind in a version that never was, if what may run has the kind',
    provisioner('v1'),
    undefined,
    `Provisioner ${refused}`,
  ],
  ['a version that the installed Karpenter has', pool('v1'), '1.6', `NodePool ${deleted}`],
  ['a version that it no longer has', pool('v1beta1'), '1.6', `NodePool ${refused}`],
  ['a version that never was', pool('v1beta2'), undefined, `NodePool ${refused}`],
  [
    'a kind that the repository defines itself',
    provisioner('v1') + crd('karpenter.sh', 'Provisioner'),
    '1.6',
    `Provisioner ${deleted}`,
  ],
  ['next to a definition of another kind', provisioner('v1') + crd('karpenter.sh', 'Machine'), '1.6', absent],
  ['a placeholder', object('karpenter.sh/{{ .Values.version }}', 'NodePool', '{}'), '1.6', `NodePool ${deleted}`],
])('the removal of %s', (_, text, karpenterVersion, expected) => {
  const rest = text.includes('CustomResourceDefinition') ? text.slice(text.indexOf('---\n') + 4) : '# empty\n';
  expect(changes({ base: text, head: rest, ...(karpenterVersion && { karpenterVersion }) })).toEqual([expected]);
});

test.each<[string, text: string, version: string, expected: string]>([
  [
    'a kind in a version that never was',
    provisioner('v1'),
    '1.6',
    'Provisioner none: new, but Karpenter does not serve it as `karpenter.sh/v1`, so it has no effect',
  ],
  [
    'a version that the installed Karpenter no longer has',
    pool('v1beta1'),
    '1.6',
    'NodePool none: new, but Karpenter does not serve it as `karpenter.sh/v1beta1`, so it has no effect',
  ],
  ['a version that it has', pool('v1'), '1.6', 'NodePool new-nodes: new; it may launch nodes for pods that match it'],
])('the addition of %s', (_, head, karpenterVersion, expected) => {
  expect(changes({ base: '# empty\n', head, karpenterVersion })).toEqual([expected]);
});

test('if the version is assumed, the other objects say which kinds it may have', () => {
  const rest = pool('v1') + nodeClass('v1');
  expect(changes({ base: provisioner('v1') + rest, head: rest })).toEqual([absent]);
});

test('changes of an object that is served on neither side have no effect', () => {
  const sides = { base: provisioner('v1', 30), head: provisioner('v1', 60), karpenterVersion: '1.6' };
  expect(changes(sides)).toEqual([
    'Provisioner none: Karpenter does not serve it as `karpenter.sh/v1`, so it has no effect',
  ]);
});

test('an object that is served only after the change is not compared with the one before', () => {
  const sides = { base: nodeClass('v2', 'AL2'), head: nodeClass('v1'), karpenterVersion: '1.6' };
  expect(changes(sides)).toEqual([
    'EC2NodeClass unknown: the API server refuses it before the change, so its effect on running nodes is unknown',
  ]);
});

test.each<[string, nodeClass: string, expected: readonly string[], danger: string]>([
  ['refuses', nodeClass('v1', 'AmazonLinux2'), ['unknown'], 'may delete running nodes'],
  ['does not serve', nodeClass('v1alpha1'), ['unknown'], 'may delete running nodes'],
  ['accepts', nodeClass('v1'), ['delete'], 'deletes running nodes'],
])('a removed NodePool whose class the API server %s', (_, text, expected, danger) => {
  const found = reviewed({ base: pool('v1') + text, head: text, karpenterVersion: '1.6' });
  expect(found.changes.map(({ effect }) => effect)).toEqual(expected);
  expect(dangersOf(found).map((one) => one.text)).toContain(danger);
});

test('nothing is said about the nodes of a NodePool whose class the API server refused', () => {
  const base = pool('v1') + nodeClass('v1', 'AmazonLinux2');
  const found = reviewed({ base, head: pool('v1') + nodeClass('v1'), karpenterVersion: '1.6' });
  expect(dangersOf(found).map(({ kind }) => kind)).not.toContain('replaces-nodes');
  expect(found.changes.map(({ effect }) => effect)).toEqual(['unknown']);
});
