import { mayMatter } from '../../engine/files/sources/affected.ts';
import type { Obstacle, Root } from '../../engine/files/sources/root/root.ts';
import type { Removals } from '../../engine/manifest/kept-in-cluster.ts';
import { isKustomizationPath } from '../../engine/manifest/model/kustomization-names.ts';
import { mayDefineRoots } from '../../engine/manifest/prefilter.ts';
import type { NotRendered, SourceSet } from '../../engine/review/context/source-set.ts';
import type { Diagnostic } from '../../engine/text/diagnostic.ts';
import { withBase } from '../../engine/text/list-if.ts';
import { compareNames } from '../../engine/text/name-order.ts';
import type { Source } from '../../engine/text/source.ts';
import type { ReadPair } from '../sides/read-side.ts';
import { hasTerraform } from '../terraform/has-terraform.ts';
import type { LoadedTree } from '../tree/loaded-tree.ts';
import { unreadDiagnostic } from '../tree/source-tree.ts';
import { type HandedOver, HandedOverRenderer } from './hand-over/handed-over.ts';
import type { RenderMethod } from './hand-over/render-method.ts';
import { notRenderedIn } from './not-rendered.ts';
import {
  nothingRendered,
  type OpenPair,
  type OpenSide,
  openPair,
  type RenderedDefinitions,
  type RenderRequest,
} from './open-pair.ts';
import { defaultBounds, type RenderBounds } from './render-bounds.ts';
import type { Tools } from './render-root.ts';
import { renderedSource } from './rendered-source.ts';
import { findTools, type RenderedSide, RootRenderer, renderSide } from './side-renderer.ts';
import { obstaclesOf, sideSet, templatesOf } from './side-set.ts';
import type { ToolSearch } from './tool.ts';
import { unseenRoots } from './unseen-roots.ts';

/** A root and its state after rendering. */
export interface RootState {
  readonly root: Root;
  readonly state: 'rendered' | 'unaffected' | 'idle' | 'not rendered';
  readonly obstacles: readonly Obstacle[];
}

/** Both sides with their roots rendered. */
export interface RenderedPair {
  readonly base: SourceSet | null;
  readonly head: SourceSet;
  /** The roots of head, by name. */
  readonly states: readonly RootState[];
  /** How often a program ran. A root that is equal on both sides is rendered once, and one that the change does not affect never. */
  readonly runs: number;
  readonly tools: Tools;
}

/** PATH of the process, the settings, and how programs run. */
export interface PairRenderOptions extends Pick<RenderRequest, 'path' | 'settings'> {
  /** This process has credentials, so programs run only where they are isolated from it. */
  readonly mustIsolate?: boolean | undefined;
  readonly bounds?: RenderBounds | undefined;
  /** Ends running programs. The error is the reason. */
  readonly signal?: AbortSignal | undefined;
  /** Renders in place of the programs of this machine, which are then not even looked for. */
  readonly renderer?: RenderMethod | undefined;
  /** What another job rendered. Nothing else counts as rendered, and no program runs. */
  readonly handedOver?: HandedOver | undefined;
  /** Which roots are rendered although their files show nothing that matters. Default: those that the change edits. */
  readonly isEdited?: ((root: Root, tree: LoadedTree) => boolean) | undefined;
}

const noTools: Tools = { kustomize: undefined, helm: undefined, lacks: {} };

/** Rendered objects may define more roots, level by level. */
async function withRenderedDefinitions(
  declared: OpenPair,
  request: RenderRequest,
  renderer: RenderMethod,
): Promise<OpenPair> {
  let pair = declared;

  for (let level = 0, before = nothingRendered; level < maxLevels; level++) {
    const definitions = await renderDefinitions(pair, renderer);
    if (isSameText(before.base, definitions.base) && isSameText(before.head, definitions.head)) break;

    before = definitions;
    pair = await openPair(request, definitions);
  }

  return pair;
}

/** Whether two levels render the same. Definitions change each other by their patches, so the same number may be other ones. */
const isSameText = (before: readonly Source[], after: readonly Source[]): boolean =>
  before.length === after.length &&
  before.every(({ file, text }, i) => file === after[i]!.file && text === after[i]!.text);

/**
 * The roots that another job rendered, or that the change affects. A root that is the same on both sides is not part of a plan, so it does
 * not matter whether that job rendered it.
 */
async function handedOverRoots(
  roots: readonly Root[],
  { tree }: OpenSide,
  { renderer, isAffected }: { readonly renderer: RenderMethod; readonly isAffected: (root: Root) => boolean },
): Promise<readonly Root[]> {
  const isRendered = await Promise.all(
    roots.map(async (root) => isAffected(root) || 'text' in (await renderer.render(root, tree))),
  );

  return roots.filter((_, i) => isRendered[i]);
}

function withEdits(roots: readonly NotRendered[], edited: ReadonlySet<string> | undefined): readonly NotRendered[] {
  return roots.map((root) => {
    if (edited?.has(root.root)) return { ...root, isEdited: true };
    return root;
  });
}

/** Renders the roots that a change affects. Without a base, renders all roots that can matter. */
export async function renderPair(read: ReadPair, options: PairRenderOptions): Promise<RenderedPair> {
  const request = await requestOf(read, options);
  const declared = await openPair(request, nothingRendered);
  const { mustIsolate = false, bounds = defaultBounds, signal } = options;
  const chosen = options.handedOver ? new HandedOverRenderer(options.handedOver) : options.renderer;
  const tools = chosen ? noTools : await toolsFor(declared, { path: request.path, mustIsolate });
  const renderer = chosen ?? new RootRenderer({ tools, mustIsolate, bounds, signal });

  const pair = await withRenderedDefinitions(declared, request, renderer);
  const { sides, unaffected } = pair;
  const isAffected = ({ name }: Root): boolean => !unaffected.has(name);
  const isEdited = options.isEdited ?? (sides.base === null ? undefined : isAffected);

  const renderSides = async (
    wanted: OpenPair['wanted'],
  ): Promise<{ base: RenderedSide | null; head: RenderedSide }> => {
    const rootsOf = async (side: OpenSide): Promise<readonly Root[]> => {
      if (!options.handedOver) return wanted(side);
      return handedOverRoots(wanted(side), side, { renderer, isAffected });
    };

    const base = sides.base && (await renderSide(sides.base, { roots: await rootsOf(sides.base), isEdited }, renderer));
    const isKnown = ({ name }: Root): boolean => 'text' in (base?.renderings.get(name)?.rendering ?? {});

    return {
      base,
      head: await renderSide(sides.head, { roots: await rootsOf(sides.head), isKnown, isEdited }, renderer),
    };
  };

  const affected = await renderSides(pair.wanted);
  const shared = new Set(rootsSharing(unevenFiles(affected), pair));

  // Rendered a second time with them, because only a rendered root shows which files it uses.
  const withShared = (side: OpenSide): Root[] => [
    ...pair.wanted(side),
    ...side.roots.filter(({ name }) => shared.has(name)),
  ];
  const { base, head } = shared.size === 0 ? affected : await renderSides(withShared);

  const comparison = { isAffected, isAsked: pair.isAsked };
  for (const { side } of base ? [base, head] : [head])
    await side.tree.load(side.roots.filter(isAffected).flatMap(templatesOf));

  const headSet = sideSet(head, { base, ...comparison });
  const unseen = base && unseenRoots(base, head, pair);

  const missing = options.handedOver ? missingFindings(withBase(head, base), isAffected) : [];

  return {
    base: base && {
      ...sideSet(base, { base: null, ...comparison }),
      notRendered: notRenderedIn(base, pair.isAsked),
      removals: pair.removals,
    },
    head: {
      ...headSet,
      diagnostics: [...headSet.diagnostics, ...(unseen?.diagnostics ?? []), ...missing],
      notRendered: withEdits(notRenderedIn(head, pair.isAsked), unseen?.edited),
    },
    states: head.side.roots.map((root) => stateOf(root, head, unaffected)),
    runs: renderer.runs,
    tools,
  };
}

/** What happens in the cluster to what only base has, found without rendering. */
export async function removalsIn(read: ReadPair, options: PairRenderOptions): Promise<Removals> {
  return (await openPair(await requestOf(read, options), nothingRendered)).removals;
}

/** The patches of the kustomizations of both sides. Nobody applies them on their own. */
export async function patchesIn(read: ReadPair, options: PairRenderOptions): Promise<ReadonlySet<string>> {
  const { sides } = await openPair(await requestOf(read, options), nothingRendered);
  const roots = [...sides.head.roots, ...(sides.base?.roots ?? [])];
  return new Set(roots.flatMap(({ patches }) => patches));
}

/** Text that may define nodes, or make an object of any kind. */
const mayDefineNodes = /karpenter|NodePool|NodeClass|NodeOverlay|\bkind["']?[ \t]*:[ \t]*["']?\{\{/i;

/** The roots that the change affects but that the other job did not render. Nobody knows what they add to the plan, so there is no plan. */
function missingFindings(sides: readonly RenderedSide[], isAffected: (root: Root) => boolean): Diagnostic[] {
  return sides.flatMap(({ side: { tree }, renderings }) =>
    [...renderings.values()].flatMap(({ root, rendering }) => {
      // What is in another repository is not part of any plan.
      if ('text' in rendering || !isAffected(root) || (root.call === null && root.elsewhere)) return [];

      const { code, message, help } = rendering.obstacle;
      const concernsNodes =
        root.call === null ||
        root.files.some((file) => file.endsWith('.tgz') || mayDefineNodes.test(tree.text(file) ?? ''));
      if (!concernsNodes) return [];

      const isMissing = code === 'render/unknown';

      const messageText = () => {
        if (isMissing) return message;
        return `\`${root.name}\` cannot be applied, because it is not rendered: ${message}`;
      };

      return unreadDiagnostic(root.file, {
        code: 'render/not-here',
        severity: 'note',
        message: messageText(),
        ...(help !== undefined && { help }),
      });
    }),
  );
}

async function requestOf(read: ReadPair, { path, settings }: PairRenderOptions): Promise<RenderRequest> {
  const { base, head, files, paths } = read;
  const terraform = hasTerraform(read)
    ? await (await import('../terraform/evaluated-repository.ts')).evaluatedRepository(read)
    : undefined;

  return {
    path,
    settings,
    base: base && files.base && { tree: base, reader: await files.base(), releases: terraform?.base?.sources.releases },
    head: { tree: head, reader: await files.head(), releases: terraform?.head.sources.releases },
    paths,
  };
}

/** Files that a rendered root uses on only one side, because the change adds or removes the root or a reference in it. */
function unevenFiles({ base, head }: { readonly base: RenderedSide | null; readonly head: RenderedSide }): Set<string> {
  const filesOf = (side: RenderedSide): Set<string> =>
    new Set(
      [...side.renderings.values()].flatMap(({ root, rendering }) => {
        if ('text' in rendering) return root.files;
        return [];
      }),
    );
  if (!base) return new Set();
  const [before, after] = [filesOf(base), filesOf(head)];
  return new Set([...before, ...after].filter((file) => before.has(file) !== after.has(file)));
}

/**
 * The unaffected roots that use some of these files. They are rendered too. Otherwise one side would have the objects
 * of such a file twice, as the file and as what it renders to.
 */
const rootsSharing = (files: ReadonlySet<string>, { sides, unaffected, isAsked, wanted }: OpenPair): string[] => {
  if (files.size === 0) return [];
  const headRoots = new Set(wanted(sides.head));
  return sides.head.roots
    .filter((root) => unaffected.has(root.name) && isAsked(root) && !headRoots.has(root))
    .filter((root) => root.files.some((file) => files.has(file)))
    .map(({ name }) => name);
};

/** How deep an app of apps may be nested. */
const maxLevels = 4;

async function renderDefinitions({ sides, wanted }: OpenPair, renderer: RenderMethod): Promise<RenderedDefinitions> {
  const of = async (side: OpenSide) => {
    const isWanted = new Set(wanted(side));
    const isKnown = (root: Root): boolean => patchesDefinitions(root, side.tree);
    const defining = await side.tree.settle(() =>
      side.roots.filter(
        (root) =>
          root.isDeclared &&
          (isKnown(root) ||
            ((isWanted.has(root) || isChartOfDefinitions(root, side.tree)) && mayMatter(root, side.tree))),
      ),
    );

    const { renderings } = await renderSide(side, { roots: defining, isKnown }, renderer);

    // They finish in any order.
    const inOrder = [...renderings.values()].sort((a, b) => compareNames(a.root.name, b.root.name));
    const sources = inOrder.flatMap(({ root, rendering }) => {
      if ('text' in rendering && mayDefineRoots('made.yaml', rendering.text))
        return [{ name: root.name, source: renderedSource(root, rendering, side.tree) }];

      return [];
    });

    const failed = [...renderings.values()].filter(({ rendering }) => !('text' in rendering));

    return { made: sources, failed: new Set(failed.map(({ root }) => root.name)) };
  };

  const head = await of(sides.head);
  const base = sides.base ? await of(sides.base) : { made: [] };

  return {
    base: base.made.map(({ source }) => source),
    head: head.made.map(({ source }) => source),
    areLost: base.made.some(({ name }) => head.failed.has(name)),
  };
}

/** Whether a chart's templates may define roots. They cannot be read from templates, so such a chart is always rendered. */
const isChartOfDefinitions = ({ call, files }: Root, tree: LoadedTree): boolean =>
  call !== null && 'helm' in call && files.some((file) => mayDefineRoots(file, tree.text(file) ?? ''));

/**
 * Whether patches of a Flux Kustomization reach the objects that define what else Flux applies, such as variables that
 * they all get. These are only known once it is rendered. Source:
 * https://fluxcd.io/flux/components/kustomize/kustomizations/#patches
 */
function patchesDefinitions({ tool, call, patches, files }: Root, tree: LoadedTree): boolean {
  if (tool !== 'flux' || call === null || 'helm' in call) return false;

  const overlay = call.kustomize.overlay?.text ?? '';
  if (overlay.includes('"patches"') && namesDefinition(overlay, 0)) return true;
  if (patches.some((file) => namesDefinition(tree.text(file) ?? '', 0))) return true;

  // A kustomization has the same kind itself.
  return files.some((file) => isKustomizationPath(file) && namesDefinition(tree.text(file) ?? '', 1));
}

/** Whether a text names the kind of a definition of Flux more than so many times. */
const namesDefinition = (text: string, times: number): boolean =>
  (text.match(/\bkind["']?[ \t]*:[ \t]*["']?(?:Kustomization|HelmRelease)\b/g)?.length ?? 0) > times;

/** The roots of head, and which of them a change affects. Nothing is rendered. */
export async function listRoots(
  read: ReadPair,
  options: PairRenderOptions,
): Promise<{
  readonly roots: readonly { readonly root: Root; readonly isAffected: boolean }[];
  readonly tools: Tools;
}> {
  const opened = await openPair(await requestOf(read, options), nothingRendered);
  const { sides, unaffected, isAsked } = opened;
  const roots = sides.head.roots.filter(isAsked).map((root) => ({ root, isAffected: !unaffected.has(root.name) }));

  return { roots, tools: await toolsFor(opened, { path: options.path, mustIsolate: false }) };
}

const toolsFor = ({ sides }: OpenPair, search: ToolSearch): Promise<Tools> =>
  findTools([...sides.head.roots, ...(sides.base?.roots ?? [])], search);

function stateOf(root: Root, { renderings }: RenderedSide, unaffected: ReadonlySet<string>): RootState {
  const rendering = renderings.get(root.name);
  if (rendering && 'text' in rendering.rendering) return { root, state: 'rendered', obstacles: [] };
  if (rendering) return { root, state: 'not rendered', obstacles: obstaclesOf(rendering.rendering, root) };
  return { root, state: unaffected.has(root.name) ? 'unaffected' : 'idle', obstacles: root.obstacles };
}
