import { insertEntry } from '../../manifest/edit.ts';
import { amiTermsOf } from '../node-class-fields.ts';
import { asText } from '../pool-fields.ts';
import { defineRule, yaml } from '../rule.ts';

/** Publishers whose images are named in a way of their own, with the account that owns them in the commercial partition. */
const publishers = [
  { name: /^ubuntu(?:-eks)?\//, who: 'Canonical', owner: '099720109477' },
  { name: /^Flatcar-(?:stable|beta|alpha|lts)-/, who: 'Flatcar', owner: '075585003325' },
];

export const amiOwner = defineRule({
  id: 'ami-owner',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    summary: 'An AMI of another publisher is selected by name, without its owner.',
    why: 'Without `owner` Karpenter looks among the images of the account itself and of Amazon alone. The publisher’s image is not found and the class is not ready; and should the account hold a copy of that name, that one is taken.',
    help: 'Name the account of the publisher as `owner`, or `self` for a copy of one’s own.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms',
    bad: [
      yaml`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: ubuntu
        spec:
          amiFamily: Custom
          amiSelectorTerms:
            - name: ubuntu-eks/k8s_1.33/images/hvm-ssd-gp3/ubuntu-noble-24.04-amd64-server-*
      `,
    ],
    good: [
      yaml`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: ubuntu
        spec:
          amiFamily: Custom
          amiSelectorTerms:
            - name: ubuntu-eks/k8s_1.33/images/hvm-ssd-gp3/ubuntu-noble-24.04-amd64-server-*
              owner: "099720109477"
      `,
      yaml`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: golden
        spec:
          amiFamily: AL2023
          amiSelectorTerms:
            - name: company-golden-al2023-*
      `,
    ],
  },
  on: {
    EC2NodeClass(nodeClass, { report, catalog }) {
      for (const { path, term } of amiTermsOf(nodeClass)) {
        const name = asText(term.name);
        const publisher = publishers.find((known) => name !== undefined && known.name.test(name));
        if (!publisher || term.owner !== undefined || term.id !== undefined || nodeClass.isPartial) continue;
        // China and GovCloud have accounts of their own.
        const isCommercial = catalog !== null && !/^(?:cn|us-gov|us-iso)/.test(catalog.region);
        report({
          at: nodeClass.span([...path, 'name']),
          message: `Images of ${publisher.who} belong to an account of theirs: without \`owner\` Karpenter looks in this account and Amazon’s alone`,
          help: isCommercial
            ? `Add \`owner: "${publisher.owner}"\`, or \`self\` for a copy of your own.`
            : 'Add the publisher’s account as `owner`, or `self` for a copy of your own.',
          ...(isCommercial && {
            fix: {
              description: `Add \`owner: "${publisher.owner}"\``,
              edits: insertEntry(nodeClass, path, 'owner', `"${publisher.owner}"`),
            },
          }),
        });
      }
    },
  },
});
