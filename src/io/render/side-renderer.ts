import { availableParallelism } from 'node:os';
import { fingerprint, mayMatter } from '../../engine/sources/affected.ts';
import type { Obstacle, Root } from '../../engine/sources/root.ts';
import { eachAtOnce } from '../each-at-once.ts';
import type { LoadedTree } from '../tree/loaded-tree.ts';
import type { OpenSide } from './open-pair.ts';
import { type Rendering, renderRoot, type Tools, toolsOf } from './render-root.ts';
import { findTool, type ToolName } from './tool.ts';

/** Rendering of one review stops after this time. */
const maxSeconds = 300;

/** The programs that some roots need, if they are on PATH. */
export async function findTools(roots: readonly Root[], path: string | undefined): Promise<Tools> {
  const needed = new Set(roots.flatMap(toolsOf));
  const find = (name: ToolName) => (needed.has(name) ? findTool(name, path) : undefined);
  return { kustomize: await find('kustomize'), helm: await find('helm') };
}

/** Renders equal content once, however many sides and names have it. */
export class RootRenderer {
  readonly tools: Tools;
  readonly #known = new Map<string, Promise<Rendering>>();
  readonly #end = performance.now() + maxSeconds * 1000;
  runs = 0;

  constructor(tools: Tools) {
    this.tools = tools;
  }

  render(root: Root, tree: LoadedTree): Promise<Rendering> {
    const [obstacle] = root.obstacles;
    if (obstacle) return Promise.resolve({ obstacle, isToolMissing: false });
    const key = JSON.stringify([root.name, fingerprint(root, tree)]);
    const rendering = this.#known.get(key) ?? this.#run(root, tree);
    this.#known.set(key, rendering);
    return rendering;
  }

  #run(root: Root, tree: LoadedTree): Promise<Rendering> {
    if (performance.now() > this.#end) return Promise.resolve({ obstacle: outOfTime(root), isToolMissing: false });
    if (toolsOf(root).every((name) => this.tools[name])) this.runs++;
    return renderRoot(root, tree, { tools: this.tools });
  }
}

const outOfTime = ({ file, name }: Root): Obstacle => ({
  ...{ code: 'render/limit', severity: 'warning', file },
  message: `Rendering took more than ${maxSeconds / 60} minutes in total, so \`${name}\` is not rendered`,
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
  renderer: RootRenderer,
  isKnown: (root: Root) => boolean = () => false,
): Promise<RenderedSide> {
  const { tree } = side;
  const concerned = await tree.settle(() => wanted.filter((root) => isKnown(root) || mayMatter(root, tree)));
  const renderings = new Map<string, { root: Root; rendering: Rendering }>();
  await eachAtOnce(concerned, Math.min(4, availableParallelism()), async (root) => {
    renderings.set(root.name, { root, rendering: await renderer.render(root, tree) });
  });
  return { side, renderings };
}
