import { corrected, terraform } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, fluxRelease, kubectlManifest } from '../../rules/lint/scenes.ts';
import { autoModeOf, showsKarpenter } from '../auto-mode/auto-mode-settings.ts';

export const autoModeWithoutKarpenterRule = defineRule({
  id: 'auto-mode-without-karpenter',
  severity: 'note',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter installation',
  mistakes: [],
  on: {
    NodeClass(nodeClass, { clusterOf, report }) {
      const cluster = clusterOf(nodeClass);
      if (autoModeOf(cluster.manifests) !== 'on' || showsKarpenter(cluster.manifests)) return;
      if (cluster.isExample || cluster.unreadFiles.length > 0) return;

      report({
        at: nodeClass.span(['metadata', 'name']),
        message: `EC2NodeClass \`${nodeClass.name}\` needs Karpenter, which these files do not show. The cluster has EKS Auto Mode, and Auto Mode reads only node classes of \`eks.amazonaws.com\``,
        help: 'Use a NodeClass of `eks.amazonaws.com`, or install Karpenter. Without it, nothing reads this EC2NodeClass, and the figures for its NodePools do not apply.',
      });
    },
  },
  docs: {
    summary: 'An EC2NodeClass is in a cluster with EKS Auto Mode, and no file shows a Karpenter that reads it.',
    why: 'EKS Auto Mode reads the kind NodeClass of the group `eks.amazonaws.com`. It has no CRD for EC2NodeClasses and does not read them. Without a Karpenter of your own, the apply fails or the NodePools of the class launch nothing. Something else may install Karpenter, so it is a note.',
    help: 'Use a NodeClass, or install Karpenter in addition to Auto Mode.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html',
  },
  examples,
});

function examples(): RuleExamples {
  const cluster = (more: string) => terraform`
    resource "aws_eks_cluster" "demo" {
      name = "demo"

      compute_config {
        enabled = true
      }
    }

    ${kubectlManifest('default', ec2NodeClass('role: KarpenterNodeRole-demo'))}

    ${more}
  `;

  return {
    bad: [corrected(cluster(''), { 'enabled = true': 'enabled = false' })],
    good: [cluster(kubectlManifest('karpenter', fluxRelease('karpenter')).text)],
  };
}
