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

const fixedIn = (base: readonly Diagnostic[], head: readonly Diagnostic[]): readonly string[] =>
  fixedFindings(base, {
    head,
    manifests: ['web', 'batch'].map((name) => refOf(name) as Manifest),
    changes: [],
    ledger: { entries: [], counts: { harmless: 0, modelled: 0, 'not understood': 0, outside: 0 } },
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
