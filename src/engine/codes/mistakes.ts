import type { Code } from '../diagnostic.ts';
import { rules } from './rules.ts';

/** What finds a mistake: a code, the migration to v1, or the effects and the forecast that a review shows of a change. */
export type FoundBy = Code | 'migration' | 'change';

/** A mistake that people make with Karpenter, and what finds it. */
export interface Mistake {
  readonly number: number;
  /** What was written or done, and what comes of it. */
  readonly title: string;
  /** Empty: manifests cannot tell. */
  readonly foundBy: readonly FoundBy[];
  /** Why it cannot be told, or what part of it cannot. */
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

const account = 'It stands in the AWS account, which manifests do not show';
const policies = 'Where the policy is among the files, as JSON or in Terraform';

/** The mistakes by number, each with what finds it besides the lint rules, which name it themselves. */
const known: readonly Mistake[] = [
  found(1, 'v1 with the beta policy `WhenUnderutilized`: refused', 'schema/enum'),
  found(2, '`disruption` in v1 without `consolidateAfter`: refused up to 1.14'),
  found(3, 'v1beta1 with `WhenUnderutilized` and a time: refused'),
  found(4, '`expireAfter` under `disruption` in v1: dropped, the default of 30 days holds', 'schema/unknown-field'),
  found(5, '`kubelet` in a v1 NodePool: dropped, and its reservations with it', 'schema/unknown-field'),
  found(6, 'Labels under `template.spec`: dropped, and pods that select them stay pending', 'schema/unknown-field'),
  found(
    7,
    '`nodeClassRef` with a name alone or with an `apiVersion`: refused, or its target not found',
    'schema/required',
    'schema/unknown-field',
  ),
  found(8, 'A version within `nodeClassRef.group`: refused', 'schema/pattern'),
  partly(
    9,
    'What v1alpha5 filled in (amd64, on-demand, newer generations) is not written out in the NodePool: other types are launched',
    ['migration'],
    'It is told by the Provisioner of that name; in a NodePool that never was one an open architecture may be meant',
  ),
  found(10, 'Keeping pods off Karpenter’s nodes by `karpenter.sh/provisioner-name`: they land there'),
  found(11, '`karpenter.sh/do-not-evict` on pods: protects nothing in v1'),
  found(12, 'Tolerating `karpenter.sh/disruption`: matches no taint in v1'),
  found(13, 'A node selector by a label that no NodePool defines: pods stay pending', 'provisioning/pod-unschedulable'),
  found(14, '`In` without values: refused', 'schema/cel'),
  found(15, '`Gt` with a number without quotes, with two values or a fraction: refused', 'schema/type', 'schema/cel'),
  partly(
    16,
    '`Gt` where at least that much is meant: the bound itself is left out',
    [],
    'It is told where a comment beside it says what is meant',
  ),
  partly(
    17,
    '`Gte` and `Lte` with CRDs that do not know them: refused',
    ['schema/enum'],
    'Whether the cluster has the CRDs of its controller, it alone knows',
  ),
  found(18, 'A capacity type that does not exist: left out without a word'),
  partly(
    19,
    'On-demand alone where there are capacity reservations: they stay idle',
    [],
    'Single workloads may have reason to avoid reservations',
  ),
  partly(
    20,
    'Open capacity reservations that no node class selects: paid for and idle',
    [],
    'Where Terraform makes reservation and node class in one root; others stand in the AWS account',
  ),
  found(21, 'Spot with a few instance types: interrupted together, never moved to cheaper spot'),
  unknowable(22, 'Spot without its service-linked role: launches fail', account),
  found(23, '`minValues` above what there is: the pool launches nothing', 'provisioning/launch-failed'),
  partly(
    24,
    '`minValues` switches off the filters against metal, GPUs and costly spot: such types are launched',
    [],
    'Bare metal alone comes with every open family, and is not told',
  ),
  partly(
    25,
    'A zone without subnets among the requirements: spread constraints of other workloads wait for it',
    [],
    'Which zones have subnets, the account knows, or `nodeClassZones` in the configuration',
  ),
  found(26, 'Spread over zones that the pods may not use: pods stay pending', 'provisioning/pod-unschedulable'),
  found(27, '`minDomains` above the number of zones: pods stay pending', 'provisioning/pod-unschedulable'),
  found(
    28,
    'Limits below the smallest instance type, or no multiple of it: nothing is launched, or some of it never used',
    'provisioning/limit-reached',
  ),
  found(29, 'No limits: cost is not bounded'),
  partly(
    30,
    '`limits.nodes` taken for exact: several nodes at once may exceed it',
    [],
    'It is told where no other limit stands beside it',
  ),
  found(31, 'Lower limits to make a cluster smaller: nothing is removed', 'change'),
  partly(
    32,
    'Pools that overlap without weights: the order is by name, backwards',
    [],
    'Pools of several clusters stand side by side: those of one file or one rendered root are compared',
  ),
  found(33, 'A weight of 0 or above 100: refused', 'schema/range'),
  found(34, 'A budget with a schedule and no duration: refused', 'schema/cel'),
  found(35, 'A schedule with `sat-sun` or `1-7`: all disruption is blocked'),
  partly(
    36,
    'A schedule in local time: the window is at another hour',
    [],
    'A time zone is found where one is written; which hours are meant, nobody says',
  ),
  found(37, 'Scheduled budgets alone: no bound outside their windows'),
  partly(
    38,
    'A budget of 10 % for a few nodes: rounded up to one',
    [],
    'Where `replicas` or `limits.nodes` bound the number of nodes; else it is the cluster’s',
  ),
  found(39, 'A budget of 0 at all times: nodes are never patched'),
  partly(
    40,
    'Budgets taken for a bound of `expireAfter`: many nodes expire at once',
    ['disruption/expiry-stampede'],
    'For nodes that a change replaces, and those that a dump of the cluster shows',
  ),
  found(41, 'Expiry with pods that may not be disrupted and no `terminationGracePeriod`: half drained nodes'),
  found(42, '`terminationGracePeriod` shorter than that of the pods: they are killed early'),
  found(43, 'A PodDisruptionBudget that lets no pod go: the node stays as it is'),
  found(44, 'Two PodDisruptionBudgets for one pod: it cannot be evicted'),
  unknowable(
    45,
    'Preferences on every workload: Karpenter keeps them, so that nodes stay half empty',
    'Preferences are good practice; the estimate counts the nodes that they cost',
  ),
  partly(
    46,
    '`consolidateAfter: 0s` with a load that comes and goes: churn',
    [],
    'It is told by CronJobs that choose the pool by name; other load manifests do not show',
  ),
  partly(
    47,
    'A long `consolidateAfter` where pods come and go: never consolidated',
    [],
    'It is told by CronJobs that choose the pool by name; other load manifests do not show',
  ),
  found(48, 'A label, taint or tag changed by the way: all nodes of the pool are replaced', 'change'),
  found(49, 'The latest AMI in production: nodes are replaced at every release'),
  found(50, 'An alias in capitals or without a version: refused', 'schema/cel'),
  found(51, 'AL2 on Kubernetes 1.33: there is no image'),
  found(52, 'An alias beside other terms, or beside another `amiFamily`: refused', 'schema/cel'),
  unknowable(
    53,
    'An AMI of another publisher by name, without its owner: not found',
    'To EC2 the images of publishers it has verified count as Amazon’s, so that many are found after all',
  ),
  partly(
    54,
    'An AMI for another architecture than the pool’s, or none at all: nothing is launched',
    [],
    'What an id or a pattern finds, the account knows',
  ),
  partly(
    55,
    '`Custom` without the taint `karpenter.sh/unregistered`: nodes end after 15 minutes',
    [],
    'An image may register by itself',
  ),
  found(56, 'Settings of the kubelet in user data: Karpenter reckons with other nodes'),
  found(57, 'AL2’s `bootstrap.sh` on AL2023, or a MIME text with a wrong boundary: nothing is run'),
  found(58, 'A script for Bottlerocket: no TOML, nothing is launched'),
  partly(
    59,
    '`maxPods: 110` on small instance types: pods without addresses',
    [],
    'Where the set-up of the VPC CNI stands beside the node class',
  ),
  partly(
    60,
    'Prefix delegation without `maxPods`: more nodes than needed',
    [],
    'Where the set-up of the VPC CNI stands beside the node class',
  ),
  partly(
    61,
    'Custom networking without `reservedENIs`: too many pods for the addresses',
    [],
    'Where the set-up of the VPC CNI stands beside the node class',
  ),
  found(62, 'Bottlerocket’s `/dev/xvda` enlarged instead of `/dev/xvdb`: containers stay at 20 GiB'),
  partly(
    63,
    '`/dev/xvdb` alone: the root volume is the AMI’s own',
    [],
    'Its size is right for nearly everybody; that it is not encrypted is told',
  ),
  found(64, 'The root device of another family: one more volume, and the root stays small'),
  found(65, 'A volume size without a unit, or in GB: refused', 'schema/pattern'),
  partly(
    66,
    'An own KMS key without grants: instances end at once',
    [],
    'Where Terraform makes key, policy and node class in one root; else it stands in the AWS account',
  ),
  partly(
    67,
    'Pods that need the instance metadata, which a hop limit of 1 keeps from them: they fail',
    ['migration'],
    'Migration writes the old limit out; which pods need it, manifests do not say',
  ),
  partly(
    68,
    'A role as ARN, or the controller’s own: nodes do not join',
    [],
    'Whose role a name is, Terraform tells where it is a reference; else the account knows',
  ),
  found(69, 'Both `role` and `instanceProfile`: refused', 'schema/cel'),
  partly(
    70,
    'The node role is missing among the access entries, or of type STANDARD: nodes never register',
    [],
    'Which entries there are beside those of Terraform and eksctl, the account knows',
  ),
  partly(
    71,
    '`aws-auth` without its groups: nodes never register',
    [],
    'Where the ConfigMap, or eksctl’s mappings, are among the files',
  ),
  partly(
    72,
    'PassRole for another role: launches are denied',
    [],
    'Where Terraform makes policy and node class together',
  ),
  partly(73, 'Conditions on tags that are not set: launches are denied', [], policies),
  partly(74, 'No right to tag spot requests: launches are denied', [], policies),
  partly(75, 'An upgrade without the rights it needs', [], policies),
  partly(
    76,
    'A discovery tag that is missing or wrong: no subnets, no security groups',
    [],
    'What carries the tag, Terraform tells where it makes both; else the account knows',
  ),
  partly(
    77,
    'Security groups of one VPC and subnets of another: launches fail',
    [],
    'It is told by tags that name clusters',
  ),
  partly(
    78,
    'Several security groups tagged as the cluster’s own: the load balancer controller stops',
    [],
    'Where Terraform makes the groups and the node class in one root',
  ),
  found(79, 'A tag that Karpenter keeps for itself: refused', 'schema/cel'),
  found(80, 'An id beside tags in one selector term: the tags are ignored'),
  partly(
    81,
    '`interruptionQueue` as ARN or URL, or a queue that is not there: no warning is heard',
    [],
    'Which queues there are, Terraform tells where it makes queue and release in one root; else the account knows',
  ),
  found(82, '`interruptionQueueName`: no such value'),
  partly(
    83,
    '`clusterName` is not the name of the cluster: nodes cannot join',
    [],
    'Where Terraform makes cluster and release together',
  ),
  partly(
    84,
    'The node termination handler beside Karpenter: nodes are drained twice',
    [],
    'Where the charts of both stand together, and the handler is kept off no nodes',
  ),
  partly(
    85,
    'Karpenter upgraded without its CRDs: fields are dropped',
    [],
    'Where both charts are among the files; the cluster alone knows the CRDs that it has',
  ),
  partly(
    86,
    'Karpenter on its own nodes: it removes itself',
    [],
    'By the values of its chart; where else it may run, manifests rarely show',
  ),
  partly(
    87,
    'A startup taint that nobody removes: nodes never initialise',
    [],
    'A misspelt one is told; what removes others may be installed from anywhere',
  ),
  partly(
    88,
    'The CNI’s taints are missing among `startupTaints`: nodes are made twice',
    [],
    'Where Cilium’s chart stands beside the pools',
  ),
  found(89, 'One key and effect in both `taints` and `startupTaints`: the pool is not ready'),
  found(90, 'GPUs without a taint: ordinary pods land there'),
  partly(91, 'GPUs with the standard AL2023 image: no driver', [], 'An id does not tell what image it is'),
  found(92, 'Pods without requests: nodes come out too small'),
  found(93, 'Memory in GiB where MiB are counted: the bound excludes nothing'),
  found(94, 'An invented label of Karpenter’s domain: refused', 'schema/cel'),
  found(95, 'An own label in Karpenter’s domain: refused', 'schema/cel'),
  found(96, 'RAID0 of instance stores with a Bottlerocket older than 1.22: nodes do not join'),
  partly(
    97,
    'A private cluster without `isolatedVPC`: prices are not found',
    [],
    'Where Terraform makes the VPC and the release in one root',
  ),
  found(98, '`vmMemoryOverheadPercent` as 7.5 or 0: nothing fits, or the default holds'),
  found(99, '`ignoreDRARequests: false`: the chart drops it'),
  found(100, '`replicas` beside a weight or limits of cpu: refused', 'schema/cel'),
  found(101, 'A NodePool removed or renamed: all its nodes go', 'change'),
  found(102, 'A budget’s `nodes` as a number: refused', 'schema/type'),
  found(103, 'Days in a duration: refused', 'schema/pattern'),
  partly(
    104,
    'Volumes that are bound at once: their pods are left aside',
    ['provisioning/pod-ignored'],
    'By storage classes that are among the manifests',
  ),
];

const rulesFor = (mistake: number): Code[] =>
  rules.filter(({ mistakes: found }) => found.includes(mistake)).map(({ id }): Code => `lint/${id}`);

/** The known mistakes, by number. */
export const mistakes: readonly Mistake[] = known.map((mistake) => ({
  ...mistake,
  foundBy: [...rulesFor(mistake.number), ...mistake.foundBy],
}));
