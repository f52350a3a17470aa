import { against, yaml } from '../../lint/example.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass } from '../../lint/scenes.ts';
import { userDataOf, writtenAmiFamily } from '../fields/node-classes.ts';

export const customRegistrationRule = defineRule({
  id: 'custom-registration',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Images and user data',
  mistakes: [55],
  on: {
    NodeClass(nodeClass, { report, karpenter }) {
      const userData = userDataOf(nodeClass);
      if (!karpenter.v1 || writtenAmiFamily(nodeClass) !== 'Custom' || userData === undefined) return;
      // What does not show how it joins may add the taint where nobody sees it.
      if (!bootstraps.test(userData) || userData.includes('karpenter.sh/unregistered')) return;
      report({
        at: nodeClass.keySpan(['spec', 'userData']),
        message: `This user data joins the cluster without the taint \`karpenter.sh/unregistered:NoExecute\`: Karpenter takes none of its nodes over and ends them after 15 minutes`,
        help: 'Let the kubelet register with the taint, such as by `--register-with-taints=karpenter.sh/unregistered:NoExecute`.',
      });
    },
  },
  docs: {
    summary: 'User data of a `Custom` class joins the cluster without the taint that Karpenter waits for.',
    why: 'Since Karpenter 1.0 a node has to register with the taint `karpenter.sh/unregistered:NoExecute`, which Karpenter removes when its labels are in place. For the other families Karpenter writes it into the user data; for `Custom` nobody does. A node without it is not taken over, and it is terminated after 15 minutes while the next one starts.',
    help: 'Register with the taint: `--register-with-taints=karpenter.sh/unregistered:NoExecute` as a flag of the kubelet, or the like in its configuration.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#custom',
  },
  examples,
});

/** Ways of joining an EKS cluster that can be read in a text. */
const bootstraps = /\/etc\/eks\/bootstrap\.sh|kind: NodeConfig|\bnodeadm init\b|Start-EKSBootstrap|EKS\\Start-/;

function examples(): RuleExamples {
  return {
    bad: [
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
