import { describe, expect, test } from 'vitest';
import { readInputs } from './inputs.ts';

const read = (inputs: Record<string, string>) =>
  readInputs(Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])));

describe('inputs', () => {
  test('have defaults', () => {
    expect(read({})).toEqual({
      mode: 'review',
      region: undefined,
      karpenterVersion: undefined,
      kubernetesVersion: undefined,
      failOn: undefined,
      config: undefined,
      set: {},
      cluster: [],
      allowedAccountIds: [],
      paths: [],
      workingDirectory: '',
      name: '',
      token: '',
    });
  });

  test.each([
    [{ mode: 'comment' }, { mode: 'comment' }],
    [{ 'fail-on': ' warning ' }, { failOn: 'warning' }],
    [{ comment: 'False' }, { comment: 'off' }],
    [{ comment: 'true' }, { comment: undefined }],
    [{ comment: 'hide' }, { comment: 'hide' }],
    [{ name: 'eu production' }, { name: 'eu production' }],
    [{ paths: 'apps/\n\n  ./karpenter\r\n' }, { paths: ['apps', 'karpenter'] }],
    [{ paths: 'apps\\shop\r\n.\\karpenter' }, { paths: ['apps/shop', 'karpenter'] }],
    [{ set: 'NAME=web\nURL=a=b\nEMPTY=' }, { set: { NAME: 'web', URL: 'a=b', EMPTY: '' } }],
    [{ cluster: 'nodes.json\npods.json' }, { cluster: ['nodes.json', 'pods.json'] }],
    [{ 'working-directory': '.' }, { workingDirectory: '' }],
    [{ 'working-directory': './a/../b//c/' }, { workingDirectory: 'b/c' }],
    [{ catalog: './ops/catalog/' }, { catalog: 'ops/catalog' }],
    [{ config: 'ops/plumbline.yaml' }, { config: 'ops/plumbline.yaml' }],
    [{ 'karpenter-version': '1.10' }, { karpenterVersion: '1.10' }],
  ])('%j gives %j', (given, expected) => expect(read(given)).toMatchObject(expected));

  test.each([
    [{ mode: 'coment' }, 'Did you mean `comment`?'],
    [{ 'fail-on': 'warnings' }, 'Did you mean `warning`?'],
    [{ comment: 'maybe' }, undefined],
    [
      { name: '<!-- -->' },
      'Use at most 40 letters, digits, dots, hyphens, underscores and single spaces, such as `production`.',
    ],
    [{ set: 'NAME' }, 'Write it as `NAME=VALUE`.'],
    [{ paths: '..\\secrets' }, 'Set a path inside the repository, relative to its root.'],
    [{ paths: 'C:\\secrets' }, 'Set a path inside the repository, relative to its root.'],
    [{ paths: '../secrets' }, 'Set a path inside the repository, relative to its root.'],
    [{ paths: '/etc' }, 'Set a path inside the repository, relative to its root.'],
    [{ catalog: '../prices' }, 'Set a path inside the repository, relative to its root.'],
    [{ config: 'a/../../b' }, 'Set a path inside the repository, relative to its root.'],
    [{ 'working-directory': 'C:\\x' }, 'Set a path inside the repository, relative to its root.'],
  ])('%j is an error', (given, help) => {
    expect(() => read(given)).toThrow(expect.objectContaining({ code: 'usage', help }));
  });
});
