import { quoted, quotedTitle } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { environmentInPath } from '../places/environment-name.ts';
import type { Dependency, Obstacle, Root } from './root/root.ts';

/** A root on both sides of a change, and all roots of these sides. */
export interface DependingRoot {
  readonly before: Root;
  readonly after: Root;
  readonly roots: { readonly base: readonly Root[]; readonly head: readonly Root[] };
}

/**
 * What to say about something that Flux waits for and that the change takes away: the dependency leaves the files, which is an error, or its name is no
 * longer that of one in the files. Flux then never applies the object again (docs of the Kustomization and HelmRelease APIs, "Dependencies").
 */
export function missingDependencies({ before, after, roots }: DependingRoot): readonly Obstacle[] {
  const isIn = (side: readonly Root[], dependency: Dependency): boolean => named(side, dependency).length > 0;
  /** Whether fewer roots have the name after the change, and none of those is in the environment where one was. */
  const isLost = (dependency: Dependency): boolean => {
    const [old, now] = [roots.base, roots.head].map((side) => named(side, dependency));
    const isNear = (root: Root): boolean => mayBeTogether(root, after);
    return now!.length < old!.length && old!.some(isNear) && !now!.some(isNear);
  };

  return (after.dependencies ?? []).flatMap((dependency, i): Obstacle[] => {
    const isRemoved = isLost(dependency);
    if (!isRemoved && isIn(roots.head, dependency)) return [];

    const former = before.dependencies?.[i];
    const isOther = former !== undefined && former.name !== dependency.name && isIn(roots.head, former);
    if (!isRemoved && !isOther) return [];

    const environment = environmentOfDefinition(after);
    const isElsewhere = environment !== undefined && isIn(roots.head, dependency);
    const ofCluster = textIf(isElsewhere, `of ${quoted(environment ?? '')} `);

    return [
      {
        code: 'render/missing-dependency',
        severity: isRemoved ? 'error' : 'warning',
        file: after.file,
        near: `name: ${dependency.name}`,
        message: `${quotedTitle(after.by ?? after.name)} depends on ${quoted(dependency.name)}, which no file ${ofCluster}has after this change. Flux then never applies it again`,
        help: isOther ? `Did you mean ${quoted(former.name)}?` : 'Keep the dependency, or remove the entry.',
      },
    ];
  });
}

/** The roots of a side that a dependency names. */
const named = (side: readonly Root[], { kind, name }: Dependency): readonly Root[] =>
  side.filter(
    ({ by = '' }) =>
      by.startsWith(`${kind} `) &&
      by
        .slice(kind.length + 1)
        .split('/')
        .at(-1) === name,
  );

/** The environment of the folder of a definition, which is that of the Flux that reads it. */
const environmentOfDefinition = ({ parent, file }: Root): string | undefined =>
  parent?.environment ?? environmentInPath(file);

/** Whether the Flux of one cluster may read both. */
function mayBeTogether(one: Root, other: Root): boolean {
  const [environment, otherEnvironment] = [one, other].map(environmentOfDefinition);
  return environment === undefined || otherEnvironment === undefined || environment === otherEnvironment;
}
