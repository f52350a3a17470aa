import { expect, test } from 'vitest';
import { finding } from '../test-support.ts';
import { withoutCopies } from './finding-order.ts';
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
  expect(textOf(audit, worker, cart)).toBe('The same holds for `worker` (in dev and stage), `cart`');
});

test('an object is named once, with all of its environments', () => {
  const at = (name: string, ...clusters: string[]) => finding({ ...of(name).diagnostic, clusters });
  const [shop, web] = [at('shop', 'prod'), at('web', 'dev', 'prod')];

  expect(textOf(shop, web, at('worker', 'prod'), at('worker', 'dev'))).toBe(
    'The same holds for `web` (in dev and prod), `worker` (in prod and dev)',
  );
  expect(textOf(shop, at('shop', 'dev'), at('worker', 'dev'), at('worker', 'prod'))).toBe(
    'The same holds for `worker`',
  );
  expect(textOf(shop, at('shop', 'dev'), at('worker', 'dev'))).toBe('The same holds for `worker` (in dev)');
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
