import { asMapping, asText, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import type {
  ArgumentDecision,
  KnownResources,
  RuledTopic,
} from '../../manifest/terraform/resources/resource-makers.ts';
import type { Block } from '../../manifest/terraform/syntax/hcl.ts';
import type { ReadsTerraform } from './field-judgement.ts';
import { literalText } from './terraform/terraform-lines.ts';

/** What providers know of the arguments of resources and modules. */
export function readsTerraform(resources: readonly KnownResources[]): ReadsTerraform {
  const named = (kind: string, spec: Value | undefined, field: string): NamedArgument => ({
    kind,
    source: asText(asMapping(spec)?.source),
    field,
  });

  return {
    topicOf: (kind, spec, field) => firstTopic(resources, named(kind, spec, field)),
    decisionOf: (kind, spec, field) => decisionOf(resources, named(kind, spec, field)),
  };
}

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

/** What an argument of a block decides; undefined if no provider knows it. */
export function decisionOfBlock(
  resources: readonly KnownResources[],
  { kind, field, block }: { readonly kind: string; readonly field: string; readonly block: Block | undefined },
): ArgumentDecision | undefined {
  return decisionOf(resources, { kind, source: literalText(block?.body.attributes.get('source')?.value), field });
}

function decisionOf(
  resources: readonly KnownResources[],
  { kind, source, field }: NamedArgument,
): ArgumentDecision | undefined {
  const argument = nestedReads(field.split('.'));
  for (const { decisionOfArgument } of resources) {
    const decision = decisionOfArgument?.(kind, source, argument);
    if (decision !== undefined) return decision;
  }

  return undefined;
}

/** An argument of a resource, or of a module with a source. */
interface NamedArgument {
  readonly kind: string;
  readonly source: string | undefined;
  readonly field: string;
}

function firstTopic(
  resources: readonly KnownResources[],
  { kind, source, field }: NamedArgument,
): RuledTopic | undefined {
  const argument = nestedReads(field.split('.'));
  for (const { topicOfArgument } of resources) {
    const topic = topicOfArgument?.(kind, source, argument);
    if (topic !== undefined) return topic;
  }

  return undefined;
}
