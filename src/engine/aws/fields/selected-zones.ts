import type { ClusterObjects } from '../../karpenter/cloud-provider/cluster-addresses.ts';
import { knownTextAt, referenceAt } from '../../karpenter/installation/helm-releases.ts';
import { asList, asMapping, asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { isClosed } from '../../text/evidence.ts';
import { networkOf } from './network-resources.ts';
import { selectedAmong } from './selected-resources.ts';
import { calledModule } from './terraform-modules.ts';

/** The zones in which a node class selects subnets. */
interface SelectedZones {
  readonly zones: ReadonlySet<string>;
  /** Where the files say so. */
  readonly manifest: Manifest;
  readonly path: Path;
}

/** The zones of the subnets that a node class selects, by tags or by ids; undefined if the zone of one of them is unknown. */
export const selectedZonesOf = (nodeClass: Manifest, cluster: ClusterObjects): SelectedZones | undefined =>
  zonesByTags(nodeClass, cluster) ?? zonesByIds(nodeClass, cluster);

function zonesByTags(nodeClass: Manifest, cluster: ClusterObjects): SelectedZones | undefined {
  const subnets = selectedAmong(nodeClass, 'subnet', networkOf(cluster, 'subnet'));
  if (!isClosed(subnets)) return undefined;

  const [first] = subnets.all;
  const zones = subnets.all.map((subnet) => subnet.zones);
  if (!first || zones.includes(undefined)) return undefined;

  return { zones: new Set(zones.flatMap((zone) => zone ?? [])), manifest: first.manifest, path: first.tagsAt };
}

/** Subnets in the files: where they are written, and their zones; undefined if one is unknown. */
interface WrittenSubnets {
  readonly manifest: Manifest;
  readonly path: Path;
  readonly zones: readonly string[] | undefined;
}

/** Several subnets may have an id in Terraform: those of one resource, or of one module. */
function zonesByIds(nodeClass: Manifest, cluster: ClusterObjects): SelectedZones | undefined {
  const terms = ['spec', 'subnetSelectorTerms'];
  const byTerm = asList(nodeClass.get(terms)).map((_, index) => subnetsAt(nodeClass, [...terms, index, 'id'], cluster));
  const [first] = byTerm.flat();
  if (!first || byTerm.some((subnets) => subnets.length === 0)) return undefined;
  const zones = byTerm.flat().map((subnets) => subnets.zones);
  if (zones.includes(undefined)) return undefined;
  return { ...first, zones: new Set(zones.flatMap((zone) => zone ?? [])) };
}

function subnetsAt(nodeClass: Manifest, path: Path, cluster: ClusterObjects): WrittenSubnets[] {
  const isHere = ({ source }: Manifest): boolean => source.origin?.root === nodeClass.source.origin?.root;
  const reference = referenceAt(nodeClass, path) ?? '';
  const resource = /^aws_subnet\.([\w-]+)\.id$/.exec(reference)?.[1];
  if (resource !== undefined)
    return cluster
      .ofKind('aws_subnet')
      .filter((manifest) => manifest.name === resource && isHere(manifest))
      .map((manifest) => ({
        manifest,
        path: ['spec', 'availability_zone'],
        zones: textsAt(manifest, ['spec', 'availability_zone']),
      }));

  const module = /^module\.([\w-]+)\.\w+_subnets$/.exec(reference)?.[1];
  if (module !== undefined)
    return cluster
      .ofKind('module')
      .filter((manifest) => manifest.name === module && calledModule(manifest) === 'vpc' && isHere(manifest))
      .map((manifest) => ({ manifest, path: ['spec', 'azs'], zones: textsAt(manifest, ['spec', 'azs']) }));

  const id = knownTextAt(nodeClass, path);
  if (id === undefined) return [];
  return givenSubnets(cluster).filter((subnet) => subnet.id === id);
}

/** The subnets that a ClusterConfig of eksctl or a Cluster of kOps names by id. */
const givenSubnets = (cluster: ClusterObjects): (WrittenSubnets & { readonly id: string })[] => [
  ...cluster.ofKind('ClusterConfig').flatMap((manifest) =>
    ['private', 'public'].flatMap((family) => {
      const path = ['vpc', 'subnets', family];
      return Object.entries(asMapping(manifest.get(path)) ?? {}).flatMap(([key, value]) => {
        const { id, az = key } = asMapping(value) ?? {};
        const isZone = typeof az === 'string' && /^[a-z]{2}(?:-[a-z]+){1,3}-\d[a-z0-9-]*$/.test(az);
        if (typeof id === 'string') return [{ manifest, path: [...path, key], id, zones: isZone ? [az] : undefined }];
        return [];
      });
    }),
  ),
  ...cluster.ofKind('Cluster').flatMap((manifest) => {
    const path = ['spec', 'subnets'];
    return asList(manifest.get(path)).flatMap((subnet, index) => {
      const { id } = asMapping(subnet) ?? {};
      const zones = textsAt(manifest, [...path, index, 'zone']);
      if (typeof id === 'string') return [{ manifest, path: [...path, index], id, zones }];
      return [];
    });
  }),
];

/** The text at a path, or the texts of a list there; undefined if one of them is unknown. */
function textsAt(manifest: Manifest, path: Path): readonly string[] | undefined {
  const value = manifest.get(path);
  const texts = (Array.isArray(value) ? value : [value]).map((item) => asText(item) ?? '');
  if (texts.some((text) => text === '' || hasPlaceholder(text))) return undefined;
  return texts;
}
