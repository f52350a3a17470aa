import { compareMinors } from '../../api/versions.ts';
import { corrected, yaml } from '../../lint/example.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass } from '../../lint/scenes.ts';
import { asText } from '../../manifest/manifest.ts';
import { amiTermsOf } from '../fields/node-classes.ts';

/** The first Kubernetes minor without an AL2 image. Source: provider-aws pkg/providers/amifamily/al2.go, ami.go. */
const firstWithout = '1.33';

export const al2EndOfLifeRule = defineRule({
  id: 'al2-end-of-life',
  severity: 'note',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Images and user data',
  mistakes: [51],
  on: {
    NodeClass(nodeClass, { report, settings }) {
      const { kubernetesVersion } = settings;
      const hasNoImage = kubernetesVersion !== undefined && compareMinors(kubernetesVersion, firstWithout) >= 0;
      if (kubernetesVersion !== undefined && !hasNoImage) return;
      for (const { path, term } of amiTermsOf(nodeClass)) {
        const alias = asText(term.alias);
        if (alias === undefined || !/^al2@/.test(alias)) continue;
        report({
          at: nodeClass.span([...path, 'alias']),
          ...(hasNoImage && { severity: 'error' as const }),
          message: hasNoImage
            ? `Amazon Linux 2 has no image for Kubernetes ${kubernetesVersion}, so \`${nodeClass.name}\` never becomes ready`
            : `\`${alias}\` has no image for Kubernetes ${firstWithout} and newer`,
          help: 'Use an alias of `al2023` or `bottlerocket` instead, such as `al2023@v20260715`.',
        });
      }
    },
  },
  docs: {
    summary: 'An EC2NodeClass selects Amazon Linux 2, which has no images for Kubernetes 1.33 and newer.',
    why: 'AWS built the last EKS images of Amazon Linux 2 in November 2025, for Kubernetes 1.32. On newer clusters the alias selects no image, so the node class is not ready. After an upgrade of the control plane, no new node starts. The severity is error when the repository or `--kubernetes-version` says that the cluster is that new.',
    help: 'Switch to an alias of `al2023` or `bottlerocket` before you upgrade the cluster to 1.33.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: al2@v20251112
        `),
        { 'al2@v20251112': 'al2023@v20260715' },
        { 'al2@v20251112': 'bottlerocket@v1.44.0' },
      ),
    ],
    good: [
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: al2023@v20260715
      `),
      ec2NodeClass(
        yaml`
          amiFamily: AL2
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
        `,
        'own',
      ),
    ],
  };
}
