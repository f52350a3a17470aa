import { mayDefineRoots } from '../../engine/manifest/prefilter.ts';
import type { SourceSet } from '../../engine/review/source-set.ts';
import type { Source } from '../../engine/source.ts';
import { mayMatter } from '../../engine/sources/affected.ts';
import type { Obstacle, Root } from '../../engine/sources/root.ts';
import type { ReadPair } from '../sides/read-side.ts';
import type { LoadedTree } from '../tree/loaded-tree.ts';
import {
  nothingRendered,
  type OpenPair,
  type OpenSide,
  openPair,
  type RenderedDefinitions,
  type RenderRequest,
} from './open-pair.ts';
import type { Tools } from './render-root.ts';
import { renderedSource } from './rendered-source.ts';
import { findTools, type RenderedSide, RootRenderer, renderSide } from './side-renderer.ts';
import { obstaclesOf, sideSet } from './side-set.ts';

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

/** PATH of the process, and the settings. */
export type PairRenderOptions = Pick<RenderRequest, 'path' | 'settings'>;

/** Renders the roots that a change affects. Without a base, renders all roots that can matter. */
export async function renderPair(read: ReadPair, options: PairRenderOptions): Promise<RenderedPair> {
  const request = await requestOf(read, options);
  let pair = await openPair(request, nothingRendered);
  const renderer = new RootRenderer(await toolsFor(pair, request.path));
  // Rendered objects may define more roots, level by level.
  for (let level = 0, known = 0; level < maxLevels; level++) {
    const made = await renderDefinitions(pair, renderer);
    const count = made.base.length + made.head.length;
    if (count === known) break;
    known = count;
    pair = await openPair(request, made);
  }
  const { sides, unaffected } = pair;
  const base = sides.base && (await renderSide(sides.base, pair.wanted(sides.base), renderer));
  const isKnown = ({ name }: Root): boolean => 'text' in (base?.renderings.get(name)?.rendering ?? {});
  const head = await renderSide(sides.head, pair.wanted(sides.head), renderer, isKnown);
  return {
    base: base && sideSet(base, null),
    head: sideSet(head, base),
    states: head.side.roots.map((root) => stateOf(root, head, unaffected)),
    runs: renderer.runs,
    tools: renderer.tools,
  };
}

async function requestOf({ base, head, files, paths }: ReadPair, options: PairRenderOptions): Promise<RenderRequest> {
  return {
    ...options,
    base: base && files.base && { tree: base, reader: await files.base() },
    head: { tree: head, reader: await files.head() },
    paths,
  };
}

/** How deep an app of apps may be nested. */
const maxLevels = 4;

async function renderDefinitions({ sides, wanted }: OpenPair, renderer: RootRenderer): Promise<RenderedDefinitions> {
  const of = async (side: OpenSide): Promise<Source[]> => {
    const isWanted = new Set(wanted(side));
    const defining = await side.tree.settle(() =>
      side.roots.filter(
        (root) =>
          root.isDeclared &&
          (isWanted.has(root) || isChartOfDefinitions(root, side.tree)) &&
          mayMatter(root, side.tree),
      ),
    );
    const { renderings } = await renderSide(side, defining, renderer);
    return [...renderings.values()].flatMap(({ root, rendering }) =>
      'text' in rendering && mayDefineRoots('made.yaml', rendering.text)
        ? [renderedSource(root, rendering.text, side.tree)]
        : [],
    );
  };
  return { base: sides.base ? await of(sides.base) : [], head: await of(sides.head) };
}

/** Whether a chart's templates may define roots. They cannot be read from templates, so such a chart is always rendered. */
const isChartOfDefinitions = ({ call, files }: Root, tree: LoadedTree): boolean =>
  call !== null && 'helm' in call && files.some((file) => mayDefineRoots(file, tree.text(file) ?? ''));

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
  return { roots, tools: await toolsFor(opened, options.path) };
}

const toolsFor = ({ sides }: OpenPair, path: string | undefined): Promise<Tools> =>
  findTools([...sides.head.roots, ...(sides.base?.roots ?? [])], path);

function stateOf(root: Root, { renderings }: RenderedSide, unaffected: ReadonlySet<string>): RootState {
  const found = renderings.get(root.name);
  if (found && 'text' in found.rendering) return { root, state: 'rendered', obstacles: [] };
  if (found) return { root, state: 'not rendered', obstacles: obstaclesOf(found.rendering, root) };
  return { root, state: unaffected.has(root.name) ? 'unaffected' : 'idle', obstacles: root.obstacles };
}
