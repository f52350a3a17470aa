import { corrected, yaml } from '../../lint/example.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass } from '../../lint/scenes.ts';
import { asText } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { amiTermsOf } from '../fields/node-classes.ts';

/** The beginnings of the names of images for EKS, which contain the Kubernetes version. */
const eksImage = /^(?:amazon-eks-(?:arm64-|gpu-)?node-|bottlerocket-aws-k8s-|ubuntu-eks(?:-pro)?\/k8s_)/;
const kubernetesVersion = /(?<!\d)1\.\d\d(?!\d)/;

export const amiNameKubernetesRule = defineRule({
  id: 'ami-name-kubernetes',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Images and user data',
  mistakes: [],
  on: {
    NodeClass(nodeClass, { report }) {
      for (const { path, term } of amiTermsOf(nodeClass)) {
        const name = asText(term.name);
        // Tags may select the version.
        if (name === undefined || term.tags !== undefined || hasPlaceholder(name)) continue;
        if (!eksImage.test(name) || !/[*?]/.test(name) || kubernetesVersion.test(name)) continue;
        report({
          at: nodeClass.span([...path, 'name']),
          message: `\`${name}\` matches images for every Kubernetes version, and Karpenter launches the newest one, whatever version the cluster has`,
          help: 'Write the Kubernetes version of the cluster in the name, or select the images with an `alias`, which follows the cluster.',
        });
      }
    },
  },
  docs: {
    summary: 'The name of an image is a pattern that matches images for several Kubernetes versions.',
    why: 'The names of EKS images contain the Kubernetes version. If a pattern leaves it open, Karpenter launches the newest image of all versions. Its kubelet can be newer than the control plane, which Kubernetes does not support, and nodes are replaced whenever AWS releases images for another version.',
    help: 'Write the Kubernetes version in the name, or use an `alias`.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms',
  },
  examples,
});

const selecting = (name: string) =>
  ec2NodeClass(yaml`
    amiFamily: AL2023
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - name: ${name}
  `);

function examples(): RuleExamples {
  return {
    bad: [
      corrected(selecting('amazon-eks-node-al2023-x86_64-standard-*'), {
        'standard-*': 'standard-1.33-*',
      }),
    ],
    good: [selecting('amazon-eks-node-al2023-x86_64-standard-1.33-*'), selecting('platform-node-*')],
  };
}
