import { objectPlace } from '../../files/places/object-place.ts';
import type { CrdPack } from '../../files/schema/definitions/crd-pack.ts';
import type { Environment } from '../../karpenter/api/settings.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { compareNames } from '../../text/name-order.ts';
import type { Source } from '../../text/source.ts';
import { containsPath } from '../../text/words/path-pattern.ts';
import { type OpaqueChange, opaqueIn } from './opaque-item.ts';
import { type Plan, planOf, type Unplanned } from './plan.ts';

/** The environment of a repository without configured environments, which covers everything. */
export const onlyEnvironment = 'default';

/** The input for the plans of all environments. */
interface PlansInput {
  readonly base: ManifestSet;
  readonly head: ManifestSet;
  /** The CRDs of an environment's Karpenter. */
  packOf(environment: string): CrdPack;
  readonly environments: Readonly<Record<string, Pick<Environment, 'paths'>>>;
  /** What the change contains that no object of a plan shows. */
  readonly opaque?: readonly OpaqueChange[];
}

/** A plan for each environment, sorted by name; a single plan if no environment is configured. */
export function plansOf({ base, head, packOf, environments, opaque = [] }: PlansInput): (Plan | Unplanned)[] {
  const named = Object.entries(environments);
  const all = named.length > 0 ? named : [[onlyEnvironment, { paths: [] }] as const];
  const placeKey = (source: Source): string => objectPlace(source, {}).key;
  const pathsOf = Object.fromEntries(all.map(([environment, { paths }]) => [environment, paths]));
  const unrendered = unrenderedProblems(head);

  return [...all]
    .sort(([a], [b]) => compareNames(a, b))
    .map(([environment, { paths }]) => {
      if (unrendered.length > 0) return { environment, digest: null, problems: unrendered };

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

/** The part of a side in some folders and files; all of it if none are named. */
export function within(set: ManifestSet, paths: readonly string[]): ManifestSet {
  if (paths.length === 0) return set;
  const isPart = ({ file }: Source): boolean => paths.some((path) => containsPath(path, file));
  return {
    files: set.files.filter(({ source }) => isPart(source)),
    manifests: set.manifests.filter(({ source }) => isPart(source)),
  };
}
