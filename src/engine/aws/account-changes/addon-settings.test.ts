import { expect, test } from 'vitest';
import { byTag, classOf, cluster, eks, helpsOf, messagesOf } from './account-changes.test-support.ts';

const addon = (name: string, values: string): string =>
  `${cluster('')}resource "aws_eks_addon" "a" {\n  cluster_name = aws_eks_cluster.c.name\n  addon_name = "${name}"\n  ${values}\n}\n`;
const json = (values: string): string => `configuration_values = jsonencode(${values})`;
const cni = (env: string): string => addon('vpc-cni', json(`{ env = { ${env} } }`));
const ofModule = (values: string): string => eks('21.3.0', `name = "c"\n  addons = { vpc-cni = { ${values} } }`);
const prefixes = (change: string): string =>
  `note: The change sets \`ENABLE_PREFIX_DELEGATION\` of the VPC CNI ${change}. It decides how many pods of a new node get an address`;
const places = (names: string, verb = 'decides', name = 'coredns'): string =>
  `note: The change edits ${names} of the add-on \`${name}\`, which ${verb} how many pods it has or where they run`;
const noReserve =
  'warning: The change sets both `WARM_ENI_TARGET` and `WARM_IP_TARGET` of the VPC CNI to `0`, so nodes keep no address in reserve. New pods may wait for addresses without end';
const on = 'ENABLE_PREFIX_DELEGATION = "true"';
const tolerations = 'tolerations = [{ key = "CriticalAddonsOnly", operator = "Exists" }]';

const enforced = (mode: string, others = '', more = 'enableNetworkPolicy = "true", '): string =>
  `${addon('vpc-cni', json(`{ ${more}env = { NETWORK_POLICY_ENFORCING_MODE = "${mode}" } }`))}${others}`;
const inCluster = (kind: string, namespace: string): string =>
  `resource "kubectl_manifest" "${kind.toLowerCase()}" {\n  yaml_body = yamlencode({ apiVersion = "${kind === 'Deployment' ? 'apps' : 'networking.k8s.io'}/v1", kind = "${kind}", metadata = { name = "cart", namespace = "${namespace}" }, spec = {} })\n}\n`;
const strict = 'note: The change sets `NETWORK_POLICY_ENFORCING_MODE` of the VPC CNI from `standard` to `strict`';

test.each<[what: string, base: string, head: string, expected: readonly string[]]>([
  [
    'the mode of network policies, with pods that have none',
    enforced('standard', inCluster('Deployment', 'shop')),
    enforced('strict', inCluster('Deployment', 'shop')),
    [
      `${strict.replace('note', 'warning')}, so a new pod has no network until a NetworkPolicy allows it. New pods of \`shop/cart\` reach nothing, because no NetworkPolicy in these files selects them`,
    ],
  ],
  [
    'the mode of network policies, with a policy',
    enforced('standard', inCluster('Deployment', 'shop') + inCluster('NetworkPolicy', 'shop')),
    enforced('strict', inCluster('Deployment', 'shop') + inCluster('NetworkPolicy', 'shop')),
    [`${strict}. A new pod has no network then until a NetworkPolicy allows it`],
  ],
  [
    'the mode of network policies that are off',
    enforced('standard', inCluster('Deployment', 'shop'), ''),
    enforced('strict', inCluster('Deployment', 'shop'), ''),
    [`${strict}. A new pod has no network then until a NetworkPolicy allows it`],
  ],
  [
    'the mode of network policies back to the default',
    enforced('strict'),
    enforced('standard'),
    [
      `${strict.replace('`standard` to `strict`', '`strict` to `standard`')}. Pods that no NetworkPolicy selects then have the network from their start`,
    ],
  ],
  ['a variable', cni(on), cni('ENABLE_PREFIX_DELEGATION = "false"'), [prefixes('from `true` to `false`')]],
  [
    'a variable that goes',
    cni(on),
    cni('WARM_ENI_TARGET = "1"').replace('WARM_ENI_TARGET', 'OTHER'),
    [prefixes('from `true` to its default')],
  ],
  ['all values', cni(on), addon('vpc-cni', ''), [prefixes('from `true` to its default')]],
  [
    'a written text',
    addon('vpc-cni', 'configuration_values = "{\\"env\\":{}}"'),
    cni(on),
    [prefixes('from its default to `true`')],
  ],
  [
    'a variable in the module',
    ofModule(''),
    ofModule(json(`{ env = { ${on} } }`)),
    [prefixes('from its default to `true`')],
  ],
  [
    'a variable with the value of a local',
    cni(on),
    `locals { p = "true" }\n${cni('ENABLE_PREFIX_DELEGATION = local.p')}`,
    [],
  ],
  ['a variable that becomes unknown', cni(on), cni('ENABLE_PREFIX_DELEGATION = var.p'), []],
  ['all values, which become unknown', cni(on), addon('vpc-cni', 'configuration_values = var.values'), []],
  [
    'variables to the values that they have by default',
    addon('vpc-cni', ''),
    cni('ENABLE_PREFIX_DELEGATION = "false", WARM_ENI_TARGET = "1"'),
    [],
  ],
  ['the reserve of addresses to nothing', cni(''), cni('WARM_ENI_TARGET = "0", WARM_IP_TARGET = "0"'), [noReserve]],
  [
    'the reserve of addresses to nothing, in the module',
    ofModule(''),
    ofModule(json('{ env = { WARM_ENI_TARGET = "0", WARM_IP_TARGET = "0" } }')),
    [noReserve],
  ],
  [
    'one reserve to nothing, and another to two addresses',
    cni(''),
    cni('WARM_ENI_TARGET = "0", WARM_IP_TARGET = "2"'),
    [
      'note: The change sets `WARM_ENI_TARGET` of the VPC CNI from its default to `0`. It decides how many addresses of its subnet a node keeps in reserve',
      'note: The change sets `WARM_IP_TARGET` of the VPC CNI from its default to `2`. It decides how many addresses of its subnet a node keeps in reserve',
    ],
  ],
  ['a variable that concerns no node', cni(on), cni(`${on}, AWS_VPC_K8S_CNI_LOGLEVEL = "DEBUG"`), []],
  [
    'tolerations',
    addon('coredns', json(`{ ${tolerations} }`)),
    addon('coredns', json('{}')),
    [places('`tolerations`')],
  ],
  [
    'replicas and a selector',
    addon('coredns', ''),
    addon('coredns', json('{ replicaCount = 1, nodeSelector = { a = "b" } }')),
    [places('`nodeSelector`, `replicaCount`', 'decide')],
  ],
  [
    'tolerations of a part',
    addon('aws-ebs-csi-driver', json(`{ controller = { ${tolerations} } }`)),
    addon('aws-ebs-csi-driver', json('{ controller = {} }')),
    [places('`controller.tolerations`', 'decides', 'aws-ebs-csi-driver')],
  ],
  ['resources', addon('coredns', json('{ resources = {} }')), addon('coredns', json('{}')), []],
  [
    'another order',
    addon('coredns', json('{ nodeSelector = { a = "1", b = "2" } }')),
    addon('coredns', json('{ nodeSelector = { b = "2", a = "1" } }')),
    [],
  ],
  [
    'the order of tolerations',
    addon(
      'coredns',
      json('{ tolerations = [{ key = "a", operator = "Exists" }, { key = "b", operator = "Exists" }] }'),
    ),
    addon(
      'coredns',
      json('{ tolerations = [{ key = "b", operator = "Exists" }, { operator = "Exists", key = "a" }] }'),
    ),
    [],
  ],
])('an add-on changes %s', (_, base, head, expected) => {
  expect(messagesOf(base, head)).toEqual(expected);
});

const pool = (taints: string): string =>
  `${byTag}---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: batch}\nspec: {template: {spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: std}, taints: [${taints}]}}}\n`;
const tainted = pool('{key: dedicated, value: batch, effect: NoSchedule}');
const lost = (name: string, lack: string): string =>
  `Pods of the add-on \`${name}\` no longer run on nodes of NodePool \`batch\`, because they do not tolerate \`dedicated=batch:NoSchedule\`. ${lack}`;
const own = `tolerations = [{ key = "CriticalAddonsOnly", operator = "Exists" }]`;
const user = `---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: exporter}\nspec: {template: {spec: {serviceAccountName: exporter, nodeSelector: {karpenter.sh/nodepool: batch}}}}\n`;
const association = `resource "aws_eks_pod_identity_association" "a" {\n  cluster_name = aws_eks_cluster.c.name\n  namespace = "default"\n  service_account = "exporter"\n  role_arn = "arn:aws:iam::111111111111:role/exporter"\n}\n`;
const agent = (values: string): string => `${addon('eks-pod-identity-agent', values)}${association}`;
const credentials = lost('eks-pod-identity-agent', 'Pods there get no credentials of EKS Pod Identity');

const edited = places('`tolerations`', 'decides', 'eks-pod-identity-agent');
const driver = (values: string): string => addon('aws-ebs-csi-driver', json(`{ node = { ${values} } }`));

test.each<[what: string, base: string, head: string, objects: string, expected: readonly string[]]>([
  ['that pods need there', agent(''), agent(json(`{ ${own} }`)), `${tainted}${user}`, [`warning: ${credentials}`]],
  ['that no pods need there', agent(''), agent(json(`{ ${own} }`)), tainted, [`note: ${credentials}`]],
  [
    'of a part',
    driver('tolerateAllTaints = false, tolerations = [{ operator = "Exists" }]'),
    driver(`tolerateAllTaints = false, ${own}`),
    tainted,
    [`note: ${lost('aws-ebs-csi-driver', 'EBS volumes of pods cannot be mounted there')}`],
  ],
  [
    'of a part, which the value for all taints sets',
    driver(''),
    driver('tolerateAllTaints = false'),
    tainted,
    [`note: ${lost('aws-ebs-csi-driver', 'EBS volumes of pods cannot be mounted there')}`],
  ],
  [
    'of a part, which the value for all taints replaces',
    driver(''),
    driver(own),
    tainted,
    [places('`node.tolerations`', 'decides', 'aws-ebs-csi-driver')],
  ],
  [
    'of every pod',
    addon('kube-proxy', ''),
    addon('kube-proxy', json(`{ ${own} }`)),
    tainted,
    [`warning: ${lost('kube-proxy', 'Pods there reach no Service')}`],
  ],
  [
    'that tolerates all taints',
    agent(''),
    agent(json('{ tolerations = [{ operator = "Exists" }] }')),
    `${tainted}${user}`,
    [edited],
  ],
  [
    'that tolerates this taint',
    agent(''),
    agent(json('{ tolerations = [{ key = "dedicated", operator = "Exists" }] }')),
    `${tainted}${user}`,
    [edited],
  ],
  ['of pools without taints', agent(''), agent(json(`{ ${own} }`)), pool(''), [edited]],
  [
    'that did not tolerate it before',
    agent(json(`{ ${own} }`)),
    agent(json('{ tolerations = [] }')),
    tainted,
    [edited],
  ],
])('the tolerations of an add-on on every node, %s', (_, base, head, objects, expected) => {
  expect(messagesOf(base, head, objects)).toEqual(expected);
});

const lacksDriver =
  'because they do not tolerate `dedicated=batch:NoSchedule`. EBS volumes of pods cannot be mounted there';

test.each<[what: string, values: string, base: string, expected: readonly string[]]>([
  [
    'of a NodePool that is new',
    'tolerateAllTaints = false',
    byTag,
    [`note: Pods of the add-on \`aws-ebs-csi-driver\` do not run on nodes of NodePool \`batch\`, ${lacksDriver}`],
  ],
  [
    'that is new',
    `tolerateAllTaints = false, ${own}`,
    pool(''),
    [`note: ${lost('aws-ebs-csi-driver', 'EBS volumes of pods cannot be mounted there')}`],
  ],
  ['that stays', 'tolerateAllTaints = false', tainted, []],
  [
    'that the pods tolerate',
    'tolerateAllTaints = false, tolerations = [{ key = "dedicated", operator = "Exists" }]',
    byTag,
    [],
  ],
  ['of pods that tolerate every taint', own, byTag, []],
  ['of pods with unknown tolerations', 'tolerateAllTaints = var.all', byTag, []],
])('an add-on with pods on every node and a taint %s', (_, values, base, expected) => {
  expect(messagesOf(driver(values), driver(values), base, tainted)).toEqual(expected);
});

const pinned = (...aliases: readonly string[]): string =>
  classOf(`amiSelectorTerms: [${aliases.map((alias) => `{alias: ${alias}}`).join(', ')}]`);
const older = (from: string, to: string): string =>
  `note: \`std\` goes back from \`${from}\` to the older release \`${to}\`, which lacks later security fixes`;

test.each<[base: readonly string[], head: readonly string[], isReported: boolean]>([
  [['al2023@v20260715'], ['al2023@v20260305'], true],
  [['bottlerocket@v1.44.0'], ['bottlerocket@1.9.2'], true],
  [['al2023@v20260305'], ['al2023@v20260715'], false],
  [['bottlerocket@v1.9.2'], ['bottlerocket@v1.44.0'], false],
  [['bottlerocket@v1.44.0'], ['bottlerocket@1.44.0'], false],
  [['al2023@latest'], ['al2023@v20260305'], false],
  [['al2@v20260715'], ['al2023@v20260305'], false],
  [['al2023@v20260715'], ['"al2023@${RELEASE}"'], false],
])('images go from %j to %j', (base, head, isReported) => {
  expect(messagesOf('', '', pinned(...base), pinned(...head))).toEqual(isReported ? [older(base[0]!, head[0]!)] : []);
});

const groupWith = (labels: string, values: string): string =>
  `${addon('coredns', values)}resource "aws_eks_node_group" "g" {\n  cluster_name = aws_eks_cluster.c.name\n  node_group_name = "g"\n  labels = { ${labels} }\n  scaling_config {\n    desired_size = 2\n    min_size = 2\n    max_size = 3\n  }\n}\n`;
const everyTaint = json('{ tolerations = [{ operator = "Exists" }] }');
const keyedTaint = json('{ tolerations = [{ key = "dedicated", operator = "Exists" }] }');
const selecting = (labels: string): string => json(`{ nodeSelector = { ${labels} } }`);

test.each<[what: string, base: string, head: string, help: string | undefined]>([
  ['tolerations of every taint', agent(''), agent(everyTaint), undefined],
  ['tolerations of every taint instead of one', agent(keyedTaint), agent(everyTaint), undefined],
  [
    'tolerations of one taint',
    agent(everyTaint),
    agent(keyedTaint),
    'Check that its pods tolerate the taints of all nodes that need them.',
  ],
  [
    'a selector of a node group',
    groupWith('"tier" = "system"', ''),
    groupWith('"tier" = "system"', selecting('tier = "system"')),
    undefined,
  ],
  [
    'a selector that no node group has',
    groupWith('"tier" = "system"', ''),
    groupWith('"tier" = "system"', selecting('tier = "other"')),
    'Check that nodes for these pods exist, also while Karpenter launches none.',
  ],
])('the check of an add-on that gets %s', (_, base, head, help) => {
  expect(helpsOf(base, head)).toEqual([help]);
});
