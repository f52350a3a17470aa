import { asMapping, asText, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest } from '../../rules/lint/scenes.ts';
import { seenIn } from '../../text/evidence.ts';
import { inputIs, moduleMajor } from '../fields/created-roles.ts';
import { networkOf } from '../fields/network-resources.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { selectedAmong } from '../fields/selected-resources.ts';
import { selectorTermsOf } from '../fields/selector-fields.ts';
import { calledModule } from '../fields/terraform-modules.ts';

export const ownedSecurityGroupsRule = defineRule({
  id: 'owned-security-groups',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Network',
  mistakes: [78],
  on: {
    Manifests(all, context) {
      for (const nodeClass of nodeClassesOf(all)) {
        if (nodeClass.isPartial) continue;
        judge(nodeClass, context);
        judgeModule(nodeClass, context);
      }
    },
  },
  docs: {
    summary: 'A node class selects several security groups with the tag `kubernetes.io/cluster/NAME`.',
    why: 'The AWS load balancer controller and the in-tree controller expect exactly one security group with the tag `kubernetes.io/cluster/NAME` on a node. If a node has two, they stop with “multiple tagged security groups” and no longer register targets. The EKS module gives its `tags` to both the security group for nodes and the one that EKS creates. Reported only when Terraform creates the security groups, for the cluster of the node class.',
    help: 'Remove the tag from all of them but one.',
    url: 'https://karpenter.sh/docs/troubleshooting/',
  },
  examples,
});

const ownership = 'kubernetes.io/cluster/';

function judge(nodeClass: Manifest, { clusterOf, report }: RuleContext): void {
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

/**
 * The EKS module gives `tags` to its group for nodes and to the one that EKS creates, and both have the tag of the cluster.
 * Source: terraform-aws-eks main.tf `aws_ec2_tag.cluster_primary_security_group` and node_groups.tf `aws_security_group.node`.
 */
function judgeModule(nodeClass: Manifest, { clusterOf, report }: RuleContext): void {
  const network = networkOf(clusterOf(nodeClass), 'securityGroup');
  const selected = seenIn(selectedAmong(nodeClass, 'securityGroup', network)).filter(
    ({ manifest }) => calledModule(manifest) === 'eks' && ownsBoth(manifest),
  );

  const ofNodes = selected.find(({ tagsIn }) => tagsIn.startsWith('`node_security_group_tags`'));
  const ofCluster = selected.find(
    ({ manifest, tagsIn }) => manifest === ofNodes?.manifest && tagsIn.startsWith('`cluster_tags`'),
  );
  if (ofNodes === undefined || ofCluster === undefined) return;

  const module = `\`module.${ofNodes.manifest.name}\``;

  report({
    manifest: nodeClass,
    at: nodeClass.keySpan(['spec', 'securityGroupSelectorTerms']),
    message: `\`${nodeClass.name}\` selects the security group of ${module} for nodes and the one that EKS creates for the cluster. Both have a tag \`${ownership}…\`, but the load balancer controller accepts only one`,
    help: `Move the tag from \`tags\` of ${module} to its \`node_security_group_tags\`.`,
    labels: [{ span: ofNodes.manifest.span(ofCluster.tagsAt), message: 'the tags of all security groups' }],
  });
}

/** Whether both groups of a module certainly have its `tags` and the tag of the cluster. An input with that tag may take it away. */
function ownsBoth(module: Manifest): boolean {
  const inputs = [
    'create',
    'create_node_security_group',
    'create_cluster_primary_security_group_tags',
    'create_primary_security_group_tags',
  ];
  const written = ['tags', 'node_security_group_tags', 'cluster_tags'].map((input) => module.get(['spec', input]));
  const mayTakeAway = written.some((tags) => {
    if (tags === undefined || tags === null) return false;
    return Object.keys(asMapping(tags) ?? { '${tags}': null }).some(
      (key) => key.startsWith(ownership) || hasPlaceholder(key),
    );
  });

  return (moduleMajor(module) ?? 19) >= 19 && !mayTakeAway && inputs.every((input) => inputIs(module, input, true));
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
