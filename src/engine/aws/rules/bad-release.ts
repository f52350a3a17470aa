import { badReleaseOf, helpAgainst } from '../../karpenter/bad-release.ts';
import { asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { corrected, type Example, terraform, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest } from '../../rules/lint/scenes.ts';
import { seenIn } from '../../text/evidence.ts';
import { addonVersionPath, clusterAccount } from '../account/account.ts';
import { amiTermsOf } from '../fields/node-classes.ts';

export const badReleaseRule = defineRule({
  id: 'bad-release',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Images and user data',
  mistakes: [],
  on: {
    NodeClass(nodeClass, context) {
      for (const { path, term } of amiTermsOf(nodeClass)) {
        const [product = '', version = ''] = (asText(term.alias) ?? '').split('@');
        judge(nodeClass, { product, version, path: [...path, 'alias'] }, context);
      }
    },
    Manifests({ manifests }, context) {
      for (const cluster of new Set(manifests.map(context.clusterOf)))
        for (const addon of seenIn(clusterAccount(cluster).addons)) {
          const path = addonVersionPath(addon);
          const version = asText(addon.manifest.get(path)) ?? '';
          judge(addon.manifest, { product: addon.name, version, path }, context);
        }
    },
  },
  docs: {
    summary: 'A node class or an EKS add-on pins a release that its publisher withdrew or advises not to use.',
    why: 'Some releases of Bottlerocket and Amazon Linux were rolled back: nodes did not boot, or programs on them stopped. Some releases of the VPC CNI lost addresses. The images stay available, so Karpenter launches nodes with them, and a change of the alias replaces all nodes of the class with such nodes. The list has the source and the date of each release.',
    help: 'Pin a release that has the fix.',
    url: 'https://karpenter.sh/docs/tasks/managing-amis/',
  },
  examples,
});

interface Pinned {
  readonly product: string;
  readonly version: string;
  readonly path: Path;
}

function judge(manifest: Manifest, { path, ...pinned }: Pinned, { badReleases, report }: RuleContext): void {
  const bad = badReleaseOf(badReleases, pinned);
  if (bad === undefined) return;
  report({
    manifest,
    at: manifest.span(path),
    message: `\`${manifest.name}\` pins a bad release: ${bad.product} ${bad.version} of ${bad.date} ${bad.what}`,
    help: helpAgainst(bad),
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(classOf('bottlerocket@1.21.0'), { 'bottlerocket@1.21.0': 'bottlerocket@1.21.1' }),
      corrected(classOf('bottlerocket@v1.26.0'), { 'bottlerocket@v1.26.0': 'bottlerocket@v1.26.1' }),
      corrected(addonOf('v1.10.2-eksbuild.1'), { 'v1.10.2-eksbuild.1': 'v1.10.3-eksbuild.1' }),
      corrected(inModule('v1.10.2-eksbuild.1'), { 'v1.10.2-eksbuild.1': 'v1.10.3-eksbuild.1' }),
    ],
    good: [classOf('bottlerocket@1.21.1'), addonOf('v1.10.3-eksbuild.1'), inModule('v1.10.3-eksbuild.1')],
  };
}

const classOf = (alias: string): Example =>
  ec2NodeClass(yaml`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${alias}
  `);

const addonOf = (version: string): Example => terraform`
  resource "aws_eks_addon" "cni" {
    cluster_name  = "orders"
    addon_name    = "vpc-cni"
    addon_version = "${version}"
  }

  ${kubectlManifest('default', ec2NodeClass('role: KarpenterNodeRole-demo'))}
`;

const inModule = (version: string): Example => terraform`
  module "eks" {
    source  = "terraform-aws-modules/eks/aws"
    version = "21.3.0"
    name    = "orders"
    addons = {
      vpc-cni = {
        addon_version = "${version}"
      }
    }
  }

  ${kubectlManifest('default', ec2NodeClass('role: KarpenterNodeRole-demo'))}
`;
