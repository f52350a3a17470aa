import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { helmReleasesIn } from '../../karpenter/installation/helm-releases.ts';
import { asText, type Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { earlierObject } from '../fields/earlier-object.ts';
import { readsQueue } from '../fields/interruption-queues.ts';
import { hasExit, hasOtherExit } from '../fields/network-exits.ts';
import { publicAddressPaths } from '../fields/node-classes.ts';
import { selectsNetwork } from '../fields/selector-fields.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { accountFinding } from './account-finding.ts';
import { type AccountSides, isKeptObject, isRootThere, placeInBase } from './account-sides.ts';

const noImages = 'New nodes then pull no images from ECR';

/**
 * What fails in a VPC without internet access if an endpoint is missing.
 * Sources: https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters and
 * https://docs.aws.amazon.com/eks/latest/userguide/private-clusters.html.
 */
const outcomes: ReadonlyMap<string, string> = new Map([
  ['ec2', 'Karpenter then launches no nodes'],
  ['ecr.api', noImages],
  ['ecr.dkr', noImages],
  ['s3', noImages],
  ['sts', 'Pods with IAM roles for service accounts then get no credentials'],
  ['eks', 'Karpenter then cannot discover the endpoint of the cluster, unless its settings name it'],
  ['eks-auth', 'Pods with EKS Pod Identity then get no credentials'],
  ['ssm', 'Karpenter then finds no images by alias'],
  ['sqs', 'Karpenter then receives no interruption notices'],
]);

/** Reports endpoints that Terraform deletes from a VPC whose nodes have no other way to the APIs of AWS. */
export function lostEndpoints(sides: AccountSides): Diagnostic[] {
  const { base, head } = sides;
  const clusters = new Set(head.manifests.filter(selectsNetwork).map(head.clusterOf));
  const kept = [...clusters].filter((cluster) => !cluster.isExample && isPrivate(cluster));

  return kept.flatMap((after) => {
    const services = servicesIn(after);
    if (services === undefined) return [];

    return base.manifests.flatMap((endpoint): Diagnostic[] => {
      const service = serviceOf(endpoint);
      const outcome = outcomes.get(service ?? '');
      if (service === undefined || outcome === undefined || services.has(service)) return [];
      if (service === 'sqs' && !mayReadQueue(after)) return [];
      if (!isOfCluster(endpoint, after, sides)) return [];

      return [
        accountFinding({
          code: 'terraform/removes-route',
          severity: 'warning',
          message: `The change removes the VPC endpoint for ${quoted(service)}, and these files show no other way out of the VPC. ${outcome}`,
          span: placeInBase(endpoint),
          help: `Keep the endpoint for ${quoted(service)}, or add a NAT gateway first.`,
        }),
      ];
    });
  });
}

/** Whether the files create the VPC of a cluster with endpoints and without any other exit. Without endpoints, `lint/node-egress` reports it. */
const isPrivate = (cluster: ObjectCluster): boolean =>
  hasOneVpc(cluster) && hasExit(cluster) && !hasOtherExit(cluster) && !cluster.manifests.some(mayServePublic);

/** Whether instances may have public addresses because of an object. One of them may be a proxy for the others. */
const mayServePublic = (manifest: Manifest): boolean =>
  manifest.kind === 'aws_internet_gateway' ||
  (calledModule(manifest) === 'vpc' && manifest.get(['spec', 'public_subnets']) !== undefined) ||
  [...publicAddressPaths, ['spec', 'map_public_ip_on_launch']].some((path) => (manifest.get(path) ?? false) !== false);

/** Whether Karpenter reads a queue of SQS, or nothing shows its settings. */
const mayReadQueue = (cluster: ObjectCluster): boolean =>
  readsQueue(cluster) || !cluster.manifests.flatMap(helmReleasesIn).some(({ chart }) => chart === 'karpenter');

const hasOneVpc = ({ manifests }: ObjectCluster): boolean =>
  manifests.filter((manifest) => manifest.kind === 'aws_vpc' || calledModule(manifest) === 'vpc').length === 1;

/** The service of an endpoint, such as `ecr.api`. The region before it may be unknown. */
function serviceOf(manifest: Manifest): string | undefined {
  if (manifest.kind !== 'aws_vpc_endpoint') return undefined;
  return /\.((?:ecr\.)?[a-z\d-]+)$/.exec(asText(manifest.get(['spec', 'service_name'])) ?? '')?.[1];
}

/** The services that have endpoints; undefined if one is unknown. */
function servicesIn(cluster: ObjectCluster): ReadonlySet<string> | undefined {
  const services = cluster.ofKind('aws_vpc_endpoint').map(serviceOf);
  if (services.includes(undefined)) return undefined;
  return new Set(services.flatMap((service) => service ?? []));
}

/** Whether Terraform deletes an endpoint that only the base has, in the VPC that the cluster still has. */
function isOfCluster(endpoint: Manifest, after: ObjectCluster, sides: AccountSides): boolean {
  if (!isRootThere(endpoint, sides) || isKeptObject(endpoint, sides)) return false;

  const before = sides.base.clusterOf(endpoint);
  const classes = after.manifests.filter(selectsNetwork);
  return (
    hasOneVpc(before) &&
    classes.some((nodeClass) => earlierObject(nodeClass, before.ofKind(nodeClass.kind)) !== undefined)
  );
}
