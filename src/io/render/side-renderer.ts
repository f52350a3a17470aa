import { isKnownKind } from '../../engine/changes/ledger/kinds/known-kinds.ts';
import { fingerprint, makesNoText, mayMatter, textMatters } from '../../engine/files/sources/affected.ts';
import { beyondItsSize } from '../../engine/files/sources/rendered-size.ts';
import type { Obstacle, Root } from '../../engine/files/sources/root/root.ts';
import { plural } from '../../engine/text/words/plural.ts';
import { eachAtOnce } from '../each-at-once.ts';
import type { LoadedTree } from '../tree/loaded-tree.ts';
import type { RenderMethod } from './hand-over/render-method.ts';
import type { OpenSide } from './open-pair.ts';
import type { RenderBounds } from './render-bounds.ts';
import {
  type Rendering,
  type RootRenderOptions,
  remoteCharts,
  renderRoot,
  type Tools,
  toolsOf,
} from './render-root.ts';
import { findTool, type Lack, type Tool, type ToolName, type ToolSearch } from './tool.ts';

/** Looks for the programs that some roots need. */
export const findTools = (roots: readonly Root[], search: ToolSearch): Promise<Tools> =>
  findNamed(new Set(roots.flatMap(toolsOf)), search);

/** Looks for programs by name. */
export async function findNamed(needed: ReadonlySet<ToolName>, search: ToolSearch): Promise<Tools> {
  const find = (name: ToolName) => {
    if (needed.has(name)) return findTool(name, search);
    return undefined;
  };
  const tools = { kustomize: await find('kustomize'), helm: await find('helm') };
  const toolOf = (answer: (typeof tools)[ToolName]): Tool | undefined => {
    if (answer && 'version' in answer) return answer;
    return undefined;
  };
  const lacksOf = (answer: (typeof tools)[ToolName]): readonly Lack[] => {
    if (answer && 'version' in answer) return [];
    return answer ?? [];
  };

  return {
    kustomize: toolOf(tools.kustomize),
    helm: toolOf(tools.helm),
    lacks: { kustomize: lacksOf(tools.kustomize), helm: lacksOf(tools.helm) },
  };
}

/** What a renderer needs. */
interface RendererOptions extends Omit<RootRenderOptions, 'limits'> {
  readonly bounds: RenderBounds;
}

/** Renders equal content once, however many sides and names have it. */
export class RootRenderer implements RenderMethod {
  readonly options: RendererOptions;
  readonly #known = new Map<string, Promise<Rendering>>();
  readonly #end: number;
  runs = 0;

  constructor(options: RendererOptions) {
    this.options = options;
    this.#end = performance.now() + options.bounds.seconds * 1000;
  }

  get atOnce(): number {
    return this.options.bounds.atOnce;
  }

  render(root: Root, tree: LoadedTree): Promise<Rendering> {
    const [obstacle] = root.obstacles;
    if (obstacle) return Promise.resolve({ obstacle, lacks: [] });
    const key = JSON.stringify([root.name, fingerprint(root, tree)]);
    const rendering = this.#known.get(key) ?? this.#run(root, tree);
    this.#known.set(key, rendering);
    return rendering;
  }

  #run(root: Root, tree: LoadedTree): Promise<Rendering> {
    const { bounds, ...options } = this.options;
    if (performance.now() > this.#end) return Promise.resolve({ obstacle: outOfTime(root, bounds.seconds), lacks: [] });
    if (toolsOf(root).every((name) => options.tools[name])) this.runs++;
    return renderRoot(root, tree, { ...options, limits: bounds.limits });
  }
}

const outOfTime = ({ file, name }: Root, seconds: number): Obstacle => ({
  code: 'render/limit',
  severity: 'warning',
  file,
  message: `Rendering took more than ${plural(Math.round(seconds / 60), 'minute')} in total, so \`${name}\` is not rendered`,
  help: 'Review fewer folders at once.',
});

/** The rendered roots of one side, by name. Roots without relevant objects are left out. */
export interface RenderedSide {
  readonly side: OpenSide;
  readonly renderings: ReadonlyMap<string, RootRendering>;
  /**
   * Roots whose files show nothing that matters, and that make text, so that only what they render to shows whether anything does. Here are those
   * that render to nothing that matters, and those that are not rendered.
   */
  readonly quiet: ReadonlyMap<string, Rendering>;
}

interface RootRendering {
  readonly root: Root;
  readonly rendering: Rendering;
}

/** Which roots of a side are rendered. */
export interface Wanted {
  readonly roots: readonly Root[];
  /** Whether a root is known to have objects that matter. */
  readonly isKnown?: (root: Root) => boolean;
  /** Whether a root is rendered although its files show nothing that matters. */
  readonly isEdited?: ((root: Root, tree: LoadedTree) => boolean) | undefined;
}

/** The most roots of a side that are rendered although their files show nothing that matters. The rest is opaque. */
const maxQuiet = 150;

/** Renders those roots of a side that may have relevant objects, and those that the change edits and whose files do not show what they have. */
export async function renderSide(side: OpenSide, wanted: Wanted, renderer: RenderMethod): Promise<RenderedSide> {
  const { tree } = side;
  const { roots, isKnown = () => false, isEdited = () => false } = wanted;
  const concerned = await tree.settle(() => roots.filter((root) => isKnown(root) || mayMatter(root, tree)));
  const isConcerned = new Set(concerned);

  const unclear = await tree.settle(() =>
    roots.filter(
      (root) => !isConcerned.has(root) && isEdited(root, tree) && root.call !== null && !makesNoText(root, tree),
    ),
  );

  const renderings = new Map<string, RootRendering>();
  const quiet = new Map<string, Rendering>();

  await eachAtOnce(concerned, renderer.atOnce, async (root) => {
    renderings.set(root.name, { root, rendering: await rendered(root, tree, renderer) });
  });
  for (const root of unclear.slice(maxQuiet)) quiet.set(root.name, { obstacle: beyondBudget(root), lacks: [] });

  await eachAtOnce(unclear.slice(0, maxQuiet), renderer.atOnce, async (root) => {
    const rendering = await rendered(root, tree, renderer);
    const matters = 'text' in rendering && textMatters(rendering.text, isKnownKind);
    if (matters) renderings.set(root.name, { root, rendering });
    else quiet.set(root.name, rendering);
  });

  return { side, renderings, quiet };
}

/** A rendering of the other side may be reused, but findings point into the files of this one. */
async function rendered(root: Root, tree: LoadedTree, renderer: RenderMethod): Promise<Rendering> {
  await tree.load(root.files);
  const rendering = await renderer.render(root, tree);
  // Nobody knows how long a chart is that is fetched.
  if (!('text' in rendering) || remoteCharts(root).length > 0) return rendering;

  const obstacle = beyondItsSize(root, rendering.text, tree);
  if (obstacle) return { obstacle, lacks: [] };
  return rendering;
}

const beyondBudget = ({ file, name }: Root): Obstacle => ({
  code: 'render/limit',
  severity: 'note',
  file,
  message: `The change edits more than ${maxQuiet} charts and kustomizations, so \`${name}\` is not rendered`,
  reason: `the change edits more than ${maxQuiet} charts and kustomizations`,
});
