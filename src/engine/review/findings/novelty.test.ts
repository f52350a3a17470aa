import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { withNovelty, withUnreadChanges } from './novelty.ts';

const finding = (message: string, { file = 'a.yaml', start = 0, name = 'web' } = {}): Diagnostic => ({
  code: 'lint/x',
  severity: 'error',
  message,
  span: { file, start, end: start + 1 },
  labels: [],
  resource: name ? { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', name } : null,
});

test.each([
  ['without a base, everything is new', [finding('a')], null, [true]],
  ['a moved line is not new', [finding('a', { start: 9 })], [finding('a')], [false]],
  ['a moved object is not new', [finding('a', { file: 'b.yaml' })], [finding('a')], [false]],
  [
    'a message with another Karpenter version is not new',
    [finding('Karpenter 1.14 x')],
    [finding('Karpenter 1.1 x')],
    [false],
  ],
  [
    'a message with another version of a chart is not new',
    [finding('The chart 1.14.0 x'), finding('On in the chart v1.14.0-rc.1')],
    [finding('The chart 1.1.0 x'), finding('On in the chart v1.1.0-rc.1')],
    [false, false],
  ],
  [
    'a message with another version of a chart with a name, or of an operating system, is not new',
    [finding('The chart `karpenter` 1.5.1 does not read `a`'), finding('Bottlerocket 1.21.0 does not understand a')],
    [finding('The chart `karpenter` 1.5.0 does not read `a`'), finding('Bottlerocket 1.20.5 does not understand a')],
    [false, false],
  ],
  [
    'a message about another value of a chart, or about another chart, is new',
    [
      finding('The chart `karpenter` 1.5.1 does not read `b`'),
      finding('The chart `karpenter-crd` 1.5.1 does not read `a`'),
    ],
    [finding('The chart `karpenter` 1.5.0 does not read `a`')],
    [true, true],
  ],
  ['another version of Kubernetes is new', [finding('Kubernetes 1.34 x')], [finding('Kubernetes 1.33 x')], [true]],
  ['another object is new', [finding('a', { name: 'gpu' })], [finding('a')], [true]],
  [
    'an additional finding of the same kind is new',
    [finding('a'), finding('a', { start: 9 })],
    [finding('a')],
    [false, true],
  ],
  [
    'without an object, another file is new',
    [finding('a', { name: '', file: 'b.yaml' })],
    [finding('a', { name: '' })],
    [true],
  ],
])('%s', (_, head, base, expected) => expect(withNovelty(head, base).map(({ isNew }) => isNew)).toEqual(expected));

describe('an image that is not pinned', () => {
  const unpinned = (image: string): Diagnostic => ({
    ...finding(`\`${image}\` follows every AMI release`),
    code: 'lint/pin-ami-alias',
  });
  const al2023 = (kubernetes: string) => `amazon-eks-node-al2023-x86_64-standard-${kubernetes}-*`;
  const bottlerocket = (kubernetes: string) => `/aws/service/bottlerocket/aws-k8s-${kubernetes}/x86_64/latest/image_id`;
  const parameter = (kubernetes: string) =>
    `/aws/service/eks/optimized-ami/${kubernetes}/amazon-linux-2023/x86_64/standard/recommended/image_id`;

  test.each([
    ['a name for the next Kubernetes', al2023('1.34'), al2023('1.33'), false],
    ['a parameter for the next Kubernetes', parameter('1.34'), parameter('1.33'), false],
    ['a parameter of Bottlerocket for the next Kubernetes', bottlerocket('1.34'), bottlerocket('1.33'), false],
    ['an image of another family', bottlerocket('1.34'), parameter('1.34'), true],
  ])('%s', (_, now, before, isNew) => expect(withNovelty([unpinned(now)], [unpinned(before)])[0]!.isNew).toBe(isNew));
});

describe('a version of a chart that its registry does not have', () => {
  const missing = (message: string): Diagnostic => ({ ...finding(message), code: 'lint/chart-version' });
  const ended = (version: string, chart = 'karpenter') =>
    `The repository \`charts.karpenter.sh\` ends with 0.16, so it has no version \`${version}\` of \`${chart}\``;
  const prefixed = (version: string) =>
    `The chart \`karpenter\` has no version \`${version}\`: since 0.35, none has a v`;
  const moving = (range: string, word = 'not') => `\`${range}\` is ${word} one version of \`karpenter\``;

  test.each([
    ['the next version in the same old repository', ended('1.5.1'), ended('1.5.0'), false],
    ['another chart of that repository', ended('1.5.1', 'karpenter-crd'), ended('1.5.0'), true],
    ['the next version with a v', prefixed('v1.5.1'), prefixed('v1.5.0'), false],
    ['another reason', prefixed('v1.5.1'), ended('v1.5.1'), true],
    ['another range', moving('>=1.9'), moving('>=1.8'), false],
    ['a range instead of a version', moving('>=1.9', 'no longer'), moving('>=1.8'), true],
  ])('%s', (_, now, before, isNew) => expect(withNovelty([missing(now)], [missing(before)])[0]!.isNew).toBe(isNew));
});

describe('text that is unreadable on both sides', () => {
  const unread = (code: 'io/too-large' | 'yaml/too-large', isChanged?: boolean): Diagnostic => ({
    code,
    severity: 'error',
    message: 'x',
    labels: [],
    resource: null,
    span: { file: 'a.yaml', start: 0, end: 0 },
    ...(isChanged && { isChanged }),
  });

  test('is new if it may be another file', () => {
    const before = [unread('io/too-large')];
    expect(withNovelty(before, before).map(({ isNew }) => isNew)).toEqual([false]);
    expect(withNovelty([unread('io/too-large', true)], before).map(({ isNew }) => isNew)).toEqual([true]);
  });

  test.each([
    ['a', 'a', undefined],
    ['a', 'b', true],
  ])('%s and %s: text that changed', (base, head, isChanged) => {
    const texts = { base: new Map([['a.yaml', base]]), head: new Map([['a.yaml', head]]) };
    expect(withUnreadChanges([unread('yaml/too-large')], texts)[0]!.isChanged).toBe(isChanged);
  });
});

describe('a finding with a number', () => {
  const few = (value: number, over: Partial<Diagnostic> = {}): Diagnostic => ({
    ...finding(`only ${value} types`),
    measures: [{ value, better: 'more' }],
    ...over,
  });

  test.each([
    ['improves', few(5), few(3), false],
    ['gets worse', few(2), few(3), true],
    ['improves, but is more severe', few(5), few(3, { severity: 'warning' }), true],
    ['is of another object', few(5), { ...finding('only 3 types', { name: 'gpu' }), measures: few(3).measures! }, true],
    ['has no number in base', few(5), finding('only some types'), true],
  ])('%s', (_, head, base, isNew) => expect(withNovelty([head], [base])[0]!.isNew).toBe(isNew));
});
