import { existenceCondition } from '../../manifest/existence-condition.ts';
import { asText, groupOf, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import { isIgnoredValue } from '../../manifest/terraform/resources/resource-makers.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { hoursPerMonth } from '../../text/range.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { clusterSwitch, isCluster, isSwitchedOff } from '../fields/cluster-evidence.ts';
import { accountFinding } from './account-finding.ts';
import { type AccountSides, isRootThere, placeInBase } from './account-sides.ts';

/** An argument whose change replaces a cluster: its names in several versions of a module, and the value that an absent one has. */
interface Forcing {
  readonly paths: readonly Path[];
  readonly byDefault?: Value;
  /** What an absent value means is only known to AWS, so only two written ones are compared. */
  readonly isComputed?: true;
}

const inSpec = (...path: Path): Path => ['spec', ...path];
const network = (field: string): Path => inSpec('kubernetes_network_config', 0, field);

/**
 * The arguments of `aws_eks_cluster` with `ForceNew`.
 * Source: https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/eks_cluster, and its schema in internal/service/eks/cluster.go.
 */
const ofResource: readonly Forcing[] = [
  { paths: [inSpec('name')] },
  { paths: [inSpec('role_arn')] },
  { paths: [inSpec('bootstrap_self_managed_addons')], byDefault: true },
  { paths: [inSpec('access_config', 0, 'bootstrap_cluster_creator_admin_permissions')], byDefault: true },
  { paths: [network('ip_family')], isComputed: true },
  { paths: [network('service_ipv4_cidr')], isComputed: true },
  { paths: [inSpec('outpost_config', 0, 'control_plane_instance_type')], isComputed: true },
];

/**
 * The inputs of `terraform-aws-modules/eks` that become these arguments. Version 21 removed `cluster_` from their names. The module sets
 * `bootstrap_cluster_creator_admin_permissions` itself, and creates the role unless `iam_role_arn` names one.
 * Source: https://github.com/terraform-aws-modules/terraform-aws-eks/blob/master/docs/UPGRADE-21.0.md and main.tf of 20.31 and 21.3.
 */
const ofModule: readonly Forcing[] = [
  { paths: [inSpec('cluster_name'), inSpec('name')] },
  { paths: [inSpec('iam_role_arn')], isComputed: true },
  { paths: [inSpec('iam_role_name')], isComputed: true },
  { paths: [inSpec('cluster_ip_family'), inSpec('ip_family')], byDefault: 'ipv4' },
  { paths: [inSpec('cluster_service_ipv4_cidr'), inSpec('service_ipv4_cidr')], isComputed: true },
];

/** Reports clusters that Terraform destroys and creates again. All nodes, of Karpenter as well, go with the old one. */
export function replacedClusters({ base, head, removals }: AccountSides): Diagnostic[] {
  const after = new Map(head.manifests.filter(isCluster).map((cluster) => [cluster.source.file, cluster]));
  return base.manifests.filter(isCluster).flatMap((old) => {
    const movedTo = removals?.get(old.source.file)?.movedTo;
    const now = after.get(movedTo ?? old.source.file);
    if (now !== undefined && isSwitchedOff(now) && !isSwitchedOff(old)) return [switchedOff(old, now)];
    if (now !== undefined) return replacement(old, now, head.clusterOf(now).isExample);
    // With another address, it is `terraform/new-address`.
    const isElsewhere = [...after.values()].some((manifest) => clusterTitle(manifest) === clusterTitle(old));

    if (isElsewhere || isSwitchedOff(old) || !isRootThere(old, { head }) || base.clusterOf(old).isExample) return [];
    return [removal(old)];
  });
}

/** What AWS bills for a control plane under standard support, in USD a month. Source: https://aws.amazon.com/eks/pricing/, $0.10 an hour. */
const monthlyFee = 0.1 * hoursPerMonth;

const feeEnds = `Its control plane no longer costs $${monthlyFee}/month or more, which no figure counts.`;

/** Reports the fee of clusters that the change creates. Their nodes are in the figures, and their control planes are not. */
export function newClusters({ base, head, removals }: AccountSides): Diagnostic[] {
  const before = new Map(
    base.manifests.filter(isEks).map((old) => [removals?.get(old.source.file)?.movedTo ?? old.source.file, old]),
  );
  const after = new Set(head.manifests.filter(isEks).map(({ source }) => source.file));
  // With another address, a cluster is the old one or replaces it.
  const gone = new Set([...before].filter(([file]) => !after.has(file)).map(([, old]) => clusterTitle(old)));

  const created = head.manifests.filter(isEks).filter((now) => {
    const old = before.get(now.source.file);
    const isThere = old === undefined ? gone.has(clusterTitle(now)) : !isSwitchedOff(old);
    const isSure = existenceCondition(now) === undefined && !isSwitchedOff(now) && !head.clusterOf(now).isExample;
    return isSure && !isThere;
  });

  const [first, ...others] = created;
  if (first === undefined) return [];

  const what = others.length === 0 ? clusterTitle(first) : plural(created.length, 'EKS cluster');
  const whose = byCount(created.length, 'whose control plane costs', 'whose control planes cost');
  const verb = created.every(isDeclared) ? 'The change adds' : 'Terraform creates';

  return [
    accountFinding({
      code: 'terraform/new-cluster',
      severity: 'note',
      isProminent: true,
      message: `${verb} ${what}, ${whose} $${monthlyFee * created.length}/month or more: no figure counts ${byCount(created.length, 'it', 'them')}`,
      span: first.span(['metadata', 'name']),
      labels: others.map((other) => ({ span: other.span(['metadata', 'name']), message: 'another new cluster' })),
      help: 'Keep the version of Kubernetes in standard support: in extended support, a control plane costs $0.60 an hour instead of $0.10.',
    }),
  ];
}

const isEks = (manifest: Manifest): boolean => isCluster(manifest) || isDeclared(manifest);

/** A cluster of eksctl. */
const isDeclared = ({ kind, apiVersion }: Manifest): boolean =>
  kind === 'ClusterConfig' && groupOf(apiVersion) === 'eksctl.io';

const removal = (old: Manifest): Diagnostic =>
  accountFinding({
    code: 'terraform/replaces-cluster',
    severity: 'warning',
    message: `Terraform destroys ${clusterTitle(old)} with all of its nodes, because the change removes it`,
    span: placeInBase(old),
    help: `If something else manages the cluster now, add a \`removed\` block with \`destroy = false\`. ${feeEnds}`,
    destroysCluster: 'for-good',
  });

const switchedOff = (old: Manifest, now: Manifest): Diagnostic =>
  accountFinding({
    code: 'terraform/replaces-cluster',
    severity: 'warning',
    message: `Terraform destroys ${clusterTitle(old)} with all of its nodes, because \`create\` is \`false\` now`,
    span: now.span(clusterSwitch),
    help: `Remove \`create = false\` to keep the cluster. ${feeEnds}`,
    destroysCluster: 'for-good',
  });

function replacement(old: Manifest, now: Manifest, isExample: boolean): Diagnostic[] {
  const forcing = now.kind === 'aws_eks_cluster' ? ofResource : ofModule;
  const edits = forcing.flatMap((field) => editOf(field, old, now) ?? []);
  const edit = edits.find(({ isCertain }) => isCertain) ?? edits[0];
  if (edit === undefined) return [];

  const { argument, before, after, at, isCertain } = edit;
  const cluster = clusterTitle(old);
  const change = `${quoted(argument)} of ${cluster} changes from ${before} to ${after}`;

  const message = () => {
    if (isCertain) return `Terraform destroys ${cluster} with all of its nodes and creates another one: ${change}`;
    return `Terraform destroys ${cluster} with all of its nodes if the value differs: ${change}`;
  };

  return [
    accountFinding({
      code: 'terraform/replaces-cluster',
      severity: isCertain && !isExample ? 'error' : 'warning',
      message: message(),
      ...(isCertain && !isExample && { destroysCluster: 'replaced' }),
      span: at,
      help: `Keep the old value. To replace the cluster, create the new one next to it, move the workloads, and remove the old one in a later change.`,
    }),
  ];
}

interface EditedArgument {
  readonly argument: string;
  readonly before: string;
  readonly after: string;
  readonly at: Diagnostic['span'];
  readonly isCertain: boolean;
}

function editOf({ paths, byDefault, isComputed }: Forcing, old: Manifest, now: Manifest): EditedArgument | undefined {
  const [before, after] = [old, now].map((manifest) => paths.find((path) => manifest.get(path) !== undefined));
  const [oldValue, newValue] = [before && old.get(before), after && now.get(after)].map((value) => value ?? byDefault);
  if (isComputed ? oldValue === undefined || newValue === undefined : oldValue === newValue) return undefined;
  if (JSON.stringify(oldValue) === JSON.stringify(newValue)) return undefined;
  // Without a name on one side, the module has another input for it.
  if (oldValue === undefined || newValue === undefined || isIgnoredValue(newValue)) return undefined;

  const path = after ?? before ?? paths[0]!;

  return {
    argument: path.filter((step) => typeof step === 'string' && step !== 'spec').join('.'),
    before: shown(oldValue),
    after: shown(newValue),
    at: now.span(path),
    isCertain: !holdsPlaceholder(oldValue) && !holdsPlaceholder(newValue),
  };
}

const shown = (value: Value): string => quoted(asText(value) ?? JSON.stringify(value));

const nameOfConfig: Path = ['metadata', 'name'];

/** `the EKS cluster \`orders\``, by its name, or else its address. */
export function clusterTitle(cluster: Manifest): string {
  const name = [inSpec('name'), inSpec('cluster_name'), ...(isDeclared(cluster) ? [nameOfConfig] : [])]
    .map((path) => asText(cluster.get(path)))
    .find(Boolean);
  const isKnown = name !== undefined && !holdsPlaceholder(name);
  const fullName = isKnown ? name : `${cluster.kind}.${cluster.name}`;
  return `the EKS cluster ${quoted(fullName)}`;
}
