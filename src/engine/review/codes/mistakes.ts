import type { Code } from '../../text/diagnostic.ts';
import { rules } from './rules.ts';

/** What finds a mistake: a code, the migration to v1, or the effects and the forecast of a change in a review. */
export type FoundBy = Code | 'migration' | 'change';

/** A mistake that people make with Karpenter, and what finds it. */
export interface Mistake {
  readonly number: number;
  /** The mistake, and its consequence. */
  readonly title: string;
  /** Empty if manifests do not show the mistake. */
  readonly foundBy: readonly FoundBy[];
  /** Why plumbline cannot find the mistake, or which part of it. */
  readonly limits?: string;
}

const found = (number: number, title: string, ...foundBy: FoundBy[]): Mistake => ({ number, title, foundBy });
const partly = (number: number, title: string, foundBy: readonly FoundBy[], limits: string): Mistake => ({
  number,
  title,
  foundBy,
  limits,
});
const unknowable = (number: number, title: string, limits: string): Mistake => ({ number, title, foundBy: [], limits });

const load =
  'Reported for CronJobs, CronWorkflows and cron triggers of KEDA that are meant for the NodePool. When other pods come and go is in no file';
const account = 'Visible only in the AWS account, not in manifests';
const policies = 'Reported only when the policy is among the files, as JSON or in Terraform';

/** The mistakes by number, with what finds each. Lint rules are missing here, because each rule names its mistakes itself. */
const entries: readonly Mistake[] = [
  found(1, 'v1 with the v1beta1 policy `WhenUnderutilized`: refused', 'schema/enum'),
  found(2, '`disruption` in v1 without `consolidateAfter`: refused up to 1.14'),
  found(3, 'v1beta1 with `WhenUnderutilized` and `consolidateAfter`: refused'),
  found(
    4,
    '`expireAfter` under `disruption` in v1: dropped, so the default of 30 days applies',
    'schema/unknown-field',
  ),
  found(5, '`kubelet` in a v1 NodePool: dropped, including its reservations', 'schema/unknown-field'),
  found(6, 'Labels under `template.spec`: dropped, so pods that select them stay pending', 'schema/unknown-field'),
  found(
    7,
    '`nodeClassRef` with only a name, or with an `apiVersion`: refused, or its target is not found',
    'schema/required',
    'schema/unknown-field',
  ),
  found(8, 'A version in `nodeClassRef.group`: refused', 'schema/pattern'),
  partly(
    9,
    'A NodePool without the defaults of v1alpha5 (amd64, on-demand, newer generations): Karpenter launches other instance types',
    ['migration'],
    'The old defaults are known only from a Provisioner of that name. An open architecture is reported when the change opens it, when no workload of the cluster selects one, or at an image that is built for one',
  ),
  found(
    10,
    'Keeping pods off Karpenter’s nodes with `karpenter.sh/provisioner-name`: the pods are scheduled there anyway',
  ),
  found(11, '`karpenter.sh/do-not-evict` on pods: protects nothing in v1'),
  found(12, 'Tolerating `karpenter.sh/disruption`: matches no taint in v1'),
  found(
    13,
    'A node selector for a label that no NodePool defines: pods stay pending',
    'provisioning/pod-unschedulable',
  ),
  found(14, '`In` without values: refused', 'schema/cel'),
  found(15, '`Gt` with an unquoted number, two values or a fraction: refused', 'schema/type', 'schema/cel'),
  partly(
    16,
    '`Gt` where “at least” is meant: the bound itself is excluded',
    [],
    'Reported only when a comment on the line says what is meant',
  ),
  partly(
    17,
    '`Gte` and `Lte` with CRDs that do not know them: refused',
    ['schema/enum'],
    'Whether the cluster has the CRDs of its Karpenter version is unknown',
  ),
  found(18, 'A capacity type that does not exist: silently ignored'),
  partly(
    19,
    'Only on-demand where there are capacity reservations: the reservations stay idle',
    [],
    'A workload may avoid reservations on purpose',
  ),
  partly(
    20,
    'Open capacity reservations that no node class selects: paid for but unused',
    [],
    'Reported only when Terraform creates the reservation for the cluster of the node class. Other reservations are visible only in the AWS account',
  ),
  found(21, 'Spot with few instance types: interrupted together, never moved to cheaper spot'),
  unknowable(22, 'Spot without its service-linked role: launches fail', account),
  found(
    23,
    '`minValues` above the number of available values: the NodePool launches nothing',
    'provisioning/launch-failed',
  ),
  partly(
    24,
    '`minValues` turns off the filters for metal, GPUs and expensive spot: Karpenter may launch such types',
    [],
    'Bare metal alone is reported only when it is among the 60 cheapest instance types, because Karpenter does not launch others',
  ),
  partly(
    25,
    'A zone without subnets in the requirements: topology spread of other workloads waits for it',
    [],
    'Reported when the files show the zones of the subnets: Terraform, eksctl and kOps. Otherwise they are known only from the AWS account or from `nodeClassZones` in the configuration',
  ),
  found(26, 'Spread over zones that the pods cannot use: pods stay pending', 'provisioning/pod-unschedulable'),
  found(27, '`minDomains` above the number of zones: pods stay pending', 'provisioning/pod-unschedulable'),
  found(
    28,
    'Limits below the smallest instance type, or not a multiple of it: nothing is launched, or a part of the limit is never used',
    'provisioning/limit-reached',
  ),
  found(29, 'No limits: the cost is unbounded'),
  partly(
    30,
    '`limits.nodes` as an exact limit: several nodes launched at the same time can exceed it',
    [],
    'Reported next to other limits only when a comment takes the number as exact',
  ),
  found(31, 'Lowering limits to shrink a cluster: nothing is removed', 'change'),
  partly(
    32,
    'Overlapping NodePools without weights: Karpenter sorts them by name, in reverse',
    [],
    'NodePools of several clusters can be in one repository, so only those that certainly belong to one cluster are compared',
  ),
  found(33, 'A weight of 0 or above 100: refused', 'schema/range'),
  found(34, 'A budget with a schedule and no duration: refused', 'schema/cel'),
  found(35, 'A schedule with `sat-sun` or `1-7`: blocks all disruption'),
  partly(
    36,
    'A schedule in local time: the window starts at another hour',
    [],
    'Reported only when the schedule names a time zone. Which hours were meant is unknown',
  ),
  found(37, 'Only scheduled budgets: no limit outside of their windows'),
  partly(
    38,
    'A budget of 10% for a few nodes: rounded up to one',
    ['provisioning/budget-rounding'],
    'Reported when `replicas` or `limits.nodes` limits the number of nodes, or when the simulation has two or three. A single node is replaced at once with any budget',
  ),
  found(39, 'A budget of 0 at all times: nodes are never patched'),
  partly(
    40,
    'Budgets as a limit for `expireAfter`: many nodes expire at the same time',
    ['disruption/expiry-stampede'],
    'Reported only for nodes that a change replaces and nodes in a snapshot of the cluster',
  ),
  found(41, 'Expiry with pods that must not be disrupted and no `terminationGracePeriod`: half-drained nodes'),
  found(42, '`terminationGracePeriod` shorter than that of the pods: the pods are killed early'),
  found(43, 'A PodDisruptionBudget that allows no evictions: Karpenter never consolidates the node'),
  found(44, 'Two PodDisruptionBudgets for one pod: the pod cannot be evicted'),
  partly(
    45,
    'Preferences on every workload: Karpenter respects them, so nodes stay half empty',
    ['provisioning/costly-preferences'],
    'Preferences are good practice, so only those are reported that cost at least three nodes, $100/month and half of all new nodes',
  ),
  partly(46, '`consolidateAfter: 0s` with a load that comes and goes: churn', [], load),
  partly(47, 'A long `consolidateAfter` with pods that come and go: never consolidated', [], load),
  found(48, 'A label, taint or tag changed in passing: Karpenter replaces all nodes of the NodePool', 'change'),
  found(49, 'The latest AMI in production: Karpenter replaces the nodes at every release'),
  found(50, 'An alias in capital letters or without a version: refused', 'schema/cel'),
  found(51, 'AL2 on Kubernetes 1.33: there is no image'),
  found(52, 'An alias together with other terms, or with another `amiFamily`: refused', 'schema/cel'),
  unknowable(
    53,
    'An AMI of another publisher by name, without its owner: not found',
    'Karpenter then looks among Amazon’s images and your own. For EC2, images of verified publishers count as Amazon’s. Which publishers are verified, and whether you copied an image, is known only from the AWS account',
  ),
  partly(
    54,
    'An AMI for an architecture that the NodePool does not have, or no AMI at all: nothing is launched',
    [],
    'Reported for names, SSM parameters and data sources of Terraform. Which image an id or a pattern of your own matches is known only from the AWS account',
  ),
  partly(
    55,
    '`Custom` without the taint `karpenter.sh/unregistered`: nodes are terminated after 15 minutes',
    [],
    'An image may register with the taint itself',
  ),
  found(56, 'Kubelet settings in user data: Karpenter sizes nodes incorrectly'),
  found(57, 'AL2’s `bootstrap.sh` on AL2023, or a MIME text with a wrong boundary: nothing runs'),
  found(58, 'A shell script as user data for Bottlerocket: not TOML, so nothing is launched'),
  partly(
    59,
    '`maxPods: 110` on small instance types: pods without IP addresses',
    [],
    'Reported only when the repository configures the VPC CNI for the cluster of the node class',
  ),
  partly(
    60,
    'Prefix delegation without `maxPods`: more nodes than necessary',
    [],
    'Reported only when the repository configures the VPC CNI for the cluster of the node class',
  ),
  partly(
    61,
    'Custom networking without `reservedENIs`: too many pods for the IP addresses',
    [],
    'Reported only when the repository configures the VPC CNI for the cluster of the node class',
  ),
  found(62, 'Bottlerocket’s `/dev/xvda` enlarged instead of `/dev/xvdb`: containers stay at 20 GiB'),
  partly(
    63,
    'Only `/dev/xvdb`: the root volume is that of the AMI',
    [],
    'Its size suits nearly everybody. Reported only when it is not encrypted',
  ),
  found(64, 'The root device of another family: an additional volume, and the root stays small'),
  found(65, 'A volume size without a unit, or in GB: refused', 'schema/pattern'),
  partly(
    66,
    'A customer KMS key without grants: instances terminate immediately',
    [],
    'Reported only when Terraform creates the key, the policy and the node class of one cluster. Otherwise it is visible only in the AWS account',
  ),
  partly(
    67,
    'Pods that need the instance metadata, with a hop limit of 1: they fail',
    ['migration'],
    'The migration writes the old limit explicitly. Reported for pods of one NodePool that request its address, and for the AWS Load Balancer Controller without the id of its VPC. What other programs do is in no file',
  ),
  partly(
    68,
    'A role as an ARN, or the controller’s own role: nodes do not join',
    [],
    'A name is compared with the roles that the files of the cluster create. Roles from elsewhere are visible only in the AWS account',
  ),
  found(69, 'Both `role` and `instanceProfile`: refused', 'schema/cel'),
  partly(
    70,
    'The node role has no access entry, or one of type STANDARD: nodes never register',
    [],
    'Roles and entries from elsewhere are visible only in the AWS account. Reported when the files create the role and list who may join, or when a change takes the access away',
  ),
  partly(
    71,
    '`aws-auth` without its groups: nodes never register',
    [],
    'Reported only when the ConfigMap or eksctl’s mappings are among the files',
  ),
  partly(
    72,
    'PassRole for another role: launches are denied',
    [],
    'Reported only when the policy, or Karpenter’s Terraform module, is among the files of the cluster and all roles are known',
  ),
  partly(73, 'Conditions on tags that are not set: launches are denied', [], policies),
  partly(74, 'No permission to tag spot requests: launches are denied', [], policies),
  partly(75, 'An upgrade without the permissions it needs', [], policies),
  partly(
    76,
    'A discovery tag that is missing or wrong: no subnets, no security groups',
    [],
    'Reported only when Terraform, eksctl or kOps creates the subnets or security groups of the cluster in the repository. Otherwise only the AWS account shows it',
  ),
  partly(
    77,
    'Security groups and subnets of different VPCs: launches fail',
    [],
    'Reported only when tags name different clusters',
  ),
  partly(
    78,
    'Several security groups with the cluster’s tag: the load balancer controller stops',
    [],
    'Reported only when Terraform creates the groups for the cluster of the node class',
  ),
  found(79, 'A tag that Karpenter reserves: refused', 'schema/cel'),
  found(80, 'An id together with tags in one selector term: the tags are ignored'),
  partly(
    81,
    '`interruptionQueue` as an ARN or URL, or a queue that does not exist: Karpenter receives no interruption notices',
    [],
    'Existing queues are known only if Terraform creates them for the cluster in the repository, or from the AWS account',
  ),
  found(82, '`interruptionQueueName`: the chart has no such value'),
  partly(
    83,
    '`clusterName` is not the name of the cluster: nodes cannot join',
    [],
    'Reported only when Terraform, eksctl or kOps creates the cluster in the repository',
  ),
  partly(
    84,
    'The node termination handler together with Karpenter: nodes are drained twice',
    [],
    'Reported only when both charts are for the same cluster and nothing keeps the handler off any nodes',
  ),
  partly(
    85,
    'Karpenter upgraded without its CRDs: fields are dropped',
    [],
    'Reported when the files show the version of the CRDs: a chart, or a tag of Karpenter’s source code. Otherwise it is known only from the cluster',
  ),
  partly(
    86,
    'Karpenter on its own nodes: it removes itself',
    [],
    'A node group or Fargate profile that runs it may exist only in the AWS account. So a missing node affinity is reported only for a Deployment, and only if a NodePool is open to all pods and no file mentions Fargate',
  ),
  partly(
    87,
    'A startup taint that nothing removes: nodes never become initialized',
    [],
    'Reported only when it looks misspelled. What removes a taint can be installed from anywhere',
  ),
  partly(
    88,
    'The CNI’s taints missing from `startupTaints`: Karpenter launches nodes twice',
    [],
    'Reported only when Cilium’s chart or its ConfigMap is in the same cluster as the NodePools',
  ),
  found(89, 'The same key and effect in `taints` and `startupTaints`: the NodePool is not ready'),
  found(90, 'GPUs without a taint: ordinary pods are scheduled there'),
  partly(
    91,
    'GPUs with the standard AL2023 image: no driver',
    [],
    'Reported for names, SSM parameters and data sources of Terraform. An id does not show which image it is',
  ),
  found(92, 'Pods without requests: nodes are too small'),
  found(93, 'Memory in GiB where MiB are expected: the bound excludes nothing'),
  found(94, 'An invented label in Karpenter’s domain: refused', 'schema/cel'),
  found(95, 'Your own label in Karpenter’s domain: refused', 'schema/cel'),
  found(96, 'RAID0 of instance stores with a Bottlerocket older than 1.22: nodes do not join'),
  partly(
    97,
    'A private cluster without `isolatedVPC`: prices are not found',
    [],
    'Reported when the files create the VPC of the cluster: in Terraform, or with `privateCluster` of eksctl. Otherwise only the AWS account shows its ways out',
  ),
  found(98, '`vmMemoryOverheadPercent` as 7.5 or 0: nothing fits, or the default applies'),
  found(99, '`ignoreDRARequests: false`: the chart drops it'),
  found(100, '`replicas` together with a weight or CPU limits: refused', 'schema/cel'),
  found(101, 'A NodePool removed or renamed: Karpenter deletes all its nodes', 'change'),
  found(102, 'A budget’s `nodes` as a number: refused', 'schema/type'),
  found(103, 'Days in a duration: refused', 'schema/pattern'),
  partly(
    104,
    'Volumes with immediate binding: Karpenter ignores their pods',
    ['provisioning/pod-ignored'],
    'Reported only when the storage classes are among the manifests',
  ),
  found(105, 'Labels of Karpenter in a NodePool of EKS Auto Mode, or the reverse: they choose no instance types'),
  found(106, '`expireAfter` and `terminationGracePeriod` above 21 days together with EKS Auto Mode: refused'),
  found(107, 'Small instance types or Windows with EKS Auto Mode: nothing is launched'),
  found(108, 'Your own `default` NodeClass or `general-purpose` NodePool in EKS Auto Mode: EKS overwrites it'),
  partly(
    109,
    'Karpenter and EKS Auto Mode for the same pods: each launches a node',
    [],
    'Reported only when the NodePools certainly belong to one cluster',
  ),
  found(110, 'A window with a larger budget than the one that always applies: nothing is different in the window'),
  found(111, '`limits.nodes` below `replicas`: Karpenter launches only as many nodes as the limit allows'),
];

const rulesFor = (mistake: number): Code[] =>
  rules.filter(({ mistakes: numbers }) => numbers.includes(mistake)).map(({ id }): Code => `lint/${id}`);

/** The known mistakes, by number. */
export const mistakes: readonly Mistake[] = entries.map((mistake) => ({
  ...mistake,
  foundBy: [...rulesFor(mistake.number), ...mistake.foundBy],
}));
