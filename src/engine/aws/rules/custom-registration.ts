import type { Manifest } from '../../manifest/model/manifest.ts';
import { against, corrected, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import { earlierObject } from '../fields/earlier-object.ts';
import { namedImagesOf } from '../fields/image-names.ts';
import { nodeClassesOf, userDataOf, writtenAmiFamily } from '../fields/node-classes.ts';
import { kubeletArguments } from '../user-data/kubelet-arguments.ts';
import { spanOfTextLine } from '../user-data/text-lines.ts';

export const customRegistrationRule = defineRule({
  id: 'custom-registration',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Images and user data',
  mistakes: [55],
  on: {
    NodeClass(nodeClass, context) {
      const { report, karpenter } = context;
      judgeMissing(nodeClass, context);
      judgeTaintFlag(nodeClass, context);

      const userData = userDataOf(nodeClass);
      if (!karpenter.v1 || writtenAmiFamily(nodeClass) !== 'Custom' || userData === undefined) return;
      // Other user data may set the taint in a script or image that this rule cannot see.
      if (!bootstraps.test(userData) || userData.includes('karpenter.sh/unregistered')) return;

      report({
        at: nodeClass.keySpan(['spec', 'userData']),
        message:
          'This user data joins the cluster without the taint `karpenter.sh/unregistered:NoExecute`, so Karpenter does not register its nodes and terminates them after 15 minutes',
        unready:
          'they join without the taint `karpenter.sh/unregistered:NoExecute`, so Karpenter does not register them',
        help: 'Register the kubelet with the taint, for example with `--register-with-taints=karpenter.sh/unregistered:NoExecute`.',
      });
    },
  },
  docs: {
    summary:
      'The user data of a `Custom` node class joins the cluster without the taint that Karpenter requires, or there is none.',
    why: 'Since Karpenter 1.0 a node must register with the taint `karpenter.sh/unregistered:NoExecute`. Karpenter removes the taint once the labels of the node are in place. For other AMI families, Karpenter writes the taint into the user data. For `Custom`, you have to do it. Karpenter does not register a node without the taint. It terminates the node after 15 minutes while the next one starts. Karpenter writes no user data for `Custom`. A class without any is reported if its images are those of EKS, which do not join by themselves, or if the change takes what joined its nodes before. On Amazon Linux 2023, the flag `--register-with-taints` in a `NodeConfig` replaces the taints that Karpenter writes.',
    help: 'Register nodes with the taint: pass `--register-with-taints=karpenter.sh/unregistered:NoExecute` to the kubelet, or set it in the kubelet’s configuration.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#custom',
  },
  examples,
});

/**
 * Reports a flag in the NodeConfig that takes the place of the taints that Karpenter writes into the kubelet's configuration.
 * Source: https://github.com/aws/karpenter-provider-aws/issues/7486.
 */
function judgeTaintFlag(nodeClass: Manifest, { report, karpenter }: RuleContext): void {
  const userData = userDataOf(nodeClass);
  if (!karpenter.v1 || userData === undefined || writtenAmiFamily(nodeClass) !== 'AL2023') return;

  const flag = kubeletArguments(userData, 'AL2023').find((argument) => argument.startsWith('--register-with-taints'));
  if (flag === undefined || flag.includes('karpenter.sh/unregistered')) return;

  report({
    severity: 'error',
    at: spanOfTextLine(nodeClass, ['spec', 'userData'], '--register-with-taints'),
    message:
      'The flag `--register-with-taints` replaces the taints that Karpenter writes, also `karpenter.sh/unregistered:NoExecute`. Karpenter does not register nodes without it and terminates them after 15 minutes',
    unready: 'they join without the taint `karpenter.sh/unregistered:NoExecute`, so Karpenter does not register them',
    help: 'Remove the flag, and set the taints under `spec.template.spec.taints` of the NodePool.',
  });
}

/** Images that EKS publishes. They join a cluster only with user data. */
const eksImages = /^amazon-eks-node-|\/aws\/service\/eks\/optimized-ami\//;

/** Reports that nothing joins the nodes of a class: Karpenter writes no user data for `Custom` (provider-aws pkg/providers/amifamily/custom.go). */
function judgeMissing(nodeClass: Manifest, context: RuleContext): void {
  const isWithout = writtenAmiFamily(nodeClass) === 'Custom' && nodeClass.get(['spec', 'userData']) === undefined;
  if (!isWithout || nodeClass.isPartial) return;

  const images = namedImagesOf(nodeClass, context);
  const isOfEks = images.length > 0 && images.every(({ text }) => eksImages.test(text));
  if (!isOfEks && !joinedBefore(nodeClass, context)) return;

  const outcome = () => {
    if (isOfEks) return 'never join the cluster';
    return 'join the cluster only if the image does that by itself';
  };

  context.report({
    ...(isOfEks && { severity: 'error' }),
    at: nodeClass.span(['spec', 'amiFamily']),
    message: `Karpenter writes no user data for \`Custom\`, and \`${nodeClass.name}\` has none, so its nodes ${outcome()}`,
    help: 'Write the `userData` that joins the cluster, or set the `amiFamily` of the image, such as `AL2023`.',
    // Another image may join by itself.
    ...(isOfEks && { unready: 'nothing joins them to the cluster' }),
  });
}

/** Whether Karpenter or the user data of a class joined its nodes before the change. */
function joinedBefore(nodeClass: Manifest, { base }: RuleContext): boolean {
  const earlier = base ? earlierObject(nodeClass, nodeClassesOf(base)) : undefined;
  const family = earlier && writtenAmiFamily(earlier);
  if (!earlier || family === undefined) return false;
  return family !== 'Custom' || earlier.get(['spec', 'userData']) !== undefined;
}

/**
 * Text in user data that joins a node to a cluster: with EKS's own programs, with kubeadm, by starting the kubelet, or
 * with Bottlerocket's settings.
 */
const bootstraps =
  /\/etc\/eks\/bootstrap\.sh|kind: NodeConfig|\bnodeadm init\b|Start-EKSBootstrap|EKS\\Start-|\bkubeadm join\b|\bsystemctl\b[^\n]{0,80}\b(?:start|restart|enable --now)\b[^\n]{0,80}\bkubelet\b|^[ \t]*\[settings\.kubernetes\]/m;

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
                flags:
                  - --register-with-taints=team=a:NoSchedule
        `),
        { '--register-with-taints=team=a:NoSchedule': '--node-labels=team=a' },
      ),
      corrected(
        ec2NodeClass(
          yaml`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              /etc/eks/bootstrap.sh demo --kubelet-extra-args '--node-labels=team=a'
          `,
          'ubuntu',
        ),
        {
          '--node-labels=team=a': '--node-labels=team=a --register-with-taints=karpenter.sh/unregistered:NoExecute',
        },
      ),
      corrected(
        ec2NodeClass(
          yaml`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              echo 'KUBELET_EXTRA_ARGS=--node-labels=team=a' > /etc/default/kubelet
              systemctl restart kubelet
          `,
          'own',
        ),
        {
          '--node-labels=team=a': '--node-labels=team=a --register-with-taints=karpenter.sh/unregistered:NoExecute',
        },
      ),
    ],
    good: [
      ec2NodeClass(
        yaml`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /etc/eks/bootstrap.sh demo --kubelet-extra-args '--register-with-taints=karpenter.sh/unregistered:NoExecute'
        `,
        'ubuntu',
      ),
      ec2NodeClass(
        yaml`
          amiFamily: Custom
          amiSelectorTerms:
            - id: ami-0123456789abcdef0
          userData: |
            #!/bin/bash
            /opt/company/join-cluster
        `,
        'prepared',
      ),
      against(
        { karpenter: '0.37' },
        yaml`
          apiVersion: karpenter.k8s.aws/v1beta1
          kind: EC2NodeClass
          metadata:
            name: ubuntu
          spec:
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            userData: |
              #!/bin/bash
              /etc/eks/bootstrap.sh demo
        `,
      ),
    ],
  };
}
