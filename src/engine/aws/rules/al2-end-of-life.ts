import { compareMinors } from '../../api/versions.ts';
import { yaml } from '../../lint/example.ts';
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
      const isGone = kubernetesVersion !== undefined && compareMinors(kubernetesVersion, firstWithout) >= 0;
      if (kubernetesVersion !== undefined && !isGone) return;
      for (const { path, term } of amiTermsOf(nodeClass)) {
        const alias = asText(term.alias);
        if (alias === undefined || !/^al2@/.test(alias)) continue;
        report({
          at: nodeClass.span([...path, 'alias']),
          ...(isGone && { severity: 'error' as const }),
          message: isGone
            ? `There is no image of Amazon Linux 2 for Kubernetes ${kubernetesVersion}: \`${nodeClass.name}\` never gets ready`
            : `\`${alias}\` has no image for Kubernetes ${firstWithout} and newer`,
          help: 'Move to `al2023` or `bottlerocket`.',
        });
      }
    },
  },
  docs: {
    summary: 'An EC2NodeClass selects Amazon Linux 2, of which there are no images for Kubernetes 1.33 and newer.',
    why: 'AWS built the last EKS images of Amazon Linux 2 in November 2025, for Kubernetes 1.32. The alias resolves to nothing on newer clusters: the class is not ready, and after an upgrade of the control plane no new node starts. It is an error where `--kubernetes-version` says that the cluster is that new.',
    help: 'Move to `al2023` or `bottlerocket` before the cluster is upgraded to 1.33.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: al2@v20251112
      `),
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
