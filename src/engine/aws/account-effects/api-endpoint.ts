import { asList, asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { joined, quoted } from '../../text/words/quoted-names.ts';
import { accountFinding } from '../account-changes/account-finding.ts';
import type { AccountSides } from '../account-changes/account-sides.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { nameNow } from '../terraform/renamed-inputs.ts';
import { placeInRepository } from './places.ts';

/** From where the API server of a cluster is reached. A part that is unknown is undefined. */
interface Endpoint {
  readonly isPublic: boolean | undefined;
  readonly isPrivate: boolean | undefined;
  readonly ranges: readonly string[] | undefined;
  readonly paths: readonly Path[];
}

const everywhere: readonly string[] = ['0.0.0.0/0'];

/** Reports who may reach the API server from now on, and how nodes reach it. */
export function apiEndpointChanges({ base, head }: AccountSides): Diagnostic[] {
  const earlier = new Map(base.manifests.map((manifest) => [manifest.source.file, manifest]));

  return head.manifests.flatMap((cluster): Diagnostic[] => {
    const old = earlier.get(cluster.source.file);
    const [before, after] = [old && endpointOf(old), endpointOf(cluster)];
    if (old === undefined || before === undefined || after === undefined || head.clusterOf(cluster).isExample)
      return [];

    const texts = changesOf(before, after);
    const [first] = texts;
    if (first === undefined) return [];

    const [at = ['metadata', 'name']] = after.paths;
    return [
      accountFinding({
        code: 'terraform/api-endpoint',
        severity: 'note',
        message: texts.join('. '),
        span: cluster.span(at),
        placesInBase: before.paths.map((path) => placeInRepository(old, path)),
        labels: after.paths.slice(1).map((path) => ({ span: cluster.span(path), message: 'the same endpoint' })),
        help: 'Check that nodes, pipelines and people who use the API server still reach it.',
        isProminent: true,
      }),
    ];
  });
}

/** Source: https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/eks_cluster, and variables.tf of terraform-aws-eks. */
function endpointOf(manifest: Manifest): Endpoint | undefined {
  const isModule = calledModule(manifest) === 'eks';
  if (!isModule && manifest.kind !== 'aws_eks_cluster') return undefined;

  const pathOf = (resource: string, input: string): Path => {
    if (!isModule) return ['spec', 'vpc_config', 0, resource];
    const names = [input, `cluster_${input}`].filter((name) => name === input || nameNow(name) === input);
    const written = names.find((name) => manifest.get(['spec', name]) !== undefined);
    return ['spec', written ?? input];
  };

  const paths = {
    isPublic: pathOf('endpoint_public_access', 'endpoint_public_access'),
    isPrivate: pathOf('endpoint_private_access', 'endpoint_private_access'),
    ranges: pathOf('public_access_cidrs', 'endpoint_public_access_cidrs'),
  };

  return {
    isPublic: flagAt(manifest, paths.isPublic, !isModule),
    isPrivate: flagAt(manifest, paths.isPrivate, isModule),
    ranges: rangesAt(manifest, paths.ranges),
    paths: Object.values(paths).filter((path) => manifest.get(path) !== undefined),
  };
}

function flagAt(manifest: Manifest, path: Path, standard: boolean): boolean | undefined {
  const value = manifest.get(path) ?? (manifest.isPartial ? undefined : standard);
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  return undefined;
}

function rangesAt(manifest: Manifest, path: Path): readonly string[] | undefined {
  const value = manifest.get(path);
  if (value === undefined || value === null) return manifest.isPartial ? undefined : everywhere;
  if (!Array.isArray(value) || holdsPlaceholder(value)) return undefined;
  return value.length === 0 ? everywhere : asList(value).map((range) => asText(range) ?? '');
}

/** What is another thing than before, as sentences, the most important first. Empty if nothing is, or if that is unknown. */
function changesOf(before: Endpoint, after: Endpoint): readonly string[] {
  if (before.isPublic === undefined || after.isPublic === undefined) return [];
  if (before.isPrivate === undefined || after.isPrivate === undefined) return [];

  const ofPublic = publicText(before, after);
  const ofPrivate = privateText(before, after);
  const texts = [ofPublic, ofPrivate].flatMap((text) => text ?? []);
  if (texts.length === 0) return [];
  if (!after.isPublic && !after.isPrivate)
    return ['The change turns off both endpoints of the API server, which EKS refuses', ...texts];
  return [...texts, ...nodesText(before, after)];
}

function publicText(before: Endpoint, after: Endpoint): string | undefined {
  if (before.isPublic && !after.isPublic)
    return 'The API server loses its public endpoint, so only what reaches the VPC gets to it';
  if (!after.isPublic) return undefined;

  const ranges = after.ranges === undefined ? 'ranges that these files do not show' : namesOf(after.ranges);
  if (!before.isPublic) return `The API server gets a public endpoint, which accepts ${ranges}`;
  if (before.ranges === undefined || after.ranges === undefined) return undefined;

  const [lost, gained] = [without(before.ranges, after.ranges), without(after.ranges, before.ranges)];
  if (lost.length === 0 && gained.length === 0) return undefined;
  if (lost.length === 0) return `The public endpoint of the API server also accepts ${namesOf(gained)}`;
  return `The public endpoint of the API server no longer accepts ${namesOf(lost)}, only ${ranges}`;
}

const without = (all: readonly string[], others: readonly string[]): readonly string[] =>
  all.filter((range) => !others.includes(range));

const namesOf = (ranges: readonly string[]): string => {
  const shown = ranges.slice(0, 3).map((range) => quoted(hasPlaceholder(range) ? 'a range' : range));
  return joined([...shown, ...(ranges.length > 3 ? [`${ranges.length - 3} more`] : [])]);
};

function privateText(before: Endpoint, after: Endpoint): string | undefined {
  if (before.isPrivate === after.isPrivate) return undefined;
  if (after.isPrivate) return 'Nodes reach the API server inside of the VPC from now on';
  return 'Nodes no longer reach the API server inside of the VPC';
}

/** What it means for nodes, if the change says nothing else of them. */
function nodesText(before: Endpoint, after: Endpoint): readonly string[] {
  if (after.isPrivate && before.isPrivate) return ['Nodes reach it inside of the VPC as before'];
  if (after.isPrivate) return [];

  const isLimited = after.ranges === undefined || !after.ranges.includes('0.0.0.0/0');
  const needed = isLimited ? ', so these must include the addresses that nodes leave the VPC with' : '';
  return [`Nodes reach it by the public endpoint${needed}`];
}
