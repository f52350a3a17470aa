import { corrected, terraform, yaml } from '../../lint/example.ts';
import { knownTextAt, referenceAt } from '../../lint/fields/helm-releases.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass, kubectlManifest, nodeClass, together } from '../../lint/scenes.ts';
import { asList, asText, type Manifest, type Path } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
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
      const roles = rolesOf(all);
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
  /** Names of node roles and, in Terraform, addresses of what creates them. */
  readonly roles: ReadonlySet<string>;
  readonly context: RuleContext;
}

const moduleRole = /^(module\.[\w-]{0,200}karpenter[\w-]{0,200})\.node_iam_role_(?:name|arn)$/i;
const resourceRole = /^(aws_iam_role\.[\w-]+)\.(?:name|arn|id)$/;

/** The address of the resource or module whose role a value refers to. */
const creatorOf = (reference: string | undefined): string | undefined =>
  (moduleRole.exec(reference ?? '') ?? resourceRole.exec(reference ?? ''))?.[1];

/** The roles that node classes assign to nodes. */
function rolesOf(all: ManifestSet): Set<string> {
  const path = ['spec', 'role'];
  const names = nodeClassesOf(all).flatMap((one) => knownTextAt(one, path) ?? creatorOf(referenceAt(one, path)) ?? []);
  return new Set(names);
}

function judge(manifest: Manifest, entry: Path, field: string, { roles, context }: Judging): void {
  const principal = [...entry, field];
  const name = /:role\/(?:.{0,600}\/)?([^/]{1,200})$/.exec(knownTextAt(manifest, principal) ?? '')?.[1];
  const creator = creatorOf(referenceAt(manifest, principal));
  const isNodes = (name !== undefined && roles.has(name)) || (creator !== undefined && roles.has(creator));
  // The node role of a module is for nodes even if the files do not contain the node class.
  if (!isNodes && !creator?.startsWith('module.')) return;
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
