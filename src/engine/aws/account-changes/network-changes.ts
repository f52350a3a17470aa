import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { isNodeGroup } from '../../karpenter/cloud-provider/node-groups.ts';
import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import { asList, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { splitName } from '../../manifest/terraform/resources/lifecycles.ts';
import { unreadModuleKind } from '../../manifest/terraform/resources/resource-makers.ts';
import { isSameRoot } from '../../rules/lint/fields/why-related.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { isClosed, seenIn } from '../../text/evidence.ts';
import { groupBy } from '../../text/group-by.ts';
import { listIf } from '../../text/list-if.ts';
import { byCount } from '../../text/words/plural.ts';
import { joined, quoted } from '../../text/words/quoted-names.ts';
import { mayTouchCluster } from '../fields/cluster-openings.ts';
import { inputIs } from '../fields/created-roles.ts';
import { earlierObject } from '../fields/earlier-object.ts';
import { hasExit, wayOutOf } from '../fields/network-exits.ts';
import { type NetworkResource, networkOf } from '../fields/network-resources.ts';
import { publicAddressPaths } from '../fields/node-classes.ts';
import { selectedAmong } from '../fields/selected-resources.ts';
import { selectedZonesOf } from '../fields/selected-zones.ts';
import { selectsNetwork } from '../fields/selector-fields.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { destroyedSubnets } from '../node-class/selected-changes.ts';
import { accountFinding } from './account-finding.ts';
import type { AccountSides } from './account-sides.ts';

/** A node class and its cluster on both sides of a change. */
interface ClassSides {
  readonly old: Manifest;
  readonly nodeClass: Manifest;
  readonly before: ObjectCluster;
  readonly after: ObjectCluster;
}

/** Reports what a change does to the network of nodes: a replaced VPC, the last zone, the route out of subnets, and public addresses. */
export function networkChanges(sides: AccountSides): Diagnostic[] {
  const { base, head } = sides;
  const earlier = base.manifests.filter(selectsNetwork);
  const classes = head.manifests.filter(selectsNetwork).flatMap((nodeClass): ClassSides[] => {
    const ofKind = earlier.filter(({ kind }) => kind === nodeClass.kind);
    const old = earlierObject(nodeClass, ofKind);
    const after = head.clusterOf(nodeClass);
    if (old === undefined || nodeClass.isPartial || after.isExample) return [];
    return [{ old, nodeClass, before: base.clusterOf(old), after }];
  });

  return [
    ...replacedNetworks(sides),
    ...replacedSubnets(sides),
    ...distinct(classes.flatMap((one) => removedSubnets(one, sides))),
    ...classes.flatMap(lastZone),
    ...distinct(classes.flatMap(lostRoutes)),
    ...distinct(classes.flatMap(publicSubnets)),
  ];
}

/** One finding for each place, although several classes may select the same subnet. */
const distinct = (findings: readonly Diagnostic[]): Diagnostic[] =>
  findings.filter(
    ({ span }, index) =>
      findings.findIndex((other) => other.span.file === span.file && other.span.start === span.start) === index,
  );

/** The argument with the range of a VPC, which cannot change. Source: terraform-provider-aws internal/service/ec2/vpc_.go, `cidr_block`. */
function rangePath(manifest: Manifest): Path | undefined {
  if (manifest.kind === 'aws_vpc') return ['spec', 'cidr_block'];
  if (calledModule(manifest) === 'vpc') return ['spec', 'cidr'];
  return undefined;
}

function replacedNetworks({ base, head }: AccountSides): Diagnostic[] {
  const earlier = new Map(base.manifests.map((manifest) => [manifest.source.file, manifest]));

  return head.manifests.flatMap((vpc): Diagnostic[] => {
    const path = rangePath(vpc);
    const old = earlier.get(vpc.source.file);
    const cluster = head.clusterOf(vpc);
    if (path === undefined || old === undefined || cluster.isExample || !runsNodes(cluster)) return [];

    const [before, after] = [knownTextAt(old, path), knownTextAt(vpc, path)];
    if (before === undefined || after === undefined || before === after) return [];
    if (mayNotExist(old) || mayNotExist(vpc) || isElsewhere(before, vpc, { earlier, head })) return [];

    const title = quoted(vpc.kind === 'module' ? `module.${vpc.name}` : `aws_vpc.${vpc.name}`);

    return [
      accountFinding({
        code: 'terraform/replaces-network',
        severity: 'warning',
        message: `Terraform replaces the VPC ${title} with all of its subnets, because its range changes from ${quoted(before)} to ${quoted(after)}. AWS deletes no subnet while nodes are in it`,
        span: vpc.span(path),
        help: 'Keep the range, and add another one with `aws_vpc_ipv4_cidr_block_association` or `secondary_cidr_blocks`.',
      }),
    ];
  });
}

/**
 * Subnets at the same address with another range, which cannot change. Source: terraform-provider-aws
 * internal/service/ec2/vpc_subnet.go, `cidr_block`.
 */
function replacedSubnets({ base, head }: AccountSides): Diagnostic[] {
  const path = ['spec', 'cidr_block'];
  const earlier = new Map(base.manifests.map((manifest) => [manifest.source.file, manifest]));
  const isOfNewVpc = (subnet: Manifest): boolean =>
    head.manifests.some((vpc) => {
      const range = rangePath(vpc);
      const old = earlier.get(vpc.source.file);
      return range !== undefined && old !== undefined && isSameRoot(vpc, subnet) && old.get(range) !== vpc.get(range);
    });

  const replaced = head.manifests.filter((subnet) => {
    const old = earlier.get(subnet.source.file);
    const cluster = head.clusterOf(subnet);
    if (subnet.kind !== 'aws_subnet' || old === undefined || cluster.isExample || !runsNodes(cluster)) return false;

    const [before, after] = [knownTextAt(old, path), knownTextAt(subnet, path)];
    const isOther = before !== undefined && after !== undefined && before !== after;
    return isOther && !mayNotExist(old) && !mayNotExist(subnet) && !isOfNewVpc(subnet) && mayHaveNodes(old, base);
  });

  return [...groupBy(replaced, ({ source }) => splitName(source.file)[0]).values()].map((subnets) => {
    const names = subnets.map(({ source }) => quoted(splitName(source.file)[1]));
    const them = byCount(subnets.length, 'it', 'them');

    return accountFinding({
      code: 'terraform/replaces-network',
      severity: 'warning',
      message: `Terraform destroys ${firstFew(names)} and creates ${them} again, because \`cidr_block\` changes. AWS deletes no subnet that nodes or load balancers use, so apply waits and fails if there are any`,
      span: subnets[0]!.span(path),
      help: 'Keep the ranges. Add subnets with the new ranges, move the nodes there, and remove the old ones in a later change.',
    });
  });
}

/**
 * Subnets in which nodes of a class may be, and that Terraform destroys. DeleteSubnet fails with DependencyViolation as long as an instance has a
 * network interface there, and the provider tries again until its timeout (resourceSubnetDelete in internal/service/ec2/vpc_subnet.go).
 */
function removedSubnets({ old, nodeClass, before, after }: ClassSides, { removals }: AccountSides): Diagnostic[] {
  const isKept = (file: string): boolean => removals?.get(file)?.keeping !== undefined;
  const names = destroyedSubnets({ nodeClass: old, cluster: before }, { nodeClass, cluster: after }, isKept);
  if (names.length === 0) return [];

  const subnets = names.length === 1 ? 'a subnet' : `${names.length} subnets`;
  const lists = ['private_subnets', 'azs', 'public_subnets'].map((field): Path => ['spec', field]);
  const vpc = after.manifests.find((manifest) => calledModule(manifest) === 'vpc');
  const list = vpc && lists.find((path) => vpc.get(path) !== undefined);

  return [
    accountFinding({
      code: 'terraform/replaces-network',
      severity: 'warning',
      message: `Terraform destroys ${subnets} in which nodes of ${quoted(nodeClass.name)} may be: ${firstFew(names)}. AWS deletes no subnet while nodes are in it, so apply waits and fails if there are any`,
      span: vpc && list ? vpc.span(list) : nodeClass.span(['spec', 'subnetSelectorTerms']),
      help: 'First let the node class select the other subnets only, so that the nodes move there. Remove the subnets in a later change.',
    }),
  ];
}

/** Whether nodes may be in a subnet: a node group may have it, or a class selects it, or may do so. */
function mayHaveNodes(subnet: Manifest, { clusterOf }: AccountSides['base']): boolean {
  const cluster = clusterOf(subnet);
  const classes = cluster.manifests.filter(selectsNetwork);
  if (classes.length === 0 || cluster.manifests.some(isNodeGroup)) return true;

  const subnets = networkOf(cluster, 'subnet');
  return classes.some((nodeClass) => {
    const selected = selectedAmong(nodeClass, 'subnet', subnets);
    return !isClosed(selected) || selected.all.some(({ manifest }) => manifest === subnet);
  });
}

const firstFew = (names: readonly string[]): string =>
  joined([...names.slice(0, 3), ...listIf(names.length > 3, `${names.length - 3} more`)]);

/** Whether a VPC is not created, or only if something that is unknown says so. */
const mayNotExist = (vpc: Manifest): boolean =>
  vpc.source.file.includes('…') || (vpc.kind === 'module' && inputIs(vpc, 'create_vpc', true) !== true);

interface NetworkSides {
  /** What the base has, by its address. */
  readonly earlier: ReadonlyMap<string, Manifest>;
  readonly head: AccountSides['head'];
}

/** Whether the VPC with a range may have moved to an address that is new, or into a module that is not here. */
const isElsewhere = (range: string, vpc: Manifest, { earlier, head }: NetworkSides): boolean =>
  head.manifests.some((other) => {
    if (earlier.has(other.source.file) || !isSameRoot(other, vpc)) return false;
    if (other.kind === unreadModuleKind) return mayTouchCluster(other);

    const path = rangePath(other);
    if (path === undefined) return false;
    return (knownTextAt(other, path) ?? range) === range;
  });

const runsNodes = ({ createsCluster, manifests }: ObjectCluster): boolean =>
  createsCluster || manifests.some(selectsNetwork);

function lastZone({ old, nodeClass, before, after }: ClassSides): Diagnostic[] {
  const terms = ['spec', 'subnetSelectorTerms'];
  const [earlier, now] = [zonesOf(old, before), zonesOf(nodeClass, after)];
  if (earlier === undefined || now === undefined || earlier.size < 2 || now.size !== 1) return [];

  const [only = ''] = now;
  const place = only.startsWith('subnet-') ? `the subnet ${quoted(only)}` : `the zone ${quoted(only)}`;

  return [
    accountFinding({
      code: 'terraform/last-zone',
      severity: 'note',
      message: `After this change, all new nodes of ${quoted(nodeClass.name)} are in ${place}. A failure of that zone affects all of them, and volumes of other zones cannot be attached`,
      span: nodeClass.span(terms),
      resource: nodeClass.ref,
      help: 'Select subnets in at least two zones, unless the pods need a single one.',
      isProminent: true,
    }),
  ];
}

/** The zones of the subnets of a class, or else their ids, if all of its terms are ids. */
function zonesOf(nodeClass: Manifest, cluster: ObjectCluster): ReadonlySet<string> | undefined {
  const zones = selectedZonesOf(nodeClass, cluster)?.zones;
  if (zones !== undefined) return zones;

  const terms = ['spec', 'subnetSelectorTerms'];
  const ids = asList(nodeClass.get(terms)).map((_, index) => knownTextAt(nodeClass, [...terms, index, 'id']));
  if (ids.length === 0 || ids.includes(undefined)) return undefined;
  return new Set(ids.flatMap((id) => id ?? []));
}

/** The subnets of Terraform that a class certainly selects on both sides, with what they were before. */
const keptSubnets = ({
  old,
  nodeClass,
  before,
  after,
}: ClassSides): readonly (readonly [NetworkResource, NetworkResource])[] => {
  const earlier = seenIn(selectedAmong(old, 'subnet', networkOf(before, 'subnet')));
  const now = seenIn(selectedAmong(nodeClass, 'subnet', networkOf(after, 'subnet')));

  return now.flatMap((subnet) => {
    const same = earlier.find(
      ({ manifest, tagsIn }) => manifest.source.file === subnet.manifest.source.file && tagsIn === subnet.tagsIn,
    );
    if (same && subnet.tool === 'Terraform') return [[same, subnet] as const];
    return [];
  });
};

function lostRoutes(sides: ClassSides): Diagnostic[] {
  const { nodeClass, before, after } = sides;
  // Without any way out of the VPC, `lint/node-egress` reports it. Endpoints may serve the nodes.
  const hasEndpoints = after.ofKind('aws_vpc_endpoint').length > 0;
  if (!hasExit(after) || hasEndpoints || givesAddresses(nodeClass)) return [];

  return keptSubnets(sides).flatMap(([old, now]): Diagnostic[] => {
    if (wayOutOf(old.manifest, before) !== true || wayOutOf(now.manifest, after) !== false) return [];

    return [
      accountFinding({
        code: 'terraform/removes-route',
        severity: 'warning',
        message: `The change removes the route from \`aws_subnet.${now.manifest.name}\` to the internet. Nodes of ${quoted(nodeClass.name)} there then reach neither the APIs of AWS nor registries`,
        span: now.manifest.span(['metadata', 'name']),
        resource: nodeClass.ref,
        help: 'Keep a default route to a NAT gateway in the route table of the subnet, or create VPC endpoints.',
      }),
    ];
  });
}

const givesAddresses = (nodeClass: Manifest): boolean =>
  publicAddressPaths.some((path) => (nodeClass.get(path) ?? false) !== false);

/** Subnets that begin to give out public addresses. Source: provider-aws pkg/providers/launchtemplate/launchtemplate.go. */
function publicSubnets(sides: ClassSides): Diagnostic[] {
  const isDecidedByClass = publicAddressPaths.some((path) => sides.nodeClass.get(path) !== undefined);
  if (isDecidedByClass) return [];

  const field = ['spec', 'map_public_ip_on_launch'];

  return keptSubnets(sides).flatMap(([old, { manifest, tagsIn }]): Diagnostic[] => {
    const isOfModule = manifest.kind === 'module';
    // The module gives out addresses in its public subnets only.
    if (isOfModule && !tagsIn.startsWith('`public_subnet_tags`')) return [];
    if (manifest.get(field) !== true || (old.manifest.get(field) ?? false) !== false) return [];

    const title = quoted(isOfModule ? `module.${manifest.name}` : `aws_subnet.${manifest.name}`);

    return [
      accountFinding({
        code: 'terraform/public-addresses',
        severity: 'note',
        message: `After this change, new nodes of ${quoted(sides.nodeClass.name)} in the subnets of ${title} get public IPv4 addresses`,
        span: manifest.span(field),
        resource: sides.nodeClass.ref,
        help: 'Set `associatePublicIPAddress: false` in the node class if nodes should have none.',
      }),
    ];
  });
}
