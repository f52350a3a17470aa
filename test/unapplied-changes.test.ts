import { beforeAll, expect } from 'vitest';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import { rendererOf } from '../src/engine/report/renderers.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { sceneTest } from './extent.ts';
import { plainDeployment } from './plain-environment.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

const test = sceneTest(2);

/** Reviews of changes that do not reach the cluster at first. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const nodePool = (limit: number): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: loom }
spec:
  limits: { cpu: ${limit} }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: loom }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
`;

const nodeClass = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: loom }
spec:
  role: mill-nodes
  amiSelectorTerms: [{ alias: al2023@v20260715 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: mill } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: mill } }]
`;

const application = (revision: string, more = ''): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: pools, namespace: argocd }
spec:
  source: { repoURL: https://example.com/mill.git, path: pools, targetRevision: ${revision} }
  destination: { server: https://kubernetes.default.svc }
  ${more}
`;

const kustomization = (suspend: boolean): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: pools, namespace: flux-system }
spec: { path: ./pools, prune: true, sourceRef: { kind: GitRepository, name: flux-system }, suspend: ${suspend} }
`;

const release = (version: string, suspend: boolean): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: karpenter, namespace: kube-system }
spec:
  chart: { spec: { chart: karpenter, version: ${version}, sourceRef: { kind: HelmRepository, name: karpenter } } }
  suspend: ${suspend}
`;

const texts = (definition: string, limit: number): Texts => ({
  'a.yaml': definition,
  'pools/class.yaml': nodeClass,
  'pools/kustomization.yaml': 'resources: [class.yaml, pool.yaml]\n',
  'pools/pool.yaml': nodePool(limit),
});

const reviewed = (from: Texts, to: Texts) => reviewOfTexts(from, to, { renderer });

const notes = async (from: Texts, to: Texts): Promise<string[]> => {
  const { review } = await reviewed(from, to);
  return (
    review.findings
      .filter(({ diagnostic }) => diagnostic.code === 'render/not-applied-yet')
      .map(({ diagnostic }) => diagnostic.message)
      // What the change says about the definition itself.
      .filter((message) => !message.startsWith('From now on, '))
  );
};

const respecting = (kind: string, option = 'RespectIgnoreDifferences=true'): string =>
  `syncPolicy: { syncOptions: [${option}] }\n  ignoreDifferences: [{ group: karpenter.sh, kind: ${kind}, jsonPointers: [/spec/limits] }]`;

test.each<[string, Texts, Texts, string]>([
  [
    'a suspended Kustomization',
    texts(kustomization(true), 200),
    texts(kustomization(true), 400),
    'Nothing of this is applied at first, because Kustomization `flux-system/pools` is suspended. Once it is applied: ',
  ],
  [
    'an Application that applies a tag',
    texts(application('v1.4.0'), 200),
    texts(application('v1.4.0'), 400),
    'Nothing of this is applied at first, because Application `argocd/pools` applies `v1.4.0`, and not this branch. Once it is applied: ',
  ],
  [
    'a release that the change suspends',
    texts(release('1.13.0', false), 200),
    texts(release('1.14.0', true), 200),
    'Nothing of this is applied at first, because HelmRelease `kube-system/karpenter` is suspended. Once it is applied: ',
  ],
  [
    'an Application that ignores the field',
    texts(application('main', respecting('NodePool')), 200),
    texts(application('main', respecting('NodePool')), 400),
    'Nothing of this is applied, because Application `argocd/pools` ignores `/spec/limits/cpu`.',
  ],
])('the first line says it: %s', async (_, from, to, expected) => {
  expect(summaryLine(await reviewed(from, to))).toContain(expected);
  expect(await notes(from, to)).toHaveLength(1);
});

test.each<[string, Texts, Texts]>([
  ['it follows a branch', texts(application('main'), 200), texts(application('main'), 400)],
  ['it follows a branch of releases', texts(application('1.4'), 200), texts(application('1.4'), 400)],
  ['the change moves the tag', texts(application('v1.4.0'), 200), texts(application('v1.5.0'), 400)],
  ['the change resumes it', texts(kustomization(true), 200), texts(kustomization(false), 400)],
  ['the change suspends it, maybe too late', texts(kustomization(false), 200), texts(kustomization(true), 400)],
  ['the files stay', texts(kustomization(true), 200), texts(kustomization(true), 200)],
  [
    'another kind is ignored',
    texts(application('main', respecting('Deployment')), 200),
    texts(application('main', respecting('Deployment')), 400),
  ],
  [
    'a sync applies what it only does not compare',
    texts(application('main', respecting('NodePool', 'ServerSideApply=true')), 200),
    texts(application('main', respecting('NodePool', 'ServerSideApply=true')), 400),
  ],
])('it is applied: %s', async (_, from, to) => {
  expect(await notes(from, to)).toEqual([]);
  expect(summaryLine(await reviewed(from, to))).not.toContain('of this is applied');
});

test('a part of the change is applied', async () => {
  const [from, to] = [texts(kustomization(true), 200), texts(kustomization(true), 400)];
  const report = await reviewed(
    { ...from, 'other/pool.yaml': nodePool(100).replaceAll('loom', 'wheel') },
    { ...to, 'other/pool.yaml': nodePool(300).replaceAll('loom', 'wheel') },
  );
  expect(summaryLine(report)).not.toContain('of this is applied');
});

/** Pods, and nodes on demand or on spot in a folder of a Kustomization, next to another NodePool that nothing suspends. */
const drifting = (suspend: boolean, [here, other]: readonly [string, string]): Texts => ({
  ...texts(kustomization(suspend), 200),
  'pools/pool.yaml': nodePool(200).replace('on-demand', here),
  'other/pool.yaml': nodePool(200)
    .replaceAll('loom', 'wheel')
    .replace('on-demand', other)
    .replace('name: wheel }', 'name: loom }'),
  'web.yaml': plainDeployment('web', 2),
});

test.each<[string, boolean, readonly [string, string], readonly [string, string], RegExp | undefined]>([
  [
    'all that affects nodes waits',
    true,
    ['on-demand', 'on-demand'],
    ['spot', 'on-demand'],
    /^NodePool `loom` does not change at first, because Kustomization `flux-system\/pools` is suspended\. Once all is applied: /,
  ],
  [
    'another NodePool is replaced at once',
    true,
    ['on-demand', 'on-demand'],
    ['spot', 'spot'],
    /^NodePool `loom` does not change at first, because Kustomization `flux-system\/pools` is suspended\. (?!Once)/,
  ],
  ['it is applied', false, ['on-demand', 'on-demand'], ['spot', 'on-demand'], undefined],
  ['only the other one changes', true, ['on-demand', 'on-demand'], ['on-demand', 'spot'], undefined],
])('what waits is not stated as an effect: %s', async (_, suspend, before, after, expected) => {
  const edited = { ...drifting(suspend, after), 'web.yaml': plainDeployment('web', 3) };
  const report = await reviewed(drifting(suspend, before), edited);
  const comment = rendererOf('markdown')!.render(report, {});

  if (expected === undefined) {
    expect(summaryLine(report)).not.toContain('at first');
    expect(comment).not.toContain('not applied at first');
  } else {
    expect(summaryLine(report)).toMatch(expected);
    expect(comment).toMatch(/NodePool `loom`.*: not applied at first, because .* is suspended\. Once it is applied: /);
    expect(comment).not.toMatch(/NodePool `wheel`.*not applied at first/);
  }
});

test('the list of changes of which none is applied says so in its title', async () => {
  const [from, to] = [texts(kustomization(true), 200), texts(kustomization(true), 400)];
  expect(rendererOf('markdown')!.render(await reviewed(from, to), {})).toContain(
    '**What changes once all is applied**',
  );

  const ignoring = application('main', respecting('NodePool'));
  const never = await reviewed(texts(ignoring, 200), texts(ignoring, 400));
  expect(rendererOf('markdown')!.render(never, {})).toContain('**What would change**');
});

const suspended = 'From now on, Flux applies nothing of Kustomization `flux-system/pools`';

test.each<[string, Texts, Texts, string]>([
  ['alone', texts(kustomization(false), 200), texts(kustomization(true), 200), `${suspended}, because`],
  [
    'and edits what it applies',
    texts(kustomization(false), 200),
    texts(kustomization(true), 400),
    `${suspended}, maybe not even what this change edits, because the change suspends it.`,
  ],
  [
    'resumes it',
    texts(kustomization(true), 200),
    texts(kustomization(false), 200),
    'From now on, Flux applies Kustomization `flux-system/pools` again',
  ],
  [
    'that prunes nothing from now on',
    texts(kustomization(false), 200),
    texts(kustomization(false).replace('prune: true', 'prune: false'), 200),
    'From now on, nothing that leaves git is deleted.',
  ],
])('a change suspends a definition, and the first line says it: %s', async (_, from, to, expected) => {
  const line = summaryLine(await reviewed(from, to));
  expect(line).toContain(expected);
  expect(line).not.toContain('No problems found');
});

test('a definition that is edited in another way is in no first line', async () => {
  const edited = kustomization(false).replace('prune: true', 'prune: true, interval: 5m');
  const line = summaryLine(await reviewed(texts(kustomization(false), 200), texts(edited, 400)));
  expect(line).not.toContain('From now on');
});

const kustomized = (entries: string): Texts => ({
  'mill/class.yaml': nodeClass,
  'mill/pool.yaml': nodePool(10),
  'mill/kustomization.yaml': `resources:\n${entries}`,
});

test.each<[what: string, before: Texts, after: Texts, said: RegExp]>([
  [
    'an edit of a file whose entry is commented out',
    kustomized('  - class.yaml\n  # - pool.yaml\n'),
    { ...kustomized('  - class.yaml\n  # - pool.yaml\n'), 'mill/pool.yaml': nodePool(20) },
    /^This change affects nothing/,
  ],
  [
    'an entry that is commented out',
    kustomized('  - class.yaml\n  - pool.yaml\n'),
    kustomized('  - class.yaml\n  # - pool.yaml # until May\n'),
    /^Deletes running nodes of NodePool `loom`/,
  ],
  [
    'an entry that is listed again',
    kustomized('  - class.yaml\n#  - pool.yaml\n'),
    kustomized('  - class.yaml\n  - pool.yaml\n'),
    /Adds NodePool `loom`|NodePool `loom`/,
  ],
  [
    'an edit of a file that no entry names',
    kustomized('  - class.yaml\n'),
    { ...kustomized('  - class.yaml\n'), 'mill/pool.yaml': nodePool(20) },
    /`limits\.cpu`|limit/,
  ],
])('a kustomization: %s', async (_, before, after, said) => {
  const report = await reviewOfTexts(before, after, { renderer });
  expect(summaryLine(report)).toMatch(said);
});
