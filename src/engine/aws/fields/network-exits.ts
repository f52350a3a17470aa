import type { ClusterObjects } from '../../karpenter/cloud-provider/cluster-addresses.ts';
import { asList, asMapping, asText, type Manifest, type Mapping, type Value } from '../../manifest/model/manifest.ts';
import { unreadModuleKind } from '../../manifest/terraform/resources/resource-makers.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { mayTouchCluster } from './cluster-openings.ts';
import { inputIs, moduleMajor } from './created-roles.ts';
import type { NetworkResource } from './network-resources.ts';
import { calledModule } from './terraform-modules.ts';

/** Resources through which traffic leaves a VPC. */
export const gateways = [
  'aws_nat_gateway',
  'aws_internet_gateway',
  'aws_egress_only_internet_gateway',
  'aws_vpn_gateway',
  'aws_vpc_peering_connection',
  'aws_ec2_transit_gateway_vpc_attachment',
  'aws_networkmanager_vpc_attachment',
];

/** Inputs of the VPC module through which traffic leaves private subnets, or may leave them. Source: terraform-aws-vpc, variables.tf. */
export const moduleExits: readonly string[] = [
  'enable_nat_gateway',
  'enable_vpn_gateway',
  'enable_ipv6',
  'create_egress_only_igw',
  'propagate_private_route_tables_vgw',
];

/** Modules from elsewhere that create no way out of a VPC. */
const modulesWithoutExits =
  /blueprints-addons?|\/modules\/(?:karpenter|iam-[\w-]{1,50}|aws-auth)|\b(?:irsa|iam|s3|ecr|kms|acm|route53|argocd|helm|label|pod-identity|rds|dynamodb)\b/;

/**
 * Whether instances without a public address can reach the APIs of AWS from the subnets of a cluster, or may: something in the files leads out of
 * the VPC, is an endpoint in it, or is not known.
 */
export const hasExit = (cluster: ClusterObjects): boolean =>
  cluster.unreadFiles.length > 0 || cluster.manifests.some(isExit);

/** Whether something else than endpoints leads out of the VPC of a cluster, or may. */
export const hasOtherExit = (cluster: ClusterObjects): boolean =>
  cluster.unreadFiles.length > 0 ||
  cluster.manifests.some((manifest) => manifest.kind !== 'aws_vpc_endpoint' && isExit(manifest));

function isExit(manifest: Manifest): boolean {
  switch (manifest.kind) {
    // It serves only instances with a public address.
    case 'aws_internet_gateway':
      return false;
    case 'aws_vpc_endpoint':
      return !/\.(?:s3|dynamodb)$/.test(asText(manifest.get(['spec', 'service_name'])) ?? '');
    case 'aws_route':
      return leadsElsewhere(asMapping(manifest.get(['spec'])));
    case 'aws_route_table': {
      const routes = manifest.get(['spec', 'route']);
      return asList(routes).some((route) => leadsElsewhere(asMapping(route))) || hasPlaceholder(asText(routes) ?? '');
    }
    case unreadModuleKind:
      return mayTouchCluster(manifest) && !modulesWithoutExits.test(asText(manifest.get(['spec', 'source'])) ?? '');
    case 'module':
      return (
        calledModule(manifest) === 'vpc' && (manifest.isPartial || moduleExits.some((name) => isOn(manifest, name)))
      );
    default:
      return gateways.includes(manifest.kind);
  }
}

const isOn = (manifest: Manifest, input: string): boolean => inputIs(manifest, input, false) !== false;

/** Whether a route may lead somewhere else than to an internet gateway. */
function leadsElsewhere(route: Mapping | undefined): boolean {
  const gateway = asText(route?.gateway_id) ?? '';
  return !/aws_internet_gateway|^igw-|\.igw_id/.test(gateway);
}

/**
 * Whether a subnet is public and gives its instances no public address, so that they have no way out by themselves; undefined if that is
 * unknown.
 */
export function lacksAddresses({ manifest, tagsIn }: NetworkResource, cluster: ClusterObjects): boolean | undefined {
  if (manifest.isPartial) return undefined;
  if (calledModule(manifest) === 'vpc') return moduleLacksAddresses(manifest, tagsIn);
  if (manifest.kind !== 'aws_subnet') return undefined;

  const gives = manifest.get(['spec', 'map_public_ip_on_launch']);
  const hasIpv6 = ['ipv6_cidr_block', 'ipv6_native'].some((field) => manifest.get(['spec', field]) !== undefined);
  if (gives === true || hasIpv6) return false;
  if (gives !== undefined && gives !== null && gives !== false) return undefined;
  return isPublicSubnet(manifest, cluster);
}

function moduleLacksAddresses(manifest: Manifest, tagsIn: string): boolean | undefined {
  if (!tagsIn.startsWith('`public_subnet_tags`')) return false;

  const gives = inputIs(manifest, 'map_public_ip_on_launch', false);
  const isDefault = manifest.get(['spec', 'map_public_ip_on_launch']) === undefined;
  const isOther = isOn(manifest, 'enable_ipv6') || inputIs(manifest, 'create_igw', true) !== true;
  if (isOther || (isDefault && !isSinceFour(manifest))) return undefined;
  if (gives === undefined) return undefined;
  return !gives;
}

/** Whether the version of the VPC module gives out no public addresses by default. Source: terraform-aws-vpc CHANGELOG.md, 4.0.0. */
function isSinceFour(manifest: Manifest): boolean {
  const major = moduleMajor(manifest);
  if (major !== undefined) return major >= 4;
  return !(asText(manifest.get(['spec', 'version'])) ?? '').includes('<');
}

/** The destinations of a default route. */
const everywhere = ['0.0.0.0/0', '::/0'];

/**
 * Whether the route table of an `aws_subnet` has a default route; undefined if that is unknown. A subnet without a
 * table of its own has the main one of its VPC, which has none unless something adds it.
 */
export function wayOutOf(subnet: Manifest, cluster: ClusterObjects): boolean | undefined {
  if (subnet.kind !== 'aws_subnet') return undefined;

  const associations = cluster.ofKind('aws_route_table_association');
  const ofSubnet = associations.filter((association) => refersTo(association.get(['spec', 'subnet_id']), subnet));
  if (ofSubnet.length === 0) {
    if (isWithoutTable(subnet, associations, cluster)) return false;
    return undefined;
  }

  const tables = cluster
    .ofKind('aws_route_table')
    .filter((table) => ofSubnet.some((association) => refersTo(association.get(['spec', 'route_table_id']), table)));
  const [table] = tables;
  if (table === undefined || tables.length > 1 || table.isPartial) return undefined;

  const inline = table.get(['spec', 'route']);
  const separate = cluster.ofKind('aws_route');
  const routes = [
    ...asList(inline).map(asMapping),
    ...separate
      .filter((route) => refersTo(route.get(['spec', 'route_table_id']), table))
      .map((route) => asMapping(route.get(['spec']))),
  ];
  if (routes.some(isDefaultRoute) || halves.some((pair) => pair.every((half) => routes.some(leadsTo(half)))))
    return true;

  const isUnknown =
    routes.some(hasUnknownDestination) ||
    routes.some((route) => destinationsOf(route).some((destination) => /\/[1-7]$/.test(destination))) ||
    cluster.ofKind(unreadModuleKind).some(isExit) ||
    (inline !== undefined && !Array.isArray(inline)) ||
    separate.some((route) => !isResource(route.get(['spec', 'route_table_id'])));
  if (isUnknown) return undefined;
  return false;
}

/** Resources with which Terraform changes the main table of a VPC. */
export const mainTables = ['aws_default_route_table', 'aws_main_route_table_association'];

/** Whether a subnet certainly has the main table of a VPC that is created here, which leads nowhere. */
const isWithoutTable = (subnet: Manifest, associations: readonly Manifest[], cluster: ClusterObjects): boolean =>
  associations.length > 0 &&
  associations.every((association) => isResource(association.get(['spec', 'subnet_id']))) &&
  cluster.ofKind('aws_vpc').some((vpc) => refersTo(subnet.get(['spec', 'vpc_id']), vpc)) &&
  !cluster.manifests.some((manifest) => mayTouchCluster(manifest) || mainTables.includes(manifest.kind));

/** Whether a value is the id of a resource of the same module. */
const isResource = (value: Value | undefined): boolean => /^\$\{aws_\w+\.[\w-]+\.id\}$/.test(asText(value) ?? '');

const destinationsOf = (route: Mapping | undefined): readonly string[] =>
  ['cidr_block', 'destination_cidr_block', 'ipv6_cidr_block', 'destination_ipv6_cidr_block'].flatMap(
    (field) => asText(route?.[field]) ?? [],
  );

const isDefaultRoute = (route: Mapping | undefined): boolean =>
  destinationsOf(route).some((destination) => everywhere.includes(destination));

/** Two ranges each that cover all addresses together. */
const halves = [
  ['0.0.0.0/1', '128.0.0.0/1'],
  ['::/1', '8000::/1'],
];

const leadsTo =
  (range: string) =>
  (route: Mapping | undefined): boolean =>
    destinationsOf(route).includes(range);

const hasUnknownDestination = (route: Mapping | undefined): boolean =>
  destinationsOf(route).length === 0 || destinationsOf(route).some(hasPlaceholder);

/** The tag for subnets of load balancers that face the internet. */
const publicTag = 'kubernetes.io/role/elb';

/** Whether a tag or a route shows that a subnet is public. */
function isPublicSubnet(subnet: Manifest, cluster: ClusterObjects): boolean | undefined {
  if (asMapping(subnet.get(['spec', 'tags']))?.[publicTag] !== undefined) return true;

  const tableIds = cluster
    .ofKind('aws_route_table_association')
    .filter((association) => refersTo(association.get(['spec', 'subnet_id']), subnet))
    .map((association) => association.get(['spec', 'route_table_id']));
  const table = cluster.ofKind('aws_route_table').find((resource) => tableIds.some((id) => refersTo(id, resource)));
  if (table === undefined) return undefined;

  const routes = [
    ...asList(table.get(['spec', 'route'])).map(asMapping),
    ...cluster
      .ofKind('aws_route')
      .filter((route) => refersTo(route.get(['spec', 'route_table_id']), table))
      .map((route) => asMapping(route.get(['spec']))),
  ];

  return routes.some((route) => !leadsElsewhere(route));
}

/** Whether a value is a reference to a resource. */
function refersTo(value: Value | undefined, { kind, name }: Manifest): boolean {
  const text = asText(value) ?? '';
  const address = `${kind}.${name}`;
  const at = text.indexOf(address);
  return at >= 0 && !/[\w-]/.test(text.charAt(at + address.length));
}
