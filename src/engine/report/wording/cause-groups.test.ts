import { expect, test } from 'vitest';
import { withoutCopies } from '../../review/context/finding-copies.ts';
import type { Code, Diagnostic } from '../../text/diagnostic.ts';
import { finding, nodePoolRef } from '../test-support.ts';
import { consequenceText, groupByCause } from './cause-groups.ts';

const span = { file: 'a.yaml', start: 0, end: 1 };
const about = (code: string, name: string, over: Partial<Diagnostic> = {}) =>
  finding({ code: code as Code, message: code, resource: nodePoolRef(name), span, ...over });

const pending = (name: string, pods: number, nodePool: string, kind = 'offering') =>
  about('provisioning/pod-unschedulable', name, {
    message: `${pods} of ${pods} pods of \`Deployment/shop/${name}\` cannot be placed on any node`,
    because: [{ nodePool, kind }],
    measures: [{ value: pods, better: 'fewer' }],
    resource: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name },
  });

const texts = (findings: Parameters<typeof withoutCopies>[0]) =>
  groupByCause(withoutCopies(findings)).map(({ cause, consequences }) => [
    cause.diagnostic.code,
    consequenceText(consequences),
  ]);

test('unschedulable pods are consequences of a finding about the NodePool that they need', () => {
  const found = [
    about('lint/satisfiable-requirements', 'web'),
    pending('cart', 2, 'web'),
    pending('till', 6, 'web'),
    pending('other', 1, 'batch'),
  ];
  expect(texts(found)).toEqual([
    ['lint/satisfiable-requirements', '8 pods become unschedulable: Deployment `shop/cart`, Deployment `shop/till`'],
    ['provisioning/pod-unschedulable', undefined],
  ]);
});

test('pods whose finding names the cause itself are not shown below another one', () => {
  const own = about('provisioning/pod-unschedulable', 'cart', {
    because: [{ nodePool: 'web', kind: 'offering' }],
    isOwnCause: true,
  });
  expect(texts([about('lint/satisfiable-requirements', 'web'), own]).map(([, text]) => text)).toEqual([
    undefined,
    undefined,
  ]);
});

test('pods that a NodePool cannot run for another reason are no consequence of its limits', () => {
  const found = [
    about('provisioning/limit-reached', 'web'),
    pending('cart', 2, 'web', 'limits'),
    pending('till', 6, 'web', 'taints'),
  ];
  expect(texts(found)).toEqual([
    ['provisioning/limit-reached', '2 pods become unschedulable: Deployment `shop/cart`'],
    ['provisioning/pod-unschedulable', undefined],
  ]);
});

test('pods of several clusters are never added up', () => {
  const inCluster = (one: ReturnType<typeof pending>, cluster: string) => ({
    ...one,
    diagnostic: { ...one.diagnostic, cluster },
  });
  const pods = [inCluster(pending('cart', 6, 'web'), 'prod'), inCluster(pending('cart', 2, 'web'), 'dev')];
  expect(consequenceText(withoutCopies(pods))).toBe(
    '6 pods become unschedulable in prod: Deployment `shop/cart`; 2 pods become unschedulable in dev: Deployment `shop/cart`',
  );
  expect(consequenceText(withoutCopies([pods[0]!, pods[0]!]))).toBe(
    '12 pods become unschedulable: Deployment `shop/cart`',
  );

  const { diagnostic } = pending('cart', 3, 'web');
  const ofTwo = { ...pods[0]!, diagnostic: { ...diagnostic, clusters: ['dev', 'prod'] } };
  const ofThird = inCluster(pending('cart', 3, 'web'), 'test');
  expect(consequenceText([ofTwo, ofThird].map((one) => ({ ...one, copies: [] })))).toBe(
    '3 pods become unschedulable in dev and prod: Deployment `shop/cart`; 3 pods become unschedulable in test: Deployment `shop/cart`',
  );
});

test('a NodePool of one environment is not why pods of another one are unschedulable', () => {
  const cart = pending('cart', 2, 'web', 'limits');
  const of = (cluster: string) => [
    about('provisioning/limit-reached', 'web', { cluster: 'prod' }),
    { ...cart, diagnostic: { ...cart.diagnostic, cluster } },
  ];
  expect(texts(of('prod'))).toEqual([['provisioning/limit-reached', expect.stringContaining('2 pods')]]);
  expect(texts(of('dev')).map(([, text]) => text)).toEqual([undefined, undefined]);
});

test('a finding that explains nothing has no consequences', () => {
  expect(texts([about('lint/pin-ami-alias', 'web'), pending('cart', 2, 'web')]).map(([, text]) => text)).toEqual([
    undefined,
    undefined,
  ]);
});

test('workloads beyond three are counted', () => {
  const found = ['a', 'b', 'c', 'd', 'e'].map((name) => pending(name, 1, 'web', 'limits'));
  const [group] = groupByCause(withoutCopies([about('provisioning/limit-reached', 'web'), ...found]));
  expect(consequenceText(group!.consequences)).toBe(
    '5 pods become unschedulable: Deployment `shop/a`, Deployment `shop/b`, Deployment `shop/c` and 2 more',
  );
});

test('pods that run on are not unschedulable yet', () => {
  const { diagnostic, isNew } = pending('cart', 3, 'web', 'limits');
  const later = {
    isNew,
    diagnostic: {
      ...diagnostic,
      message: '3 of 3 pods of `Deployment/shop/cart` are unschedulable once their node is gone',
      unplacedPods: { areNodesUnknown: false, isLater: true },
    },
  };
  expect(consequenceText(withoutCopies([later]))).toBe(
    '3 pods fit no NodePool once their node is gone: Deployment `shop/cart`',
  );

  const now = pending('web', 1, 'web', 'limits');
  expect(consequenceText(withoutCopies([now, later]))).toBe(
    '1 pod becomes unschedulable: Deployment `shop/web`; 3 pods fit no NodePool once their node is gone: Deployment `shop/cart`',
  );
});
