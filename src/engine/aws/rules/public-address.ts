import { corrected, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';

/** Where an EC2NodeClass and a NodeClass of EKS Auto Mode have the field. */
const paths = [
  ['spec', 'associatePublicIPAddress'],
  ['spec', 'advancedNetworking', 'associatePublicIPAddress'],
];

export const publicAddressRule = defineRule({
  id: 'public-address',
  severity: 'note',
  since: '0.1.0',
  providers: ['aws', 'eks-auto-mode'],
  theme: 'Security',
  mistakes: [],
  controls: ['AWS FSBP EC2.9', 'AWS FSBP EC2.25', 'CIS EKS 5.4.3'],
  on: {
    NodeClass(nodeClass, { report }) {
      const path = paths.find((path) => nodeClass.get(path) === true);
      if (!path) return;
      report({
        at: nodeClass.span(path),
        message: `Every node of \`${nodeClass.name}\` gets a public IPv4 address, so its security groups alone protect it from the internet. AWS also charges for each address`,
        help: 'Set `associatePublicIPAddress: false`, and select private subnets with a NAT gateway.',
      });
    },
  },
  docs: {
    summary: 'A node class gives its instances public IPv4 addresses.',
    why: 'A node with a public address can be reached from the internet as far as its security groups allow. Load balancers do not need it, because they reach nodes by private addresses. AWS charges $0.005 per hour for each public IPv4 address. It is a note, because a cluster without a NAT gateway needs public addresses.',
    help: 'Set `associatePublicIPAddress: false`, and select private subnets.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specassociatepublicipaddress',
  },
  examples,
});

const associating = (value: string) =>
  ec2NodeClass(yaml`
    role: KarpenterNodeRole-demo
    associatePublicIPAddress: ${value}
  `);

function examples(): RuleExamples {
  return {
    bad: [
      corrected(associating('true'), {
        'associatePublicIPAddress: true': 'associatePublicIPAddress: false',
      }),
    ],
    good: [associating('false'), ec2NodeClass('role: KarpenterNodeRole-demo')],
  };
}
