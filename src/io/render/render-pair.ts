import { availableParallelism } from 'node:os';
import type { Diagnostic } from '../../engine/diagnostic.ts';
import { mayDefineRoots } from '../../engine/manifest/prefilter.ts';
import type { SourceSet } from '../../engine/review.ts';
import type { Origin, Source } from '../../engine/source.ts';
import { fingerprint, mayMatter } from '../../engine/sources/affected.ts';
import { discoveryOf } from '../../engine/sources/discover.ts';
import { isWithin } from '../../engine/sources/file-tree.ts';
import { obstacleDiagnostic } from '../../engine/sources/obstacle-diagnostic.ts';
import { originOf } from '../../engine/sources/origin.ts';
import type { Obstacle, Root } from '../../engine/sources/root.ts';
import { type RootSettings, rootsOf } from '../../engine/sources/roots.ts';
import type { SourceTree } from '../source-tree.ts';
import { LoadedTree, type TreeReader } from './loaded-tree.ts';
import { type Rendering, type RenderOptions, renderRoot, type Tools, toolsOf } from './render-root.ts';
import { findTool, type ToolName, toolSource } from './tool.ts';

/** One side: what was read of it, and where the rest is. */
export interface RenderSide {
  readonly tree: SourceTree;
  readonly reader: TreeReader;
}

/** What to render. */
export interface RenderRequest {
  readonly base: RenderSide | null;
  readonly head: RenderSide;
  /** Folders and files from the root of the repository; empty is everything. */
  readonly paths: readonly string[];
  /** PATH of the process. */
  readonly path: string | undefined;
  readonly settings: RootSettings;
}

/** A root and what became of it. */
export interface RootState {
  readonly root: Root;
  readonly state: 'rendered' | 'unaffected' | 'idle' | 'not rendered';
  readonly obstacles: readonly Obstacle[];
}

/** Both sides with their roots rendered. */
export interface RenderedPair {
  readonly base: SourceSet | null;
  readonly head: SourceSet;
  /** Of head, by name. */
  readonly states: readonly RootState[];
  /** How often a program ran: a root that is the same on both sides runs once, one that the change does not touch never. */
  readonly runs: number;
  readonly tools: Tools;
}

/** Rendering of one review ends after that. */
const maxSeconds = 300;

/** Renders the roots that a change affects; all that can matter where there is no base. */
export async function renderPair(request: RenderRequest): Promise<RenderedPair> {
  let pair = await openPair(request, nothingMade);
  const renderer = new Renderer(await toolsFor(pair, request.path));
  // What is rendered may say what else is applied, level by level.
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

/** An app of apps of apps: nobody goes further down. */
const maxLevels = 4;

/** Objects of Argo CD and Flux that rendering gave. */
interface Made {
  readonly base: readonly Source[];
  readonly head: readonly Source[];
}

const nothingMade: Made = { base: [], head: [] };

async function renderDefinitions({ sides, wanted }: OpenPair, renderer: Renderer): Promise<Made> {
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
        ? [madeSource(root, rendering.text, side)]
        : [],
    );
  };
  return { base: sides.base ? await of(sides.base) : [], head: await of(sides.head) };
}

/** What templates define cannot be read from them, so such a chart is rendered whether or not it changes. */
const isChartOfDefinitions = ({ call, files }: Root, tree: LoadedTree): boolean =>
  call !== null && 'helm' in call && files.some((file) => mayDefineRoots(file, tree.text(file) ?? ''));

/** The roots of head and which of them a change affects, without rendering any. */
export async function listRoots(request: RenderRequest): Promise<{
  readonly roots: readonly { readonly root: Root; readonly isAffected: boolean }[];
  readonly tools: Tools;
}> {
  const opened = await openPair(request, nothingMade);
  const { sides, unaffected, isAsked } = opened;
  const roots = sides.head.roots.filter(isAsked).map((root) => ({ root, isAffected: !unaffected.has(root.name) }));
  return { roots, tools: await toolsFor(opened, request.path) };
}

interface OpenPair {
  readonly sides: { readonly base: OpenSide | null; readonly head: OpenSide };
  /** Names of the roots of head that are the same in base. */
  readonly unaffected: ReadonlySet<string>;
  isAsked(root: Root): boolean;
  /** The roots of a side that are to be rendered. */
  wanted(side: OpenSide): Root[];
}

async function openPair({ base, head, paths, settings }: RenderRequest, made: Made): Promise<OpenPair> {
  const sides = {
    base: base && (await openSide(base, made.base, settings)),
    head: await openSide(head, made.head, settings),
  };
  const prints = new Map(sides.base?.roots.map((root) => [root.name, fingerprint(root, sides.base!.tree)]));
  const isSame = (root: Root): boolean => prints.get(root.name) === fingerprint(root, sides.head.tree);
  const isAsked = (root: Root): boolean =>
    paths.length === 0 || paths.some((path) => [root.file, ...root.files].some((file) => isWithin(file, path)));
  const unaffected = new Set(sides.head.roots.filter(isSame).map(({ name }) => name));
  const wanted = (side: OpenSide): Root[] => side.roots.filter((root) => !unaffected.has(root.name) && isAsked(root));
  return { sides, unaffected, isAsked, wanted };
}

const toolsFor = ({ sides }: OpenPair, path: string | undefined): Promise<Tools> =>
  findTools([...sides.head.roots, ...(sides.base?.roots ?? [])], path);

interface OpenSide {
  readonly source: SourceTree;
  readonly tree: LoadedTree;
  readonly roots: readonly Root[];
}

const trees = new WeakMap<TreeReader, LoadedTree>();

async function openSide(
  { tree: source, reader }: RenderSide,
  made: readonly Source[],
  settings: RootSettings,
): Promise<OpenSide> {
  const tree = trees.get(reader) ?? new LoadedTree(reader);
  trees.set(reader, tree);
  // An object that something renders is what comes out, not what goes in.
  const inputs = new Set(made.flatMap(({ origin }) => inputsOf.get(origin!) ?? []));
  const definitions = [...(source.definitions ?? []).filter(({ file }) => !inputs.has(file)), ...made];
  return {
    source,
    tree,
    roots: await tree.settle(() =>
      rootsOf(discoveryOf(tree, settings.sources.chartRepositories), definitions, settings),
    ),
  };
}

/** What became of the roots of one side, by name; those that give nothing of concern are not there. */
interface RenderedSide {
  readonly side: OpenSide;
  readonly renderings: ReadonlyMap<string, { readonly root: Root; readonly rendering: Rendering }>;
}

async function renderSide(
  side: OpenSide,
  wanted: readonly Root[],
  renderer: Renderer,
  isKnown: (root: Root) => boolean = () => false,
): Promise<RenderedSide> {
  const { tree } = side;
  const concerned = await tree.settle(() => wanted.filter((root) => isKnown(root) || mayMatter(root, tree)));
  const renderings = new Map<string, { root: Root; rendering: Rendering }>();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < concerned.length) {
      const root = concerned[next++]!;
      renderings.set(root.name, { root, rendering: await renderer.render(root, tree) });
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism(), concerned.length) }, worker));
  return { side, renderings };
}

async function findTools(roots: readonly Root[], path: string | undefined): Promise<Tools> {
  const needed = new Set(roots.flatMap(toolsOf));
  const find = (name: ToolName) => (needed.has(name) ? findTool(name, path) : undefined);
  return { kustomize: await find('kustomize'), helm: await find('helm') };
}

/** Renders each content once, however many sides and names have it. */
class Renderer {
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
    const options: RenderOptions = { tools: this.tools };
    return renderRoot(root, tree, options);
  }
}

const outOfTime = ({ file, name }: Root): Obstacle => ({
  ...{ code: 'render/limit', severity: 'warning', file },
  message: `Rendering took more than ${maxSeconds / 60} minutes in all, so \`${name}\` is not rendered`,
  help: 'Review fewer folders at once.',
});

/** The name of what a root renders to: no path of the repository, and in its folder for whoever looks by folders. */
function madeName({ name, file, call, by }: Root): string {
  const at =
    call === null ? file : 'helm' in call ? (call.helm.valueFiles.at(-1) ?? `${call.helm.chart}/Chart.yaml`) : file;
  const how = call !== null && 'helm' in call ? 'helm template' : 'kustomize build';
  return `${at} (${how}${by === undefined ? '' : `, ${name}`})`;
}

function stateOf(root: Root, { renderings }: RenderedSide, unaffected: ReadonlySet<string>): RootState {
  const found = renderings.get(root.name);
  if (found && 'text' in found.rendering) return { root, state: 'rendered', obstacles: [] };
  if (found) return { root, state: 'not rendered', obstacles: obstaclesOf(found.rendering, root) };
  return { root, state: unaffected.has(root.name) ? 'unaffected' : 'idle', obstacles: root.obstacles };
}

const obstaclesOf = (rendering: Rendering, { obstacles }: Root): Obstacle[] => [
  ...new Set([...('obstacle' in rendering ? [rendering.obstacle] : []), ...obstacles]),
];

/**
 * The sources of a side: what its roots render to in place of the files that they are made of. What could not be rendered
 * is read as it stands, except where base could be: then head's is unknown.
 */
function sideSet({ side, renderings }: RenderedSide, base: RenderedSide | null): SourceSet {
  const { source, tree } = side;
  const covered = new Set<string>();
  const made: Source[] = [];
  const unmade: { file: string; diagnostic: Diagnostic }[] = [];
  const diagnostics: Diagnostic[] = [];
  const lacking = new Map<ToolName, Root[]>();
  const all = [...renderings.values()].sort((a, b) => (a.root.name < b.root.name ? -1 : 1));
  const say = (obstacle: Obstacle): Diagnostic => obstacleDiagnostic(obstacle, tree.text(obstacle.file) ?? '');
  for (const { root, rendering } of all) {
    const before = base?.renderings.get(root.name)?.rendering;
    const isKnownInBase = before !== undefined && 'text' in before;
    if ('text' in rendering) {
      made.push(madeSource(root, rendering.text, side));
      for (const file of root.files) covered.add(file);
    } else if (rendering.isToolMissing) {
      for (const name of toolsOf(root)) lacking.set(name, [...(lacking.get(name) ?? []), root]);
    } else if (isKnownInBase) {
      unmade.push({ file: madeName(root), diagnostic: say(rendering.obstacle) });
      for (const file of root.files) covered.add(file);
    } else diagnostics.push(...obstaclesOf(rendering, root).map((obstacle) => say(asGuess(obstacle, root))));
  }
  // What is left of a root that shares files with one that was rendered: its patches have nothing to change any more.
  for (const root of side.roots)
    if (root.patches.length > 0 && root.files.some((file) => covered.has(file)))
      for (const file of root.patches) covered.add(file);
  for (const [name, roots] of lacking) diagnostics.push(toolDiagnostic(name, roots));
  return {
    ...source,
    sources: [...source.sources.filter(({ file }) => !covered.has(file)), ...made],
    diagnostics: [...source.diagnostics, ...diagnostics],
    originals: originals(side, covered),
    unmade,
  };
}

/** Nobody says that a kustomization is applied as it stands: some are completed first. */
const asGuess = (obstacle: Obstacle, { by }: Root): Obstacle =>
  by === undefined && obstacle.severity === 'error' ? { ...obstacle, severity: 'warning' } : obstacle;

const knownMade = new WeakMap<LoadedTree, Map<string, Source>>();

function madeSource(root: Root, text: string, { tree }: OpenSide): Source {
  const known = knownMade.get(tree) ?? new Map<string, Source>();
  knownMade.set(tree, known);
  const file = madeName(root);
  const before = known.get(file);
  if (before?.text === text) return before;
  const origin = originOf(root, text, (path) => tree.text(path));
  const source = { file, text, origin };
  inputsOf.set(origin, root.files);
  known.set(file, source);
  return source;
}

/** What a made text was made of. */
const inputsOf = new WeakMap<Origin, readonly string[]>();

function originals({ source, tree }: OpenSide, covered: ReadonlySet<string>): Source[] {
  const known = new Map([...source.sources, ...source.hintSources].map((one) => [one.file, one]));
  return [...covered].sort().flatMap((file) => {
    const text = tree.text(file);
    return known.get(file) ?? (text === undefined ? [] : [{ file, text }]);
  });
}

function toolDiagnostic(name: ToolName, roots: readonly Root[]): Diagnostic {
  const shown = roots.slice(0, 3).map((root) => `\`${root.name}\``);
  const rest = roots.length > 3 ? ` and ${roots.length - 3} more` : '';
  return {
    code: 'render/tool-missing',
    severity: 'note',
    message: `${name} is not installed here, so ${shown.join(', ')}${rest} ${roots.length > 1 ? 'are' : 'is'} not rendered: the files are reviewed as they stand`,
    span: { file: roots[0]!.file, start: 0, end: 0 },
    labels: [],
    resource: null,
    help: `Install it and put it on PATH: ${toolSource[name]}`,
  };
}
