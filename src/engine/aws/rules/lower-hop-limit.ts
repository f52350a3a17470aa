import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { chosenPoolAt } from '../../rules/lint/fields/chosen-pool.ts';
import { isOpenToAll } from '../../rules/lint/fields/pools-by-cluster.ts';
import { poolsOfPods } from '../../rules/lint/fields/pools-of-pods.ts';
import { whyRelated } from '../../rules/lint/fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest, nodePool } from '../../rules/lint/scenes.ts';
import { rolelessDrivers } from '../account/storage-drivers.ts';
import { earlierObject } from '../fields/earlier-object.ts';
import { hopLimit, type MetadataReader, oneHopGroups, readersOf, withOneHop } from '../fields/instance-metadata.ts';
import { roleOfClass } from '../fields/named-roles.ts';
import { nodeClassesOf, nodePoolsOfClass } from '../fields/node-classes.ts';
import { calledModule } from '../fields/terraform-modules.ts';

export const lowerHopLimitRule = defineRule({
  id: 'lower-hop-limit',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'IAM and cluster access',
  mistakes: [],
  on: {
    Manifests(all, context) {
      for (const nodeClass of nodeClassesOf(all)) judgeClass(nodeClass, context);
      for (const module of all.manifests.filter(isClusterModule)) judgeGroups(module, context);
    },
  },
  docs: {
    summary: 'The hop limit of the instance metadata becomes 1, and controllers in pods need the metadata.',
    why: 'With a hop limit of 1, only the node itself gets an answer, and no pod with a network of its own. Drivers of volumes without a role then have no credentials, so volumes are no longer attached. The AWS Load Balancer Controller without the id of its VPC does not start. The limit is 1 by default in EC2NodeClasses of v1 and in node groups of the EKS module since version 21. Reported when a change lowers it, and the files show that such a controller has no role or no id. Also reported for an EC2NodeClass that is new.',
    help: 'Give the controller a role and the settings that it needs, or keep a hop limit of 2.',
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-options.html',
  },
  examples,
});

/** Where a change lowers a hop limit. */
interface Lowered {
  readonly manifest: Manifest;
  readonly path: Path;
  /** The beginning of a sentence: what lowers it. */
  readonly what: string;
  readonly remedy: string;
}

function judgeClass(nodeClass: Manifest, context: RuleContext): void {
  const old = context.base && earlierObject(nodeClass, nodeClassesOf(context.base));
  if (old?.isPartial || (old && withOneHop(old)) || !withOneHop(nodeClass)) return;
  // A class that is new, or compared with nothing, is reported only if it says so.
  if (!old && nodeClass.get(hopLimit) === undefined) return;
  if (!nodePoolsOfClass(context.all, nodeClass).some(isOpenToAll)) return;

  const cluster = context.clusterOf(nodeClass);
  const isHopWritten = nodeClass.get(hopLimit) !== undefined;

  const what = () => {
    if (old) return `This change lowers the hop limit of \`${nodeClass.name}\` to 1`;
    return `The hop limit of \`${nodeClass.name}\` is 1`;
  };

  const lowered = {
    manifest: nodeClass,
    path: isHopWritten ? hopLimit : ['metadata', 'name'],
    what: what(),
    remedy: 'keep `httpPutResponseHopLimit: 2`',
  };

  reportDrivers(lowered, cluster, context);
  if (!old) return;

  const pools = nodePoolsOfClass(context.all, nodeClass);
  const readers = readersIn(cluster, context).filter(({ manifest, pod }) =>
    poolsOfPods(manifest, pod, cluster)?.pools.some((pool) => pools.includes(pool)),
  );

  reportReaders(lowered, readers, context);
}

function judgeGroups(module: Manifest, context: RuleContext): void {
  const clusterModules = context.base?.manifests.filter(isClusterModule) ?? [];
  const old = earlierObject(module, clusterModules);
  if (!old) return;

  const before = new Set(oneHopGroups(old).map(({ name }) => name));
  const group = oneHopGroups(module).find(({ name }) => !before.has(name) && hasGroup(old, name));
  if (!group) return;

  const { name, path, defaultOf } = group;

  const what = () => {
    if (defaultOf === undefined) return `This change lowers the hop limit of the node group \`${name}\` to 1`;
    return `Version ${defaultOf} of the EKS module lowers the hop limit of the node group \`${name}\` to 1`;
  };

  const lowered = {
    manifest: module,
    path,
    what: what(),
    remedy: 'set `metadata_options = { http_put_response_hop_limit = 2 }` for the group',
  };

  const cluster = context.clusterOf(module);
  reportDrivers(lowered, cluster, context);

  const readers = readersIn(cluster, context).filter(
    ({ manifest, pod }) => chosenPoolAt(manifest, pod, context.all) === undefined,
  );

  reportReaders(lowered, readers, context);
}

const isClusterModule = (manifest: Manifest): boolean => calledModule(manifest) === 'eks';

const hasGroup = (module: Manifest, name: string): boolean =>
  module.get(['spec', 'eks_managed_node_groups', name]) !== undefined;

function reportDrivers(lowered: Lowered, cluster: ObjectCluster, context: RuleContext): void {
  const roles = nodeClassesOf(context.all).flatMap((nodeClass) => roleOfClass(nodeClass, cluster) ?? []);

  for (const driver of rolelessDrivers(cluster, roles)) {
    context.report({
      manifest: lowered.manifest,
      at: lowered.manifest.span(lowered.path),
      message: `${lowered.what}, and the ${driver.title} has no role of its own. On these nodes its pods get no credentials, and it can no longer attach volumes`,
      help: `Give the service account \`${driver.serviceAccount}\` a role with the policy \`${driver.policy}\`, or ${lowered.remedy}.`,
      labels: [
        {
          span: driver.manifest.keySpan(driver.path),
          message: `the driver${whyRelated(lowered.manifest, driver.manifest, context)}`,
        },
      ],
    });
  }
}

/** Pods of a cluster that ask for the metadata. */
const readersIn = ({ manifests }: ObjectCluster, { all }: RuleContext): readonly MetadataReader[] =>
  readersOf(all).filter(({ manifest }) => manifests.includes(manifest));

/** Pods that ask for the metadata and may run on the nodes with the lower limit. */
function reportReaders(lowered: Lowered, readers: readonly MetadataReader[], context: RuleContext): void {
  for (const { manifest } of readers) {
    context.report({
      manifest: lowered.manifest,
      at: lowered.manifest.span(lowered.path),
      message: `${lowered.what}, and pods of ${manifest.kind} \`${manifest.name}\` ask for the instance metadata. On these nodes they get no answer`,
      help: `Configure the pods so that they do not need the metadata, such as with \`vpcId\` for the AWS Load Balancer Controller. Or ${lowered.remedy}.`,
      labels: [
        {
          span: manifest.span(['metadata', 'name']),
          message: `what asks for it${whyRelated(lowered.manifest, manifest, context)}`,
        },
      ],
    });
  }
}

function examples(): RuleExamples {
  const driver = (role: string) =>
    terraform`
      resource "aws_eks_addon" "ebs" {
        cluster_name = "demo"
        addon_name   = "aws-ebs-csi-driver"
        ${role}
      }

      resource "aws_iam_role" "nodes" {
        name = "demo-nodes"
      }

      resource "aws_iam_role_policy_attachment" "ebs" {
        role       = aws_iam_role.nodes.name
        policy_arn = "arn:aws:iam::aws:policy/service-role/AmazonEBSCSIDriverPolicy"
      }

      ${kubectlManifest(
        'default',
        ec2NodeClass(yaml`
          role: demo-nodes
          metadataOptions:
            httpPutResponseHopLimit: 1
        `),
      )}

      ${kubectlManifest('web', nodePool({ name: 'web', nodeClassRef: 'default' }))}
    `;

  return {
    bad: [corrected(driver(''), { 'httpPutResponseHopLimit: 1': 'httpPutResponseHopLimit: 2' })],
    good: [driver('service_account_role_arn = aws_iam_role.ebs.arn')],
  };
}
