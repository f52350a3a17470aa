import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { isSameRoot, whyRelated } from '../../rules/lint/fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest } from '../../rules/lint/scenes.ts';
import { isClosed, seenIn } from '../../text/evidence.ts';
import { hasExit, lacksAddresses } from '../fields/network-exits.ts';
import { type NetworkResource, networkOf } from '../fields/network-resources.ts';
import { publicAddressPaths } from '../fields/node-classes.ts';
import { selectedAmong } from '../fields/selected-resources.ts';
import { selectorTermsOf, selectsNetwork } from '../fields/selector-fields.ts';
import { calledModule } from '../fields/terraform-modules.ts';

export const nodeEgressRule = defineRule({
  id: 'node-egress',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws', 'eks-auto-mode'],
  theme: 'Network',
  mistakes: [],
  on: {
    Manifests(all, context) {
      for (const nodeClass of all.manifests)
        if (selectsNetwork(nodeClass) && !nodeClass.isPartial) judge(nodeClass, context);
    },
  },
  docs: {
    summary: 'Nodes in the subnets of a node class cannot reach the APIs of AWS.',
    why: 'A node needs EC2, ECR, S3 and STS before it is ready. In a private subnet, it reaches them through a NAT gateway or VPC endpoints. In a public subnet, it needs a public address, because the internet gateway serves no other. Without either, instances start, but their nodes never become ready, and Karpenter terminates them after 15 minutes. Karpenter prefers the subnet with the most free addresses, which is often a public one. Reported for public subnets that give out no addresses, and for a change that removes the last way out of the VPC that the files show.',
    help: 'Select only private subnets with a NAT gateway or with VPC endpoints for EC2, ECR, S3, STS and EKS.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html',
  },
  examples,
});

function judge(nodeClass: Manifest, context: RuleContext): void {
  const cluster = context.clusterOf(nodeClass);
  const selected = seenIn(selectedAmong(nodeClass, 'subnet', networkOf(cluster, 'subnet')));
  if (selected.length === 0) return;

  if (!givesAddresses(nodeClass)) reportPublic(nodeClass, selected, context);
  reportLostExit(nodeClass, selected, context);
}

/** Whether a node class gives its instances public addresses, or may. */
const givesAddresses = (nodeClass: Manifest): boolean =>
  publicAddressPaths.some((path) => (nodeClass.get(path) ?? false) !== false);

function reportPublic(nodeClass: Manifest, selected: readonly NetworkResource[], context: RuleContext): void {
  const cluster = context.clusterOf(nodeClass);
  if (hasEndpoints(cluster)) return;

  const subnet = selected.find((resource) => lacksAddresses(resource, cluster) === true);
  if (subnet === undefined) return;

  const tags = selectorTermsOf(nodeClass, 'subnet').flatMap((term) => term.tags);
  const tag = tags.map(({ key }) => subnet.tags.get(key)).find((written) => written !== undefined);

  context.report({
    manifest: nodeClass,
    at: nodeClass.keySpan(tags[0]!.path),
    message: `\`${nodeClass.name}\` selects the public subnets of ${titleOf(subnet)}, which give out no public addresses. Nodes there cannot reach the APIs of AWS and never become ready`,
    help: 'Take the tag off the public subnets, or set `associatePublicIPAddress: true`.',
    labels: [
      {
        span: tag ? tag.manifest.span(tag.path) : subnet.manifest.span(subnet.tagsAt),
        message: `the tag of the public subnets${whyRelated(nodeClass, subnet.manifest, context)}`,
      },
    ],
  });
}

const clustersWithEndpoints = new WeakMap<ObjectCluster, boolean>();

/** Whether endpoints of the VPC may serve its nodes, also those of a module from elsewhere. Each node class asks for it. */
function hasEndpoints(cluster: ObjectCluster): boolean {
  const isServed =
    clustersWithEndpoints.get(cluster) ??
    cluster.manifests.some(
      (manifest) =>
        manifest.kind === 'aws_vpc_endpoint' || /endpoint/.test(String(manifest.get(['spec', 'source']) ?? '')),
    );

  clustersWithEndpoints.set(cluster, isServed);
  return isServed;
}

const titleOf = ({ manifest: { kind, name } }: NetworkResource): string => `\`${kind}.${name}\``;

/** Reports a change that removes the last way out of private subnets. */
function reportLostExit(nodeClass: Manifest, selected: readonly NetworkResource[], context: RuleContext): void {
  const cluster = context.clusterOf(nodeClass);
  const isPrivate = (subnet: NetworkResource): boolean =>
    subnet.tool === 'Terraform' && subnet.isPreferred && lacksAddresses(subnet, cluster) !== true;

  const subnets = selected.filter(isPrivate);
  if (subnets.length === 0 || !losesExit(nodeClass, cluster, context)) return;

  const titles = [...new Set(subnets.map(titleOf))].slice(0, 2).join(' and ');
  const { manifest } = subnets[0]!;

  const path = () => {
    if (calledModule(manifest) === 'vpc') return ['spec', 'enable_nat_gateway'];
    return ['metadata', 'name'];
  };

  const isOnly = subnets.length === selected.length;

  context.report({
    manifest: nodeClass,
    at: nodeClass.span(['spec', 'subnetSelectorTerms']),
    message: `This change removes the last way out of the private subnets of ${titles} that these files show. Nodes of \`${nodeClass.name}\` there can then neither join the cluster nor pull images`,
    help: 'Keep a NAT gateway, or create VPC endpoints for EC2, ECR, S3, STS and EKS first.',
    labels: [
      {
        span: manifest.span(path()),
        message: `no NAT gateway and no endpoints${whyRelated(nodeClass, manifest, context)}`,
      },
    ],
    ...(isOnly && { unready: 'its nodes cannot reach the APIs of AWS' }),
  });
}

/** Whether a change removes the last way out of the VPC. A Terraform root that is no longer there may be elsewhere, with its gateways. */
function losesExit(nodeClass: Manifest, cluster: ObjectCluster, context: RuleContext): boolean {
  const old = oldClass(nodeClass, context.base);
  if (old === undefined || hasExit(cluster) || !isClosed(networkOf(cluster, 'subnet'))) return false;

  const before = context.baseClusterOf(old);
  if (!hasExit(before) || !isClosed(networkOf(before, 'subnet'))) return false;

  return before.manifests.every(
    (manifest) =>
      manifest.source.origin === undefined || cluster.manifests.some((other) => isSameRoot(other, manifest)),
  );
}

/** The class before the change, if only one has its name. */
function oldClass({ kind, name }: Manifest, base: ManifestSet | null): Manifest | undefined {
  const named = base?.manifests.filter((manifest) => manifest.kind === kind && manifest.name === name) ?? [];
  if (named.length === 1) return named[0];
  return undefined;
}

const discovering = (name: string) =>
  kubectlManifest(
    'default',
    ec2NodeClass(yaml`
      role: KarpenterNodeRole-orders
      subnetSelectorTerms:
        - tags:
            karpenter.sh/discovery: ${name}
    `),
  );

const network = (publicTags: string, more = '') => terraform`
  module "vpc" {
    source  = "terraform-aws-modules/vpc/aws"
    version = "~> 6.0"

    private_subnets    = ["10.0.0.0/20", "10.0.16.0/20"]
    public_subnets     = ["10.0.64.0/20", "10.0.80.0/20"]
    enable_nat_gateway = true
    ${more}

    private_subnet_tags = {
      "karpenter.sh/discovery" = "orders"
    }
    public_subnet_tags = {
      ${publicTags}
    }
  }

  ${discovering('orders')}
`;

function examples(): RuleExamples {
  const discovery = '"karpenter.sh/discovery" = "orders"';
  return {
    bad: [
      corrected(network(`${discovery} # every subnet`), {
        [`${discovery} # every subnet`]: '"kubernetes.io/role/elb" = 1',
      }),
    ],
    good: [network('"kubernetes.io/role/elb" = 1'), network(discovery, 'map_public_ip_on_launch = true')],
  };
}
