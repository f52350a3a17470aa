import { label, normalizeLabel } from '../../api/labels.ts';
import { against, yaml } from '../../lint/example.ts';
import { nodePoolsOf } from '../../lint/fields/node-pools.ts';
import { poolRequirementsOf, type RequirementField } from '../../lint/fields/pool-fields.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import { nodePool, together } from '../../lint/scenes.ts';
import { groupOf, type Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';

/** Without one of these the instance types are as open as before: the family, say, tells category and generation. */
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
  theme: 'Which nodes a pool may launch',
  mistakes: [9],
  on: {
    Manifests(all, { report, base }) {
      const provisioners = new Map(
        [...(base ? provisionersOf(base) : []), ...provisionersOf(all)].map((provisioner) => [
          provisioner.name,
          provisioner,
        ]),
      );
      for (const pool of nodePoolsOf(all)) {
        const provisioner = provisioners.get(pool.name);
        if (!provisioner || pool.isPartial || provisioner.isPartial) continue;
        const keys = poolRequirementsOf(pool).map(({ key }) => normalizeLabel(key));
        const lost = impliedBy(provisioner).filter(({ key }) => !keys.some((own) => speaksOf(own, key)));
        if (lost.length === 0) continue;
        report({
          manifest: pool,
          at: pool.keySpan(['spec', 'template', 'spec', 'requirements']),
          message: `Provisioner \`${pool.name}\` meant ${lost.map(spelt).join(', ')} without saying so, and NodePool \`${pool.name}\` does not`,
          help: 'Write it out as a requirement, or what is to hold instead.',
        });
      }
    },
  },
  docs: {
    summary: 'A NodePool takes the place of a Provisioner without the requirements that v1alpha5 filled in.',
    why: 'A Provisioner that did not say otherwise meant amd64, on-demand and the newer generations of the categories c, m and r. A NodePool means everything: once it has taken over, Karpenter launches arm64 for images that are built for amd64, spot for what is not made for it, and burstable, GPU or old instance types where they are cheap.',
    help: 'Write the old defaults out as requirements of the NodePool, or what is to hold instead.',
    url: 'https://karpenter.sh/v0.32/upgrading/v1beta1-migration/',
  },
  examples,
});

const provisionersOf = (all: ManifestSet): Manifest[] =>
  all.manifests.filter(({ kind, apiVersion }) => kind === 'Provisioner' && groupOf(apiVersion) === 'karpenter.sh');

/** What v1alpha5 added by itself, which stands at no place of its own. The image decides about the operating system. */
const impliedBy = (provisioner: Manifest): RequirementField[] =>
  poolRequirementsOf(provisioner).filter(({ path, key }) => path.length === 1 && key !== label.os);

const speaksOf = (own: string, key: string): boolean =>
  own === key || (choosing.includes(key) && choosing.includes(own));

const spelt = ({ key, operator, values }: RequirementField): string =>
  `\`${key} ${operator} ${values.map(({ text }) => text).join(', ')}\``;

function examples(): RuleExamples {
  return {
    bad: [
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
            requirements: ['karpenter.k8s.aws/instance-category In [c, m, r]'],
          }),
        ),
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
      against({ karpenter: '0.37' }, nodePool({ apiVersion: 'karpenter.sh/v1beta1', name: 'never-was-a-provisioner' })),
    ],
  };
}
