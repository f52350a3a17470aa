import { expect, test } from 'vitest';
import type { Mapping } from '../../../manifest/model/manifest.ts';
import { type AdmissionRequest, matches, matchingOf } from './matching.ts';

const request: AdmissionRequest = {
  group: 'karpenter.sh',
  version: 'v1',
  resource: 'nodepools',
  name: 'web',
  operation: 'UPDATE',
  labels: [{ team: 'shop' }, { team: 'search' }],
};
const pools: Mapping = {
  apiGroups: ['karpenter.sh'],
  apiVersions: ['v1'],
  operations: ['CREATE', 'UPDATE'],
  resources: ['nodepools'],
};
const rule = (changes: Mapping = {}): Mapping => ({ resourceRules: [{ ...pools, ...changes }] });
const selecting = (objectSelector: Mapping): Mapping => ({ ...rule(), objectSelector });
const expression = (key: string, operator: string, ...values: string[]): Mapping =>
  selecting({ matchExpressions: [{ key, operator, values }] });

test.each([
  ['no rules', {}, 'yes'],
  ['its kind', rule(), 'yes'],
  ['everything', rule({ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }), 'yes'],
  ['its kind with subresources', rule({ resources: ['nodepools/*'] }), 'yes'],
  ['only a subresource', rule({ resources: ['nodepools/status'] }), 'no'],
  ['another kind', rule({ resources: ['nodeclaims'] }), 'no'],
  ['another group', rule({ apiGroups: ['apps'] }), 'no'],
  ['another operation', rule({ operations: ['CREATE', 'DELETE'] }), 'no'],
  ['objects in namespaces', rule({ scope: 'Namespaced' }), 'no'],
  ['its name', rule({ resourceNames: ['api', 'web'] }), 'yes'],
  ['another name', rule({ resourceNames: ['api'] }), 'no'],
  ['another version, converted', rule({ apiVersions: ['v1beta1'] }), 'converted'],
  ['another version, exactly', { ...rule({ apiVersions: ['v1beta1'] }), matchPolicy: 'Exact' }, 'no'],
  ['its kind, but excluded', { ...rule(), excludeResourceRules: [pools] }, 'no'],
  ['a label of the object', selecting({ matchLabels: { team: 'shop' } }), 'yes'],
  ['a label of the old object', selecting({ matchLabels: { team: 'search' } }), 'yes'],
  ['another label', selecting({ matchLabels: { team: 'ops' } }), 'no'],
  ['a label in a list', expression('team', 'In', 'ops', 'shop'), 'yes'],
  ['no label in a list', expression('team', 'NotIn', 'search', 'shop'), 'no'],
  ['a label that exists', expression('team', 'Exists'), 'yes'],
  ['a label that does not exist', expression('tier', 'DoesNotExist'), 'yes'],
  ['an inherited name as a label', expression('constructor', 'Exists'), 'no'],
])('a policy about %s', (_, given, expected) => expect(matches(matchingOf(given), request)).toBe(expected));
