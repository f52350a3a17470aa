import { objectPlace } from '../../files/places/object-place.ts';
import type { CrdPack } from '../../files/schema/definitions/crd-pack.ts';
import type { Environment } from '../../karpenter/api/settings.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { compareNames } from '../../text/name-order.ts';
import type { Source } from '../../text/source.ts';
import { containsPath, isInPaths } from '../../text/words/path-pattern.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { type OpaqueChange, opaqueIn } from './opaque-item.ts';
import { type Plan, planOf, type Unplanned } from './plan.ts';

/** The environment of a repository without configured environments, which covers everything. */
const onlyEnvironment = 'default';

/** The input for the plans of all environments. */
interface PlansInput {
  readonly base: ManifestSet;
  readonly head: ManifestSet;
  /** The CRDs of an environment's Karpenter. */
  packOf(environment: string): CrdPack;
  readonly environments: Readonly<Record<string, Pick<Environment, 'paths'>>>;
  /** What the change contains that no object of a plan shows. */
  readonly opaque?: readonly OpaqueChange[];
  /** The paths of all files of both sides. Absent if only some files are at hand. */
  readonly files?: ReadonlySet<string> | undefined;
}

/** A plan for each environment, sorted by name; a single plan if no environment is configured. */
export function plansOf({ base, head, packOf, environments, opaque = [], files }: PlansInput): (Plan | Unplanned)[] {
  const named = Object.entries(environments);
  const all = named.length > 0 ? named : [[onlyEnvironment, { paths: [] }] as const];
  const placeKey = (source: Source): string => objectPlace(source, {}).key;
  const pathsOf = Object.fromEntries(all.map(([environment, { paths }]) => [environment, paths]));
  const unrendered = unrenderedProblems(head);

  return [...all]
    .sort(([a], [b]) => compareNames(a, b))
    .map(([environment, { paths }]) => {
      const unmatched = files === undefined ? [] : unmatchedProblems(paths, { base, head, files }, environment);
      const problems = [...unrendered, ...unmatched];
      if (problems.length > 0) return { environment, digest: null, problems };

      return planOf({
        environment,
        base: within(base, paths),
        head: within(head, paths),
        pack: packOf(environment),
        ...(named.length === 0 && { placeKey }),
        opaque: opaqueIn(opaque, environment, pathsOf),
      });
    });
}

const unrenderedCodes: ReadonlySet<string> = new Set(['render/not-here', 'render/tool-missing']);

/** A kustomization or chart that changed and was not rendered: its files are not what would be applied. */
const unrenderedProblems = ({ files }: ManifestSet): string[] => [
  ...new Set(
    files.flatMap(({ diagnostics }) =>
      diagnostics.filter(({ code }) => unrenderedCodes.has(code)).map(({ message }) => message),
    ),
  ),
];

/**
 * Paths of an environment that match nothing on either side. An environment whose folder was renamed, or is written in other letters, has no objects,
 * and an empty plan would approve every change.
 */
function unmatchedProblems(
  paths: readonly string[],
  { base, head, files }: Pick<PlansInput, 'base' | 'head'> & { readonly files: ReadonlySet<string> },
  environment: string,
): string[] {
  const rendered = [...base.files, ...head.files].map(({ source }) => source.origin?.place ?? source.file);
  const names = [...new Set([...files, ...rendered])];

  return paths
    .filter((path) => !names.some((name) => containsPath(path, name)))
    .map(
      (path) =>
        `No file matches the path ${quoted(path)} of \`environments.${environment}\` in plumbline.yaml. Correct it, or remove it`,
    );
}

/** The part of a side in some folders and files; all of it if none are named. */
export function within(set: ManifestSet, paths: readonly string[]): ManifestSet {
  if (paths.length === 0) return set;
  const isPart = ({ file }: Source): boolean => isInPaths(paths, file);
  return {
    files: set.files.filter(({ source }) => isPart(source)),
    manifests: set.manifests.filter(({ source }) => isPart(source)),
  };
}
