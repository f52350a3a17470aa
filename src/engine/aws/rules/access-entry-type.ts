import { referenceAt } from '../../karpenter/installation/helm-releases.ts';
import { asText, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest, nodeClass, together } from '../../rules/lint/scenes.ts';
import { type NamedRole, roleAt, roleOfClass } from '../fields/named-roles.ts';
import { type AccessEntryPlace, accessEntriesIn } from '../fields/node-access.ts';
import { autoModeClassesOf, isWindowsClass, nodeClassesOf } from '../fields/node-classes.ts';

export const accessEntryTypeRule = defineRule({
  id: 'access-entry-type',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws', 'eks-auto-mode'],
  theme: 'IAM and cluster access',
  mistakes: [70],
  on: {
    Manifests(all, context) {
      const classes = classesByRole([...nodeClassesOf(all), ...autoModeClassesOf(all)], context);

      for (const manifest of all.manifests) {
        for (const entry of accessEntriesIn(manifest)) judge(manifest, entry, { classes, context });
        if (manifest.kind === 'module') judgeModule(manifest, context);
      }
    },
  },
  docs: {
    summary: 'The access entry of a node role has a type that is not for its nodes, so they cannot join the cluster.',
    why: 'An access entry of type `EC2_LINUX` or `EC2_WINDOWS` gives nodes the groups and the user name that they need. Nodes of EKS Auto Mode need `EC2`. `STANDARD`, the default of EKS, is meant for people. With another type, instances start, but the API server rejects their kubelets. Karpenter terminates them after 15 minutes and launches others, which fail in the same way.',
    help: 'Set the type of the access entry to `EC2_LINUX`, to `EC2_WINDOWS` for Windows nodes, or to `EC2` for EKS Auto Mode.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html',
  },
  examples,
});

type Classes = ReadonlyMap<string, readonly Manifest[]>;

/** Node classes by the names and addresses of the roles that they give to nodes. */
function classesByRole(classes: readonly Manifest[], context: RuleContext): Classes {
  const byRole = new Map<string, Manifest[]>();

  for (const nodeClass of classes) {
    for (const key of keysOf(roleOfClass(nodeClass, context.clusterOf(nodeClass))))
      byRole.set(key, [...(byRole.get(key) ?? []), nodeClass]);
  }

  return byRole;
}

interface Judging {
  readonly classes: Classes;
  readonly context: RuleContext;
}

const keysOf = ({ name, address }: NamedRole = {}): string[] => [name, address].flatMap((key) => key ?? []);

/** The node role of Karpenter’s module, which is for nodes even if the files do not contain the node class. */
const moduleRole = /^module\.[\w-]{0,200}karpenter[\w-]{0,200}\.node_iam_role_(?:name|arn)$/i;

function judge(manifest: Manifest, { entry, principal }: AccessEntryPlace, { classes, context }: Judging): void {
  const keys = keysOf(roleAt(manifest, principal, context.clusterOf(manifest)));
  const users = [...new Set(keys.flatMap((key) => classes.get(key) ?? []))];
  if (users.length === 0 && !moduleRole.test(referenceAt(manifest, principal) ?? '')) return;

  const written = manifest.get([...entry, 'type']);
  const type = asText(written) ?? 'STANDARD';
  const mismatch = mismatchOf(users, type);
  if (!mismatch || hasPlaceholder(type)) return;

  const [first] = mismatch.wanted;
  const isUnset = written === undefined || written === null;

  const message = () => {
    if (isUnset)
      return `The access entry of the node role has no type, so EKS makes it \`STANDARD\` and ${mismatch.consequence}`;
    return `The access entry of the node role has the type \`${type}\`, so ${mismatch.consequence}`;
  };

  context.report({
    manifest,
    ...(mismatch.isLikely && { severity: 'warning' }),
    at: manifest.span(isUnset ? principal : [...entry, 'type']),
    message: message(),
    help:
      mismatch.wanted.length === 1
        ? `Set the type to \`${first}\`.`
        : 'Set the type to `EC2_LINUX`, or to `EC2_WINDOWS` for Windows nodes.',
    ...(!mismatch.isLikely && {
      unready: `the access entry of their role has the type \`${type}\``,
      unreadyObjects: users,
    }),
  });
}

interface TypeMismatch {
  readonly wanted: readonly [string, ...string[]];
  readonly consequence: string;
  /** Whether nodes may run, but not well, or AWS does not document what happens. */
  readonly isLikely: boolean;
}

const ofKarpenter = ['EC2_LINUX', 'EC2_WINDOWS'] as const;
const cannotJoin = 'nodes cannot join the cluster';

/** What is wrong with a type for the nodes of some classes. A role of Karpenter and of Auto Mode needs two entries, and is not judged. */
function mismatchOf(users: readonly Manifest[], type: string): TypeMismatch | undefined {
  const [ofAutoMode, others] = [users.filter(isOfAutoMode), users.filter((user) => !isOfAutoMode(user))];

  if (ofAutoMode.length > 0) {
    if (others.length > 0 || type === 'EC2') return undefined;
    return { wanted: ['EC2'], consequence: 'nodes of EKS Auto Mode cannot join the cluster', isLikely: false };
  }

  if (type === 'EC2')
    return { wanted: ofKarpenter, consequence: 'it is only for nodes of EKS Auto Mode', isLikely: true };
  if (type !== 'EC2_LINUX' && type !== 'EC2_WINDOWS')
    return { wanted: ofKarpenter, consequence: cannotJoin, isLikely: false };

  const isWindows = others.some(isWindowsClass);
  if (type === 'EC2_WINDOWS' || !isWindows) return undefined;

  return { wanted: ['EC2_WINDOWS'], consequence: 'kube-proxy has no rights on Windows nodes', isLikely: true };
}

const isOfAutoMode = ({ kind }: Manifest): boolean => kind === 'NodeClass';

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
