import { afterAll, beforeAll, expect, test } from 'vitest';
import { sample } from './extent.ts';
import { FakeGitHub } from './github/github.ts';
import { type Contents, readings } from './readings.ts';

let fake: FakeGitHub;
beforeAll(async () => {
  fake = await FakeGitHub.start();
});
afterAll(() => fake.close());

const pool = (cpu: number, name = 'web'): string =>
  `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: ${name}\nspec:\n  limits: { cpu: ${cpu} }\n  template:\n    spec:\n      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: web }\n      requirements: []\n`;
const lfs = (id: string): string => `version https://git-lfs.github.com/spec/v1\noid sha256:${id.repeat(64)}\nsize 1\n`;
const link = (leadsTo: string) => ({ leadsTo });
const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
const tf = (cpu: number): string =>
  `resource "kubernetes_manifest" "pool" {\n  manifest = yamldecode(templatefile("\${path.module}/pool.tftpl", { cpu = ${cpu} }))\n}\n`;
const tpl = pool(1).replace('cpu: 1', 'cpu: $'.concat('{cpu}'));
const service = (port: number): string =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: ${port}}]}\n`;
const ignored = { '.gitignore': 'gen/\n*.out.yaml\n' };

interface Scene {
  readonly changes: number;
  readonly paths?: readonly string[];
}

/**
 * The ways of reading differ correctly in some cases, which are not listed here. Only a disk knows whether a link out of the repository has a
 * target. A name that is not UTF-8 opens no file, although git has its blob. Files that were not added to git exist only in folders. A
 * filter of `.gitattributes` writes other bytes than git stores.
 */
const scenes: readonly (readonly [name: string, base: Contents, head: Contents, scene: Scene])[] = [
  [
    'the target of a link changes',
    { 'a/p.txt': pool(1), 'b/pool.yaml': link('../a/p.txt') },
    { 'a/p.txt': pool(2), 'b/pool.yaml': link('../a/p.txt') },
    { changes: 1 },
  ],
  [
    'a link gets another target',
    { 'a/x.txt': pool(1), 'a/y.txt': pool(2), 'b.yaml': link('a/x.txt') },
    { 'a/x.txt': pool(1), 'a/y.txt': pool(2), 'b.yaml': link('a/y.txt') },
    { changes: 1 },
  ],
  [
    'a file becomes a link',
    { 'a/x.txt': pool(1), 'b.yaml': pool(2) },
    { 'a/x.txt': pool(1), 'b.yaml': link('a/x.txt') },
    { changes: 1 },
  ],
  [
    'a link makes a text a manifest',
    { 'a/p.txt': pool(1) },
    { 'a/p.txt': pool(1), 'x.yaml': link('a/p.txt') },
    { changes: 1 },
  ],
  [
    'and no longer does',
    { 'a/p.txt': pool(1), 'x.yaml': link('a/p.txt') },
    { 'a/p.txt': pool(1), 'y.yaml': pool(1, 'other') },
    { changes: 2 },
  ],
  ['a link dangles', { 'x.yaml': pool(1) }, { 'x.yaml': pool(2), 'b.yaml': link('a/none.yaml') }, { changes: 1 }],
  ['a link leads to a folder', { 'a/x.yaml': pool(1) }, { 'a/x.yaml': pool(2), b: link('a') }, { changes: 1 }],
  [
    'links lead in a circle',
    { 'x.yaml': pool(1) },
    { 'x.yaml': pool(2), 'c.yaml': link('d.yaml'), 'd.yaml': link('c.yaml') },
    { changes: 1 },
  ],
  [
    'lines end in CRLF',
    { 'x.yaml': pool(1), 'y.yaml': crlf(pool(1, 'b')) },
    { 'x.yaml': crlf(pool(1)), 'y.yaml': crlf(pool(2, 'b')) },
    { changes: 1 },
  ],
  [
    'git tracks files that it also ignores',
    { ...ignored, 'gen/x.yaml': pool(1), 'a.out.yaml': pool(1, 'b') },
    { ...ignored, 'gen/x.yaml': pool(2), 'a.out.yaml': pool(2, 'b') },
    { changes: 2 },
  ],
  [
    'a folder is requested',
    { 'a/x.yaml': pool(1), 'b/x.yaml': pool(1, 'b') },
    { 'a/x.yaml': pool(2), 'b/x.yaml': pool(2, 'b') },
    { changes: 1, paths: ['a'] },
  ],
  [
    'a file with another name is requested',
    { 'a/x.txt': pool(1) },
    { 'a/x.txt': pool(2) },
    { changes: 1, paths: ['a/x.txt'] },
  ],
  [
    'a folder is requested whose link leads out of it',
    { 'a/x.txt': pool(1), 'b/p.yaml': link('../a/x.txt') },
    { 'a/x.txt': pool(2), 'b/p.yaml': link('../a/x.txt') },
    { changes: 1, paths: ['b'] },
  ],
  [
    'Terraform changes',
    { 'm/main.tf': tf(1), 'm/pool.tftpl': tpl },
    { 'm/main.tf': tf(2), 'm/pool.tftpl': tpl },
    { changes: 1 },
  ],
  [
    'a link leads to the folder of Terraform',
    { 'm/main.tf': tf(1), 'm/pool.tftpl': tpl },
    { 'm/main.tf': tf(2), 'm/pool.tftpl': tpl, l: link('m') },
    { changes: 1 },
  ],
  [
    'a link gives Terraform the name of a manifest',
    { 'm/main.tf': tf(1), 'm/pool.tftpl': tpl },
    { 'm/main.tf': tf(2), 'm/pool.tftpl': tpl, 'x.yaml': link('m/main.tf') },
    { changes: 1 },
  ],
  [
    'a kustomization uses Terraform as a manifest',
    { 'm/main.tf': tf(1), 'm/pool.tftpl': tpl },
    { 'm/main.tf': tf(2), 'm/pool.tftpl': tpl, 'm/kustomization.yaml': 'resources: [main.tf]\n' },
    { changes: 1 },
  ],
  [
    'Git LFS stores files',
    { 'x.yaml': lfs('a'), 'y.yaml': lfs('a'), 'z.yaml': pool(1), 'w.yaml': pool(1, 'w') },
    { 'x.yaml': lfs('b'), 'y.yaml': lfs('a'), 'z.yaml': pool(2), 'w.yaml': lfs('c') },
    { changes: 2 },
  ],
  [
    'names are odd',
    {
      'a b.yaml': pool(1),
      'q\'"\n.yaml': pool(1, 'q'),
      '-x.yaml': pool(1, 'd'),
      ':y.yaml': pool(1, 'c'),
      'u\u0308.yaml': pool(1, 'u'),
    },
    {
      'a b.yaml': pool(2),
      'q\'"\n.yaml': pool(2, 'q'),
      '-x.yaml': pool(2, 'd'),
      ':y.yaml': pool(2, 'c'),
      'u\u0308.yaml': pool(2, 'u'),
    },
    { changes: 5 },
  ],
  ['a file becomes a folder', { 'x.yaml': pool(1) }, { 'x.yaml/y.yaml': pool(2) }, { changes: 1 }],
  ['everything goes', { 'x.yaml': pool(1) }, { README: '' }, { changes: 1 }],
  ['a text becomes bytes', { 'x.yaml': pool(1) }, { 'x.yaml': `${pool(2)}\0` }, { changes: 1 }],
  [
    'an object changes that no review needs',
    { 's.yaml': service(80), 't.yaml': service(81), 'x.yaml': pool(1) },
    { 's.yaml': service(80), 't.yaml': service(82), 'x.yaml': pool(1) },
    { changes: 0 },
  ],
  [
    'a kustomization loads a file with another name',
    { 'b/kustomization.yaml': 'resources: [p.txt]\n', 'b/p.txt': pool(1) },
    { 'b/kustomization.yaml': 'resources: [p.txt]\n', 'b/p.txt': pool(2) },
    { changes: 1 },
  ],
  [
    'folders with programs are tracked',
    { '.hidden/x.yaml': pool(1), 'node_modules/x.yaml': pool(1, 'n') },
    { '.hidden/x.yaml': pool(2), 'node_modules/x.yaml': pool(2, 'n') },
    { changes: 2 },
  ],
];

test.each(sample(scenes, ([name]) => name, { oneOf: 5 }))(
  'T48: the review is the same however files are read, if %s',
  async (_, base, head, { changes, paths = [] }) => {
    const [first, ...others] = await readings(base, head, { fake, paths });
    for (const { by, review } of others) expect.soft(review, `${by}, compared with ${first!.by}`).toBe(first!.review);
    expect(JSON.parse(first!.review).changes).toHaveLength(changes);
  },
);
