import { label, normalizeLabel } from '../../karpenter/api/labels.ts';
import { mayRequireMore, poolRequirementsOf, type RequirementField } from '../../karpenter/api/pool-fields.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { against, corrected, yaml } from '../../rules/lint/example.ts';
import { nodePoolsOf } from '../../rules/lint/fields/node-pools.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { nodePool, together } from '../../rules/lint/scenes.ts';

/** One requirement for any of these keys narrows the instance types enough. A family, for example, implies category and generation. */
const choosing: readonly string[] = [
  label.instanceType,
  label.instanceFamily,
  label.instanceCategory,
  label.instanceGeneration,
];

export const lostDefaultsRule = defineRule({
  id: 'lost-defaults',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Instance types and zones',
  mistakes: [9],
  on: {
    Manifests(all, context) {
      const { report, base } = context;
      const provisioners = new Map(
        [...(base ? provisionersOf(base) : []), ...provisionersOf(all)].map((provisioner) => [
          provisioner.name,
          provisioner,
        ]),
      );

      for (const pool of nodePoolsOf(all)) {
        const provisioner = provisioners.get(pool.name);
        if (!provisioner || mayRequireMore(pool) || mayRequireMore(provisioner)) continue;
        if (poolRequirementsOf(pool).some(({ key }) => hasPlaceholder(key))) continue;

        const keys = poolRequirementsOf(pool).map(({ key }) => normalizeLabel(key));
        const lost = impliedBy(provisioner)
          .filter(({ key }) => !keys.some((other) => restricts(other, key)))
          .filter((requirement) => !isAlwaysMet(requirement, pool, context));
        if (lost.length === 0) continue;

        report({
          manifest: pool,
          at: pool.keySpan(['spec', 'template', 'spec', 'requirements']),
          message: `Provisioner \`${pool.name}\` had the defaults ${lost.map(asWritten).join(', ')}, which NodePool \`${pool.name}\` does not have`,
          help: 'Add a requirement for each of these keys, with the old value or the one that you want.',
        });
      }
    },
  },
  docs: {
    summary: 'A NodePool replaces a Provisioner, but does not have the requirements that v1alpha5 added by default.',
    why: 'A Provisioner had defaults: amd64, on-demand and the newer generations of the categories c, m and r. A NodePool has none of them. Once it replaces the Provisioner, Karpenter may launch arm64 nodes for images that are built for amd64, and spot nodes for workloads that cannot handle interruptions. It may also launch burstable, GPU or old instance types if they are cheap.',
    help: 'Add the old defaults as requirements of the NodePool, or the requirements that should replace them.',
    url: 'https://karpenter.sh/v0.32/upgrading/v1beta1-migration/',
  },
  examples,
});

const provisionersOf = (all: ManifestSet): Manifest[] =>
  all.manifests.filter(({ kind, apiVersion }) => kind === 'Provisioner' && groupOf(apiVersion) === 'karpenter.sh');

/** The requirements that v1alpha5 added, which are at no place in the file. The image decides about the operating system. */
const impliedBy = (provisioner: Manifest): RequirementField[] =>
  poolRequirementsOf(provisioner).filter(({ path, key }) => path.length === 1 && key !== label.os);

const restricts = (other: string, key: string): boolean =>
  other === key || (choosing.includes(key) && choosing.includes(other));

/** Whether all instance types that a NodePool allows have the architecture of a default, so that it is not lost. */
function isAlwaysMet({ key, values }: RequirementField, pool: Manifest, { catalog, compatible }: RuleContext): boolean {
  const types = compatible(pool);
  if (key !== label.arch || !catalog || !types?.isExact || types.names.length === 0) return false;
  return types.names.every((name) => values.some(({ text }) => text === catalog.type(name)!.architecture));
}

const asWritten = ({ key, operator, values }: RequirementField): string =>
  `\`${key} ${operator} ${values.map(({ text }) => text).join(', ')}\``;

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        against(
          { karpenter: '0.32' },
          together(
            yaml`
              apiVersion: karpenter.sh/v1alpha5
              kind: Provisioner
              metadata:
                name: default
              spec:
                limits:
                  resources:
                    cpu: 100
            `,
            nodePool({
              apiVersion: 'karpenter.sh/v1beta1',
              requirements: [
                'karpenter.k8s.aws/instance-category In [c, m, r]',
                'karpenter.k8s.aws/instance-generation Gt ["4"]',
              ],
            }),
          ),
        ),
        {
          'requirements:': yaml`
            requirements:
              - key: kubernetes.io/arch
                operator: In
                values: [amd64]
              - key: karpenter.sh/capacity-type
                operator: In
                values: [on-demand]
          `,
        },
      ),
    ],
    good: [
      against(
        { karpenter: '0.32' },
        together(
          yaml`
            apiVersion: karpenter.sh/v1alpha5
            kind: Provisioner
            metadata:
              name: default
            spec:
              limits:
                resources:
                  cpu: 100
          `,
          nodePool({
            apiVersion: 'karpenter.sh/v1beta1',
            requirements: [
              'kubernetes.io/arch In [amd64]',
              'karpenter.sh/capacity-type In [on-demand]',
              'karpenter.k8s.aws/instance-family In [m5, c5]',
            ],
          }),
        ),
      ),
      against(
        { karpenter: '0.32' },
        together(
          yaml`
            apiVersion: karpenter.sh/v1alpha5
            kind: Provisioner
            metadata:
              name: default
            spec:
              limits:
                resources:
                  cpu: 100
          `,
          nodePool({
            apiVersion: 'karpenter.sh/v1beta1',
            requirements: [
              'karpenter.sh/capacity-type In [on-demand]',
              'karpenter.k8s.aws/instance-family In [m5, c5]',
            ],
          }),
        ),
      ),
      against({ karpenter: '0.37' }, nodePool({ apiVersion: 'karpenter.sh/v1beta1', name: 'never-was-a-provisioner' })),
    ],
  };
}
