import { asMapping, asText, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest } from '../../rules/lint/scenes.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { selectorTermsOf } from '../fields/selector-fields.ts';

export const ownedSecurityGroupsRule = defineRule({
  id: 'owned-security-groups',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Network',
  mistakes: [78],
  on: {
    Manifests(all, context) {
      for (const nodeClass of nodeClassesOf(all)) judge(nodeClass, context);
    },
  },
  docs: {
    summary: 'A node class selects several security groups with the tag `kubernetes.io/cluster/NAME`.',
    why: 'The AWS load balancer controller and the in-tree controller expect exactly one security group with the tag `kubernetes.io/cluster/NAME` on a node. If a node has two, they stop with “multiple tagged security groups” and no longer register targets. Reported only when Terraform creates the security groups, for the cluster of the node class.',
    help: 'Remove the tag from all of them but one.',
    url: 'https://karpenter.sh/docs/troubleshooting/',
  },
  examples,
});

const ownership = 'kubernetes.io/cluster/';

function judge(nodeClass: Manifest, { clusterOf, report }: RuleContext): void {
  if (nodeClass.isPartial) return;

  const terms = selectorTermsOf(nodeClass, 'securityGroup').filter(
    ({ tags, hasOther }) => !hasOther && tags.length > 0 && tags.every(({ isKnown }) => isKnown),
  );
  const [first, second] = clusterOf(nodeClass)
    .ofKind('aws_security_group')
    .filter((group) => {
      const tags = asMapping(group.get(['spec', 'tags'])) ?? {};
      const isSelected = terms.some((term) => term.tags.every(({ key, value }) => asText(tags[key]) === value));
      return isSelected && Object.keys(tags).some((key) => key.startsWith(ownership) && !hasPlaceholder(key));
    });

  if (!first || !second) return;

  const path = ['spec', 'securityGroupSelectorTerms'];

  report({
    manifest: nodeClass,
    at: nodeClass.keySpan(path),
    message: `\`${nodeClass.name}\` selects the security groups \`${first.name}\` and \`${second.name}\`, which both have a tag \`${ownership}…\`, but the load balancer controller accepts only one`,
    help: `Remove the tag \`${ownership}…\` from one of them.`,
    labels: [first, second].map((group) => ({ span: group.span(['spec', 'tags']), message: 'has the tag' })),
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        terraform`
          resource "aws_security_group" "cluster" {
            name = "cluster"

            tags = {
              "karpenter.sh/discovery" = "demo"
              "kubernetes.io/cluster/demo" = "owned"
            }
          }

          resource "aws_security_group" "nodes" {
            name = "nodes"

            tags = {
              "kubernetes.io/cluster/demo" = "owned"
              "karpenter.sh/discovery" = "demo"
            }
          }

          ${kubectlManifest(
            'default',
            ec2NodeClass(yaml`
              role: KarpenterNodeRole-demo
              securityGroupSelectorTerms:
                - tags:
                    karpenter.sh/discovery: demo
            `),
          )}
        `,
        { 'tags = {\n    "kubernetes.io/cluster/demo" = "owned"\n': 'tags = {\n' },
      ),
    ],
    good: [
      terraform`
        resource "aws_security_group" "cluster" {
          name = "cluster"

          tags = {
            "karpenter.sh/discovery" = "demo"
            "kubernetes.io/cluster/demo" = "owned"
          }
        }

        resource "aws_security_group" "nodes" {
          name = "nodes"

          tags = {
            "karpenter.sh/discovery" = "demo"
          }
        }

        ${kubectlManifest(
          'default',
          ec2NodeClass(yaml`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `),
        )}
      `,
      terraform`
        resource "aws_security_group" "cluster" {
          name = "cluster"

          tags = {
            "karpenter.sh/discovery" = "demo"
            "kubernetes.io/cluster/demo" = "owned"
          }
        }

        resource "aws_security_group" "nodes" {
          name = "nodes"

          tags = {
            "Name" = "demo"
            "kubernetes.io/cluster/demo" = "owned"
          }
        }

        ${kubectlManifest(
          'default',
          ec2NodeClass(yaml`
            role: KarpenterNodeRole-demo
            securityGroupSelectorTerms:
              - tags:
                  karpenter.sh/discovery: demo
          `),
        )}
      `,
    ],
  };
}
