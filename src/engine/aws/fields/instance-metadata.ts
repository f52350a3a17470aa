import { releasesOfChart } from '../../karpenter/installation/helm-releases.ts';
import { workloadsOf } from '../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asList, asMapping, asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { moduleMajor } from './created-roles.ts';
import { calledModule } from './terraform-modules.ts';

/** Where an EC2NodeClass has its settings of the instance metadata. */
export const metadataOptions: Path = ['spec', 'metadataOptions'];

/** Where an EC2NodeClass has its hop limit. */
export const hopLimit: Path = [...metadataOptions, 'httpPutResponseHopLimit'];

/** The class, if only the node itself gets tokens, and tokens are required. The default of v1 is one hop. */
export function withOneHop(nodeClass: Manifest | undefined): Manifest | undefined {
  if (!nodeClass || nodeClass.isPartial || !nodeClass.apiVersion.endsWith('/v1')) return undefined;
  const isOpen = nodeClass.get([...metadataOptions, 'httpTokens']) === 'optional';
  if (!isOpen && [1, undefined].includes(nodeClass.get(hopLimit) as undefined)) return nodeClass;
  return undefined;
}

/** A node group of the EKS module whose instances answer only the node itself. */
export interface OneHopGroup {
  readonly manifest: Manifest;
  readonly name: string;
  /** The hop limit, or the version of the module if that decides. */
  readonly path: Path;
  /** The major version whose default it is; undefined if it is written. */
  readonly defaultOf?: number;
}

/** The first version of the EKS module whose default is one hop. Source: terraform-aws-eks, docs/UPGRADE-21.0.md. */
const oneHopSince = 21;

/** The node groups of a call of the EKS module that have a hop limit of 1, as far as it is known. */
export function oneHopGroups(manifest: Manifest): readonly OneHopGroup[] {
  if (calledModule(manifest) !== 'eks') return [];

  const groups = ['spec', 'eks_managed_node_groups'];
  const major = moduleMajor(manifest);

  return Object.entries(asMapping(manifest.get(groups)) ?? {}).flatMap(([name, value]): OneHopGroup[] => {
    const path = [...groups, name, 'metadata_options', 'http_put_response_hop_limit'];
    const group = asMapping(value);
    const limit = manifest.get(path);
    if (!group || hasPlaceholder(name)) return [];
    if (limit !== undefined) {
      if (Number(limit) === 1) return [{ manifest, name, path }];
      return [];
    }

    // A group without the module's launch template has that of EKS, with two hops.
    const isOther = [group.metadata_options, group.use_custom_launch_template, group.create_launch_template].some(
      (setting) => setting !== undefined && setting !== null && asMapping(setting) === undefined,
    );
    if (isOther || major === undefined || major < oneHopSince) return [];

    return [{ manifest, name, path: ['spec', 'version'], defaultOf: major }];
  });
}

/** Pods in a network of their own that need the instance metadata. */
export interface MetadataReader {
  readonly manifest: Manifest;
  readonly pod: Path;
  /** Where that is written. */
  readonly path: Path;
  /** What makes them work without it, as an instruction. */
  readonly instead?: string;
}

const metadataAddress = /http:\/\/(?:169\.254\.169\.254|\[fd00:ec2::254\])/;
const balancer = 'aws-load-balancer-controller';

/** The pods of a set that need the instance metadata, and are not in the network of their node. */
export const readersOf = (all: ManifestSet): MetadataReader[] => [
  ...workloadsOf(all).flatMap(({ manifest, template }) => {
    const pod = [...template, 'spec'];
    const path = manifest.get([...pod, 'hostNetwork']) === true ? undefined : readingPath(manifest, pod);
    if (path) return [{ manifest, pod, path }];
    return [];
  }),
  ...releasesOfChart(all, balancer).flatMap(({ manifest, values, isOpen }) => {
    const isSet = ['vpcId', 'vpcTags', 'hostNetwork'].some((name) => manifest.get([...values, name]) !== undefined);
    if (isOpen || isSet) return [];
    // Source: aws-load-balancer-controller docs/deploy/installation.md, "Using the Amazon EC2 instance metadata server".
    const instead = 'set `vpcId` and `region` in the values of the chart';
    return [{ manifest, pod: values, path: [...values, 'nodeSelector'], instead }];
  }),
];

/**
 * The command, argument or variable of a container that names the address of the metadata service, or the image of a controller that asks
 * that service by default.
 */
function readingPath(manifest: Manifest, pod: Path): Path | undefined {
  const containers = ['initContainers', 'containers'].flatMap((field) =>
    asList(manifest.get([...pod, field])).map((_, index) => [...pod, field, index]),
  );

  for (const container of containers) {
    const texts = [
      ...['command', 'args'].flatMap((field) =>
        asList(manifest.get([...container, field])).map((_, place) => [...container, field, place]),
      ),
      ...asList(manifest.get([...container, 'env'])).map((_, place) => [...container, 'env', place, 'value']),
    ];

    const request = texts.find((path) => metadataAddress.test(asText(manifest.get(path)) ?? ''));
    if (request) return request;

    const hasVpc = texts.some((path) => /^--aws-vpc-(?:id|tags)\b/.test(asText(manifest.get(path)) ?? ''));
    const image = [...container, 'image'];
    if (!hasVpc && /(?:^|\/)aws-load-balancer-controller:/.test(asText(manifest.get(image)) ?? '')) return image;
  }

  return undefined;
}
