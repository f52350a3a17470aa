import { referenceAt } from '../../karpenter/installation/helm-releases.ts';
import { asList, asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest, nodeClass, together } from '../../rules/lint/scenes.ts';
import { type NamedRole, roleAt, roleOfClass } from '../fields/named-roles.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';

export const accessEntryTypeRule = defineRule({
  id: 'access-entry-type',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'IAM and cluster access',
  mistakes: [70],
  on: {
    Manifests(all, context) {
      const roles = new Set(
        nodeClassesOf(all).flatMap((nodeClass) => keysOf(roleOfClass(nodeClass, context.clusterOf(nodeClass)))),
      );
      for (const manifest of all.manifests) {
        if (manifest.kind === 'aws_eks_access_entry') judge(manifest, ['spec'], 'principal_arn', { roles, context });
        if (manifest.kind === 'module') judgeModule(manifest, context);
        if (manifest.kind !== 'ClusterConfig') continue;

        const path = ['accessConfig', 'accessEntries'];

        asList(manifest.get(path)).forEach((_, index) => {
          judge(manifest, [...path, index], 'principalARN', { roles, context });
        });
      }
    },
  },
  docs: {
    summary: 'The access entry of Karpenter’s node role has the type `STANDARD`, so nodes cannot join the cluster.',
    why: 'An access entry of type `EC2_LINUX` or `EC2_WINDOWS` gives nodes the groups and the user name that they need. `STANDARD`, the default of EKS, is meant for people. With it, instances start, but the API server rejects their kubelets. Karpenter terminates them after 15 minutes and launches others, which fail in the same way.',
    help: 'Set the type of the access entry to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html',
  },
  examples,
});

interface Judging {
  /** The names and addresses of the roles that node classes give to nodes. */
  readonly roles: ReadonlySet<string>;
  readonly context: RuleContext;
}

const keysOf = ({ name, address }: NamedRole = {}): string[] => [name, address].flatMap((key) => key ?? []);

/** The node role of Karpenter’s module, which is for nodes even if the files do not contain the node class. */
const moduleRole = /^module\.[\w-]{0,200}karpenter[\w-]{0,200}\.node_iam_role_(?:name|arn)$/i;

function judge(manifest: Manifest, entry: Path, field: string, { roles, context }: Judging): void {
  const principal = [...entry, field];
  const isNodes = keysOf(roleAt(manifest, principal, context.clusterOf(manifest))).some((key) => roles.has(key));
  if (!isNodes && !moduleRole.test(referenceAt(manifest, principal) ?? '')) return;

  const type = asText(manifest.get([...entry, 'type']));
  if (type !== undefined && type !== 'STANDARD') return;

  context.report({
    manifest,
    at: manifest.span(type === undefined ? principal : [...entry, 'type']),
    message:
      type === undefined
        ? 'The access entry of the node role has no type, so EKS makes it `STANDARD` and nodes cannot join the cluster'
        : 'The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster',
    help: 'Set the type to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes.',
  });
}

function judgeModule(manifest: Manifest, { report }: RuleContext): void {
  const path = ['spec', 'access_entry_type'];
  if (manifest.get(path) !== 'STANDARD') return;
  report({
    manifest,
    at: manifest.span(path),
    message: 'The access entry of the node role has the type `STANDARD`, so nodes cannot join the cluster',
    help: 'Remove `access_entry_type`, so that the module uses `EC2_LINUX`.',
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        terraform`
          resource "aws_eks_access_entry" "nodes" {
            cluster_name  = "demo"
            principal_arn = aws_iam_role.karpenter_node.arn
          }

          ${kubectlManifest('default', ec2NodeClass('role: ${aws_iam_role.karpenter_node.name}'))}
        `,
        {
          'principal_arn = aws_iam_role.karpenter_node.arn':
            'principal_arn = aws_iam_role.karpenter_node.arn\ntype          = "EC2_LINUX"',
        },
      ),
      corrected(
        terraform`
          module "karpenter" {
            source = "terraform-aws-modules/eks/aws//modules/karpenter"

            cluster_name      = module.eks.cluster_name
            access_entry_type = "STANDARD"
          }
        `,
        { 'access_entry_type = "STANDARD"': '' },
      ),
      corrected(
        together(
          yaml`
          apiVersion: eksctl.io/v1alpha5
          kind: ClusterConfig
          metadata:
            name: demo
            region: us-east-1
          accessConfig:
            accessEntries:
              - principalARN: arn:aws:iam::111122223333:role/KarpenterNodeRole-demo
                type: STANDARD
        `,
          nodeClass,
        ),
        { 'type: STANDARD': 'type: EC2_LINUX' },
      ),
    ],
    good: [
      terraform`
        resource "aws_eks_access_entry" "nodes" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.karpenter_node.arn
          type          = "EC2_LINUX"
        }

        resource "aws_eks_access_entry" "people" {
          cluster_name  = "demo"
          principal_arn = aws_iam_role.admin.arn
        }

        ${kubectlManifest('default', ec2NodeClass('role: ${aws_iam_role.karpenter_node.name}'))}
      `,
    ],
  };
}
