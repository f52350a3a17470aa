import { titleOf } from '../../text/diagnostic.ts';
import { folderOf } from '../../text/source.ts';
import { quoted, quotedTitle } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { environmentInPath } from '../places/environment-name.ts';
import type { Dependency, Obstacle, Root } from './root/root.ts';

/** A root on both sides of a change, and all roots of these sides. */
interface DependingRoot {
  readonly before: Root;
  readonly after: Root;
  readonly roots: { readonly base: readonly Root[]; readonly head: readonly Root[] };
}

/**
 * What to say about something that Flux waits for and that the change takes away: the dependency leaves the files,
 * which is an error, or its name is no longer that of one in the files. Flux then never applies the object again (docs
 * of the Kustomization and HelmRelease APIs, "Dependencies").
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

/**
 * An error at each object of Flux that waits for itself through what it depends on, and did not do so before the change. Flux reconciles none of them
 * (docs of the Kustomization API, "Dependencies").
 */
export function dependencyCycles({ base, head }: DependingRoot['roots']): readonly (readonly [Root, Obstacle])[] {
  const older = new Set(cyclesIn(base).map(cycleKey));

  return cyclesIn(head)
    .filter((cycle) => !older.has(cycleKey(cycle)))
    .map((cycle) => {
      const [root, next = root!] = cycle;
      const others = [...cycle.slice(1), root!].map(({ by = '' }) => quotedTitle(by));
      return [
        root!,
        {
          code: 'render/missing-dependency',
          severity: 'error',
          file: root!.file,
          near: `name: ${nameIn(next)}`,
          message: `${quotedTitle(root!.by ?? '')} waits for ${others.join(', which waits for ')}. Flux never applies any of them again`,
          help: 'Remove one of these entries of `dependsOn`.',
        },
      ] as const;
    });
}

const cycleKey = (cycle: readonly Root[]): string => JSON.stringify(cycle.map(({ name }) => name));

/** The cycles of a side, each from its first root by name on. */
function cyclesIn(roots: readonly Root[]): readonly (readonly Root[])[] {
  const waiting = roots.filter(({ dependencies = [] }) => dependencies.length > 0);
  const byTitle = new Map<string, Root[]>();
  for (const root of waiting) byTitle.set(root.by ?? '', [...(byTitle.get(root.by ?? '') ?? []), root]);

  const nextOf = (root: Root): readonly Root[] =>
    (root.dependencies ?? []).flatMap((dependency) => onlyTogether(root, byTitle.get(titleOf(dependency)) ?? []));

  return waiting.flatMap((root) => {
    const cycle = wayTo(root, nextOf);
    const isFirst = cycle?.every(({ name }) => name >= root.name);
    if (cycle !== undefined && isFirst) return [cycle];
    return [];
  });
}

/** The shortest way from a root back to itself, without the root at its end. */
function wayTo(root: Root, nextOf: (root: Root) => readonly Root[]): readonly Root[] | undefined {
  const reached = new Set<Root>();
  let ways: (readonly Root[])[] = [[root]];

  while (ways.length > 0) {
    const longer: (readonly Root[])[] = [];
    for (const way of ways)
      for (const next of nextOf(way.at(-1)!)) {
        if (next === root) return way;
        if (reached.has(next)) continue;
        reached.add(next);
        longer.push([...way, next]);
      }
    ways = longer;
  }

  return undefined;
}

/** Whether the Flux of one cluster certainly reads both. */
function areTogether(root: Root, other: Root): boolean {
  if (root.parent !== undefined || other.parent !== undefined) return root.parent?.name === other.parent?.name;
  return folderOf(root.file) === folderOf(other.file);
}

/** The only one of some roots that is certainly in the cluster of a root. One file is of one cluster. */
function onlyTogether(root: Root, roots: readonly Root[]): readonly Root[] {
  const together = roots.filter((other) => areTogether(root, other));
  if (together.length < 2) return together;
  const inFile = together.filter(({ file }) => file === root.file);
  if (inFile.length === 1) return inFile;
  return [];
}

const nameIn = ({ by = '' }: Root): string => by.split(/[ /]/).at(-1)!;

/** The roots of a side that a dependency names. */
const named = (side: readonly Root[], { kind, name }: Dependency): readonly Root[] =>
  side.filter((root) => root.by?.startsWith(`${kind} `) && nameIn(root) === name);

/** The environment of the folder of a definition, which is that of the Flux that reads it. */
const environmentOfDefinition = ({ parent, file }: Root): string | undefined =>
  parent?.environment ?? environmentInPath(file);

/** Whether the Flux of one cluster may read both. */
function mayBeTogether(root: Root, other: Root): boolean {
  const [environment, otherEnvironment] = [root, other].map(environmentOfDefinition);
  return environment === undefined || otherEnvironment === undefined || environment === otherEnvironment;
}
