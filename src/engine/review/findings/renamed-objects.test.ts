import { expect, test } from 'vitest';
import type { Change } from '../../manifest/change.ts';
import type { Diagnostic, ResourceRef } from '../../text/diagnostic.ts';
import { renamedBy, withNewNames } from './renamed-objects.ts';

const refOf = (kind: string, name: string): ResourceRef => ({ apiVersion: 'v1', kind, name });
const finding = (message: string, resource: ResourceRef | null): Diagnostic => ({
  code: 'lint/require-limits',
  severity: 'warning',
  message,
  span: { file: 'a.yaml', start: 0, end: 1 },
  labels: [],
  resource,
});
const rename = { resource: refOf('NodePool', 'burst'), renamedTo: 'surge' } as Change;

const shown = (all: readonly Diagnostic[]): readonly string[] =>
  all.map(({ message, resource }) => `${resource?.name}: ${message}`);

test.each<[string, Diagnostic, readonly string[]]>([
  [
    'about the object itself',
    finding('NodePool `burst` has no limits', refOf('NodePool', 'burst')),
    ['burst: NodePool `burst` has no limits', 'surge: NodePool `surge` has no limits'],
  ],
  [
    'about another object, which names it',
    finding('Jobs run in `burst`', refOf('Job', 'index')),
    ['index: Jobs run in `burst`', 'index: Jobs run in `surge`'],
  ],
  ['about no object', finding('`burst`', null), ['undefined: `burst`', 'undefined: `surge`']],
  ['about another kind of the same name', finding('It fails', refOf('Deployment', 'burst')), ['burst: It fails']],
  ['about another NodePool', finding('NodePool `bursts`', refOf('NodePool', 'bursts')), ['bursts: NodePool `bursts`']],
])('a finding of base %s', (_, diagnostic, expected) => {
  expect(shown(withNewNames([diagnostic], renamedBy([rename])))).toEqual(expected);
  expect(withNewNames([diagnostic], [])).toEqual([diagnostic]);
});

test('a finding of base about an object that leaves the namespace of its own name', () => {
  const [resource, now] = ['web', 'shop'].map((namespace) => ({ ...refOf('Deployment', 'web'), namespace }));
  const renamed = [{ resource: resource!, now: now! }];

  const inHead = withNewNames([finding('`web` has no requests', resource!)], renamed).slice(1);
  expect(inHead.map(({ message }) => message)).toEqual(['`shop` has no requests', '`web` has no requests']);
  expect(inHead.map((diagnostic) => diagnostic.resource?.namespace)).toEqual(['shop', 'shop']);
});
