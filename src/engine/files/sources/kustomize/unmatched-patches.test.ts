import { describe, expect, test } from 'vitest';
import { defaultSources } from '../../../karpenter/api/settings.ts';
import { discoveryOf } from '../discovery/discovery.ts';
import { treeOf } from '../repository/file-tree.test-support.ts';
import { rootsOf } from '../roots.ts';
import { unmatchedPatches } from './unmatched-patches.ts';

const pool = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: press}\n';

function notesOf(kustomization: string, rendered = pool, more: Readonly<Record<string, string>> = {}, before?: string) {
  const files = {
    'prod/kustomization.yaml': `resources: [pool.yaml]\n${kustomization}`,
    'prod/pool.yaml': pool,
    ...more,
  };
  const tree = treeOf(files);
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  const [root] = rootsOf(discoveryOf(tree), sources, { sources: defaultSources, environments: {} });
  return unmatchedPatches({ root: root!, text: rendered, before, read: (file) => files[file as keyof typeof files] });
}

const patch = (target: string, list = 'patches', written = 'x'): string =>
  `${list}:\n  - target: {${target}}\n    patch: |-\n      - op: replace\n        path: /spec/limits/cpu\n        value: ${written}\n`;

describe('a patch whose target selects no object is a note', () => {
  test.each<[what: string, kustomization: string, expected: string, help: string]>([
    [
      'in patches',
      patch('kind: NodePool, name: pres-s'),
      'NodePool `pres-s`',
      'Correct the target: the kustomization has NodePool `press`.',
    ],
    [
      'in patchesJson6902',
      patch('group: karpenter.sh, version: v1, kind: NodePool, name: pres-s', 'patchesJson6902'),
      'NodePool `pres-s`',
      'Correct the target: the kustomization has NodePool `press`.',
    ],
    [
      'of a kind that the kustomization does not have',
      patch('kind: EC2NodeClass, name: press'),
      'EC2NodeClass `press`',
      'The kustomization has no EC2NodeClass. Correct the target, or remove the patch.',
    ],
    [
      'that only begins like the name of another',
      patch('kind: NodePool, name: pres'),
      'NodePool `pres`',
      'Correct the target: the kustomization has NodePool `press`.',
    ],
  ])('%s', (_, kustomization, expected, help) => {
    expect(notesOf(kustomization)).toEqual([
      expect.objectContaining({
        file: 'prod/kustomization.yaml',
        message: `The target ${expected} of a patch selects no object, so kustomize applies the patch to nothing and reports no error`,
        help,
      }),
    ]);
  });
});

test.each<[what: string, kustomization: string, rendered?: string, more?: Readonly<Record<string, string>>]>([
  ['that selects its object', patch('kind: NodePool, name: press')],
  [
    'that selects an object with a prefix',
    `namePrefix: prod-\n${patch('kind: NodePool, name: press')}`,
    pool.replace('press', 'prod-press'),
  ],
  ['with a pattern', patch('kind: NodePool, name: "web.*"')],
  ['with a selector of labels', patch('kind: NodePool, name: web, labelSelector: team=ink')],
  ['without a name', patch('kind: NodePool')],
  ['of a kind that nodes do not need', patch('kind: ConfigMap, name: web')],
  ['next to one that deletes', patch('kind: NodePool, name: web', 'patches', '"$patch: delete"')],
  [
    'next to an object that is not written out',
    patch('kind: NodePool, name: web'),
    pool,
    {
      'prod/pool.yaml': `${pool}# config.kubernetes.io/local-config\n`,
    },
  ],
  ['in an output that is too long', patch('kind: NodePool, name: web'), ''],
])('nothing is said about a patch %s', (_, kustomization, rendered, more) => {
  expect(notesOf(kustomization, rendered, more)).toEqual([]);
});

test.each<[what: string, rendered: string, before: string, expected: string]>([
  ['has another name', pool.replace('press', 'ink'), pool, 'warning'],
  ['has a longer name', pool.replace('press', 'press-ink'), pool, 'warning'],
  ['is gone', '', pool, ''],
  [
    'is gone, and another one stays',
    pool.replace('press', 'ink'),
    `${pool}---\n${pool.replace('press', 'ink')}`,
    'note',
  ],
  ['was not there before either', pool.replace('press', 'ink'), pool.replace('press', 'page'), 'note'],
])('a patch whose object %s', (_, rendered, before, expected) => {
  const findings = notesOf(patch('kind: NodePool, name: press'), rendered, {}, before);
  expect(findings.map(({ severity }) => severity).join()).toBe(expected);
});

test('a patch whose object has another name says what that object loses', () => {
  const [finding] = notesOf(patch('kind: NodePool, name: press'), pool.replace('press', 'ink'), {}, pool);
  expect(finding?.message).toBe(
    'Since this change, the target NodePool `press` of a patch selects no object. Kustomize reports no error, and NodePool `ink` does not get what the patch sets',
  );
});
