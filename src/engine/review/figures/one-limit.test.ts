import { expect, test } from 'vitest';
import type { AdvisedLimit, Diagnostic } from '../../text/diagnostic.ts';
import { withOneLimit, withoutRepeatedLimits } from './one-limit.ts';

const advice = (amount: number, text: string, over: Partial<AdvisedLimit> = {}): AdvisedLimit => ({
  nodePool: 'web',
  resource: 'cpu',
  amount: amount * 1000,
  written: `${amount}`,
  text,
  ...over,
});

const finding = (help: string, ...advisedLimits: AdvisedLimit[]): Diagnostic => ({
  code: 'provisioning/limit-reached',
  severity: 'warning',
  message: help,
  help,
  span: { file: 'a.yaml', start: help.length, end: help.length + 1 },
  labels: [],
  resource: { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', name: 'web' },
  advisedLimits,
});

const above = (amount: number, over: Partial<AdvisedLimit> = {}) => {
  const text = `\`limits.cpu\` above \`${amount}\``;
  return finding(`Set ${text}.`, advice(amount, text, { isAbove: true, ...over }));
};

const raised = (from: number, to: number) => {
  const text = `\`limits.cpu\` of NodePool \`web\` from ${from} to ${to}`;
  return finding(`To fix this, raise ${text}.`, advice(to, text));
};

const atLeast = (amount: number) => {
  const text = `\`limits.cpu\` to at least \`${amount}\``;
  return finding(`Raise ${text}. Karpenter then has room.`, advice(amount, text));
};

const helps = (...diagnostics: Diagnostic[]) => withOneLimit(diagnostics).map(({ help }) => help);

test('all findings about a limit advise the highest one', () => {
  expect(helps(above(32), raised(8, 36), raised(8, 12), atLeast(32))).toEqual([
    'Set `limits.cpu` to at least `36`.',
    'To fix this, raise `limits.cpu` of NodePool `web` from 8 to 36.',
    'To fix this, raise `limits.cpu` of NodePool `web` to at least `36`.',
    'Raise `limits.cpu` to at least `36`. Karpenter then has room.',
  ]);
});

test('above an amount is higher than the amount', () => {
  expect(helps(atLeast(32), above(32), raised(8, 32))).toEqual([
    'Raise `limits.cpu` above `32`. Karpenter then has room.',
    'Set `limits.cpu` above `32`.',
    'To fix this, raise `limits.cpu` of NodePool `web` above `32`.',
  ]);
});

test('another NodePool, another resource and another cluster have limits of their own', () => {
  const all = [
    raised(8, 36),
    above(32, { nodePool: 'batch' }),
    above(33, { resource: 'nodes' }),
    { ...above(34), cluster: 'dev' },
  ];
  expect(helps(...all)).toEqual(all.map(({ help }) => help));
});

test('one finding is about a limit in a cluster', () => {
  const [first, second] = [raised(8, 36), above(32)].map((one) => ({
    ...one,
    span: { file: 'a.yaml', start: 0, end: 1 },
  }));
  const elsewhere = { ...second!, cluster: 'dev' };
  expect(withoutRepeatedLimits([first!, second!, elsewhere])).toEqual([first, elsewhere]);
});
