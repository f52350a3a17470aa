import { expect, test } from 'vitest';
import { withoutCopies } from '../../review/context/finding-copies.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { finding, nodePoolRef } from '../test-support.ts';
import { otherObjects, sameHoldsText } from './other-objects.ts';

const span = { file: 'a.yaml', start: 0, end: 1 };
const of = (name: string, namespace = 'shop') =>
  finding({ span, resource: { apiVersion: 'apps/v1', kind: 'Deployment', namespace, name } });
const textOf = (first: ReturnType<typeof of>, ...copies: ReturnType<typeof of>[]) =>
  sameHoldsText({ ...first, copies });

test('the objects that a finding is about, next to the one in its message', () => {
  expect(textOf(of('a'), of('b'), of('c'))).toBe('The same holds for `b`, `c`');
  expect(textOf(of('a'), of('b'), of('c'), of('d'), of('e'))).toBe('The same holds for `b`, `c`, `d` and 1 more');
});

test('an object of several places is named once, and that of the message not at all', () => {
  expect(textOf(of('a'), of('a'), of('b'), of('b'))).toBe('The same holds for `b`');
  expect(textOf(of('a'), of('a'))).toBeUndefined();
});

test('an object of another namespace has its namespace', () => {
  expect(textOf(of('a'), of('a', 'other'))).toBe('The same holds for `other/a`');
});

test('an object of other environments has their names', () => {
  const [audit, worker, cart] = [
    finding({ ...of('audit').diagnostic, cluster: 'prod' }),
    finding({ ...of('worker').diagnostic, clusters: ['dev', 'stage'] }),
    finding({ ...of('cart').diagnostic, cluster: 'prod' }),
  ];
  expect(textOf(audit, worker, cart)).toBe('This holds for `audit`, `worker` (in dev and stage), `cart`');
});

test('an object is named once, with all of its environments', () => {
  const at = (name: string, ...clusters: string[]) => finding({ ...of(name).diagnostic, clusters });
  const [shop, web] = [at('shop', 'prod'), at('web', 'dev', 'prod')];

  expect(textOf(shop, web, at('worker', 'prod'), at('worker', 'dev'))).toBe(
    'This holds for `shop`, `web` (in dev and prod), `worker` (in prod and dev)',
  );
  expect(textOf(shop, at('shop', 'dev'), at('worker', 'dev'), at('worker', 'prod'))).toBe(
    'This holds for `shop`, `worker`',
  );
  expect(textOf(shop, at('shop', 'dev'), at('worker', 'dev'))).toBe('This holds for `shop`, `worker` (in dev)');
});

test('a finding about a file has no objects', () => {
  expect(
    sameHoldsText({ ...finding({ span, resource: null }), copies: [finding({ span, resource: null })] }),
  ).toBeUndefined();
});

test('workloads of several kinds are one finding, and the other kind is named', () => {
  const pods = (kind: string, name: string, count: number) =>
    finding({
      span,
      code: 'provisioning/pod-unschedulable',
      message: `${count} of ${count} pods of \`${kind}/shop/${name}\` are unschedulable`,
      resource: { apiVersion: 'apps/v1', kind, namespace: 'shop', name },
    });

  const [only, ...others] = withoutCopies([
    pods('Deployment', 'cart', 6),
    pods('Deployment', 'checkout', 6),
    pods('StatefulSet', 'sessions', 3),
  ]);
  expect(others).toEqual([]);
  expect(sameHoldsText(only!)).toBe('The same holds for `checkout`, `StatefulSet/shop/sessions`');
});

test('nodes that stay in several clusters are one finding, with a number for each', () => {
  const held = (cluster: string, nodes: string) =>
    finding({ span, code: 'disruption/rollout-held', message: `${nodes}: pods must not be evicted`, cluster });

  const [only, ...others] = withoutCopies([
    held('prod', '3 nodes of NodePool `web` must be replaced and stay as they are'),
    held('dev', '1 node of NodePool `web` must be replaced and stays as it is'),
  ]);
  expect(others).toEqual([]);
  expect(sameHoldsText(only!)).toBe('The same holds for 1 node in dev');
});

test('the objects that one line of a chart makes are other objects', () => {
  const [cart, web] = [of('cart'), of('web')];
  const otherResources = [web.diagnostic.resource!, of('ledger').diagnostic.resource!];
  const made = finding({ ...cart.diagnostic, otherResources });
  expect(otherObjects({ ...made, copies: [web] })).toEqual(['web', 'ledger']);
});

const pending = (name: string, count: number, over: Partial<Diagnostic> = {}) =>
  finding({
    span,
    code: 'provisioning/pod-unschedulable',
    message: `${plural(count, 'new pod')} of \`Deployment/shop/${name}\` ${byCount(count, 'fits', 'fit')} no NodePool`,
    help: `${plural(count + 1, 'old pod')} ${byCount(count + 1, 'keeps', 'keep')} running. Allow \`arm64\` in NodePool \`general\`.`,
    measures: [{ value: count, better: 'fewer' }],
    resource: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name },
    ...over,
  });

const joinedTexts = (...findings: readonly ReturnType<typeof of>[]) =>
  withoutCopies(findings).map((shown) => [shown.diagnostic.resource?.name, sameHoldsText(shown)]);

test('what one line causes is one finding with the worst numbers, and lists the objects', () => {
  expect(joinedTexts(pending('cart', 1), pending('web', 3), pending('jobs', 1), pending('search', 2))).toEqual([
    ['web', 'The same holds for `cart`, `jobs`, `search`, with other numbers'],
  ]);
});

test('other lines, other reasons and other advice stay findings of their own', () => {
  const elsewhere = { span: { ...span, start: 7, end: 8 } };
  const because = [{ nodePool: 'general', kind: 'taints' }];
  const help = '2 old pods keep running. Allow `arm64` in NodePool `batch`.';
  const all = [
    pending('cart', 1),
    pending('web', 3, elsewhere),
    pending('jobs', 2, { because }),
    pending('search', 2, { help }),
  ];
  expect(joinedTexts(...all)).toEqual(['cart', 'web', 'jobs', 'search'].map((name) => [name, undefined]));
});

test('numbers in names are not numbers', () => {
  const of2 = (name: string, type: string) =>
    pending(name, 1, { message: `\`${name}\` needs \`${type}\``, help: 'Allow it.' });
  expect(joinedTexts(of2('cart', 'c5.large'), of2('web', 'c6.large'))).toHaveLength(2);
  expect(joinedTexts(of2('cart', '4'), of2('web', '8'))).toHaveLength(1);
});

test('what is wrong with one object in several environments is one finding of the first of them', () => {
  const inCluster = (cluster: string, count: number) =>
    pending('cart', count, { cluster, span: { file: `${cluster}.yaml`, start: 0, end: 1 } });
  expect(joinedTexts(inCluster('prod', 2), inCluster('stage', 9), inCluster('dev', 1))).toEqual([
    ['cart', 'The same holds in stage and dev, with other numbers than in prod'],
  ]);
  expect(joinedTexts(inCluster('prod', 2), inCluster('dev', 2))).toEqual([['cart', 'The same holds in dev']]);
});

test('what one line of several environments causes is one finding', () => {
  const of3 = (cluster: string, name: string, count: number) => pending(name, count, { cluster });
  const all = [of3('prod', 'cart', 2), of3('prod', 'web', 3), of3('dev', 'cart', 4), of3('dev', 'web', 1)];
  expect(joinedTexts(...all)).toEqual([
    ['web', 'The same holds in dev, and for `cart`, with other numbers than in prod'],
  ]);
});

test('without its object in the message, a finding lists all of them', () => {
  const message = '`spec.weight` is 1000';
  const [a, b] = ['batch', 'general'].map((name) => finding({ span, message, resource: nodePoolRef(name) }));
  expect(textOf(a!, b!)).toBe('This holds for `batch`, `general`');
});
