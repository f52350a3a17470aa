import { expect, test } from 'vitest';
import { kubeError } from '../kube/kube-error.ts';
import { clusterObjects, type WantedKind } from './cluster-objects.ts';

const kinds: readonly WantedKind[] = [
  { kind: 'Node', plural: 'nodes', group: '', versions: ['v1'] },
  { kind: 'NodeClaim', plural: 'nodeclaims', group: 'karpenter.sh', versions: ['v1', 'v1beta1'] },
  { kind: 'Pod', plural: 'pods', group: '', versions: ['v1'] },
];

/** A server that has lists at some paths. A number is a status that it answers instead; other paths are not served. */
function server(lists: Readonly<Record<string, readonly object[] | number>>) {
  const asked: string[] = [];
  const list = async (path: string): Promise<object[]> => {
    asked.push(path);
    const found = lists[path] ?? 404;
    if (typeof found === 'number') throw kubeError({ method: 'GET', path }, { status: found, body: { message: 'no' } });
    return [...found];
  };
  return { asked, list };
}

test('lists each kind once, in the version that the server has, and says what the items are', async () => {
  const node = { metadata: { name: 'a', managedFields: [{}] }, status: { images: [{}], capacity: { cpu: '2' } } };
  const { asked, list } = server({
    '/api/v1/nodes': [node],
    '/apis/karpenter.sh/v1beta1/nodeclaims': [{ metadata: { name: 'b' } }],
    '/api/v1/pods': [],
  });
  const sources = await clusterObjects({ list }, kinds);
  expect(asked).toEqual([
    '/api/v1/nodes',
    '/apis/karpenter.sh/v1/nodeclaims',
    '/apis/karpenter.sh/v1beta1/nodeclaims',
    '/api/v1/pods',
  ]);
  expect(sources.map(({ file, text }) => [file, JSON.parse(text).items])).toEqual([
    ['<nodes>', [{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' }, status: { capacity: { cpu: '2' } } }]],
    ['<nodeclaims>', [{ apiVersion: 'karpenter.sh/v1beta1', kind: 'NodeClaim', metadata: { name: 'b' } }]],
    ['<pods>', []],
  ]);
});

test('a kind that the server does not have is left out', async () => {
  const { list } = server({ '/api/v1/nodes': [], '/api/v1/pods': [] });
  expect((await clusterObjects({ list }, kinds)).map(({ file }) => file)).toEqual(['<nodes>', '<pods>']);
});

test('a kind that is optional may be forbidden', async () => {
  const { list } = server({ '/api/v1/nodes': [], '/api/v1/pods': 403 });
  const optional = kinds.map((kind) => (kind.kind === 'Pod' ? { ...kind, unknownWithout: 'what runs' } : kind));
  const missing: string[][] = [];
  const sources = await clusterObjects({ list }, optional, (...one) => void missing.push(one));
  expect([sources.map(({ file }) => file), missing]).toEqual([['<nodes>'], [['pods', 'what runs']]]);
});

test('every missing right is named at once', async () => {
  const { list } = server({ '/api/v1/nodes': 403, '/apis/karpenter.sh/v1/nodeclaims': 403, '/api/v1/pods': [] });
  await expect(clusterObjects({ list }, kinds)).rejects.toMatchObject({
    code: 'kube',
    message: 'This identity may not list nodeclaims.karpenter.sh, nodes',
    help: expect.stringContaining('Allow `list` on these resources'),
  });
});

test('other errors of the server end it', async () => {
  const { list } = server({ '/api/v1/nodes': 401 });
  await expect(clusterObjects({ list }, kinds)).rejects.toThrow('does not accept the credentials');
});
