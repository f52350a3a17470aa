import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Root } from '../src/engine/files/sources/root/root.ts';
import { reportMarkOf } from '../src/engine/report/coverage/report-mark.ts';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import type { LoadedTree } from '../src/io/tree/loaded-tree.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Reviews of changes that remove the last definition of a chart or a kustomization, which by itself has other values. */

/** Renders charts whose only templates are `{{ .Values.harbour }}`, and kustomizations with one file and variables of Flux. */
const renderer: RenderMethod = {
  atOnce: 1,
  runs: 0,
  async render(root, tree) {
    await tree.load(root.files);
    return { text: renderedText(root, tree), inputs: { digest: '', programs: [], fetched: [] } };
  },
};

function renderedText({ call, files, substitution }: Root, tree: LoadedTree): string {
  if (call !== null && 'helm' in call) {
    const { chart, values, set } = call.helm;
    const defaults = parse(tree.text(`${chart}/values.yaml`) ?? '') as { harbour: string };
    const harbour = set[0]?.value ?? (values?.harbour as string | undefined) ?? defaults.harbour;
    const template = tree.text(`${chart}/templates/class.yaml`) ?? '';
    return `---\n# Source: ${chart}/templates/class.yaml\n${template.replaceAll('{{ .Values.harbour }}', harbour)}`;
  }

  const file = files.find((path) => path.endsWith('class.yaml')) ?? '';
  return (tree.text(file) ?? '').replaceAll(/\$\{harbour\}/g, (variable) => substitution?.values.harbour ?? variable);
}

const nodeClass = (harbour: string): string => `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: quay }
spec:
  role: quay-nodes
  amiSelectorTerms: [{ alias: al2023@v20260715 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: "${harbour}" } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: "${harbour}" } }]
`;

const chart: Texts = {
  'quay/Chart.yaml': 'apiVersion: v2\nname: quay\nversion: 1.0.0\n',
  'quay/values.yaml': 'harbour: unset\n',
  'quay/templates/class.yaml': nodeClass('{{ .Values.harbour }}'),
};

const folder: Texts = {
  'quay/kustomization.yaml': 'resources: [class.yaml]\n',
  'quay/class.yaml': nodeClass('${harbour}'),
};

const application = (name: string, path: string, more = ''): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec:
  source: { repoURL: https://example.com/port.git, path: ${path}, targetRevision: main${more} }
  destination: { server: https://kubernetes.default.svc }
`;
const parameters = ', helm: { parameters: [{ name: harbour, value: east }] }';

const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: quay, namespace: flux-system }
spec:
  chart: { spec: { chart: ./quay, sourceRef: { kind: GitRepository, name: flux-system } } }
  values: { harbour: east }
`;

const kustomization = (name: string, more: string): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec: { path: ./${name}, prune: false, sourceRef: { kind: GitRepository, name: flux-system }${more} }
`;

const helmfile = (releases: string): string => `releases:\n${releases}  - { name: other, chart: ./other }\n`;

const rootApplication = { 'root.yaml': application('root', 'apps'), 'apps/README.md': 'Applications' };
const rootKustomization = { 'root.yaml': kustomization('apps', ''), 'apps/README.md': 'Kustomizations' };

const others = {
  'other/Chart.yaml': 'apiVersion: v2\nname: other\nversion: 1.0.0\n',
  'other/templates/class.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: other }\n',
};

const inGit = async (base: Texts, change: Readonly<Record<string, string | null>>) => {
  const head = Object.entries({ ...base, ...change }).filter((entry): entry is [string, string] => entry[1] !== null);
  return reviewOfTexts(base, Object.fromEntries(head), { renderer });
};

test.each<[what: string, base: Texts, said: string]>([
  [
    'an Application of a chart, whose parent does not prune',
    { ...chart, ...rootApplication, 'apps/quay.yaml': application('quay', 'quay', parameters) },
    'The change removes Application `argocd/quay` from git, but it stays in the cluster and still applies `quay/templates/class.yaml`',
  ],
  [
    'a HelmRelease, whose parent does not prune',
    { ...chart, ...rootKustomization, 'apps/quay.yaml': release },
    'The change removes HelmRelease `flux-system/quay` from git, but it stays in the cluster and still applies `quay/templates/class.yaml`',
  ],
  [
    'a Kustomization with variables, whose parent does not prune',
    {
      ...folder,
      ...rootKustomization,
      'apps/quay.yaml': kustomization('quay', ', postBuild: { substitute: { harbour: east } }'),
    },
    'The change removes Kustomization `flux-system/quay` from git, but it stays in the cluster and still applies `quay/class.yaml`',
  ],
  [
    'an Application without a parent and without a finalizer',
    { ...chart, 'apps/quay.yaml': application('quay', 'quay', parameters) },
    'The change removes `Application argocd/quay`, and nothing else applies `quay/templates/class.yaml`',
  ],
])('the last definition leaves git: %s', async (_, base, said) => {
  const report = await inGit(base, { 'apps/quay.yaml': null });
  expect(report.review.changes.filter(({ effect }) => effect !== 'none')).toEqual([]);
  expect(summaryLine(report)).toContain(said);
  expect(summaryLine(report)).not.toContain('No Karpenter objects found');
  expect(report.verdict.result).toBe('pass');
});

test('a release that a helmfile no longer lists stays, and one with `installed: false` is deleted', async () => {
  const quay = (more: string): string => `  - { name: quay, chart: ./quay, values: [{ harbour: east }]${more} }\n`;
  const base = { ...chart, ...others, 'helmfile.yaml': helmfile(quay('')) };

  const unlisted = await inGit(base, { 'helmfile.yaml': helmfile('') });
  expect(unlisted.review.changes).toEqual([]);
  expect(unlisted.review.findings.map(({ diagnostic }) => diagnostic.message).join()).toContain(
    'stays in the cluster as it is: helmfile uninstalls only releases with `installed: false`',
  );

  const uninstalled = await inGit(base, { 'helmfile.yaml': helmfile(quay(', installed: false')) });
  expect(uninstalled.review.changes.map(({ type }) => type)).toEqual(['removed']);
});

test.each<[what: string, base: Texts]>([
  ['an Application', { ...chart, ...rootApplication, 'apps/quay.yaml': application('quay', 'quay', parameters) }],
  [
    'a Kustomization',
    {
      ...folder,
      ...rootKustomization,
      'apps/quay.yaml': kustomization('quay', ', postBuild: { substitute: { harbour: east } }'),
    },
  ],
])('the file of a definition is not valid YAML any more: %s', async (_, base) => {
  const report = await inGit(base, { 'apps/quay.yaml': 'kind: [' });
  expect(report.review.changes).toEqual([]);
  expect(report.verdict.result).toBe('block');
  expect(summaryLine(report)).toContain('is not valid YAML after the change');
});

test('a definition whose values change is compared as before', async () => {
  const base = { ...chart, ...rootApplication, 'apps/quay.yaml': application('quay', 'quay', parameters) };
  const report = await inGit(base, {
    'apps/quay.yaml': application('quay', 'quay', parameters.replace('east', 'west')),
  });
  expect(report.review.changes.map(({ effect }) => effect)).not.toContain('none');
  expect(reportMarkOf(report)).toBe('warn');
});

test('another definition takes the chart over', async () => {
  const base = { ...chart, ...rootApplication, 'apps/quay.yaml': application('quay', 'quay', parameters) };
  const report = await inGit(base, {
    'apps/quay.yaml': null,
    'apps/pier.yaml': application('pier', 'quay', parameters),
  });
  expect(report.review.changes.filter(({ effect }) => effect !== 'none')).toEqual([]);
  expect(summaryLine(report)).not.toContain('still applies');
});

test.each(['./quai', './quay'])('a Kustomization whose path becomes %s', async (path) => {
  const variables = ', postBuild: { substitute: { harbour: east } }';
  const source =
    'apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: { name: flux-system, namespace: flux-system }\nspec: { url: "https://example.com/port.git" }\n';
  const base = { ...folder, 'flux/source.yaml': source, 'flux/quay.yaml': kustomization('quay', variables) };
  const report = await inGit(base, {
    'flux/quay.yaml': kustomization('quay', `${variables}, interval: 9m`).replace('./quay', path),
  });
  const messages = report.review.findings.map(({ diagnostic }) => diagnostic.message).join('\n');
  expect(report.review.changes.map(({ type }) => type).includes('modified')).toBe(false);
  expect(messages.includes('applies `./quai`, which does not exist after this change')).toBe(path === './quai');
  expect(messages).not.toMatch(/another repository|objects are now unknown/);
  expect(report.verdict.result).toBe(path === './quai' ? 'block' : 'pass');
});
