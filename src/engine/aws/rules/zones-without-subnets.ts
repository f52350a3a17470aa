import { label, normalizeLabel } from '../../karpenter/api/labels.ts';
import { requirementsOf } from '../../karpenter/api/pool-fields.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest, nodePool } from '../../rules/lint/scenes.ts';
import { quotedNames } from '../../text/words/quoted-names.ts';
import { nodeClassOf } from '../fields/node-classes.ts';
import { selectedZonesOf } from '../fields/selected-zones.ts';

export const zonesWithoutSubnetsRule = defineRule({
  id: 'zones-without-subnets',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Instance types and zones',
  mistakes: [25],
  on: { NodePool: check },
  docs: {
    summary: 'A NodePool allows a zone in which its node class selects no subnet.',
    why: 'Karpenter launches nodes only in the zones of the selected subnets. It still counts every zone of the requirements as a topology domain, so a zonal topology spread constraint can keep pods pending. A NodePool with no other zone launches nothing. Reported only when the repository shows the zones of the subnets: in Terraform, or in the files of eksctl or kOps.',
    help: 'Remove the zone from the requirements, or create a subnet in it that the node class selects.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#availability-zones',
  },
  examples,
});

function check(pool: Manifest, { all, clusterOf, relation, report }: RuleContext): void {
  const nodeClass = pool.isPartial ? undefined : nodeClassOf(all, pool);
  if (!nodeClass || nodeClass.isPartial || relation(pool, nodeClass) === undefined) return;

  const selected = selectedZonesOf(nodeClass, clusterOf(nodeClass));
  if (!selected) return;

  const { zones } = selected;

  for (const { key, operator, values } of requirementsOf(pool)) {
    if (normalizeLabel(key) !== label.zone || operator !== 'In') continue;

    const without = values.filter(({ isKnown, text }) => isKnown && !zones.has(text));
    const isEvery = without.length === values.length;

    for (const { path, text } of without)
      report({
        at: pool.span(path),
        ...(isEvery && { severity: 'error' as const }),
        message: `\`${nodeClass.name}\` selects no subnet in zone \`${text}\`, so Karpenter never launches nodes there`,
        help: `Use zones in which it selects subnets: ${quotedNames([...zones].sort(), ' and ')}.`,
        labels: [{ span: selected.manifest.keySpan(selected.path), message: 'the subnets that it selects' }],
      });
  }
}

function examples(): RuleExamples {
  const scene = (zones: string) => terraform`
    module "vpc" {
      source          = "terraform-aws-modules/vpc/aws"
      azs             = ["us-east-1a", "us-east-1b"]
      private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]

      private_subnet_tags = {
        "karpenter.sh/discovery" = "orders"
      }
    }

    ${kubectlManifest(
      'default',
      ec2NodeClass(yaml`
        role: KarpenterNodeRole-orders
        subnetSelectorTerms:
          - tags:
              karpenter.sh/discovery: orders
      `),
    )}

    ${kubectlManifest(
      'pool',
      nodePool({
        limits: 'cpu: 100',
        nodeClassRef: 'default',
        requirements: [`topology.kubernetes.io/zone In [${zones}]`],
      }),
    )}
  `;

  return {
    bad: [corrected(scene('us-east-1a, us-east-1c'), { 'us-east-1a, us-east-1c': 'us-east-1a, us-east-1b' })],
    good: [scene('us-east-1a, us-east-1b')],
  };
}
