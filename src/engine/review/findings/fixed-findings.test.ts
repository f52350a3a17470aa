import { expect, test } from 'vitest';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic, Severity } from '../../text/diagnostic.ts';
import { fixedFindings } from './fixed-findings.ts';

const refOf = (name: string) => ({ apiVersion: 'karpenter.sh/v1', kind: 'NodePool', name });

const finding = (severity: Severity, name: string, message: string): Diagnostic => ({
  code: `lint/${message.replaceAll(' ', '-')}`,
  severity,
  message,
  span: { file: 'a.yaml', start: 0, end: 1 },
  labels: [],
  resource: refOf(name),
});

const deployments = ['pending', 'placed'].map((name) => ({ apiVersion: 'apps/v1', kind: 'Deployment', name }));

const fixedIn = (base: readonly Diagnostic[], head: readonly Diagnostic[]): readonly string[] =>
  fixedFindings(base, {
    head,
    manifests: [...['web', 'batch'].map(refOf), ...deployments].map((resource) => resource as Manifest),
    changes: [],
    ledger: { entries: [], counts: { harmless: 0, modelled: 0, 'not understood': 0, outside: 0 } },
    unschedulable: new Set(['Deployment/default/pending']),
  }).map(({ message }) => message);

const few = finding('warning', 'web', 'few types');
const none = finding('error', 'web', 'no type');

test.each<[what: string, base: readonly Diagnostic[], head: readonly Diagnostic[], fixed: readonly string[]]>([
  ['a finding that is gone is fixed', [few], [], ['few types']],
  ['a finding of what cannot be used any more is not', [few], [none], []],
  ['an error of another object changes nothing', [few], [finding('error', 'batch', 'no type')], ['few types']],
  ['an error that stays changes nothing', [few, none], [none], ['few types']],
  ['a new warning of the object changes nothing', [few], [finding('warning', 'web', 'one zone')], ['few types']],
])('%s', (_, base, head, fixed) => expect(fixedIn(base, head)).toEqual(fixed));

test('a new problem of the same theme takes the place of the old one', () => {
  const ofRule = (rule: string) => ({ ...finding('warning', 'web', rule), code: `lint/${rule}` as const });
  const follows = ofRule('pin-ami-alias');

  expect(fixedIn([follows], [])).toEqual(['pin-ami-alias']);
  expect(fixedIn([follows], [ofRule('ami-name-kubernetes')])).toEqual([]);
  expect(fixedIn([follows, few], [ofRule('ami-name-kubernetes')])).toEqual(['few types']);
});

test('pods that still fit no NodePool are not fixed, whichever finding says so', () => {
  const unplaced = deployments.map(
    (resource): Diagnostic => ({
      ...finding('warning', resource.name, `pods of ${resource.name}`),
      code: 'provisioning/pod-unschedulable',
      resource,
    }),
  );
  expect(fixedIn(unplaced, [])).toEqual(['pods of placed']);
});
