import { isObject, type Mapping, type Value } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { mappingsOf, stringOf, stringsOf } from '../repository/yaml-data.ts';
import type { ApplyDelay, Dependency, IgnoredField } from '../root/root.ts';
import type { Definition } from './definition.ts';
import { namedDefinition } from './definition-removal.ts';

/** Flux applies nothing of a suspended object (docs of the Kustomization and HelmRelease APIs, "Suspend"). */
export function suspension(definition: Definition): ApplyDelay | undefined {
  if (definition.spec.suspend !== true) return undefined;
  return {
    because: `${namedDefinition(definition)} is suspended`,
    until: 'The effect comes when somebody resumes it',
    near: 'suspend: true',
    isOfDefinition: true,
  };
}

/** What Flux waits for (`dependsOn`), in the order of the entries. Names that are placeholders are left out. */
export const dependenciesOf = ({ kind, spec, namespace }: Definition): readonly Dependency[] =>
  mappingsOf(spec.dependsOn).flatMap((entry) => {
    const name = stringOf(entry.name);
    if (name === undefined || hasPlaceholder(name)) return [];
    return [{ kind, name, namespace: stringOf(entry.namespace) ?? namespace }];
  });

/** A tag with a whole version, or a commit. Branches have names such as `1.4`. */
const fixedRevision = /^(?:refs\/tags\/)?v?\d+\.\d+\.\d+(?:[-+][\w.+-]*)?$|^[0-9a-f]{40}$/;

/** What applies a tag or a commit does not follow this branch. */
export function fixedAt(definition: Definition, revision: string | undefined): ApplyDelay | undefined {
  if (revision === undefined || !fixedRevision.test(revision)) return undefined;
  return {
    because: `${namedDefinition(definition)} applies \`${revision}\`, and not this branch`,
    until: 'The effect comes when it names a revision that has the change',
    near: revision,
    isOfDefinition: false,
  };
}

/** The tag or the commit of a source of Flux. */
export const fixedRevisionOf = (source: Mapping | undefined): string | undefined => {
  const ref = isObject(source?.ref) ? source.ref : {};
  return stringOf(ref.tag) ?? stringOf(ref.commit);
};

/**
 * The fields that an Application neither compares nor applies: those of `ignoreDifferences`, with the sync option `RespectIgnoreDifferences=true`
 * (argo-cd docs/user-guide/sync-options.md, "Respect ignore difference configs"). Without the option, a sync applies them.
 */
export function ignoredFields({ spec }: Definition): readonly IgnoredField[] {
  const options = isObject(spec.syncPolicy) ? stringsOf(spec.syncPolicy.syncOptions) : [];
  if (!options.some((option) => option.trim() === 'RespectIgnoreDifferences=true')) return [];

  return mappingsOf(spec.ignoreDifferences).flatMap((rule) => {
    const pointers = stringsOf(rule.jsonPointers).map(stepsOfPointer);
    const paths = stringsOf(rule.jqPathExpressions).flatMap((text) => stepsOfJq(text) ?? []);
    return [...pointers, ...paths].map((path) => ({ ...identityIn(rule), path }));
  });
}

const identityIn = ({
  group,
  kind,
  name,
  namespace,
}: {
  readonly [key: string]: Value;
}): Omit<IgnoredField, 'path'> => ({
  group: stringOf(group) ?? '',
  kind: stringOf(kind) ?? '',
  name: stringOf(name),
  namespace: stringOf(namespace),
});

const stepsOfPointer = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The steps of a plain expression such as `.spec.replicas`. Others may select anything. */
const stepsOfJq = (text: string): readonly (readonly string[])[] | undefined => {
  if (/^(?:\.[\w-]+)+$/.test(text.trim())) return [text.trim().slice(1).split('.')];
  return undefined;
};
