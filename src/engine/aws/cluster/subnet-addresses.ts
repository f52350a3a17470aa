import type { Catalog } from '../../cloud-provider/catalog.ts';
import type { ClusterAddresses, ClusterObjects } from '../../cloud-provider/cluster-addresses.ts';
import { asText, type Manifest, type Path } from '../../manifest/manifest.ts';
import { plural } from '../../plural.ts';
import type { Ec2Catalog } from '../catalog/ec2-catalog.ts';
import { cniSettingsOf } from '../fields/cni-settings.ts';
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
  const selected = selectedAmong(nodeClass, 'subnet', networkOf(cluster, 'subnet')) ?? [];
  const ranges = selected.map(rangesOf);
  const isKnown = selected.length > 0 && !ranges.includes(undefined);
  const sizes = isKnown ? ranges.flatMap((own) => own ?? []) : [];
  const masks = [...new Set(sizes)].sort((a, b) => a - b).map((bits) => `/${bits}`);
  return {
    total: isKnown ? sizes.reduce((sum, bits) => sum + 2 ** (32 - bits) - reservedByAws, 0) : undefined,
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

/** The settings of the VPC CNI; undefined if pods have addresses from elsewhere, or if that is unknown. */
function cniEnv(cluster: ClusterObjects): Readonly<Record<string, string>> | undefined {
  const isOther = cluster.manifests.some(
    (one) =>
      /\b(?:cilium|calico|tigera-operator)\b/i.test(one.name) || asText(one.get(['spec', 'ip_family'])) === 'ipv6',
  );
  if (isOther) return undefined;
  const all = cniSettingsOf(cluster);
  const [first] = all;
  if (all.length > 1 || first?.env.AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG === 'true') return undefined;
  return first?.env ?? {};
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
    return bits >= 16 && bits <= 28 ? bits : undefined;
  });
  return sizes.every((bits) => bits !== undefined) ? sizes : undefined;
}
