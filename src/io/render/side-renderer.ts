import { plural } from '../../engine/plural.ts';
import { fingerprint, mayMatter } from '../../engine/sources/affected.ts';
import type { Obstacle, Root } from '../../engine/sources/root.ts';
import { eachAtOnce } from '../each-at-once.ts';
import type { LoadedTree } from '../tree/loaded-tree.ts';
import type { RenderMethod } from './hand-over/render-method.ts';
import type { OpenSide } from './open-pair.ts';
import type { RenderBounds } from './render-bounds.ts';
import { type Rendering, type RootRenderOptions, renderRoot, type Tools, toolsOf } from './render-root.ts';
import { findTool, type Lack, type Tool, type ToolName, type ToolSearch } from './tool.ts';

/** Looks for the programs that some roots need. */
export const findTools = (roots: readonly Root[], search: ToolSearch): Promise<Tools> =>
  findNamed(new Set(roots.flatMap(toolsOf)), search);

/** Looks for programs by name. */
export async function findNamed(needed: ReadonlySet<ToolName>, search: ToolSearch): Promise<Tools> {
  const find = (name: ToolName) => (needed.has(name) ? findTool(name, search) : undefined);
  const found = { kustomize: await find('kustomize'), helm: await find('helm') };
  const toolOf = (one: (typeof found)[ToolName]): Tool | undefined => (one && 'version' in one ? one : undefined);
  const lacksOf = (one: (typeof found)[ToolName]): readonly Lack[] => (one && 'version' in one ? [] : (one ?? []));
  return {
    ...{ kustomize: toolOf(found.kustomize), helm: toolOf(found.helm) },
    lacks: { kustomize: lacksOf(found.kustomize), helm: lacksOf(found.helm) },
  };
}

/** What a renderer needs. */
export interface RendererOptions extends Omit<RootRenderOptions, 'limits'> {
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
    const { bounds, ...given } = this.options;
    if (performance.now() > this.#end) return Promise.resolve({ obstacle: outOfTime(root, bounds.seconds), lacks: [] });
    if (toolsOf(root).every((name) => given.tools[name])) this.runs++;
    return renderRoot(root, tree, { ...given, limits: bounds.limits });
  }
}

const outOfTime = ({ file, name }: Root, seconds: number): Obstacle => ({
  ...{ code: 'render/limit', severity: 'warning', file },
  message: `Rendering took more than ${plural(Math.round(seconds / 60), 'minute')} in total, so \`${name}\` is not rendered`,
  help: 'Review fewer folders at once.',
});

/** The rendered roots of one side, by name. Roots without relevant objects are left out. */
export interface RenderedSide {
  readonly side: OpenSide;
  readonly renderings: ReadonlyMap<string, { readonly root: Root; readonly rendering: Rendering }>;
}

/** Renders those roots of a side that may have relevant objects, or that `isKnown` says have some. */
export async function renderSide(
  side: OpenSide,
  wanted: readonly Root[],
  renderer: RenderMethod,
  isKnown: (root: Root) => boolean = () => false,
): Promise<RenderedSide> {
  const { tree } = side;
  const concerned = await tree.settle(() => wanted.filter((root) => isKnown(root) || mayMatter(root, tree)));
  const renderings = new Map<string, { root: Root; rendering: Rendering }>();
  await eachAtOnce(concerned, renderer.atOnce, async (root) => {
    // A rendering of the other side may be reused, but findings point into the files of this one.
    await tree.load(root.files);
    renderings.set(root.name, { root, rendering: await renderer.render(root, tree) });
  });
  return { side, renderings };
}
