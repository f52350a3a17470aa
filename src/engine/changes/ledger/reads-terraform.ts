import { asMapping, asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import type { KnownResources, RuledTopic } from '../../manifest/terraform/resources/resource-makers.ts';
import type { Block } from '../../manifest/terraform/syntax/hcl.ts';
import type { ReadsTerraform } from './field-judgement.ts';
import { literalText } from './terraform/terraform-lines.ts';

/** What a provider's rules work out from an argument of a resource or module; undefined if none reads it. */
export const readsTerraform =
  (resources: readonly KnownResources[]): ReadsTerraform =>
  (kind, spec, field) =>
    firstTopic(resources, { kind, source: asText(asMapping(spec)?.source), field });

/** Whether a provider knows a path of an object as a value that its chart does not read. */
export const unreadValues =
  (resources: readonly KnownResources[]) =>
  (manifest: Manifest, path: Path): boolean =>
    resources.some(({ isUnreadValue }) => isUnreadValue?.(manifest, path) === true);

/** The name under which a table of read arguments has a path: names of groups and profiles, which people choose, are left out. */
export function nestedReads([argument = '', ...rest]: readonly string[]): string {
  const isMapOfNames = /(?:node_groups|fargate_profiles|addons|access_entries|oidc_providers)$/.test(argument);
  return [argument, ...(isMapOfNames ? rest.slice(1) : rest)].join('.');
}

/** What rules work out from an argument of a block. What they read of a module depends on its source. */
export function topicOfBlock(
  resources: readonly KnownResources[],
  { kind, field, block }: { readonly kind: string; readonly field: string; readonly block: Block | undefined },
): RuledTopic | undefined {
  return firstTopic(resources, { kind, source: literalText(block?.body.attributes.get('source')?.value), field });
}

function firstTopic(
  resources: readonly KnownResources[],
  { kind, source, field }: { readonly kind: string; readonly source: string | undefined; readonly field: string },
): RuledTopic | undefined {
  const argument = nestedReads(field.split('.'));
  for (const { topicOfArgument } of resources) {
    const topic = topicOfArgument?.(kind, source, argument);
    if (topic !== undefined) return topic;
  }

  return undefined;
}
