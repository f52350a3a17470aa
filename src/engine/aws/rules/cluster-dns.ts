import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import type { Taint } from '../../karpenter/api/pod.ts';
import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import { toleratesTaint } from '../../karpenter/scheduling/taints.ts';
import { workloadsOf } from '../../karpenter/workloads/workload-fields.ts';
import { asList, asMapping, asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { tolerationsAt } from '../../rules/lint/fields/pod-tolerations.ts';
import { defineRule, type RuleContext, type RuleExamples, type RuleFinding } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest } from '../../rules/lint/scenes.ts';
import { firstNames, quoted, quotedNames } from '../../text/words/quoted-names.ts';
import { isCluster } from '../fields/cluster-evidence.ts';
import { nodePoolsOfClass, userDataOf } from '../fields/node-classes.ts';
import { spanOfTextLine } from '../user-data/text-lines.ts';

export const clusterDnsRule = defineRule({
  id: 'cluster-dns',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Network',
  mistakes: [],
  on: {
    NodeClass(nodeClass, context) {
      for (const server of serversOf(nodeClass)) judge(nodeClass, server, context);
    },
  },
  docs: {
    summary: 'Pods on the nodes of a node class ask an address for names at which nothing answers.',
    why: 'The kubelet writes `clusterDNS` into each pod. `169.254.20.10` is the address of the node-local DNS cache, a DaemonSet. On a node without its pod, other pods resolve no names: every connection to a Service or to the internet fails, and readiness checks may still pass. The same holds for an address that is not one of the cluster’s services. Nodes join and become ready in both cases. That the files have no DaemonSet is a note, because it may be installed from elsewhere.',
    help: 'Remove `clusterDNS`, so that nodes use the address that EKS gives the cluster, or install the node-local DNS cache on these nodes first.',
    url: 'https://kubernetes.io/docs/tasks/administer-cluster/nodelocaldns/',
  },
  examples,
});

/** An address that pods of a node ask for names. */
interface DnsServer {
  readonly address: string;
  readonly at: RuleFinding['at'];
}

const userDataPath: Path = ['spec', 'userData'];

/** The addresses in the kubelet settings, and in the user data of Bottlerocket and of Amazon Linux 2023. */
function serversOf(nodeClass: Manifest): readonly DnsServer[] {
  const path: Path = ['spec', 'kubelet', 'clusterDNS'];
  const written = asList(nodeClass.get(path)).flatMap((value, index): DnsServer[] => {
    const address = asText(value);
    if (address === undefined || hasPlaceholder(address)) return [];
    return [{ address, at: nodeClass.span([...path, index]) }];
  });
  if (written.length > 0) return written;

  for (const line of (userDataOf(nodeClass) ?? '').split('\n')) {
    const [, address] = line.length > maxLine ? [] : (dnsSetting.exec(line) ?? []);
    const isComment = line.trimStart().startsWith('#');
    if (address !== undefined && !isComment)
      return [{ address, at: spanOfTextLine(nodeClass, userDataPath, line.trim()) }];
  }

  return [];
}

/** Longer lines are scripts and archives in other encodings. */
const maxLine = 500;

/** `cluster-dns-ip = "…"` of Bottlerocket, `--cluster-dns=…`, and `clusterDNS: […]` of a NodeConfig. */
const dnsSetting = /(?:cluster-dns-ip ?= ?|--cluster-dns=|clusterDNS: ?)\[?["']?(\d{1,3}(?:\.\d{1,3}){3})\b/;

function judge(nodeClass: Manifest, server: DnsServer, context: RuleContext): void {
  const address = numberOf(server.address);
  if (address === undefined) return;

  const finding = isIn(address, linkLocal)
    ? judgeLocal(nodeClass, server.address, context)
    : judgeService(nodeClass, server.address, context);
  if (finding) context.report({ ...finding, at: server.at });
}

type DnsFinding = Omit<RuleFinding, 'at'>;

/** A text about the node-local DNS cache: names of its DaemonSet, of its image, and of charts. */
const localCache = /node-?local-?dns|k8s-dns-node-cache|local-?redirect-?policy/i;

/** An address of the node itself: something has to answer there on each node. */
function judgeLocal(nodeClass: Manifest, address: string, context: RuleContext): DnsFinding | undefined {
  const { all, base, clusterOf } = context;
  const cache = workloadsOf(all).find(
    ({ manifest }) =>
      manifest.kind === 'DaemonSet' &&
      localCache.test(`${manifest.name} ${JSON.stringify(manifest.object.spec ?? null)}`) &&
      clusterOf(manifest) === clusterOf(nodeClass),
  );

  if (cache === undefined) {
    const isNamed = all.files.some(({ source }) => localCache.test(source.text.replaceAll(address, '')));
    if (isNamed) return undefined;

    const isRemoved = base?.manifests.some(({ kind, name }) => kind === 'DaemonSet' && localCache.test(name)) === true;
    const ask = `Pods on nodes of ${quoted(nodeClass.name)} ask ${quoted(address)} for names, the address of the node-local DNS cache`;
    if (isRemoved)
      return {
        message: `${ask}, which the change removes. They then resolve no names`,
        help: 'Remove the address from the node class first, wait until its nodes are replaced, and then remove the DaemonSet.',
      };
    return {
      severity: 'note',
      isProminent: true,
      message: `${ask}, and nothing in these files installs it. Unless something else does, they resolve no names`,
      help: 'Install the node-local DNS cache before this change, or remove the address.',
    };
  }

  const tolerations = tolerationsAt(cache.manifest, [...cache.template, 'spec']);
  const pools = nodePoolsOfClass(all, nodeClass).filter((pool) =>
    taintsOf(pool).some((taint) => !tolerations.some((toleration) => toleratesTaint(toleration, taint))),
  );
  if (pools.length === 0 || cache.manifest.isPartial) return undefined;

  return {
    message: `DaemonSet ${quoted(cache.manifest.name)} does not tolerate the taints of NodePool ${firstNames(pools.map(({ name }) => quoted(name)))}, so nothing answers at ${quoted(address)} on its nodes, and pods there resolve no names`,
    help: 'Add a toleration with `operator: Exists` to the DaemonSet, or remove the address from the node class.',
    labels: [{ span: cache.manifest.span(['metadata', 'name']), message: 'the DaemonSet' }],
  };
}

/** The taints that nodes of a NodePool keep. */
const taintsOf = (pool: Manifest): readonly Taint[] =>
  asList(pool.get(['spec', 'template', 'spec', 'taints'])).flatMap((value) => {
    const { key, value: text, effect } = asMapping(value) ?? {};
    if (typeof key !== 'string' || typeof effect !== 'string' || effect === 'PreferNoSchedule') return [];
    if (hasPlaceholder(key)) return [];
    return [{ key, effect, ...(typeof text === 'string' && { value: text }) } as Taint];
  });

/** An address of a service: it has to be in the range that the cluster gives its services. */
function judgeService(nodeClass: Manifest, address: string, { clusterOf }: RuleContext): DnsFinding | undefined {
  const ranges = serviceRanges(clusterOf(nodeClass));
  const number = numberOf(address)!;
  if (ranges === undefined || ranges.list.some((range) => isIn(number, range))) return undefined;

  return {
    message: `Pods on nodes of ${quoted(nodeClass.name)} ask ${quoted(address)} for names, but services of the cluster have addresses in ${quotedNames(
      ranges.list.map(({ text }) => text),
      ' or ',
    )}. Unless another server answers there, they resolve no names`,
    help: 'Remove `clusterDNS`, so that nodes use the address that EKS gives the cluster.',
    labels: [{ span: ranges.at, message: 'the cluster' }],
  };
}

interface AddressRange {
  readonly text: string;
  readonly from: number;
  readonly size: number;
}

const rangeOf = (text: string): AddressRange | undefined => {
  const [, start = '', bits = ''] = /^([\d.]{7,15})\/(\d{1,2})$/.exec(text) ?? [];
  const from = numberOf(start);
  if (from === undefined || Number(bits) > 32) return undefined;
  const size = 2 ** (32 - Number(bits));
  return { text, from: from - (from % size), size };
};

const isIn = (address: number, { from, size }: AddressRange): boolean => address >= from && address < from + size;

const linkLocal: AddressRange = { text: '169.254.0.0/16', from: 169 * 2 ** 24 + 254 * 2 ** 16, size: 2 ** 16 };

/** What EKS chooses for services. Source: https://docs.aws.amazon.com/eks/latest/APIReference/API_KubernetesNetworkConfigRequest.html */
const defaultRanges: readonly AddressRange[] = ['10.100.0.0/16', '172.20.0.0/16'].map((text) => rangeOf(text)!);

function numberOf(address: string): number | undefined {
  const parts = address.split('.').map(Number);
  if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part) || part < 0 || part > 255)) return undefined;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

/** Where the objects of a cluster write the range of its services. */
const rangePaths: readonly Path[] = [
  ['spec', 'kubernetes_network_config', 0, 'service_ipv4_cidr'],
  ['spec', 'service_ipv4_cidr'],
  ['spec', 'cluster_service_ipv4_cidr'],
  ['kubernetesNetworkConfig', 'serviceIPv4CIDR'],
];

/** The ranges of a cluster’s services; undefined if they are unknown, or if the cluster is created elsewhere. */
function serviceRanges(
  cluster: ObjectCluster,
): { readonly list: readonly AddressRange[]; readonly at: RuleFinding['at'] } | undefined {
  const [creator, ...others] = cluster.manifests.filter(
    (manifest) => isCluster(manifest) || manifest.kind === 'ClusterConfig',
  );
  if (creator === undefined || others.length > 0 || creator.isPartial) return undefined;

  const path = rangePaths.find((candidate) => (creator.get(candidate) ?? null) !== null);
  if (path === undefined) {
    const isIpv6 = /ipv6/i.test(JSON.stringify(creator.object));
    if (isIpv6) return undefined;
    return { list: defaultRanges, at: creator.span(['metadata', 'name']) };
  }

  const range = rangeOf(knownTextAt(creator, path) ?? '');
  return range && { list: [range], at: creator.span(path) };
}

function examples(): RuleExamples {
  const scene = (range: string, address: string) => terraform`
    resource "aws_eks_cluster" "demo" {
      name = "demo"

      kubernetes_network_config {
        service_ipv4_cidr = ${range}
      }
    }

    ${kubectlManifest(
      'default',
      ec2NodeClass(yaml`
        role: KarpenterNodeRole-demo
        kubelet:
          clusterDNS: [${address}]
      `),
    )}
  `;

  const local = ec2NodeClass(yaml`
    role: KarpenterNodeRole-demo
    kubelet:
      clusterDNS: [169.254.20.10]
  `);

  return {
    bad: [
      corrected(scene('"172.20.0.0/16"', '10.200.0.10'), { '10.200.0.10': '172.20.0.10' }),
      corrected(local, { 'kubelet:': 'detailedMonitoring: true', '  clusterDNS: [169.254.20.10]': '' }),
    ],
    good: [scene('"172.20.0.0/16"', '172.20.0.10'), scene('var.services', '10.200.0.10')],
  };
}
