import { expect, test } from 'vitest';
import { openFacts } from '../../../io/catalog/facts.ts';
import { defaultSettings, type Settings } from '../../karpenter/api/settings.ts';
import type { SourceSet } from '../context/source-set.ts';
import { review } from '../review.ts';

const facts = openFacts(new URL('../../../../data', import.meta.url).pathname);

const release = (version: string): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: karpenter, namespace: kube-system}
spec:
  chart:
    spec: {chart: karpenter, version: ${version}, sourceRef: {kind: HelmRepository, name: karpenter}}
`;
const pool = (apiVersion: string, ref = 'group: karpenter.k8s.aws, '): string => `apiVersion: ${apiVersion}
kind: NodePool
metadata: {name: web}
spec:
  limits: {cpu: 100}
  template:
    spec:
      nodeClassRef: {${ref}kind: EC2NodeClass, name: default}
      requirements: [{key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}]
`;
const old = pool('karpenter.sh/v1beta1', '');

const setOf = (version: string | undefined, text: string): SourceSet => ({
  sources: [
    { file: 'pool.yaml', text },
    ...(version === undefined ? [] : [{ file: 'release.yaml', text: release(version) }]),
  ],
  hintSources: [],
  diagnostics: [],
});

type Side = readonly [version: string | undefined, pool: string];

/** `code new` or `code old` of all findings, but for notes of rules. */
function found([before, after]: readonly [Side, Side], settings: Partial<Settings> = {}): readonly string[] {
  const { findings } = review({
    base: setOf(...before),
    head: setOf(...after),
    settings: { ...defaultSettings, region: 'us-east-1', ...settings },
    facts,
    version: 'test',
    figures: null,
  });
  return findings
    .filter(({ diagnostic }) => !diagnostic.code.startsWith('lint/'))
    .map(({ diagnostic, isNew }) => `${diagnostic.code} ${isNew ? 'new' : 'old'}`);
}

const [choice, upgrade, gate] = ['upgrade/choice new', 'upgrade/karpenter new', 'upgrade/settings new'];
const removed = 'schema/removed-version';

test.each<[string, readonly [Side, Side], readonly string[]]>([
  [
    'an API that the new version no longer serves',
    [
      ['1.0.8', old],
      ['1.14.1', old],
    ],
    [`${removed} new`, choice, upgrade, gate],
  ],
  [
    'an API that neither version serves',
    [
      ['1.9.0', old],
      ['1.14.1', old],
    ],
    [`${removed} old`, choice, upgrade],
  ],
  [
    'only the version',
    [
      ['1.9.0', pool('karpenter.sh/v1')],
      ['1.14.1', pool('karpenter.sh/v1')],
    ],
    [choice, upgrade],
  ],
  [
    'another patch version',
    [
      ['1.14.0', old],
      ['1.14.1', old],
    ],
    [`${removed} old`, upgrade],
  ],
  [
    'an added version',
    [
      [undefined, old],
      ['1.14.1', old],
    ],
    [`${removed} old`],
  ],
  [
    'a removed version',
    [
      ['1.0.8', old],
      [undefined, old],
    ],
    [`${removed} old`],
  ],
  [
    'an object that is fixed in the same change',
    [
      ['1.0.8', old],
      ['1.14.1', pool('karpenter.sh/v1')],
    ],
    [choice, upgrade, gate],
  ],
])('%s', (_, sides, expected) => expect(found(sides)).toEqual(expected));

test('the version in the configuration applies to both sides', () => {
  const sides = [
    ['1.0.8', old],
    ['1.14.1', old],
  ] as const;
  expect(found(sides, { karpenterVersion: '1.14' })).toEqual([`${removed} old`]);
});

test.each<[string, from: string, to: string, expected: string]>([
  [
    'to a version that is known',
    '{repoURL: https://charts.karpenter.sh, chart: karpenter, targetRevision: 0.16.3}',
    '{repoURL: https://github.com/aws/karpenter, path: charts/karpenter, targetRevision: v0.33.2}',
    'Karpenter is upgraded from 0.16 to 0.33. Base is checked against 0.32, head against 0.33',
  ],
  [
    'between two versions that are checked alike',
    '{repoURL: https://charts.karpenter.sh, chart: karpenter, targetRevision: 0.16.3}',
    '{repoURL: public.ecr.aws/karpenter, chart: karpenter, targetRevision: v0.31.4}',
    'Karpenter is upgraded from 0.16 to 0.31. Base and head are checked against 0.32',
  ],
])('an upgrade from a version before the first known one, %s', (_, from, to, expected) => {
  const side = (source: string): SourceSet => ({
    sources: [
      { file: 'app.yaml', text: `apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec: {source: ${source}}\n` },
    ],
    hintSources: [],
    diagnostics: [],
  });
  const { findings } = review({
    base: side(from),
    head: side(to),
    settings: { ...defaultSettings, region: 'us-east-1' },
    facts,
    version: 'test',
    figures: null,
  });
  const upgrades = findings.filter(({ diagnostic }) => diagnostic.code === 'upgrade/karpenter');
  expect(upgrades.map(({ diagnostic }) => diagnostic.message)).toEqual([expected]);
});

test('an API that is older than the first known version is judged by the version that the files name', () => {
  const { findings, target } = review({
    base: null,
    head: setOf('0.16.3', old),
    settings: { ...defaultSettings, region: 'us-east-1' },
    facts,
    version: 'test',
    figures: null,
  });
  const about = findings.filter(({ diagnostic }) => diagnostic.code === 'schema/future-version');
  expect(about.map(({ diagnostic }) => diagnostic.message)).toEqual([
    '`karpenter.sh/v1beta1` NodePool was introduced in Karpenter 0.32. Karpenter 0.16 does not serve it',
  ]);
  expect(target.karpenterVersion).toBe('0.32');
});

/** An ApplicationSet of Argo CD that installs Karpenter, with settings of Helm. */
const argoSet = (version: string, helm = ''): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: karpenter, namespace: argocd}
spec:
  goTemplate: true
  generators: [{list: {elements: [{name: dev, server: https://dev, version: ${version}}]}}]
  template:
    metadata: {name: 'karpenter-{{ .name }}'}
    spec:
      source: {repoURL: public.ecr.aws/karpenter, chart: karpenter, targetRevision: '{{ .version }}'${helm}}
      destination: {server: '{{ .server }}', namespace: kube-system}
`;

/** Whether a change of these installations advises to upgrade the CRDs. */
const advisesCrds = (before: string, after: string): boolean => {
  const side = (text: string): SourceSet => ({
    sources: [
      { file: 'pool.yaml', text: pool('karpenter.sh/v1') },
      { file: 'karpenter.yaml', text },
    ],
    hintSources: [],
    diagnostics: [],
  });
  const { findings } = review({
    base: side(before),
    head: side(after),
    settings: { ...defaultSettings, region: 'us-east-1' },
    facts,
    version: 'test',
    figures: null,
  });
  const upgraded = findings.find(({ diagnostic }) => diagnostic.code === 'upgrade/karpenter');
  expect(upgraded).toBeDefined();
  return upgraded!.diagnostic.help?.includes('CRDs') === true;
};

test.each([
  ['Flux, which leaves CRDs as they are', release('1.6.2'), release('1.9.0'), true],
  ['an ApplicationSet of Argo CD, which applies them', argoSet('1.6.2'), argoSet('1.9.0'), false],
  [
    'one that skips them',
    argoSet('1.6.2', ', helm: {skipCrds: true}'),
    argoSet('1.9.0', ', helm: {skipCrds: true}'),
    true,
  ],
])('CRDs of the new version: %s', (_, before, after, isAdvised) => {
  expect(advisesCrds(before, after)).toBe(isAdvised);
});

const referred = (chart: string, tag: string): string => `apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: {name: ${chart}, namespace: karpenter}
spec: {url: "oci://public.ecr.aws/karpenter/${chart}", ref: {tag: ${tag}}}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: ${chart}, namespace: karpenter}
spec: {chartRef: {kind: OCIRepository, name: ${chart}}}
`;

test.each([
  ['1.8.1', true],
  ['1.10.0', false],
])('the CRDs of a chartRef at %s', (crds, isAdvised) => {
  const [base, head] = [
    ['1.8.1', '1.8.1'],
    ['1.10.0', crds],
  ].map(([version, ofCrds]): SourceSet => {
    const text = `${referred('karpenter', version!)}---\n${referred('karpenter-crd', ofCrds!)}`;
    const side = setOf(undefined, pool('karpenter.sh/v1'));
    return { ...side, sources: [...side.sources, { file: 'oci.yaml', text }] };
  });
  const { findings } = review({
    base: base!,
    head: head!,
    settings: { ...defaultSettings, region: 'us-east-1' },
    facts,
    version: 'test',
    figures: null,
  });
  const upgraded = findings.find(({ diagnostic }) => diagnostic.code === 'upgrade/karpenter')?.diagnostic;
  expect(upgraded?.message).toContain('upgraded from 1.8 to 1.10');
  expect(upgraded?.help?.includes("Also upgrade Karpenter's CRDs") ?? false).toBe(isAdvised);
});

const nodeClass = (more = ''): string => `---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: default}
spec: {role: web, amiSelectorTerms: [{alias: al2023@v20250101}]${more}}
`;
const current = pool('karpenter.sh/v1');

test.each<[what: string, text: string, from: string, to: string, isOther: boolean]>([
  ['neither minValues nor reservations', `${current}${nodeClass()}`, '1.14.0', '1.15.0', false],
  ['no class that is seen', current, '1.14.0', '1.15.0', true],
  ['minValues', `${current.replace('values:', 'minValues: 1, values:')}${nodeClass()}`, '1.14.0', '1.15.0', true],
  [
    'reservations',
    `${current}${nodeClass(', capacityReservationSelectorTerms: [{tags: {team: web}}]')}`,
    '1.14.0',
    '1.15.0',
    true,
  ],
  [
    'a capacity type that is a placeholder',
    `${current.replace('[on-demand]', '[${type}]')}${nodeClass()}`,
    '1.14.0',
    '1.15.0',
    true,
  ],
  ['a version that changes more', `${current}${nodeClass()}`, '1.13.0', '1.15.0', true],
])('an upgrade may choose other nodes for %s', (_, text, from, to, isOther) => {
  const codes = found([
    [from, text],
    [to, text],
  ]);
  expect(codes.includes(choice)).toBe(isOther);
});
