import { asList, asMapping, asText, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { quotedNames } from '../../text/words/quoted-names.ts';
import { mapRolesIn } from '../fields/node-access.ts';

export const awsAuthGroupsRule = defineRule({
  id: 'aws-auth-groups',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'IAM and cluster access',
  mistakes: [71],
  on: {
    Manifests(all, context) {
      for (const manifest of all.manifests) {
        if (manifest.kind === 'ConfigMap' && manifest.name === 'aws-auth')
          judgeConfigMap(manifest, ['data', 'mapRoles'], context);
        if (manifest.kind === 'kubernetes_config_map') judgeConfigMap(manifest, ['spec', 'data', 'mapRoles'], context);
        if (manifest.kind !== 'ClusterConfig') continue;
        asList(manifest.get(['iamIdentityMappings'])).forEach((mapping, index) => {
          judge(mapping, { manifest, path: ['iamIdentityMappings', index] }, context);
        });
      }
    },
  },
  docs: {
    summary: 'The mapping of a node role lacks a group that nodes need to join the cluster.',
    why: 'A kubelet can register its node only as a member of `system:bootstrappers` and `system:nodes`. If the mapping of its role lacks one of them, instances start but never become nodes. Karpenter terminates them after 15 minutes and launches others. This rule checks the ConfigMap `aws-auth`, also in Terraform, and the `iamIdentityMappings` of eksctl.',
    help: 'Add both groups to the mapping, or use an access entry of type `EC2_LINUX` instead, which includes them.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html',
  },
  examples,
});

interface Place {
  readonly manifest: Manifest;
  readonly path: Path;
}

function judgeConfigMap(manifest: Manifest, path: Path, context: RuleContext): void {
  for (const mapping of mapRolesIn(manifest.get(path)) ?? []) judge(mapping, { manifest, path }, context);
}

const needed = ['system:bootstrappers', 'system:nodes'];

function judge(value: Value, { manifest, path }: Place, { report }: RuleContext): void {
  const mapping = asMapping(value);
  const username = asText(mapping?.username) ?? '';
  if (!mapping || !/^system:node:\{\{\s*EC2PrivateDNSName\s*\}\}$/.test(username)) return;
  if (mapping.groups !== undefined && holdsPlaceholder([mapping.groups])) return;

  const groups = asList(mapping.groups).map(asText);
  const missing = needed.filter((group) => !groups.includes(group));
  if (missing.length === 0) return;

  const role = asText(mapping.rolearn ?? mapping.arn) ?? '';

  report({
    manifest,
    at: manifest.span(path),
    message: `Nodes with the role \`${titleOf(role)}\` cannot join the cluster, because its mapping lacks ${quotedNames(missing, ' and ')}`,
    help: `Add ${quotedNames(missing, ' and ')} to the groups of the mapping.`,
  });
}

/** The name of a role, or the resource that creates it. */
const titleOf = (arn: string): string =>
  arn
    .split('/')
    .at(-1)!
    .replace(/^\$\{([^}]{1,200}?)(?:\.arn)?\}$/, '$1');

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        yaml`
          apiVersion: v1
          kind: ConfigMap
          metadata:
            name: aws-auth
            namespace: kube-system
          data:
            mapRoles: |
              - rolearn: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
                username: system:node:{{EC2PrivateDNSName}}
                groups:
                  - system:nodes
        `,
        { '- system:nodes': '- system:nodes\n- system:bootstrappers' },
      ),
      corrected(
        yaml`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          iamIdentityMappings:
            - arn: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
              username: system:node:{{EC2PrivateDNSName}}
        `,
        {
          'username: system:node:{{EC2PrivateDNSName}}': yaml`
            username: system:node:{{EC2PrivateDNSName}}
            groups: [system:bootstrappers, system:nodes]
          `,
        },
      ),
      corrected(
        terraform`
          resource "kubernetes_config_map" "aws_auth" {
            metadata {
              name      = "aws-auth"
              namespace = "kube-system"
            }

            data = {
              mapRoles = yamlencode([
                {
                  rolearn  = aws_iam_role.karpenter_nodes.arn
                  username = "system:node:{{EC2PrivateDNSName}}"
                  groups   = ["system:nodes"]
                },
              ])
            }
          }
        `,
        { '["system:nodes"]': '["system:bootstrappers", "system:nodes"]' },
      ),
    ],
    good: [
      terraform`
        resource "kubernetes_config_map_v1_data" "aws_auth" {
          metadata {
            name      = "aws-auth"
            namespace = "kube-system"
          }

          data = {
            mapRoles = yamlencode([
              {
                rolearn  = aws_iam_role.karpenter_nodes.arn
                username = "system:node:{{EC2PrivateDNSName}}"
                groups   = var.node_groups
              },
            ])
          }
        }
      `,
      yaml`
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: aws-auth
          namespace: kube-system
        data:
          mapRoles: |
            - rolearn: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
              username: system:node:{{EC2PrivateDNSName}}
              groups:
                - system:bootstrappers
                - system:nodes
            - rolearn: arn:aws:iam::111122223333:role/Admin
              username: admin
              groups:
                - system:masters
      `,
    ],
  };
}
