import { asMapping } from '../../manifest/model/manifest.ts';
import { corrected, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import { userDataOf, writtenAmiFamily } from '../fields/node-classes.ts';
import { lineMatching, spanOfTextLine } from '../user-data/text-lines.ts';

interface KubeletSetting {
  /** The field of `spec.kubelet`. */
  readonly field: string;
  /** Its name in user data, if that is another one. */
  readonly writtenAs?: string;
  readonly spelt: RegExp;
}

/**
 * Kubelet settings that decide what fits on a node, as they are written as flags, in a NodeConfig and in Bottlerocket’s TOML.
 * Source: amazon-eks-ami nodeadm/api/v1alpha1/nodeconfig_types.go, and provider-aws pkg/providers/instancetype/types.go.
 */
const settings: readonly KubeletSetting[] = [
  { field: 'maxPods', spelt: /--max-pods[= ]\d|^[ \t]*maxPods:|^[ \t]*"?max-pods"?\s*=/m },
  // The kubelet keeps the `maxPods` that Karpenter writes, but nodeadm reserves memory for the result of the expression.
  { field: 'maxPods', writtenAs: 'maxPodsExpression', spelt: /^[ \t]*maxPodsExpression:/m },
  { field: 'podsPerCore', spelt: /--pods-per-core[= ]\d|^[ \t]*podsPerCore:/m },
  {
    field: 'kubeReserved',
    spelt: /--kube-reserved[= ]|^[ \t]*kubeReserved:|^[ \t]*\[settings\.kubernetes\.kube-reserved\]/m,
  },
  {
    field: 'systemReserved',
    spelt: /--system-reserved[= ]|^[ \t]*systemReserved:|^[ \t]*\[settings\.kubernetes\.system-reserved\]/m,
  },
  {
    field: 'evictionHard',
    spelt: /--eviction-hard[= ]|^[ \t]*evictionHard:|^[ \t]*\[settings\.kubernetes\.eviction-hard\]/m,
  },
  {
    field: 'evictionSoft',
    spelt: /--eviction-soft[= ]|^[ \t]*evictionSoft:|^[ \t]*\[settings\.kubernetes\.eviction-soft\]/m,
  },
];

export const kubeletInUserDataRule = defineRule({
  id: 'kubelet-in-user-data',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Images and user data',
  mistakes: [56],
  on: {
    NodeClass(nodeClass, { report }) {
      const userData = userDataOf(nodeClass);
      if (userData === undefined || writtenAmiFamily(nodeClass) === undefined) return;

      const text = userData.replaceAll(/^[ \t]*#.*$/gm, '');
      // Before v1, NodePools have the kubelet’s settings.
      if (nodeClass.apiVersion !== 'karpenter.k8s.aws/v1') return;

      // Karpenter knows a setting that is also in `spec.kubelet`.
      const kubelet = asMapping(nodeClass.get(['spec', 'kubelet'])) ?? {};
      const matches = settings.filter(({ field, spelt }) => !Object.hasOwn(kubelet, field) && spelt.test(text));
      if (matches.length === 0) return;

      const inUserData = matches.map(({ field, writtenAs }) => `\`${writtenAs ?? field}\``);
      const fields = [...new Set(matches.map(({ field }) => `\`${field}\``))].join(', ');
      const isMoved = matches.every(({ writtenAs }) => writtenAs === undefined);

      const help = () => {
        if (isMoved) return `Move ${fields} to \`spec.kubelet\`.`;
        return `Remove ${inUserData.join(', ')} from the user data, and set ${fields} in \`spec.kubelet\`.`;
      };

      report({
        at: spanOfTextLine(nodeClass, ['spec', 'userData'], lineMatching(text, matches[0]!.spelt) ?? ''),
        message: `User data sets ${inUserData.join(', ')}, which Karpenter does not read there, so it sizes nodes incorrectly`,
        help: help(),
      });
    },
  },
  docs: {
    summary: 'User data sets kubelet settings that Karpenter does not read there, so it sizes nodes incorrectly.',
    why: 'Karpenter works out what fits on a node from `spec.kubelet` of the EC2NodeClass, and never from user data. With another `maxPods` or another reservation there, nodes are smaller or larger than Karpenter assumes. If they are smaller, pods stay pending and Karpenter launches more nodes. If they are larger, they stay half empty. For Amazon Linux 2023 Karpenter’s own settings win anyway, so those in the user data have no effect.',
    help: 'Move the setting to `spec.kubelet`. Karpenter then writes it into the user data itself.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            apiVersion: node.eks.aws/v1alpha1
            kind: NodeConfig
            spec:
              kubelet:
                config:
                  shutdownGracePeriod: 30s
                  maxPods: 42
        `),
        { 'maxPods: 42': '', 'userData: |': 'kubelet:\n  maxPods: 42\nuserData: |' },
      ),
      corrected(
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: al2023@v20260715
          userData: |
            apiVersion: node.eks.aws/v1alpha1
            kind: NodeConfig
            spec:
              kubelet:
                config:
                  shutdownGracePeriod: 30s
                maxPodsExpression: "(max_enis - 1) * 8"
        `),
        { 'maxPodsExpression: "(max_enis - 1) * 8"': '', 'userData: |': 'kubelet:\n  maxPods: 42\nuserData: |' },
      ),
      corrected(
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          userData: |
            [settings.kubernetes]
            kube-api-qps = 30
            max-pods = 42
        `),
        { 'max-pods = 42': '', 'userData: |': 'kubelet:\n  maxPods: 42\nuserData: |' },
      ),
    ],
    good: [
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: al2023@v20260715
        kubelet:
          maxPods: 42
      `),
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: al2023@v20260715
        userData: |
          apiVersion: node.eks.aws/v1alpha1
          kind: NodeConfig
          spec:
            kubelet:
              config:
                shutdownGracePeriod: 30s
      `),
      ec2NodeClass(
        yaml`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          kubelet:
            maxPods: 42
          userData: |
            #!/bin/bash
            /opt/company/join-cluster --max-pods=42
        `,
        'ubuntu',
      ),
    ],
  };
}
