import { groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, fluxRelease, kubectlManifest } from '../../rules/lint/scenes.ts';
import {
  autoModeOf,
  autoModeSettings,
  isFirstWithoutKarpenter,
  showsKarpenter,
} from '../auto-mode/auto-mode-settings.ts';

export const autoModeWithoutKarpenterRule = defineRule({
  id: 'auto-mode-without-karpenter',
  severity: 'note',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter installation',
  mistakes: [],
  on: {
    NodeClass: judge,
  },
  docs: {
    summary: 'An EC2NodeClass is in a cluster with EKS Auto Mode, and no file shows a Karpenter that reads it.',
    why: 'EKS Auto Mode reads the kind NodeClass of the group `eks.amazonaws.com`. It has no CRD for EC2NodeClasses and does not read them. Without a Karpenter of your own, the apply fails or the NodePools of the class launch nothing. Something else may install Karpenter, so it is a note. It is a warning if the class is the first one and nothing in the files of the cluster is named after Karpenter. The figures of its NodePools are then unknown.',
    help: 'Use a NodeClass, or install Karpenter in addition to Auto Mode.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html',
  },
  examples,
});

function judge(nodeClass: Manifest, context: RuleContext): void {
  const cluster = context.clusterOf(nodeClass);
  const { manifests } = cluster;
  if (cluster.isExample || cluster.unreadFiles.length > 0 || showsKarpenter(manifests)) return;

  const first = isFirstWithoutKarpenter(manifests, context.base?.manifests ?? []);

  if (first === 'unknown') {
    reportUnknown(nodeClass, context);
    return;
  }

  if (autoModeOf(manifests) !== 'on') return;

  context.report({
    at: nodeClass.span(['metadata', 'name']),
    ...(first === 'on' && !manifests.some(isForKarpenter) && { severity: 'warning' as const }),
    message: `EC2NodeClass \`${nodeClass.name}\` needs Karpenter, which these files do not show. The cluster has EKS Auto Mode, and Auto Mode reads only node classes of \`eks.amazonaws.com\``,
    help: 'Use a NodeClass of `eks.amazonaws.com`, or install Karpenter. Without it, nothing reads this EC2NodeClass, and its NodePools launch no nodes.',
  });
}

/** Reports the first class of a cluster of which nobody can tell what runs in it. */
function reportUnknown(nodeClass: Manifest, { clusterOf, report }: RuleContext): void {
  const [setting] = autoModeSettings(clusterOf(nodeClass).manifests);

  report({
    at: nodeClass.span(['metadata', 'name']),
    message: `EC2NodeClass \`${nodeClass.name}\` needs Karpenter, which these files do not show. Whether the cluster has EKS Auto Mode, which does not read this class, is unknown`,
    help: 'Check what runs in the cluster. With EKS Auto Mode alone, use a NodeClass of `eks.amazonaws.com`.',
    labels: setting ? [{ span: setting.manifest.span(setting.path), message: 'decides about EKS Auto Mode' }] : [],
  });
}

/** Whether an object is named after Karpenter, such as the role of its controller. Something then prepares the cluster for it. */
const isForKarpenter = ({ kind, name, apiVersion }: Manifest): boolean =>
  !groupOf(apiVersion).includes('karpenter') && [kind, name].some((text) => /karpenter/i.test(text));

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
