import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';
import type { ClusterAddresses, ClusterObjects } from '../../karpenter/cloud-provider/cluster-addresses.ts';
import { asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { isClosed, isKnown, seenIn } from '../../text/evidence.ts';
import { plural } from '../../text/words/plural.ts';
import type { Ec2Catalog } from '../catalog/ec2-catalog.ts';
import { openingsOf } from '../fields/cluster-openings.ts';
import { type CniSettings, cniSettingsOf, isOn } from '../fields/cni-settings.ts';
import { type NetworkResource, networkOf } from '../fields/network-resources.ts';
import { selectedAmong } from '../fields/selected-resources.ts';
import { calledModule } from '../fields/terraform-modules.ts';

/** AWS keeps five addresses of each subnet. Source: docs.aws.amazon.com/vpc/latest/userguide/subnet-sizing.html. */
const reservedByAws = 5;

const prefixSize = 16;

/** The addresses of the subnets that a node class selects, and how many the VPC CNI takes of them for a node. */
export function subnetAddresses(
  cluster: ClusterObjects,
  nodeClass: Manifest,
  catalog: Catalog,
): ClusterAddresses | undefined {
  const env = cniEnv(cluster);
  if (env === undefined) return undefined;

  const subnets = selectedAmong(nodeClass, 'subnet', networkOf(cluster, 'subnet'));
  const selected = seenIn(subnets);
  const ranges = selected.map(rangesOf);
  const hasAll = isClosed(subnets) && selected.length > 0 && !ranges.includes(undefined);
  const sizes = hasAll ? ranges.flatMap((list) => list ?? []) : [];
  const masks = [...new Set(sizes)].sort((a, b) => a - b).map((bits) => `/${bits}`);

  return {
    total: hasAll ? sizes.reduce((sum, bits) => sum + 2 ** (32 - bits) - reservedByAws, 0) : undefined,
    subnets: `${plural(sizes.length, 'subnet')} (${masks.join(', ')})`,
    labels: selected.map(({ manifest }) => ({ span: manifest.span(['metadata', 'name']), message: 'the subnets' })),
    ofNode: ({ instanceType, pods }) => {
      const info = (catalog as Ec2Catalog).type(instanceType);
      return addressesOf(pods, { env, enis: info?.enis, perEni: info?.ipv4PerEni });
    },
  };
}

interface Interfaces {
  readonly env: Readonly<Record<string, string>>;
  readonly enis: number | undefined;
  readonly perEni: number | undefined;
}

/**
 * Each node has an address of its own. Pods have one each, or share prefixes of 16. By default, the CNI also keeps a whole interface
 * free. Source: github.com/aws/amazon-vpc-cni-k8s docs/eni-and-ip-target.md.
 */
function addressesOf(pods: number, { env, enis, perEni }: Interfaces): { least: number; usual: number } {
  if (env.ENABLE_PREFIX_DELEGATION === 'true') {
    const prefixes = Math.max(1, Math.ceil(pods / prefixSize));
    return { least: 1 + prefixSize * prefixes, usual: 1 + prefixSize * (prefixes + 1) };
  }

  const least = 1 + pods;
  const warm = Number(env.WARM_IP_TARGET);
  if (warm > 0) return { least, usual: Math.max(least + warm, 1 + Number(env.MINIMUM_IP_TARGET ?? 0)) };
  if (enis === undefined || perEni === undefined || perEni < 2) return { least, usual: least };

  const used = Math.ceil(pods / (perEni - 1)) + (pods > 0 ? 1 : 0);
  return { least, usual: Math.max(least, Math.min(enis, Math.max(1, used)) * perEni) };
}

/** Whether the pods of a cluster may have IPv6 addresses. */
function isPerhapsIpv6(manifest: Manifest): boolean {
  const family = manifest.get(['spec', 'ip_family']) ?? manifest.get(['spec', 'cluster_ip_family']);
  return manifest.source.origin?.tool === 'terraform' && family !== undefined && family !== null && family !== 'ipv4';
}

/** What decides how many addresses the VPC CNI takes. */
const addressVariables = ['ENABLE_PREFIX_DELEGATION', 'WARM_IP_TARGET', 'MINIMUM_IP_TARGET'];

/** Modules from elsewhere that may configure the VPC CNI, or install another one. */
const mayHaveCni = (module: Manifest): boolean =>
  /eks|kubernetes|k8s|cluster|platform|addon|cni|network|cilium|calico/i.test(
    `${module.name} ${asText(module.get(['spec', 'source'])) ?? ''}`,
  );

/**
 * The settings of the VPC CNI that matter to addresses; undefined if pods have addresses from elsewhere, or if any of that is unknown. A cluster
 * without settings has the defaults, if nothing else may set some.
 */
function cniEnv(cluster: ClusterObjects): Readonly<Record<string, string>> | undefined {
  const isOther = cluster.manifests.some(
    (manifest) => /\b(?:cilium|calico|tigera-operator)\b/i.test(manifest.name) || isPerhapsIpv6(manifest),
  );
  if (isOther || openingsOf(cluster, mayHaveCni).length > 0) return undefined;

  const [only, ...others] = cniSettingsOf(cluster);
  if (!only) return {};
  if (others.length > 0 || isOn(only, 'AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG') !== false) return undefined;

  return knownVariables(only);
}

/** The variables of the CNI about addresses; undefined if one of them is unknown. */
function knownVariables(cni: CniSettings): Readonly<Record<string, string>> | undefined {
  const values = addressVariables.map((name) => ({ name, value: cni.variable(name) }));
  if (!values.every(({ value }) => isKnown(value))) return undefined;

  return Object.fromEntries(
    values.flatMap(({ name, value }) => {
      if (isKnown(value) && value.value !== undefined) return [[name, value.value]];
      return [];
    }),
  );
}

/** The sizes of subnets in bits; undefined if they are unknown. */
function rangesOf({ manifest, tagsIn }: NetworkResource): readonly number[] | undefined {
  if (manifest.kind === 'aws_subnet') return sizesAt(manifest, [['spec', 'cidr_block']]);

  const family = calledModule(manifest) === 'vpc' ? /^`(\w+)_subnet_tags`/.exec(tagsIn)?.[1] : undefined;
  const subnets = family && manifest.get(['spec', `${family}_subnets`]);
  if (!Array.isArray(subnets)) return undefined;

  return sizesAt(
    manifest,
    subnets.map((_, i) => ['spec', `${family}_subnets`, i]),
  );
}

function sizesAt(manifest: Manifest, paths: readonly Path[]): readonly number[] | undefined {
  const sizes = paths.map((path) => {
    const bits = Number(/^\d{1,3}(?:\.\d{1,3}){3}\/(\d{1,2})$/.exec(asText(manifest.get(path)) ?? '')?.[1]);
    // The sizes that AWS allows.
    if (bits >= 16 && bits <= 28) return bits;
    return undefined;
  });
  if (sizes.every((bits) => bits !== undefined)) return sizes;
  return undefined;
}
