import { fingerprint } from '../../engine/files/sources/affected.ts';
import { discoveryOf } from '../../engine/files/sources/discovery/discovery.ts';
import { environmentOf } from '../../engine/files/sources/environment.ts';
import type { Definition } from '../../engine/files/sources/gitops/definition.ts';
import {
  everythingApplied,
  type NotApplied,
  notApplied,
  type OtherDefinitions,
  type StayingRoot,
  stayingRoots,
} from '../../engine/files/sources/not-applied.ts';
import { keptAsAWhole, removals } from '../../engine/files/sources/removal/removals.ts';
import { type AlignedNames, alignedNames, withAlignedNames } from '../../engine/files/sources/root/aligned-names.ts';
import type { Root } from '../../engine/files/sources/root/root.ts';
import { definitionsOfRoots, type RootSettings, rootsOf } from '../../engine/files/sources/roots.ts';
import { repositoryHints } from '../../engine/manifest/hints/hints.ts';
import type { Removals } from '../../engine/manifest/kept-in-cluster.ts';
import { makesNodes } from '../../engine/manifest/model/karpenter-kinds.ts';
import { isTerraformPath } from '../../engine/manifest/prefilter.ts';
import type { RootRelease } from '../../engine/manifest/terraform/terraform.ts';
import { groupBy } from '../../engine/text/group-by.ts';
import { listIf } from '../../engine/text/list-if.ts';
import { isWithin, type Source } from '../../engine/text/source.ts';
import { LoadedTree, type TreeReader } from '../tree/loaded-tree.ts';
import type { SourceTree } from '../tree/source-tree.ts';
import { inputFilesOf, renderedName } from './rendered-source.ts';
import { hasPods, shapesNodes, shapesPods } from './unrendered-files.ts';

/** One side: the files that were read, and how to read the rest. */
interface RenderSide {
  readonly tree: SourceTree;
  readonly reader: TreeReader;
  /** The charts that Terraform installs. */
  readonly releases?: readonly RootRelease[] | undefined;
}

/** What to render. */
export interface RenderRequest {
  readonly base: RenderSide | null;
  readonly head: RenderSide;
  /** Folders and files relative to the root of the repository. Empty means everything. */
  readonly paths: readonly string[];
  /** PATH of the process. */
  readonly path: string | undefined;
  readonly settings: RootSettings;
}

/** Objects of Argo CD and Flux found by rendering. */
export interface RenderedDefinitions {
  readonly base: readonly Source[];
  readonly head: readonly Source[];
  /** Something that defines such objects renders at the base and not at the head, so they may still be there. */
  readonly areLost: boolean;
}

export const nothingRendered: RenderedDefinitions = { base: [], head: [], areLost: false };

/** Both sides with their roots. */
export interface OpenPair {
  readonly sides: { readonly base: OpenSide | null; readonly head: OpenSide };
  /** Names of the roots of head that are equal in base. */
  readonly unaffected: ReadonlySet<string>;
  isAsked(root: Root): boolean;
  /** What happens in the cluster to what only base has. */
  readonly removals: Removals;
  /** Names of the roots of base that head no longer has and whose objects all stay in the cluster as they are. */
  readonly unchanging: ReadonlySet<string>;
  /** The roots of a side to render: those that the change affects, and those whose NodePools or pods are known only after rendering. */
  wanted(side: OpenSide): Root[];
}

/** How deep definitions are followed that nothing applies any more. */
const maxDefinitions = 5;

/** The most roots to render although the change does not affect them, because the nodes of a cluster depend on them. */
const maxUnaffected = 20;

/**
 * If more roots than these have pods that are known only after rendering, only those of the environments that the change touches are
 * rendered. If these are still more, none is: a part of an environment's pods gives no figures.
 */
const maxWithPods = 100;

/** Finds the roots of both sides, and which of them differ. */
export async function openPair(
  { base, head, paths, settings }: RenderRequest,
  rendered: RenderedDefinitions,
): Promise<OpenPair> {
  const [before, opened] = aligned(
    base && (await openSide(base, rendered.base, settingsOn(base, settings))),
    await openSide(head, rendered.head, settingsOn(head, settings)),
  );
  const definitions = rendered.areLost ? 'unknown' : 'gone';
  const after =
    before === null ? opened : await withStaying(opened, { before, definitions, settings: settingsOn(head, settings) });

  const sides = {
    base:
      before &&
      (await applied(before, {
        other: after,
        // Without any definition before, files were applied by hand or by a program, and the first definition creates nothing.
        definitions: rendered.areLost || !before.roots.some(({ by }) => by !== undefined) ? 'unknown' : 'new',
        settings: settingsOn(base!, settings),
      })),
    head: await applied(after, {
      other: before,
      definitions,
      settings: settingsOn(head, settings),
    }),
  };

  const prints = new Map(sides.base?.roots.map((root) => [root.name, fingerprint(root, sides.base!.tree)]));
  const isSame = (root: Root): boolean => prints.get(root.name) === fingerprint(root, sides.head.tree);
  const isAsked = (root: Root): boolean =>
    paths.length === 0 || paths.some((path) => [root.file, ...root.files].some((file) => isWithin(file, path)));

  const unaffected = new Set(sides.head.roots.filter(isSame).map(({ name }) => name));
  const changed = changedFiles(sides);

  const isChanged =
    unaffected.size < sides.head.roots.length ||
    sides.base?.roots.length !== sides.head.roots.length ||
    versionsIn(sides.base) !== versionsIn(sides.head) ||
    changed.length > 0;

  const touched = new Set([
    ...sides.head.roots.flatMap(({ name, environment }) => {
      if (unaffected.has(name)) return [];
      return [environment];
    }),
    ...changed.map((file) => environmentOf(file, settings.environments).environment),
  ]);

  const wanted = rootsToRender({ sides, unaffected, touched, isChanged, isAsked });

  const now = { roots: sides.head.applied, tree: after.tree };
  const fates = (): Pick<OpenPair, 'removals' | 'unchanging'> => {
    if (before === null) return { removals: new Map(), unchanging: new Set() };
    return { removals: removals(before, now, renderedName), unchanging: keptAsAWhole(before, now) };
  };

  return { sides, unaffected, isAsked, wanted, ...(await after.tree.settle(fates)) };
}

/** The versions of Karpenter that ApplicationSets fill in, also from files that are no manifests. */
const versionsIn = (side: OpenSide | null): string =>
  JSON.stringify(
    (side?.roots ?? []).flatMap(({ name, generated }) => listIf(generated !== undefined, [name, generated])),
  );

/** Both sides with one name for the root of each definition. */
function aligned(base: OpenSide | null, head: OpenSide): readonly [base: OpenSide | null, head: OpenSide] {
  if (base === null) return [base, head];
  const names = alignedNames(base.roots, head.roots);

  const named = (side: OpenSide): OpenSide => {
    const roots = withAlignedNames(side.roots, names);
    return { ...side, names, roots, applied: roots };
  };

  return [named(base), named(head)];
}

interface Selecting extends Pick<OpenPair, 'sides' | 'unaffected' | 'isAsked'> {
  /** The environments that the change touches. Undefined is what belongs to none. */
  readonly touched: ReadonlySet<string | undefined>;
  readonly isChanged: boolean;
}

/**
 * The roots of each side to render. A root on one side only has the effect of a root on both. Otherwise a new root would make the roots that
 * share its files look new, too.
 */
function rootsToRender(selecting: Selecting): OpenPair['wanted'] {
  const { sides, isChanged, isAsked } = selecting;
  const both = [sides.head, ...(sides.base ? [sides.base] : [])];
  // Without NodePools there are no figures, so nothing needs the pods. Both sides have the same roots, or pods of one would look new.
  const haveNodes = both.some(mayHaveNodes);

  const needed = new Set(both.flatMap((side) => neededOn(side, haveNodes, selecting)).map(({ name }) => name));
  const shared = isChanged ? sharingRoots(needed, both, isAsked) : [];
  const chosen = new Set([...needed, ...(shared.length > maxWithPods ? [] : shared)]);

  return (side) => side.roots.filter((root) => chosen.has(root.name) && isAsked(root));
}

/** The roots of one side that the change affects, or whose NodePools or pods are known only after rendering. */
function neededOn(side: OpenSide, haveNodes: boolean, { unaffected, touched, isChanged, isAsked }: Selecting): Root[] {
  const texts = new Map(side.source.sources.map(({ file, text }) => [file, text]));
  const read = (file: string): string | undefined => texts.get(file);
  /** Whether pods of a root may count in the environments that the change touches. */
  const isNear = ({ environment }: Root): boolean =>
    environment === undefined || touched.has(environment) || touched.has(undefined);

  const asked = side.roots.filter(isAsked);
  const affected = asked.filter(({ name }) => !unaffected.has(name));
  const same = isChanged ? asked.filter(({ name }) => unaffected.has(name)) : [];
  const withNodes = same.filter((root) => shapesNodes(root, read)).slice(0, maxUnaffected);
  const all = haveNodes ? podRoots(same, asked, read) : [];
  const withPods = all.length > maxWithPods ? all.filter(isNear) : all;

  return [...affected, ...withNodes, ...(withPods.length > maxWithPods ? [] : withPods)];
}

/** Those of some roots whose pods are known only after rendering. */
function podRoots(
  roots: readonly Root[],
  asked: readonly Root[],
  read: (file: string) => string | undefined,
): readonly Root[] {
  const isSpread = spreadPods(asked, read);
  return roots.filter((root) => shapesPods(root, read) || isSpread(root));
}

/**
 * Whether a root lists files with pods that roots of other environments list as well, such as two overlays that only name their base. The file itself
 * does not say in which cluster the pods run.
 */
function spreadPods(roots: readonly Root[], read: (file: string) => string | undefined): (root: Root) => boolean {
  const uses = roots.flatMap((root) => root.files.map((file) => ({ file, environment: root.environment })));
  const usesOfFile = groupBy(uses, ({ file }) => file);

  const isShared = (file: string): boolean =>
    new Set(usesOfFile.get(file)!.map(({ environment }) => environment)).size > 1;

  return ({ call, files }) => call !== null && files.some((file) => isShared(file) && hasPods(read(file) ?? ''));
}

/**
 * The names of other roots that share files with some roots, directly or through others. What a root renders to replaces its files, and
 * the other roots of these files still apply them.
 */
function sharingRoots(
  names: ReadonlySet<string>,
  sides: readonly OpenSide[],
  isAsked: (root: Root) => boolean,
): readonly string[] {
  const uses = sides.flatMap((side) => {
    const isRead = new Set(side.source.sources.map(({ file }) => file));
    return side.roots.filter(isAsked).flatMap(({ name, files }) => {
      return files.filter((file) => isRead.has(file)).map((file) => ({ name, file }));
    });
  });
  const [usesOfRoot, usesOfFile] = [groupBy(uses, ({ name }) => name), groupBy(uses, ({ file }) => file)];

  const reached = new Set(names);
  const covered = new Set<string>();
  // A set is read in the order in which it grows.
  for (const name of reached)
    for (const { file } of usesOfRoot.get(name) ?? []) {
      if (covered.has(file)) continue;
      covered.add(file);
      for (const use of usesOfFile.get(file)!) reached.add(use.name);
    }

  return [...reached].filter((name) => !names.has(name));
}

interface AppliedOptions {
  readonly other: OpenSide | null;
  /** What definitions mean that only the other side has. */
  readonly definitions: OtherDefinitions;
  readonly settings: RootSettings;
}

interface StayingOptions {
  readonly before: OpenSide;
  readonly definitions: OtherDefinitions;
  readonly settings: RootSettings;
}

/** Adds to head what only base defines and the cluster still applies. */
async function withStaying(side: OpenSide, { before, definitions, settings }: StayingOptions): Promise<OpenSide> {
  const staying = await side.tree.settle(() => stayingRoots(side, before, definitions));
  if (staying.length === 0) return side;

  const stayingDefinitions = await before.tree.settle(() =>
    definitionsOfRoots(
      staying.map(({ root }) => root),
      discoveryOf(before.tree, settings.sources.chartRepositories),
      before.definitions,
    ),
  );
  const withThem = { ...side, stayingDefinitions, staying: new Map(staying.map((entry) => [entry.root.name, entry])) };
  return { ...withThem, roots: await rootsOfSide(withThem, settings) };
}

/** Leaves out of a side what it has but does not apply, level by level: a file that is left out may define more roots. */
async function applied(side: OpenSide, { other, definitions: others, settings }: AppliedOptions): Promise<OpenSide> {
  let unapplied = everythingApplied;
  let roots = side.roots;

  for (let level = 0, count = 0; other !== null && level < maxDefinitions; level++) {
    const compare = () => notApplied({ ...side, roots }, other, others);
    await side.tree.settle(compare);
    await other.tree.settle(compare);
    unapplied = await side.tree.settle(compare);
    if (unapplied.files.size === count) break;

    count = unapplied.files.size;
    // What stays in the cluster still applies its objects.
    const isGone = ({ file }: Source): boolean =>
      unapplied.files.has(file) && unapplied.files.get(file)!.keeping === undefined;
    const definitions = side.definitions.filter((definition) => !isGone(definition));
    roots = await rootsOfSide({ ...side, definitions }, settings);
  }

  const remaining = roots.filter(({ name, isPlain }) => !isPlain && !unapplied.roots.has(name));
  const before = new Map(other?.roots.map(({ name, revision }) => [name, revision]));

  const revised = roots.flatMap((root) => {
    const old = before.get(root.name);
    if (old && root.revision && old.join() !== root.revision.join()) return [[root, old] as const];
    return [];
  });

  const plainFiles = new Set(
    roots.flatMap(({ files, isPlain }) => {
      if (isPlain) return files;
      return [];
    }),
  );
  const defined = roots.filter(({ name }) => !side.staying.has(name));
  return {
    ...side,
    roots: remaining,
    applied: defined,
    revised: new Map(revised),
    plainFiles,
    notApplied: unapplied.files,
  };
}

/** Files that matter to a review and differ between the sides, or are on one side only. Terraform may have NodePools and node classes. */
function changedFiles({ base, head }: OpenPair['sides']): readonly string[] {
  const textsOf = (side: OpenSide | null) => {
    const { sources = [], hintSources = [] } = side?.source ?? {};
    const terraform = hintSources.filter(({ file }) => isTerraformPath(file));
    return new Map([...sources, ...terraform].map(({ file, text }) => [file, text]));
  };

  const [before, after] = [textsOf(base), textsOf(head)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file));
}

/** Whether a side has NodePools or node classes: in YAML, or in Terraform. */
const mayHaveNodes = ({ source }: OpenSide): boolean =>
  [...source.sources, ...source.hintSources].some(({ text }) => makesNodes(text));

/** One side with its roots. */
export interface OpenSide {
  readonly source: SourceTree;
  readonly tree: LoadedTree;
  /** Files that may have objects of Argo CD and Flux. */
  readonly definitions: readonly Source[];
  /** Definitions that only the other side has, and that the cluster still has after the change. */
  readonly stayingDefinitions: readonly Definition[];
  /** Their roots, by name. */
  readonly staying: ReadonlyMap<string, StayingRoot>;
  readonly releases?: readonly RootRelease[] | undefined;
  readonly roots: readonly Root[];
  /** The names of roots that both sides have. */
  readonly names: AlignedNames;
  /** The roots that something applies on this side, with those whose files are applied as they are. */
  readonly applied: readonly Root[];
  /** Files that Argo CD applies as they are. */
  readonly plainFiles: ReadonlySet<string>;
  /** Roots of this side that apply another revision of the files than on the other side, with that one. */
  readonly revised: ReadonlyMap<Root, NonNullable<Root['revision']>>;
  /** Files that nothing applies on this side. */
  readonly notApplied: NotApplied['files'];
}

const versions = new WeakMap<SourceTree, string | undefined>();

/** The settings for one side. Charts get the Kubernetes version that its files name, because Helm's own default is that of no cluster. */
function settingsOn({ tree }: RenderSide, settings: RootSettings): RootSettings {
  if (settings.kubernetesVersion !== undefined || tree.hasRoots !== true) return settings;

  if (!versions.has(tree))
    versions.set(tree, repositoryHints([...tree.hintSources, ...tree.sources]).kubernetesVersion.value);
  const kubernetesVersion = versions.get(tree);

  if (kubernetesVersion === undefined) return settings;
  return { ...settings, kubernetesVersion };
}

const trees = new WeakMap<TreeReader, LoadedTree>();

async function openSide(
  { tree: source, reader, releases }: RenderSide,
  rendered: readonly Source[],
  settings: RootSettings,
): Promise<OpenSide> {
  const tree = trees.get(reader) ?? new LoadedTree(reader);
  trees.set(reader, tree);
  // If an object is rendered, its rendered form counts and not its source.
  const inputs = new Set(rendered.flatMap(({ origin }) => inputFilesOf(origin!)));
  const definitions = [...(source.definitions ?? []).filter(({ file }) => !inputs.has(file)), ...rendered];

  const side = {
    source,
    tree,
    definitions,
    stayingDefinitions: [],
    staying: new Map(),
    names: new Map<string, string>(),
    releases,
    plainFiles: new Set<string>(),
    revised: new Map(),
    notApplied: everythingApplied.files,
  };

  const roots = await rootsOfSide(side, settings);

  return { ...side, roots, applied: roots };
}

const rootsOfSide = (
  {
    tree,
    definitions,
    stayingDefinitions: staying,
    names,
    releases,
  }: Pick<OpenSide, 'tree' | 'definitions' | 'stayingDefinitions' | 'names' | 'releases'>,
  settings: RootSettings,
): Promise<readonly Root[]> =>
  tree.settle(() => {
    const discovery = discoveryOf(tree, settings.sources.chartRepositories);
    return withAlignedNames(rootsOf(discovery, definitions, settings, { staying, releases }), names);
  });
