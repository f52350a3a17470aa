import { describe, expect, test } from 'vitest';
import { defaultSources } from '../../../karpenter/api/settings.ts';
import { keepingOf } from '../../../manifest/kept-in-cluster.ts';
import { asMapping, isObject, type Mapping } from '../../../manifest/model/manifest.ts';
import { discoveryOf } from '../discovery/discovery.ts';
import { treeOf } from '../repository/file-tree.test-support.ts';
import { readMapping } from '../repository/yaml-data.ts';
import { rootsOf } from '../roots.ts';
import { removals } from './removals.ts';

type Texts = Readonly<Record<string, string | null>>;

function sideOf(texts: Texts) {
  const there = Object.fromEntries(
    Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const tree = treeOf(there);
  const sources = Object.entries(there).map(([file, text]) => ({ file, text }));
  return { tree, roots: rootsOf(discoveryOf(tree), sources, { sources: defaultSources, environments: {} }) };
}

/** Why the object in a file stays once it is gone; `deleted` or `unknown` otherwise. Texts of head replace those of base, and null removes a file. */
function fate(base: Texts, head: Texts, file: string): string {
  const found = removals(sideOf(base), sideOf({ ...base, ...head }), ({ name }) => `rendered ${name}`).get(file);
  const read = readMapping(base[file] ?? '');
  const object: Mapping = 'data' in read ? read.data : {};
  const kept = keepingOf({ kind: String(object.kind), metadata: asMapping(object.metadata) ?? {} }, found);
  if (kept !== undefined) return kept.because;
  return isObject(found) ? 'deleted' : 'unknown';
}

const pool = (annotations = ''): string =>
  `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: batch, annotations: {${annotations}}}\n`;

const application = (policy: string, { path = 'pools', metadata = 'name: pools, namespace: argocd' } = {}): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {${metadata}}\nspec: {source: {path: ${path}}, syncPolicy: {${policy}}}\n`;

const prunes = 'automated: {prune: true}';

const leaves = (definition: string, annotations?: string): string =>
  fate(
    { 'app.yaml': definition, 'pools/batch.yaml': pool(annotations), 'pools/web.yaml': pool() },
    { 'pools/batch.yaml': null },
    'pools/batch.yaml',
  );

test.each<[policy: string, expected: string]>([
  ['', 'Application `argocd/pools` has no automated sync, so it deletes nothing until somebody syncs it'],
  [
    'automated: {selfHeal: true}',
    'Application `argocd/pools` does not prune (`syncPolicy.automated.prune` is not set)',
  ],
  ['automated: {prune: false}', 'Application `argocd/pools` does not prune (`syncPolicy.automated.prune` is `false`)'],
  [
    'automated: {prune: true, enabled: false}',
    'Application `argocd/pools` has its automated sync off (`syncPolicy.automated.enabled: false`)',
  ],
  [
    `${prunes}, syncOptions: [CreateNamespace=true, Prune=false]`,
    'Application `argocd/pools` has the sync option `Prune=false`',
  ],
  [`${prunes}, syncOptions: [Prune=confirm]`, 'Application `argocd/pools` has the sync option `Prune=confirm`'],
  [`${prunes}, syncOptions: [PruneLast=true]`, 'deleted'],
  [prunes, 'deleted'],
  // A placeholder may be true.
  ["automated: {prune: '${PRUNE}'}", 'a placeholder in Application `argocd/pools` decides whether it prunes'],
  ["automated: '${AUTOMATED}'", 'a placeholder in Application `argocd/pools` decides whether it prunes'],
])('an object leaves an Application with the policy {%s}', (policy, expected) => {
  expect(leaves(application(policy))).toBe(expected);
});

const options = 'argocd.argoproj.io/sync-options';

test.each<[annotations: string, policy: string, expected: string]>([
  [`${options}: Prune=false`, prunes, `its annotation \`${options}: Prune=false\` keeps it`],
  [`${options}: 'ServerSideApply=true, Prune=false'`, prunes, `its annotation \`${options}: Prune=false\` keeps it`],
  [`${options}: Prune=confirm`, prunes, `its annotation \`${options}: Prune=confirm\` keeps it`],
  // Argo CD reads this one only when the Application itself is deleted.
  [`${options}: Delete=false`, prunes, 'deleted'],
  // The option of the object takes precedence.
  [`${options}: Prune=true`, `${prunes}, syncOptions: [Prune=false]`, 'deleted'],
  // These are for other tools.
  ['helm.sh/resource-policy: keep', prunes, 'deleted'],
  ['kustomize.toolkit.fluxcd.io/prune: disabled', prunes, 'deleted'],
])('an object with {%s} leaves an Application with {%s}', (annotations, policy, expected) => {
  expect(leaves(application(policy), annotations)).toBe(expected);
});

const kustomization = (spec: string): string =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: pools, namespace: flux-system}\nspec: {path: ./pools, ${spec}}\n`;

test.each<[spec: string, annotations: string, expected: string]>([
  ['prune: true', '', 'deleted'],
  ['prune: false', '', 'Kustomization `flux-system/pools` does not prune (`prune: false`)'],
  ["prune: '${prune}'", '', 'a placeholder in Kustomization `flux-system/pools` decides whether it prunes'],
  ['prune: true, suspend: true', '', 'Kustomization `flux-system/pools` is suspended'],
  [
    'prune: true',
    'kustomize.toolkit.fluxcd.io/prune: disabled',
    'its annotation `kustomize.toolkit.fluxcd.io/prune: disabled` keeps it',
  ],
  [
    'prune: true',
    'kustomize.toolkit.fluxcd.io/reconcile: disabled',
    'its annotation `kustomize.toolkit.fluxcd.io/reconcile: disabled` keeps it',
  ],
  [
    'prune: true',
    'kustomize.toolkit.fluxcd.io/ssa: Ignore',
    'its annotation `kustomize.toolkit.fluxcd.io/ssa: Ignore` keeps it',
  ],
  ['prune: true', 'kustomize.toolkit.fluxcd.io/ssa: IfNotPresent', 'deleted'],
  ['prune: true', `${options}: Prune=false`, 'deleted'],
])('an object leaves a Kustomization with {%s}, with {%s}', (spec, annotations, expected) => {
  expect(leaves(kustomization(spec), annotations)).toBe(expected);
});

const owner = 'finalizers: [resources-finalizer.argocd.argoproj.io]';

/** What happens to an object whose definition the change removes, together with the object. */
const leftBehind = (definition: string, annotations?: string): string =>
  fate(
    { 'app.yaml': definition, 'pools/batch.yaml': pool(annotations) },
    { 'app.yaml': null, 'pools/batch.yaml': null },
    'pools/batch.yaml',
  );

test.each<[what: string, definition: string, annotations: string, expected: string]>([
  [
    'an Application without a finalizer',
    application(prunes),
    '',
    'Application `argocd/pools` has no finalizer `resources-finalizer.argocd.argoproj.io`, so Argo CD leaves what it applied',
  ],
  ['an Application with a finalizer', application('', { metadata: `name: pools, ${owner}` }), '', 'deleted'],
  [
    'an Application with a finalizer that deletes in the background',
    application('', { metadata: `name: pools, finalizers: [resources-finalizer.argocd.argoproj.io/background]` }),
    '',
    'deleted',
  ],
  [
    'an object that Argo CD does not delete',
    application('', { metadata: `name: pools, ${owner}` }),
    `${options}: 'Prune=true,Delete=false'`,
    `its annotation \`${options}: Delete=false\` keeps it`,
  ],
  [
    'an object that Argo CD does not delete, because Helm would not',
    application('', { metadata: `name: pools, ${owner}` }),
    'helm.sh/resource-policy: keep',
    'its annotation `helm.sh/resource-policy: keep` keeps it',
  ],
  ['a Kustomization that prunes', kustomization('prune: true'), '', 'deleted'],
  [
    'a Kustomization that does not',
    kustomization('prune: false'),
    '',
    'Kustomization `flux-system/pools` does not prune (`prune: false`)',
  ],
  ['a Kustomization that deletes', kustomization('prune: false, deletionPolicy: Delete'), '', 'deleted'],
  [
    'a Kustomization that orphans',
    kustomization('prune: true, deletionPolicy: Orphan'),
    '',
    'Kustomization `flux-system/pools` has `deletionPolicy: Orphan`',
  ],
  [
    'a Kustomization that stays itself',
    kustomization('prune: true').replace(
      'pools, namespace',
      'pools, annotations: {kustomize.toolkit.fluxcd.io/prune: disabled}, namespace',
    ),
    '',
    'Kustomization `flux-system/pools` stays in the cluster, too, because its annotation `kustomize.toolkit.fluxcd.io/prune: disabled` keeps it',
  ],
])('the change removes %s', (_, definition, annotations, expected) => {
  expect(leftBehind(definition, annotations)).toBe(expected);
});

const set = (policy: string, names: readonly string[]): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: pools}\nspec: {generators: [{list: {elements: ${JSON.stringify(
    names.map((name) => ({ name })),
  )}}}], syncPolicy: {${policy}}, template: {metadata: {name: '{{name}}'}, spec: {source: {path: 'pools/{{name}}'}, syncPolicy: {automated: {prune: true}}}}}\n`;

test.each<[what: string, policy: string, head: string | null, expected: string]>([
  ['is removed', '', null, 'deleted'],
  [
    'is removed and preserves',
    'preserveResourcesOnDeletion: true',
    null,
    'ApplicationSet `pools` sets `preserveResourcesOnDeletion`',
  ],
  ['loses an element', '', set('', ['web']), 'deleted'],
  [
    'loses an element and deletes no Applications',
    'applicationsSync: create-update',
    set('applicationsSync: create-update', ['web']),
    'Application `batch` stays in the cluster, too, because ApplicationSet `pools` deletes no Applications (`applicationsSync: create-update`)',
  ],
])('an ApplicationSet %s', (_, policy, head, expected) => {
  const base = {
    'set.yaml': set(policy, ['batch', 'web']),
    'pools/batch/batch.yaml': pool(),
    'pools/web/web.yaml': pool(),
  };
  expect(fate(base, { 'set.yaml': head, 'pools/batch/batch.yaml': null }, 'pools/batch/batch.yaml')).toBe(expected);
});

test('the policy after the change decides', () => {
  const base = { 'app.yaml': application(prunes), 'pools/batch.yaml': pool(), 'pools/web.yaml': pool() };
  const head = { 'app.yaml': application('automated: {}'), 'pools/batch.yaml': null };
  expect(fate(base, head, 'pools/batch.yaml')).toContain('does not prune');
  expect(
    fate({ ...base, 'app.yaml': application('') }, { ...head, 'app.yaml': application(prunes) }, 'pools/batch.yaml'),
  ).toBe('deleted');
});

test('an Application that stays with a part of its files deletes the others, if it prunes', () => {
  const root = application('automated: {}', { path: 'apps', metadata: 'name: root' });
  const base = {
    'root.yaml': root,
    'apps/pools.yaml': application(prunes),
    'pools/batch.yaml': pool(),
    'pools/web.yaml': pool(),
  };
  const head = { 'apps/pools.yaml': null, 'pools/batch.yaml': null };
  expect(fate(base, head, 'pools/batch.yaml')).toBe('deleted');
  expect(fate(base, { ...head, 'pools/web.yaml': null }, 'pools/batch.yaml')).toBe(
    'Application `argocd/pools` stays in the cluster, too, because Application `root` does not prune (`syncPolicy.automated.prune` is not set)',
  );
});

test('nothing is known of files that nothing applies, or whose definition cannot be read any more', () => {
  const base = { 'pools/batch.yaml': pool() };
  expect(fate(base, { 'pools/batch.yaml': null }, 'pools/batch.yaml')).toBe('unknown');
  const applied = { ...base, 'app.yaml': application('') };
  expect(fate(applied, { 'app.yaml': 'kind: [', 'pools/batch.yaml': null }, 'pools/batch.yaml')).toBe('unknown');
});

test.each<[annotations: string, expected: string]>([
  ['helm.sh/resource-policy: keep', 'its annotation `helm.sh/resource-policy: keep` keeps it'],
  [`${options}: Delete=false`, `its annotation \`${options}: Delete=false\` keeps it`],
  [
    'kustomize.toolkit.fluxcd.io/prune: disabled',
    'its annotation `kustomize.toolkit.fluxcd.io/prune: disabled` keeps it',
  ],
  ["helm.sh/resource-policy: '{{ .Values.policy }}'", 'unknown'],
  ['helm.sh/resource-policy: delete', 'unknown'],
])('an object that says {%s}, applied by an unknown tool', (annotations, expected) => {
  expect(fate({ 'pools/batch.yaml': pool(annotations) }, { 'pools/batch.yaml': null }, 'pools/batch.yaml')).toBe(
    expected,
  );
});

test('a file that two Applications apply is deleted if one of them prunes', () => {
  const base = {
    'a.yaml': application(prunes, { metadata: 'name: a' }),
    'b.yaml': application('', { metadata: 'name: b' }),
    'pools/batch.yaml': pool(),
    'pools/web.yaml': pool(),
  };
  expect(fate(base, { 'pools/batch.yaml': null }, 'pools/batch.yaml')).toBe('deleted');
  const both = { ...base, 'a.yaml': application('', { metadata: 'name: a' }) };
  expect(fate(both, { 'pools/batch.yaml': null }, 'pools/batch.yaml')).toContain(
    'Application `a` has no automated sync',
  );
});

test('the objects that a chart or a kustomization renders to are known by its rendered text', () => {
  const base = {
    'app.yaml': application(''),
    'pools/kustomization.yaml': 'resources: [batch.yaml]\n',
    'pools/batch.yaml': pool(),
  };
  expect(fate(base, { 'pools/batch.yaml': null }, 'rendered Application argocd/pools')).toContain('no automated sync');
});

test('Helm never deletes a CRD of a chart', () => {
  const crd =
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: nodepools.karpenter.sh}\n';
  const chart = {
    'charts/karpenter/Chart.yaml': 'name: karpenter\nversion: 1.0.0\n',
    'charts/karpenter/crds/pools.yaml': crd,
  };
  const kept = 'Helm never deletes what a chart has in its folder `crds/`';
  expect(fate(chart, { 'charts/karpenter/crds/pools.yaml': null }, 'charts/karpenter/crds/pools.yaml')).toBe(kept);
  // Argo CD applies them like the templates.
  const argo = { ...chart, 'app.yaml': application(prunes, { path: 'charts/karpenter' }) };
  expect(fate(argo, { 'charts/karpenter/crds/pools.yaml': null }, 'charts/karpenter/crds/pools.yaml')).toBe('deleted');
});

test('an Application deletes nothing once its path does not exist any more', () => {
  const base = { 'app.yaml': application(prunes), 'pools/batch.yaml': pool() };
  expect(fate(base, { 'pools/batch.yaml': null }, 'pools/batch.yaml')).toContain('does not exist any more');
  const two = { ...base, 'pools/web.yaml': pool() };
  expect(fate(two, { 'pools/batch.yaml': null }, 'pools/batch.yaml')).toBe('deleted');
});

test('a Kustomization of one cluster that is renamed hands over, while that of another cluster keeps the name', () => {
  const text = (name: string): string =>
    `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: ${name}, namespace: flux-system}\nspec: {path: ./pools, prune: true}\n`;
  const base = {
    'clusters/prod/pools.yaml': text('pools'),
    'clusters/staging/pools.yaml': text('pools'),
    'pools/kustomization.yaml': 'resources: [batch.yaml]\n',
    'pools/batch.yaml': pool(),
  };
  const found = (head: Texts) =>
    removals(sideOf(base), sideOf({ ...base, ...head }), ({ name }) => name).get(
      'Kustomization flux-system/pools (clusters/prod)',
    );
  const renamed = found({ 'clusters/prod/pools.yaml': text('capacity') });
  expect([renamed?.isApplierGone, renamed?.successor]).toEqual([true, 'Kustomization flux-system/capacity']);
  expect([...renamed!.applies!]).toEqual([]);
  expect(found({ 'pools/batch.yaml': pool('a: b') })?.successor).toBeUndefined();
});

describe('a Kustomization that only its own path has, as after `flux bootstrap`', () => {
  const own = (path: string, cluster: string): string =>
    `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: flux-system, namespace: flux-system}\nspec: {path: ./${path}, prune: true, sourceRef: {kind: GitRepository, name: ${cluster}}}\n`;
  const ofCluster = (cluster: string): Texts => ({
    [`clusters/${cluster}/sync.yaml`]: own(`clusters/${cluster}`, cluster),
    [`clusters/${cluster}/pools.yaml`]: kustomization('prune: true').replace('./pools', `./pools/${cluster}`),
    [`pools/${cluster}/batch.yaml`]: pool(),
  });
  const base = { ...ofCluster('prod'), ...ofCluster('staging') };
  const without = (...files: readonly string[]): Texts => Object.fromEntries(files.map((file) => [file, null]));
  const whole = without('clusters/staging/sync.yaml', 'clusters/staging/pools.yaml', 'pools/staging/batch.yaml');
  const because =
    'Kustomization `flux-system/flux-system` leaves git together with its path `clusters/staging`, so it deletes nothing';

  test('deletes nothing once it leaves git with the path, nor does what it applied', () => {
    expect(fate(base, whole, 'pools/staging/batch.yaml')).toBe(because);
    expect(fate(base, whole, 'clusters/staging/pools.yaml')).toBe(because);
  });

  test('leaves what others apply, whose path is still there', () => {
    const left = without('clusters/staging/sync.yaml', 'clusters/staging/pools.yaml');
    expect(
      fate(
        { ...base, 'pools/staging/web.yaml': pool() },
        { ...left, 'pools/staging/batch.yaml': null },
        'pools/staging/batch.yaml',
      ),
    ).toBe('deleted');
    expect(fate(base, left, 'clusters/staging/pools.yaml')).toBe(because);
  });

  test('prunes while its path has anything', () => {
    const { 'clusters/staging/sync.yaml': _, ...left } = whole;
    expect(fate(base, left, 'pools/staging/batch.yaml')).toBe('deleted');
  });

  test('goes with a Kustomization that applies it, too', () => {
    const above = {
      'top/clusters.yaml': own('clusters/staging', 'top').replace('name: flux-system', 'name: top'),
      'top/self.yaml': own('top', 'self'),
    };
    expect(
      fate(
        { ...base, ...above, 'top/other.yaml': pool() },
        { ...whole, 'top/clusters.yaml': null },
        'pools/staging/batch.yaml',
      ),
    ).toBe('deleted');
  });
});

test('a release stays with the Kustomization of its own cluster', () => {
  const cluster = (name: string): Texts => ({
    [`clusters/${name}/sync.yaml`]: kustomization('prune: true')
      .replace('./pools', `./clusters/${name}`)
      .replace('name: pools', 'name: flux-system'),
    [`clusters/${name}/apps.yaml`]: kustomization('prune: true')
      .replace('./pools', `./apps/${name}`)
      .replace('name: pools', 'name: apps'),
    [`apps/${name}/kustomization.yaml`]: 'resources: [../base]\n',
  });
  const base = {
    ...cluster('prod'),
    ...cluster('staging'),
    'apps/base/kustomization.yaml': 'resources: [pool.yaml]\n',
    'apps/base/pool.yaml': pool(),
  };
  const found = removals(
    sideOf(base),
    sideOf(Object.fromEntries(Object.entries(base).filter(([file]) => !file.includes('staging')))),
    ({ name }) => name,
  );
  const of = (name: string) => found.get(`Kustomization flux-system/apps (${name})`);
  expect(of('apps/staging')?.keeping?.because).toContain('its path `clusters/staging`');
  expect(of('apps/prod')?.keeping).toBeUndefined();
});

test('T50: the work for definitions that all apply each other grows with the number of their files', () => {
  const count = 40;
  const files = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `apps/a${i}.yaml`,
      application(prunes, { path: 'apps', metadata: `name: a${i}, namespace: argocd` }),
    ]),
  );
  const [base, head] = [sideOf(files), sideOf({ 'apps/readme.yaml': 'a: b\n' })];

  let reads = 0;
  const counted = (side: typeof base): typeof base => ({
    tree: {
      ...side.tree,
      text(path) {
        reads++;
        return side.tree.text(path);
      },
    },
    roots: side.roots.map((root) => ({
      ...root,
      get files() {
        reads++;
        return root.files;
      },
    })),
  });

  expect(removals(counted(base), counted(head), ({ name }) => name).size).toBe(count);
  expect(reads).toBeLessThan(count * 20);
});
