import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../text/diagnostic.ts';
import type { Review } from '../context/review-data.ts';
import { gate } from '../gate/gate.ts';
import { type Baseline, baselineText, parseBaseline, withBaseline } from './baseline.ts';

const finding = (over: Partial<Diagnostic> = {}): Diagnostic => ({
  code: 'lint/require-limits',
  severity: 'error',
  message: '`web` has no limit',
  span: { file: 'a.yaml', start: 5, end: 9 },
  labels: [],
  resource: { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', name: 'web' },
  ...over,
});
const review = (...diagnostics: Diagnostic[]): Review =>
  ({
    tool: { name: 'plumbline', version: '1.2.3' },
    hasBase: false,
    findings: diagnostics.map((diagnostic) => ({ diagnostic, isNew: true })),
    suppressed: [],
    plans: [],
    appliedEnvironments: [],
  }) as unknown as Review;
const baselineOf = (...diagnostics: Diagnostic[]) => parseBaseline(baselineText(review(...diagnostics))) as Baseline;

test('the file is sorted, readable JSON without line numbers', () => {
  const inFile = finding({ resource: null, code: 'yaml/syntax', message: 'no YAML' });
  expect(JSON.parse(baselineText(review(inFile, finding(), finding())))).toEqual({
    baselineVersion: 2,
    plumbline: '1.2.3',
    findings: [
      {
        code: 'lint/require-limits',
        resource: { kind: 'NodePool', name: 'web' },
        message: '`web` has no limit',
        count: 2,
      },
      { code: 'yaml/syntax', file: 'a.yaml', message: 'no YAML' },
    ],
  });
});

test.each<[string, Diagnostic, boolean]>([
  ['the same finding', finding(), true],
  ['a finding that moved', finding({ span: { file: 'a.yaml', start: 500, end: 504 } }), true],
  ['a finding in a renamed file', finding({ span: { file: 'b.yaml', start: 5, end: 9 } }), true],
  ['a finding with another severity', finding({ severity: 'warning' }), true],
  [
    'a finding about another object',
    finding({ resource: { apiVersion: 'v1', kind: 'NodePool', name: 'batch' } }),
    false,
  ],
  ['a finding with another message', finding({ message: '`web` has no weight' }), false],
  ['another code', finding({ code: 'schema/required' }), false],
])('%s: whether the baseline contains it: %#', (_, diagnostic, isKnown) => {
  const { review: left, gone } = withBaseline(review(diagnostic), baselineOf(finding()));
  expect([left.findings.length, left.suppressed.length, gone]).toEqual(isKnown ? [0, 1, 0] : [1, 0, 1]);
  const isError = diagnostic.severity === 'error' && !isKnown;
  expect(gate(left, { failOn: 'error' }).result).toBe(isError ? 'block' : 'pass');
});

test('an additional finding of the same kind is new', () => {
  const { review: left } = withBaseline(review(finding(), finding()), baselineOf(finding()));
  expect([left.findings.length, left.suppressed.length]).toEqual([1, 1]);
});

test('what one line of a chart causes is known by each of its objects', () => {
  const of = (name: string) => ({ apiVersion: 'karpenter.sh/v1', kind: 'NodePool', name });
  const message = '`spec.weight` is 1000';
  const three = finding({ message, resource: of('batch'), otherResources: [of('general'), of('web')] });
  const two = finding({ message, resource: of('general'), otherResources: [of('web')] });

  const { review: left, gone } = withBaseline(review(two), baselineOf(three));
  expect([left.findings.length, left.suppressed.length, gone]).toEqual([0, 1, 1]);
  expect(withBaseline(review(three), baselineOf(three)).gone).toBe(0);
});

test('a finding that was not checked for is not counted as gone', () => {
  const baseline = baselineOf(finding({ code: 'provisioning/pod-unschedulable' }));
  expect(withBaseline(review(), baseline, { isJudged: (code) => !code.startsWith('provisioning/') }).gone).toBe(0);
  expect(withBaseline(review(), baseline).gone).toBe(1);
});

describe('a file that is not a baseline is rejected with the reason', () => {
  test.each<[string, string, RegExp]>([
    ['not JSON', '{', /is not a baseline: it is not valid JSON/],
    ['another file', '{"a": 1}', /is not a baseline: it has no `baselineVersion`/],
    [
      'another version',
      '{"baselineVersion": 1, "findings": []}',
      /is a baseline of version 1, but this plumbline reads version 2/,
    ],
    ['no list of findings', '{"baselineVersion": 2}', /`findings` is not a list/],
    ['no finding', '{"baselineVersion": 2, "findings": [3]}', /`findings\[0\]` is not a finding/],
    [
      'a finding without file or object',
      '{"baselineVersion": 2, "findings": [{"code": "a/b", "message": "c"}]}',
      /`findings\[0\]` is not a finding/,
    ],
    ['a list', '[]', /has no `baselineVersion`/],
    ['nothing', '', /not valid JSON/],
  ])('%s', (_, text, expected) => expect(parseBaseline(text)).toEqual({ fault: expect.stringMatching(expected) }));
});

test('a finding that must not be suppressed stays', () => {
  const { code } = finding();
  const { review: left } = withBaseline(review(finding()), baselineOf(finding()), { neverSuppress: [code] });
  expect(left.findings).toHaveLength(1);
});
