import { expect, test } from 'vitest';
import { plainNamespaces } from './plain-namespaces.ts';
import type { Root } from './root/root.ts';

const rootInto = (namespace: string | undefined, others: Partial<Root> = {}): Root => ({
  name: 'Application argocd/shop',
  file: 'apps/shop.yaml',
  tool: 'argocd',
  call: null,
  files: ['shop/web.yaml'],
  patches: [],
  obstacles: [],
  isDeclared: true,
  isPlain: true,
  ...(namespace !== undefined && { namespace }),
  ...others,
});

test.each([
  ['one Application', [rootInto('shop')]],
  ['Applications of two clusters', [rootInto('shop'), rootInto('shop')]],
])('files have the namespace of the destination: %s', (_, roots) => {
  expect([...plainNamespaces(roots)]).toEqual([['shop/web.yaml', 'shop']]);
});

test.each([
  ['no namespace', [rootInto(undefined)]],
  ['two namespaces', [rootInto('shop'), rootInto('cart')]],
  ['one that says none', [rootInto('shop'), rootInto(undefined)]],
  ['a kustomization that lists the file', [rootInto('shop'), rootInto('shop', { isPlain: false })]],
])('files have no known namespace: %s', (_, roots) => {
  expect([...plainNamespaces(roots)]).toEqual([]);
});
