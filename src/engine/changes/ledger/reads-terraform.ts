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
    decisionOf: (kind, spec, field) => firstDecision(resources, named(kind, spec, field)),
    otherNameOf: (kind, spec, field) => firstName(resources, named(kind, spec, field)),
    defaultOf: (kind, spec, field) => {
      const call = asMapping(spec);
      return firstDefault(resources, { ...named(kind, spec, field), version: asText(call?.version) });
    },
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

/** An argument of a block. What is known of one of a module depends on its source. */
interface BlockArgument {
  readonly kind: string;
  readonly field: string;
  readonly block: Block | undefined;
}

/** What rules work out from an argument of a block; undefined if none reads it. */
export const topicOfBlock = (resources: readonly KnownResources[], argument: BlockArgument): RuledTopic | undefined =>
  firstTopic(resources, namedIn(argument));

/** What an argument of a block decides; undefined if no provider knows it. */
export const decisionOfBlock = (
  resources: readonly KnownResources[],
  argument: BlockArgument,
): ArgumentDecision | undefined => firstDecision(resources, namedIn(argument));

/** What an argument of a block is if nobody writes it; undefined if no provider knows it. */
export function defaultInBlock(
  resources: readonly KnownResources[],
  { kind, field, block }: BlockArgument,
): string | undefined {
  const [source, version] = ['source', 'version'].map((name) => literalText(block?.body.attributes.get(name)?.value));
  return firstDefault(resources, { kind, source, version, field });
}

function firstDefault(
  resources: readonly KnownResources[],
  { kind, source, version, field }: NamedArgument & { readonly version: string | undefined },
): string | undefined {
  const argument = nestedReads(field.split('.'));
  return resources
    .map(({ defaultOfArgument }) => defaultOfArgument?.(kind, { source, version }, argument))
    .find((value) => value !== undefined);
}

const namedIn = ({ kind, field, block }: BlockArgument): NamedArgument => ({
  kind,
  source: literalText(block?.body.attributes.get('source')?.value),
  field,
});

/** An argument of a resource, or of a module with a source. */
interface NamedArgument {
  readonly kind: string;
  readonly source: string | undefined;
  readonly field: string;
}

const firstName = (resources: readonly KnownResources[], argument: NamedArgument): string | undefined =>
  firstAnswer(resources, argument, ({ renamedArgument }) => renamedArgument);

const firstTopic = (resources: readonly KnownResources[], argument: NamedArgument): RuledTopic | undefined =>
  firstAnswer(resources, argument, ({ topicOfArgument }) => topicOfArgument);

const firstDecision = (resources: readonly KnownResources[], argument: NamedArgument): ArgumentDecision | undefined =>
  firstAnswer(resources, argument, ({ decisionOfArgument }) => decisionOfArgument);

/** The name that an argument of a block has in another version of its module; undefined if it has none. */
export const otherNameInBlock = (resources: readonly KnownResources[], argument: BlockArgument): string | undefined =>
  firstName(resources, namedIn(argument));

type AnswerOf<T> = (kind: string, source: string | undefined, argument: string) => T | undefined;

/** What the first provider knows that knows anything. */
function firstAnswer<T>(
  resources: readonly KnownResources[],
  { kind, source, field }: NamedArgument,
  answerOf: (provider: KnownResources) => AnswerOf<T> | undefined,
): T | undefined {
  const argument = nestedReads(field.split('.'));
  for (const provider of resources) {
    const answer = answerOf(provider)?.(kind, source, argument);
    if (answer !== undefined) return answer;
  }

  return undefined;
}
