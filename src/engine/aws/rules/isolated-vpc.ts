import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { type HelmRelease, helmReleasesOf, knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import { asList, asText, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import { unreadModuleKind } from '../../manifest/terraform/resources/resource-makers.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { mayTouchCluster } from '../fields/cluster-openings.ts';
import { earlierObject } from '../fields/earlier-object.ts';
import { gateways, moduleExits } from '../fields/network-exits.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { calledModule } from '../fields/terraform-modules.ts';

export const isolatedVpcRule = defineRule({
  id: 'isolated-vpc',
  severity: 'note',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Network',
  mistakes: [97],
  on: {
    Manifests(all, context) {
      const { clusterOf, report } = context;
      for (const release of helmReleasesOf(all)) {
        const { manifest, chart, values, isOpen } = release;
        if (chart === 'karpenter' && isTrue(manifest.get([...values, 'settings', 'isolatedVPC']))) {
          judgeRoles(manifest, context);
          judgeVersion(release, context);
        }

        const mayBeSet = manifest.isPartial || (isOpen && manifest.kind !== 'HelmValues');
        if (chart !== 'karpenter' || mayBeSet) continue;

        const path = [...values, 'settings', 'isolatedVPC'];
        if (manifest.get(path) !== undefined) continue;

        const network = isolatedNetwork(clusterOf(manifest));
        if (!network) continue;

        report({
          manifest,
          at: manifest.span(path),
          message: `${network.what}, but \`isolatedVPC\` is not set, so Karpenter waits for prices that it cannot fetch`,
          help: 'Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way.',
          labels: [{ span: network.manifest.span(network.path), message: network.label }],
        });
      }
    },
  },
  docs: {
    summary: 'Karpenter runs in a VPC without internet access, but `isolatedVPC` is not set.',
    why: 'Karpenter asks the AWS Pricing API for on-demand prices, and there is no VPC endpoint for that API. If nodes cannot reach the internet, each attempt waits until it times out, and errors fill the log. With `isolatedVPC` Karpenter uses the prices that it was built with. Reported only when the files create the VPC of the cluster without a way out: in Terraform with private subnets or VPC endpoints and without a gateway, or with `privateCluster` of eksctl. With `isolatedVPC`, also reported for releases from 1.7.0 to 1.8.2, which call IAM all the same. It is also reported when a node class changes from an instance profile to a role, for which Karpenter needs IAM.',
    help: 'Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way, such as through a transit gateway.',
    url: 'https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters',
  },
  examples,
});

const isTrue = (value: Value | undefined): boolean => value === true || value === 'true';

/**
 * Node classes that change from an instance profile to a role. Karpenter then creates the profile with IAM.
 * Source: https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters.
 */
function judgeRoles(release: Manifest, { all, base, clusterOf, report }: RuleContext): void {
  const cluster = clusterOf(release);
  if (base === null || reachesIam(cluster) || mayLeaveVpc(cluster)) return;

  const classes = nodeClassesOf(all).filter((nodeClass) => clusterOf(nodeClass) === cluster);
  const isClosed = isolatedNetwork(cluster) !== undefined;

  for (const nodeClass of classes) {
    const profile = earlierObject(nodeClass, nodeClassesOf(base))?.get(['spec', 'instanceProfile']);
    const role: Path = ['spec', 'role'];
    if (profile === undefined || nodeClass.get(role) === undefined) continue;

    report({
      manifest: nodeClass,
      at: nodeClass.span(role),
      severity: 'warning',
      message: `Karpenter runs with \`isolatedVPC\`, and needs IAM to create an instance profile for the role of \`${nodeClass.name}\`. If it does not reach IAM, it launches no nodes with this class`,
      help: 'Keep `instanceProfile`, unless Karpenter reaches IAM through an endpoint or a proxy.',
      ...(isClosed && { unready: 'Karpenter does not reach IAM, where it would create their instance profile' }),
    });
  }
}

/**
 * Releases that list instance profiles every few minutes to delete those that nothing uses, also with `isolatedVPC`. Later patches do not.
 * Sources: aws/karpenter-provider-aws#8609, #8617 (1.9) and #8749 (1.8.3).
 */
const callingIam = /^v?1\.(?:7\.[0-4]|8\.[0-2])$/;

function judgeVersion({ manifest, version }: HelmRelease, { clusterOf, report }: RuleContext): void {
  const release = version === undefined ? undefined : knownTextAt(manifest, version);
  const cluster = clusterOf(manifest);
  if (version === undefined || release === undefined || !callingIam.test(release)) return;
  if (reachesIam(cluster) || mayLeaveVpc(cluster)) return;

  const network = isolatedNetwork(cluster);
  const way = network === undefined ? 'If it does not reach IAM,' : 'The files show no way to IAM, so';

  report({
    manifest,
    at: manifest.span(version),
    severity: network === undefined ? 'note' : 'warning',
    message: `Karpenter ${release.replace(/^v/, '')} calls IAM also with \`isolatedVPC\`. ${way} it logs errors and leaves unused instance profiles`,
    help: 'Use 1.8.3 or a later release, or give Karpenter a way to IAM.',
    labels: network === undefined ? [] : [{ span: network.manifest.span(network.path), message: network.label }],
  });
}

/** Whether the files may show a way to IAM: an endpoint, also in a list that is not known, or a proxy of Karpenter. */
const reachesIam = (cluster: ObjectCluster): boolean =>
  cluster.manifests.some((manifest) => {
    const hasUnknownEndpoints =
      /vpc-endpoints/.test(asText(manifest.get(['spec', 'source'])) ?? '') &&
      (manifest.get(['spec', 'endpoints']) === undefined || holdsPlaceholder(manifest.get(['spec', 'endpoints'])!));
    return hasUnknownEndpoints || /(?:"|\.)iam"|HTTPS_PROXY/i.test(JSON.stringify(manifest.object));
  });

interface IsolatedNetwork {
  readonly what: string;
  readonly manifest: Manifest;
  readonly path: Path;
  readonly label: string;
}

/** The network of a cluster, if the files create it without a way out. */
const isolatedNetwork = (cluster: ObjectCluster): IsolatedNetwork | undefined =>
  privateModule(cluster) ?? privateResources(cluster) ?? privateCluster(cluster);

/** Inputs of the VPC module that let traffic out, or connect networks that may let it out. */
const waysOut = ['public_subnets', ...moduleExits];

const isOn = (input: Value | undefined): boolean => !!input && !(Array.isArray(input) && input.length === 0);

const noWayOut = 'The VPC of the cluster has only private subnets and no NAT gateway';

function privateModule(cluster: ObjectCluster): IsolatedNetwork | undefined {
  const vpcs = cluster.ofKind('module').filter((manifest) => calledModule(manifest) === 'vpc');
  const [vpc] = vpcs;
  const path = ['spec', 'private_subnets'];
  if (vpcs.length !== 1 || !vpc || vpc.isPartial || asList(vpc.get(path)).length === 0) return undefined;
  if (mayLeaveVpc(cluster)) return undefined;
  return { what: noWayOut, manifest: vpc, path, label: 'the private subnets' };
}

/** A VPC of resources. Endpoints for the APIs of AWS show that it is meant to have no other way out. */
function privateResources(cluster: ObjectCluster): IsolatedNetwork | undefined {
  const [vpc, ...others] = cluster.ofKind('aws_vpc');
  const endpoint = cluster
    .ofKind('aws_vpc_endpoint')
    .find((manifest) => /\.(?:sts|ec2|eks|ecr\.api)$/.test(asText(manifest.get(['spec', 'service_name'])) ?? ''));
  const mayHaveMore = cluster.ofKind(unreadModuleKind).some(mayTouchCluster);
  if (!vpc || others.length > 0 || !endpoint || mayHaveMore || hasGateway(cluster)) return undefined;

  return {
    what: 'The VPC of the cluster has endpoints for the APIs of AWS and no NAT gateway',
    manifest: endpoint,
    path: ['spec', 'service_name'],
    label: 'an endpoint of the VPC',
  };
}

/** eksctl creates endpoints, and neither public subnets nor a NAT gateway. Without endpoints, traffic leaves the VPC in another way. */
function privateCluster(cluster: ObjectCluster): IsolatedNetwork | undefined {
  const path = ['privateCluster', 'enabled'];
  const config = cluster
    .ofKind('ClusterConfig')
    .find(
      (manifest) => manifest.get(path) === true && manifest.get(['privateCluster', 'skipEndpointCreation']) !== true,
    );

  return (
    config && {
      what: 'eksctl creates the cluster without internet access',
      manifest: config,
      path,
      label: 'the private cluster',
    }
  );
}

/** Whether the files show a way out of a VPC of the cluster, through which IAM is reached as well, or one that may be. */
const mayLeaveVpc = (cluster: ObjectCluster): boolean =>
  hasGateway(cluster) ||
  cluster
    .ofKind('module')
    .some((manifest) => calledModule(manifest) === 'vpc' && waysOut.some((name) => isOn(manifest.get(['spec', name]))));

const hasGateway = (cluster: ObjectCluster): boolean => gateways.some((kind) => cluster.ofKind(kind).length > 0);

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        terraform`
          module "vpc" {
            source = "terraform-aws-modules/vpc/aws"

            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]
          }

          resource "helm_release" "karpenter" {
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"

            set = [
              { name = "settings.clusterName", value = "demo" },
            ]
          }
        `,
        { 'value = "demo" },': 'value = "demo" },\n{ name = "settings.isolatedVPC", value = "true" },' },
      ),
    ],
    good: [
      terraform`
        module "vpc" {
          source = "terraform-aws-modules/vpc/aws"

          private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]
          public_subnets     = ["10.0.32.0/20"]
          enable_nat_gateway = true
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"

          set = [
            { name = "settings.clusterName", value = "demo" },
          ]
        }
      `,
      terraform`
        module "vpc" {
          source = "terraform-aws-modules/vpc/aws"

          private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"

          set = [
            { name = "settings.clusterName", value = "demo" },
            { name = "settings.isolatedVPC", value = "true" },
          ]
        }
      `,
    ],
  };
}
