import { asMapping, asText } from '../../manifest/model/manifest.ts';
import type { KnownResources } from '../../manifest/terraform/resources/resource-makers.ts';
import type { Block } from '../../manifest/terraform/syntax/hcl.ts';
import type { ReadsTerraform } from './field-judgement.ts';
import { literalText } from './terraform/terraform-lines.ts';

/** Whether a provider's rules or the simulation read an argument of a resource or module. */
export const readsTerraform =
  (resources: readonly KnownResources[]): ReadsTerraform =>
  (kind, spec, field) =>
    resources.some(({ readsArgument }) =>
      readsArgument?.(kind, asText(asMapping(spec)?.source), nestedReads(field.split('.'))),
    );

/** The name under which a table of read arguments has a path: names of groups and profiles, which people choose, are left out. */
export function nestedReads([argument = '', ...rest]: readonly string[]): string {
  const isMapOfNames = /(?:node_groups|fargate_profiles|addons|access_entries|oidc_providers)$/.test(argument);
  return [argument, ...(isMapOfNames ? rest.slice(1) : rest)].join('.');
}

/** Whether an argument of a block is read. What is read of a module depends on its source. */
export function readsBlock(
  resources: readonly KnownResources[],
  { kind, field, block }: { readonly kind: string; readonly field: string; readonly block: Block | undefined },
): boolean {
  const source = literalText(block?.body.attributes.get('source')?.value);
  return resources.some(({ readsArgument }) => readsArgument?.(kind, source, nestedReads(field.split('.'))));
}
