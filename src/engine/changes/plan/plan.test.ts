import { describe, expect, test } from 'vitest';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { manifestsOf, nodeClass, nodePool, pack, plan, planned, type Texts } from './plan.test-support.ts';
import { planOf } from './plan.ts';

const summary = (base: Texts, head: Texts): string[] =>
  planned(base, head).objects.map(({ action, resource: { kind, name } }) => `${action} ${kind} ${name}`);

describe('the plan of a change', () => {
  test('puts objects that others reference first', () => {
    expect(
      summary(
        { 'old.yaml': nodePool('old') },
        { 'a.yaml': nodePool('a'), 'b.yaml': `${nodeClass('z')}---\n${nodeClass('b')}` },
      ),
    ).toEqual(['create EC2NodeClass b', 'create EC2NodeClass z', 'create NodePool a', 'delete NodePool old']);
  });

  test('T35: a rename is a deletion and a creation', () =>
    expect(summary({ 'a.yaml': nodePool('web') }, { 'a.yaml': nodePool('shop') })).toEqual([
      'create NodePool shop',
      'delete NodePool web',
    ]));

  test('T33: no other kind is ever planned, whatever the repository contains', () => {
    const others = [
      'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {a: b}\n',
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: a}\n',
      'apiVersion: karpenter.sh/v1\nkind: NodeClaim\nmetadata: {name: a}\nspec: {}\n',
      'apiVersion: evil.example/v1\nkind: NodePool\nmetadata: {name: a}\nspec: {}\n',
    ];
    expect(summary({}, { 'a.yaml': others.join('---\n') })).toEqual([]);
  });

  test('objects that Terraform applies are not in the plan', () => {
    const trace = (start: number, end: number) => ({ span: { file: 'main.tf', start, end }, isExact: true });
    const origin = { root: 'main.tf', tool: 'terraform', trace } as const;
    const made = parseManifests({ file: 'main.tf', text: nodePool('of-terraform'), origin }, { set: {} });
    const head = manifestSet([...manifestsOf({ 'a.yaml': nodePool('own') }).files, made]);
    const of = planOf({ environment: 'production', base: manifestsOf({}), head, pack });
    expect(of.digest === null ? of.problems : of.objects.map(({ resource }) => resource.name)).toEqual(['own']);
  });

  test('an unchanged object is not in it, nor is one that is only written differently', () => {
    const rewritten = nodePool().replace('cpu: "100"', "cpu: '100000m'");
    expect(summary({ 'a.yaml': nodePool() }, { 'b.yaml': rewritten, 'c.yaml': nodeClass() })).toEqual([
      'create EC2NodeClass default',
    ]);
  });

  test('status and server-managed metadata are not part of it', () => {
    const live = nodePool()
      .replace(
        'metadata: {name: web}',
        'metadata: {name: web, uid: a, resourceVersion: "7", generation: 3, annotations: {kubectl.kubernetes.io/last-applied-configuration: x}}',
      )
      .concat('status: {conditions: []}\n');
    expect(summary({ 'a.yaml': nodePool() }, { 'a.yaml': live })).toEqual([]);
  });

  test('another environment gives another digest', () => {
    const head = { 'a.yaml': nodePool() };
    expect(plan({}, head, 'staging').digest).not.toBe(plan({}, head, 'production').digest);
  });

  test('two changes merged one after the other do not invalidate each other’s digest', () => {
    const [a, b] = [{ 'a.yaml': nodePool('a') }, { 'b.yaml': nodePool('b') }];
    const [a2, b2] = [{ 'a.yaml': nodePool('a', 'weight: 2') }, { 'b.yaml': nodePool('b', 'weight: 3') }];
    expect(planned({ ...a, ...b2 }, { ...a2, ...b2 }).digest).toBe(planned({ ...a, ...b }, { ...a2, ...b }).digest);
  });

  test('another base of the same object gives another digest', () => {
    const head = { 'a.yaml': nodePool('web', 'weight: 3') };
    const from = (spec: string): string => planned({ 'a.yaml': nodePool('web', spec) }, head).digest;
    expect(from('weight: 1')).not.toBe(from('weight: 2'));
  });

  test.each<[string, Texts, Texts, string]>([
    ['a placeholder', {}, { 'a.yaml': nodePool('web', 'weight: ${WEIGHT}') }, 'placeholder'],
    ['a Go template in user data', {}, { 'a.yaml': nodeClass('d', "userData: 'x {{ .Values.a }}'") }, 'placeholder'],
    ['two manifests of one object', {}, { 'a.yaml': nodePool('web', 'weight: 1'), 'b.yaml': nodePool() }, '`b.yaml`'],
    ['a version that is not served', {}, { 'a.yaml': nodePool().replace('/v1', '/v1beta1') }, 'does not serve'],
    [
      'a file that no longer parses',
      { 'a.yaml': nodePool() },
      { 'a.yaml': `${nodePool()}  bad: [` },
      '`a.yaml` cannot',
    ],
    [
      'a number that is too large to be exact',
      {},
      { 'a.yaml': nodePool('web', 'weight: 9007199254740993') },
      'too large',
    ],
    [
      'a forged record',
      {},
      { 'a.yaml': nodePool().replace('{name: web}', '{name: web, annotations: {plumbline.dev/digest: a}}') },
      'annotation',
    ],
    [
      'a placeholder at the base',
      { 'a.yaml': nodePool('web', 'weight: ${W}') },
      { 'a.yaml': nodePool() },
      'at the base',
    ],
  ])('%s makes a plan impossible', (_, base, head, why) => {
    const made = plan(base, head);
    expect(made).toMatchObject({ digest: null, problems: [expect.stringContaining(why)] });
  });

  test.each<[string, Texts, Texts]>([
    [
      'an object with a placeholder that stays',
      { 'a.yaml': nodePool('web', 'weight: ${W}') },
      { 'a.yaml': nodePool('web', 'weight: ${W}') },
    ],
    ['the same object twice', {}, { 'a.yaml': nodePool(), 'b.yaml': nodePool() }],
    ['a file that never parsed', { 'a.yaml': 'karpenter: [' }, { 'a.yaml': 'karpenter: [' }],
    ['a variable of a script', {}, { 'a.yaml': nodeClass('d', 'userData: "echo ${HOME}"') }],
  ])('%s does not prevent a plan', (_, base, head) => expect(plan(base, head).digest).toMatch(/^[0-9a-f]{64}$/));
});

test.each([
  ['which of several files has which copy', { 'b.yaml': 'Y', 'c.yaml': 'Y' }],
  ['their order in one file', { 'a.yaml': 'Y', 'b.yaml': 'X', 'c.yaml': 'Y' }],
])(
  'differing copies of one object have no plan if the change edits %s',
  (_, change: Readonly<Record<string, string>>) => {
    const copies = { 'a.yaml': 'X', 'b.yaml': 'X', 'c.yaml': 'Y' };
    const texts = (all: Readonly<Record<string, string>>): Texts =>
      Object.fromEntries(
        Object.entries(all).map(([file, cpu]) => [
          file,
          nodePool().replace('cpu: "100"', `cpu: ${cpu === 'X' ? 1 : 2}`),
        ]),
      );
    const [base, same] = [texts(copies), texts(copies)];
    expect(plan(base, same).digest).not.toBeNull();
    expect(plan(base, texts({ ...copies, ...change }))).toMatchObject({
      digest: null,
      problems: [expect.stringContaining('is defined differently in'), expect.stringContaining('at the base')],
    });
  },
);
