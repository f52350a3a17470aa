import { expect, test } from 'vitest';
import { defaultSettings } from '../engine/karpenter/api/settings.ts';
import { opening, type ReadPair } from '../io/sides/read-side.ts';
import { compareTrees, type SourceTree, SourceTreeBuilder } from '../io/tree/source-tree.ts';
import { renderedSides } from './rendered-sides.ts';

type Files = Readonly<Record<string, string>>;

const treeOf = (files: Files): SourceTree => {
  const tree = new SourceTreeBuilder({ mayDiffer: () => true });
  for (const [file, text] of Object.entries(files)) {
    tree.note(file);
    tree.add({ file, text });
  }
  return tree.build();
};

const openOf = (files: Files) =>
  opening(async () => ({
    files: new Map(Object.entries(files)),
    others: new Map(),
    each: async (paths, take) => {
      for (const path of paths) take(path, Buffer.from(files[path]!));
    },
  }));

/** The codes and messages of what a change of one file leads to. */
async function said(files: Files, changed: string, text: string | undefined): Promise<string[]> {
  const { [changed]: _, ...others } = files;
  const after: Files = text === undefined ? others : { ...files, [changed]: text };
  const pair: ReadPair = {
    ...compareTrees(treeOf(files), treeOf(after)),
    files: { base: openOf(files), head: openOf(after) },
    paths: [],
  };
  const rules = { rendering: 'rendered', withoutRendering: 'as plain files' } as const;
  const { head } = await renderedSides(pair, { rules, settings: defaultSettings, path: '/nowhere' });
  return head.diagnostics.flatMap(({ code, message, isChanged }) => (isChanged ? [`${code} ${message}`] : []));
}

const values = (limit: number): string => `nodePools: { general: { nodeClass: default, limits: { cpu: ${limit} } } }\n`;
const application = (version: number): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: pools }\nspec:\n  source: { repoURL: https://a.test, chart: node-pools, targetRevision: 1.${version}.0 }\n`;
const inflated = (version: number, namespace = 'a'): string =>
  `namespace: ${namespace}\nhelmCharts:\n  - { name: node-pools, repo: https://a.test, version: 1.${version}.0, valuesFile: values.yaml }\n`;
const release =
  'resource "helm_release" "karpenter_pools" {\n  chart = "node-pools"\n  values = [file("${path.module}/values.yaml")]\n}\n';

test.each<[string, Files, string, string | undefined, readonly RegExp[]]>([
  [
    'values that nothing uses',
    { 'a/values.yaml': values(1) },
    'a/values.yaml',
    values(2),
    [/`a\/values.yaml`, whose values/],
  ],
  [
    'values of a chart that another repository has',
    { 'helmfile.yaml': 'releases: [{name: a, chart: acme/a, values: [values.yaml]}]\n', 'values.yaml': values(1) },
    'values.yaml',
    values(2),
    [/`release a in helmfile.yaml` or its values/],
  ],
  [
    'values of a chart that kustomize would download',
    { 'k/kustomization.yaml': inflated(1), 'k/values.yaml': values(1) },
    'k/values.yaml',
    values(2),
    [/edits `node-pools` in `k`/],
  ],
  [
    'another version of such a chart',
    { 'k/kustomization.yaml': inflated(1), 'k/values.yaml': values(1) },
    'k/kustomization.yaml',
    inflated(2),
    [/edits `node-pools` in `k`/],
  ],
  [
    'something else in its kustomization',
    { 'k/kustomization.yaml': inflated(1), 'k/values.yaml': values(1) },
    'k/kustomization.yaml',
    inflated(1, 'b'),
    [],
  ],
  [
    'values that Terraform reads',
    { 'main.tf': release, 'values.yaml': values(1) },
    'values.yaml',
    values(2),
    [/^terraform\/unknown/],
  ],
  [
    'an Application that is removed',
    { 'app.yaml': application(1), 'b.yaml': application(1).replace('pools', 'b') },
    'app.yaml',
    undefined,
    [/removes `Application pools`/],
  ],
])('a change of %s', async (_, files, changed, text, expected) => {
  const found = await said(files, changed, text);
  expect(found).toEqual(expected.map((one) => expect.stringMatching(one)));
});

test('patches are not whole objects where nothing is rendered, as in an editor while somebody types', async () => {
  const nodeClass = 'apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: { name: a }\nspec: { role: b }\n';
  const files: Files = {
    'base/kustomization.yaml': 'resources: [class.yaml]\n',
    'base/class.yaml': nodeClass,
    'prod/kustomization.yaml': 'resources: [../base]\npatches: [{ path: class.yaml }]\n',
    'prod/class.yaml': nodeClass,
    'other/class.yaml': nodeClass,
  };
  const pair: ReadPair = {
    ...compareTrees(treeOf(files), treeOf({ ...files, 'base/class.yaml': `${nodeClass}\n` })),
    files: { base: openOf(files), head: openOf(files) },
    paths: [],
  };
  const rules = { rendering: 'with a note', withoutRendering: 'as plain files' } as const;
  const { base, head } = await renderedSides(pair, { rules, settings: defaultSettings, path: '/nowhere' });
  for (const side of [base!, head])
    expect(side.sources.filter(({ unrenderedKinds }) => unrenderedKinds).map(({ file }) => file)).toEqual([
      'prod/class.yaml',
    ]);
});
