import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { seenIn } from '../../text/evidence.ts';
import { groupBy } from '../../text/group-by.ts';
import type { Span } from '../../text/source.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { type NetworkResource, networkOf } from '../fields/network-resources.ts';
import { type Selected, selectsNetwork } from '../fields/selector-fields.ts';
import { accountFinding } from './account-finding.ts';
import type { AccountSide, AccountSides } from './account-sides.ts';

/** The tag by which node classes usually select subnets and security groups (Karpenter docs, "Getting Started"). */
const discoveryTag = 'karpenter.sh/discovery';

/** The discovery tag of a resource on both sides. */
interface TagSides {
  readonly selected: Selected;
  /** Where it is written, for people: `\`tags\` of \`aws_subnet.a\``. */
  readonly tagsIn: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly manifest: Manifest;
  /** Where the tag is in head, or else where tags are. */
  readonly path: Path;
  readonly old: { readonly manifest: Manifest; readonly path: Path };
}

/**
 * Reports discovery tags that subnets and security groups get or lose in a cluster whose node classes are not in the files. What that does to a class
 * is known, and only which classes there are is not.
 */
export function discoveryTagChanges({ base, head }: AccountSides): Diagnostic[] {
  const changes = [...changedTags('subnet', base, head), ...changedTags('securityGroup', base, head)];
  const places = groupBy(changes, ({ tagsIn, before, after }) => JSON.stringify([tagsIn, before, after]));
  return [...places.values()].map(([first]) => findingOf(first!));
}

function changedTags(selected: Selected, base: AccountSide, head: AccountSide): TagSides[] {
  const earlier = new Map(resourcesOf(selected, base).map((resource) => [keyOf(resource), resource]));

  return resourcesOf(selected, head).flatMap((resource): TagSides[] => {
    const old = earlier.get(keyOf(resource));
    if (old === undefined || mayHaveOther(old) || mayHaveOther(resource)) return [];

    const [tag, oldTag] = [resource, old].map(({ tags }) => tags.get(discoveryTag));
    if (tag?.value === oldTag?.value) return [];

    return [
      {
        selected,
        tagsIn: resource.tagsIn,
        before: oldTag?.value,
        after: tag?.value,
        manifest: tag?.manifest ?? resource.manifest,
        path: tag?.path ?? resource.tagsAt,
        old: { manifest: oldTag?.manifest ?? old.manifest, path: oldTag?.path ?? old.tagsAt },
      },
    ];
  });
}

/** What Terraform tags in clusters without a node class. */
function resourcesOf(selected: Selected, { manifests, clusterOf }: AccountSide): readonly NetworkResource[] {
  const isWithoutClass = (cluster: ObjectCluster): boolean =>
    !cluster.isExample && !cluster.manifests.some(selectsNetwork);
  const clusters = [...new Set(manifests.map(clusterOf))].filter(isWithoutClass);
  const resources = clusters.flatMap((cluster) => [
    ...seenIn(networkOf(cluster, selected)).map((resource) => resource.asWritten ?? resource),
    ...cluster.ofKind('aws_ec2_tag').flatMap((tag) => singleTag(tag, selected) ?? []),
  ]);
  return resources.filter(({ tool }) => tool === 'Terraform');
}

/** A tag that Terraform adds to a resource from elsewhere, as a resource with this tag. */
function singleTag(manifest: Manifest, selected: Selected): NetworkResource | undefined {
  const id = asText(manifest.get(['spec', 'resource_id'])) ?? '';
  const isOfGroup = /security_group|^sg-/.test(id);
  const isOfSubnet = /subnet/.test(id);
  if (isOfGroup === isOfSubnet || isOfGroup !== (selected === 'securityGroup')) return undefined;

  const path: Path = ['spec', 'value'];
  const [key, value] = ['key', 'value'].map((field) => asText(manifest.get(['spec', field])));
  const isKnown = value !== undefined && !hasPlaceholder(value);
  const tag = { manifest, path, value: isKnown ? value : undefined };

  return {
    manifest,
    tool: 'Terraform',
    tags: new Map(key === undefined ? [] : [[key, tag]]),
    mayAlsoHave: () => key === undefined || hasPlaceholder(key),
    mayBeGiven: () => key === undefined || hasPlaceholder(key),
    setsItself: () => false,
    tagsAt: path,
    tagsIn: `\`aws_ec2_tag.${manifest.name}\``,
    isPreferred: false,
  };
}

const keyOf = ({ manifest, tagsIn }: NetworkResource): string => `${manifest.source.file} ${tagsIn}`;

/** Whether a resource may have the tag with a value that is unknown. */
const mayHaveOther = (resource: NetworkResource): boolean => {
  const tag = resource.tags.get(discoveryTag);
  if (tag === undefined) return resource.mayBeGiven(discoveryTag);
  return tag.value === undefined;
};

function findingOf(sides: TagSides): Diagnostic {
  const { selected, before, manifest, path, old } = sides;
  const common = {
    code: 'terraform/discovery-tag',
    span: manifest.span(path),
    placesInBase: [placeIn(old)],
    isProminent: true,
  } as const;

  if (before === undefined)
    return accountFinding({
      ...common,
      severity: 'note',
      message: `${changeOf(sides)}. ${gains[selected]}`,
      help: 'Look at the node classes of this cluster, which are elsewhere.',
    });

  return accountFinding({
    ...common,
    severity: 'warning',
    message: `${changeOf(sides)}. ${losses[selected]}`,
    help: 'Keep the tag until no node class selects by it, and add a new one next to it before.',
  });
}

/** The place in the repository of a part of an object of the base. */
function placeIn({ manifest, path }: TagSides['old']): Span {
  const span = manifest.span(path);
  return manifest.source.origin?.trace(span.start, span.end).span ?? span;
}

function changeOf({ tagsIn, before, after }: TagSides): string {
  if (before === undefined) return `The change adds ${quoted(`${discoveryTag}: ${after}`)} to ${tagsIn}`;
  if (after === undefined) return `The change removes ${quoted(`${discoveryTag}: ${before}`)} from ${tagsIn}`;
  return `The change sets ${quoted(discoveryTag)} from ${quoted(before)} to ${quoted(after)} in ${tagsIn}`;
}

/**
 * What happens to a node class that selects by a tag that is gone. Without any subnet or security group, it is not ready, and its nodes do not drift.
 * Source: karpenter-provider-aws pkg/cloudprovider/drift.go, isSubnetDrifted and areSecurityGroupsDrifted; pkg/controllers/nodeclass/subnet.go.
 */
const losses: Readonly<Record<Selected, string>> = {
  subnet:
    'A node class that selects by the old tag launches nothing there. If it selects other subnets, Karpenter replaces its nodes there, else it launches none at all',
  securityGroup:
    'A node class that selects by the old tag loses this security group. If it selects others, Karpenter replaces all of its nodes, else it launches none',
};

const gains: Readonly<Record<Selected, string>> = {
  subnet: 'A node class that selects by this tag also launches nodes there. No running node is replaced',
  securityGroup:
    'A node class that selects by this tag gives this security group to new nodes, and Karpenter replaces its running nodes',
};
