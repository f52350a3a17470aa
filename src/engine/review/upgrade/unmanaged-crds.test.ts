import { expect, test } from 'vitest';
import { openFacts } from '../../../io/catalog/facts.ts';
import { defaultSettings } from '../../karpenter/api/settings.ts';
import { evaluated } from '../../manifest/terraform/terraform.test-support.ts';
import type { SourceSet } from '../context/source-set.ts';
import { review } from '../review.ts';

const facts = openFacts(new URL('../../../../data', import.meta.url).pathname);

const chart = (name: string, version: string, more = ''): string => `resource "helm_release" "${name}" {
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "${name}"
  version    = "${version}"
  ${more}
}
`;
const pool = (operator: string): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: web}
spec:
  limits: {cpu: 100}
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      requirements:
        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
        - {key: karpenter.k8s.aws/instance-generation, operator: ${operator}, values: ["5"]}
`;

const side = (terraform: string, nodePool: string, more = ''): SourceSet => ({
  sources: [
    { file: 'pool.yaml', text: nodePool },
    ...(more === '' ? [] : [{ file: 'more.yaml', text: more }]),
    ...evaluated({ 'main.tf': terraform }).made,
  ],
  hintSources: [{ file: 'main.tf', text: terraform }],
  diagnostics: [],
});

function found(base: SourceSet, head: SourceSet): readonly string[] {
  const { findings } = review({
    base,
    head,
    settings: { ...defaultSettings, region: 'us-east-1' },
    facts,
    version: 'test',
    figures: null,
  });
  return findings.flatMap(({ diagnostic: { code, severity, message } }) =>
    ['upgrade/crds', 'upgrade/bad-release'].includes(code) ? [`${severity} ${message.slice(0, 40)}`] : [],
  );
}

const stale = ['warning Nothing in these files updates Karpenter'];
const unowned = ['warning The release `karpenter-crd` brings CRDs '];
const own = chart('karpenter', '1.8.6');
const crds = (version: string): SourceSet => side(own + chart('karpenter-crd', version), pool('In'));

test.each<[what: string, base: SourceSet, head: SourceSet, expected: readonly string[]]>([
  ['the release alone, with Gt', side(own, pool('Gt')), side(chart('karpenter', '1.9.1'), pool('Gt')), stale],
  ['over several minors', side(own, pool('Lt')), side(chart('karpenter', '1.12.0'), pool('Lt')), stale],
  ['the release alone, with In', side(own, pool('In')), side(chart('karpenter', '1.9.1'), pool('In')), []],
  ['before 1.9', side(chart('karpenter', '1.6.1'), pool('Gt')), side(own, pool('Gt')), []],
  ['after 1.9', side(chart('karpenter', '1.9.1'), pool('Gt')), side(chart('karpenter', '1.10.0'), pool('Gt')), []],
  ['a downgrade', side(chart('karpenter', '1.9.1'), pool('Gt')), side(own, pool('Gt')), []],
  [
    'with the chart of the CRDs',
    side(own + chart('karpenter-crd', '1.8.6'), pool('Gt')),
    side(chart('karpenter', '1.9.1') + chart('karpenter-crd', '1.9.1'), pool('Gt')),
    [],
  ],
  [
    'only the CRDs, which catch up with the controller',
    crds('1.7.0'),
    crds('1.8.6'),
    ['note Karpenter’s CRDs change from 1.7.0 to 1.'],
  ],
  ['the same CRDs', crds('1.7.0'), crds('v1.7.0'), []],
  ['CRDs of a range', crds('1.7.0'), crds('~1.8'), []],
  ['CRDs in a variable', crds('1.7.0'), crds('${var.v}'), []],
  [
    'a new release of the CRDs',
    side(own, pool('In')),
    side(own + chart('karpenter-crd', '1.8.6'), pool('In')),
    unowned,
  ],
  [
    'one that takes ownership',
    side(own, pool('In')),
    side(own + chart('karpenter-crd', '1.8.6', 'take_ownership = true'), pool('In')),
    [],
  ],
  [
    'one that may take ownership',
    side(own, pool('In')),
    side(own + chart('karpenter-crd', '1.8.6', 'take_ownership = var.take'), pool('In')),
    [],
  ],
  [
    'CRDs that the chart never installed',
    side(chart('karpenter', '1.8.6', 'skip_crds = true'), pool('In')),
    side(own + chart('karpenter-crd', '1.8.6'), pool('In')),
    [],
  ],
  ['both are new', side('', pool('In')), side(own + chart('karpenter-crd', '1.8.6'), pool('In')), []],
  [
    'a release that was withdrawn, in Terraform',
    side(own, pool('In')),
    side(chart('karpenter', '1.8.4'), pool('In')),
    ['warning Karpenter 1.8.4 of 2026-01-12 cannot sch'],
  ],
])('%s', (_, base, head, expected) => {
  expect(found(base, head)).toEqual(expected);
});
