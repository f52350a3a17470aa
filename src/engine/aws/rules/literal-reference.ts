import { helmReleasesOf, readSettingPaths } from '../../karpenter/installation/helm-releases.ts';
import { asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, fluxRelease } from '../../rules/lint/scenes.ts';
import { isLiteralReference, type Selected, selectorTermsOf } from '../fields/selector-fields.ts';

export const literalReferenceRule = defineRule({
  id: 'literal-reference',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'All objects',
  mistakes: [],
  on: {
    NodeClass: check,
    NodeTemplate: check,
    Manifests(all, context) {
      for (const release of helmReleasesOf(all)) {
        const { manifest } = release;
        const paths = ['clusterName', 'interruptionQueue'] as const;

        for (const path of paths.flatMap((name) => readSettingPaths(release, name)))
          judge(manifest, path, { ...context, consequence: 'Karpenter finds nothing of this name' });
      }
    },
  },
  docs: {
    summary: 'A reference of Terraform is written without `${…}`, so it is the value itself.',
    why: 'In a string, a heredoc or a file, Terraform replaces only what is between `${` and `}`. A tag `var.cluster_name` selects resources whose tag is exactly this text. Karpenter then finds no subnets, no security groups, no role or no cluster of this name, and launches no nodes.',
    help: 'Write the reference between `${` and `}`. In a plain file, write the value.',
    url: 'https://developer.hashicorp.com/terraform/language/expressions/strings#interpolation',
  },
  examples,
});

const selected: readonly Selected[] = ['subnet', 'securityGroup'];

function check(manifest: Manifest, context: RuleContext): void {
  for (const which of selected)
    for (const { tags } of selectorTermsOf(manifest, which))
      for (const { path } of tags)
        judge(manifest, path, { ...context, consequence: `\`${manifest.name}\` selects nothing by it` });

  for (const name of ['role', 'instanceProfile'])
    judge(manifest, ['spec', name], { ...context, consequence: `nodes of \`${manifest.name}\` get no role` });
}

interface Consequence extends Pick<RuleContext, 'report'> {
  /** What follows from it, as a clause. */
  readonly consequence: string;
}

function judge(manifest: Manifest, path: Path, { report, consequence }: Consequence): void {
  const text = asText(manifest.get(path)) ?? '';
  if (!isLiteralReference(text)) return;

  // Another program may fill in a plain file, in a syntax of its own.
  const isOfTerraform = manifest.source.origin?.tool === 'terraform';

  report({
    manifest,
    at: manifest.span(path),
    ...(!isOfTerraform && { severity: 'warning' as const }),
    message: `\`${text}\` is the text itself and no reference, so ${consequence}`,
    help: isOfTerraform
      ? `Write \`\${${text}}\`, so that Terraform replaces it.`
      : 'Write the value. Terraform replaces a reference only in its own files and templates, between `${` and `}`.',
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        ec2NodeClass(yaml`
          role: node-role
          subnetSelectorTerms:
            - tags:
                karpenter.sh/discovery: var.cluster_name
          securityGroupSelectorTerms:
            - tags:
                karpenter.sh/discovery: production
        `),
        { 'var.cluster_name': 'production' },
      ),
      corrected(
        terraform`
          resource "helm_release" "karpenter" {
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"
            set = [
              { name = "settings.clusterName", value = "module.eks.cluster_name" },
            ]
          }
        `,
        { '"module.eks.cluster_name"': 'module.eks.cluster_name' },
      ),
    ],
    good: [
      ec2NodeClass(yaml`
        role: node-role
        subnetSelectorTerms:
          - tags:
              kubernetes.io/cluster/local.example.org: owned
        securityGroupSelectorTerms:
          - tags:
              karpenter.sh/discovery: local.example
      `),
      fluxRelease('karpenter', {
        values: yaml`
          settings:
            clusterName: production
        `,
      }),
    ],
  };
}
