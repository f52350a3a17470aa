import { expect, test } from 'vitest';
import { openFacts } from '../../../io/catalog/facts.ts';
import { defaultSettings, type Settings } from '../../api/settings.ts';
import { review } from '../review.ts';
import type { SourceSet } from '../source-set.ts';

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
    [`${removed} old`],
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
