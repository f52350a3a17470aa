import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { isNodeGroup } from '../../karpenter/cloud-provider/node-groups.ts';
import { asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { isClosed, seenIn } from '../../text/evidence.ts';
import { byCount } from '../../text/words/plural.ts';
import { joined, quoted } from '../../text/words/quoted-names.ts';
import { inputIs } from '../fields/created-roles.ts';
import { hasExit, moduleExits } from '../fields/network-exits.ts';
import { networkOf } from '../fields/network-resources.ts';
import { selectedAmong } from '../fields/selected-resources.ts';
import { selectsNetwork } from '../fields/selector-fields.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { accountFinding } from './account-finding.ts';
import type { AccountSides } from './account-sides.ts';

/** A call of the VPC module on both sides. */
interface VpcSides {
  readonly old: Manifest;
  readonly vpc: Manifest;
  readonly before: ObjectCluster;
  readonly after: ObjectCluster;
}

/** Reports what a VPC takes from nodes: subnets of the VPC module that Terraform replaces, the way out of private ones, and names. */
export function vpcChanges({ base, head }: AccountSides): Diagnostic[] {
  const earlier = new Map(base.manifests.filter(isVpc).map((vpc) => [vpc.source.file, vpc]));

  const ofModules = head.manifests.filter(isVpc).flatMap((vpc): Diagnostic[] => {
    const old = earlier.get(vpc.source.file);
    const after = head.clusterOf(vpc);
    if (old === undefined || after.isExample || [old, vpc].some(mayBeOff)) return [];
    if (asText(old.get(['spec', 'cidr'])) !== asText(vpc.get(['spec', 'cidr']))) return [];

    const sides = { old, vpc, before: base.clusterOf(old), after };
    return [...families.flatMap((family) => replacedSubnets(sides, family)), ...lostExit(sides)];
  });

  return [...ofModules, ...lostNames({ base, head })];
}

const isVpc = (manifest: Manifest): boolean => calledModule(manifest) === 'vpc';

/** Whether a call creates no VPC, or only if something that is unknown says so. */
const mayBeOff = (vpc: Manifest): boolean =>
  vpc.isPartial === true || vpc.source.file.includes('…') || inputIs(vpc, 'create_vpc', true) !== true;

/** The kinds of subnets in which nodes may be. */
const families = ['private', 'public'] as const;

type Family = (typeof families)[number];

/**
 * The module gives a subnet the range and the zone at its index, starting again at the first zone. AWS can change neither, so Terraform replaces the
 * subnet. Source: terraform-aws-vpc main.tf, `aws_subnet.private`; terraform-provider-aws internal/service/ec2/vpc_subnet.go.
 */
function replacedSubnets({ old, vpc, before, after }: VpcSides, family: Family): Diagnostic[] {
  if (!mayHaveNodes(old, family, before) && !mayHaveNodes(vpc, family, after)) return [];

  const input = `${family}_subnets`;
  const [ranges, rangesBefore] = [textsAt(vpc, input), textsAt(old, input)];
  const [zones, zonesBefore] = [textsAt(vpc, 'azs'), textsAt(old, 'azs')];
  if (!ranges || !rangesBefore || !zones || !zonesBefore || zones.length === 0 || zonesBefore.length === 0) return [];

  const indexes = rangesBefore.map((_, index) => index);
  const hasOtherRange = (index: number): boolean => ranges[index] !== rangesBefore[index];
  const hasOtherZone = (index: number): boolean =>
    zones[index % zones.length] !== zonesBefore[index % zonesBefore.length];

  const removed = indexes.filter((index) => ranges[index] === undefined);
  const replaced = indexes.filter(
    (index) => ranges[index] !== undefined && (hasOtherRange(index) || hasOtherZone(index)),
  );
  const name = (index: number): string => quoted(`${input}[${index}]`);
  const nameInZone = (index: number): string => `${name(index)} (${zonesBefore[index % zonesBefore.length]})`;

  return [
    ...ofSubnets(replaced, { vpc, input: replaced.some(hasOtherRange) ? input : 'azs' }, (them) => [
      `destroys ${joined(replaced.map(name))}`,
      ` and creates ${them} again`,
    ]),
    ...ofSubnets(removed, { vpc, input }, () => [`destroys ${joined(removed.map(nameInZone))}`, '']),
  ];
}

function ofSubnets(
  indexes: readonly number[],
  { vpc, input }: { readonly vpc: Manifest; readonly input: string },
  textOf: (them: string) => readonly [destroys: string, creates: string],
): Diagnostic[] {
  if (indexes.length === 0) return [];
  const [destroys, creates] = textOf(byCount(indexes.length, 'it', 'them'));

  return [
    accountFinding({
      code: 'terraform/replaces-network',
      severity: 'warning',
      message: `Terraform ${destroys} of ${quoted(`module.${vpc.name}`)}${creates}, because ${quoted(input)} changes. AWS deletes no subnet that nodes or load balancers use, so apply waits and fails if there are any`,
      span: vpc.span(placeOf(vpc, input)),
      help: 'Keep the order of zones and ranges, and add new ones at the end. Move the nodes before a subnet is removed.',
    }),
  ];
}

const placeOf = (vpc: Manifest, input: string): Path => {
  const path: Path = ['spec', input];
  if (vpc.get(path) === undefined) return ['metadata', 'name'];
  return path;
};

/** A list of texts; undefined if one of them is unknown. */
function textsAt(vpc: Manifest, input: string): readonly string[] | undefined {
  const list = vpc.get(['spec', input]) ?? [];
  if (!Array.isArray(list)) return undefined;
  const texts = list.map((item) => asText(item) ?? '${unknown}');
  if (texts.some(hasPlaceholder)) return undefined;
  return texts;
}

/** Whether nodes may be in the subnets of a call: it is the VPC of a cluster, and a node class selects them, or may do so. */
function mayHaveNodes(vpc: Manifest, family: Family, cluster: ObjectCluster): boolean {
  const classes = cluster.manifests.filter(selectsNetwork);
  if (classes.length === 0) return isForNodes(vpc, cluster);
  if (cluster.manifests.some(isNodeGroup)) return true;

  const subnets = networkOf(cluster, 'subnet');
  return classes.some((nodeClass) => {
    const selected = selectedAmong(nodeClass, 'subnet', subnets);
    const isSelected = seenIn(selected).some(
      ({ manifest, tagsIn }) => manifest === vpc && tagsIn.startsWith(`\`${family}_subnet_tags\``),
    );
    return isSelected || !isClosed(selected);
  });
}

/** Whether a VPC is that of a cluster, as its neighbors or the tags of its subnets show. */
const isForNodes = (vpc: Manifest, cluster: ObjectCluster): boolean =>
  cluster.createsCluster || tagged.test(families.map((family) => JSON.stringify(vpc.get(tagsOf(family)) ?? '')).join());

const tagsOf = (family: Family): Path => ['spec', `${family}_subnet_tags`];

/** Tags by which Karpenter and controllers of load balancers find the subnets of a cluster. */
const tagged = /"(?:karpenter\.sh\/discovery|kubernetes\.io\/(?:cluster\/|role\/))/;

/**
 * The arguments without which nodes cannot join, and their defaults in the provider. The module has had both on since version 4.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html, "VPC requirements and considerations".
 */
const nameSettings = [
  ['enable_dns_support', true],
  ['enable_dns_hostnames', false],
] as const;

/** Reports a VPC of a cluster that no longer answers for names. */
function lostNames({ base, head }: AccountSides): Diagnostic[] {
  const earlier = new Map(base.manifests.map((vpc) => [vpc.source.file, vpc]));

  return head.manifests.flatMap((vpc): Diagnostic[] => {
    const old = earlier.get(vpc.source.file);
    const cluster = head.clusterOf(vpc);
    if (old === undefined || !(isVpc(vpc) || vpc.kind === 'aws_vpc') || cluster.isExample) return [];
    if (isVpc(vpc) && mayBeOff(vpc)) return [];
    if (!isForNodes(vpc, cluster) && !cluster.manifests.some(selectsNetwork)) return [];

    const lost = nameSettings.filter(
      ([input, isDefault]) =>
        inputIs(old, input, isDefault || isVpc(old)) === true && inputIs(vpc, input, isDefault || isVpc(vpc)) === false,
    );
    const [first] = lost;
    if (first === undefined) return [];

    const title = isVpc(vpc) ? `module.${vpc.name}` : `aws_vpc.${vpc.name}`;
    return [
      accountFinding({
        code: 'terraform/removes-dns',
        severity: 'warning',
        message: `The change turns off ${joined(lost.map(([input]) => quoted(input)))} of ${quoted(title)}. EKS needs both settings: without them, new nodes cannot register with the cluster`,
        span: vpc.span(placeOf(vpc, first[0])),
        help: 'Keep `enable_dns_support` and `enable_dns_hostnames` on in the VPC of a cluster.',
      }),
    ];
  });
}

/** A VPC without a way out of its private subnets. If a node class selects them, `lint/node-egress` reports it. */
function lostExit({ old, vpc, before, after }: VpcSides): Diagnostic[] {
  const hasClasses = [before, after].some((cluster) => cluster.manifests.some(selectsNetwork));
  const isPrivate = (textsAt(vpc, 'private_subnets') ?? ['unknown']).length > 0;
  if (hasClasses || !isPrivate || !isForNodes(vpc, after) || hasExit(after)) return [];

  const exit = moduleExits.find((input) => inputIs(old, input, false) === true);
  if (exit === undefined) return [];

  return [
    accountFinding({
      code: 'terraform/removes-route',
      severity: 'warning',
      message: `The change removes the last way out of the private subnets of ${quoted(`module.${vpc.name}`)} that these files show. Nodes there then neither join the cluster nor pull images`,
      span: vpc.span(placeOf(vpc, exit)),
      help: 'Keep a NAT gateway, or create VPC endpoints for EC2, ECR, S3, STS and EKS first.',
    }),
  ];
}
