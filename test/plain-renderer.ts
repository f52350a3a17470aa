import { isMap, parseAllDocuments, parseDocument } from 'yaml';
import type { KustomizeCall, Root } from '../src/engine/files/sources/root/root.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { defaultBounds } from '../src/io/render/render-bounds.ts';
import type { Rendering } from '../src/io/render/render-root.ts';
import { findNamed, RootRenderer } from '../src/io/render/side-renderer.ts';
import type { LoadedTree } from '../src/io/tree/loaded-tree.ts';

/**
 * Renders without kustomize and helm what needs neither: kustomizations that only list resources, and charts whose templates have no
 * template language. Everything else is not rendered, as on a machine without these programs.
 */
export async function plainRenderer(): Promise<RenderMethod> {
  const tools = await findNamed(new Set(['kustomize', 'helm']), { path: '/nowhere', mustIsolate: false });
  const others = new RootRenderer({
    tools,
    mustIsolate: false,
    bounds: { ...defaultBounds, seconds: Number.POSITIVE_INFINITY },
  });
  return {
    atOnce: 1,
    runs: 0,
    async render(root, tree) {
      await tree.load(root.files);
      const text = root.obstacles.length === 0 ? plainText(root, tree) : undefined;
      if (text === undefined) return others.render(root, tree);
      return { text, inputs: { digest: '', programs: [], fetched: [] } } satisfies Rendering;
    },
  };
}

/** The text that a root renders to; undefined if that takes a program. */
function plainText({ call, files, substitution }: Root, tree: LoadedTree): string | undefined {
  if (call === null || substitution) return undefined;
  if ('kustomize' in call) return built(call.kustomize, tree);

  const { chart, dependencies, absent = [], postRenderers } = call.helm;
  if (dependencies.length > 0 || absent.length > 0 || postRenderers) return undefined;

  const templates = files.filter((file) => file.startsWith(chart === '' ? 'templates/' : `${chart}/templates/`)).sort();
  const texts = templates.map((file) => tree.text(file) ?? '');
  if (texts.some((text) => text.includes('{{'))) return undefined;

  const name = parseDocument(tree.text(chart === '' ? 'Chart.yaml' : `${chart}/Chart.yaml`) ?? '').get('name');
  return templates
    .flatMap((file, i) => {
      const source = `${String(name)}/${chart === '' ? file : file.slice(chart.length + 1)}`;
      return documentsIn(texts[i]!).map((text) => `---\n# Source: ${source}\n${text}`);
    })
    .join('');
}

/** What `kustomize build` prints for a kustomization that only lists resources. */
function built({ folder, overlay }: KustomizeCall, tree: LoadedTree): string | undefined {
  if (overlay) return undefined;
  const texts = resourcesOf(folder, tree);
  return texts?.flatMap(documentsIn).join('---\n');
}

const plainKeys: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'resources']);

function resourcesOf(folder: string, tree: LoadedTree): string[] | undefined {
  const text = tree.text(joined(folder, 'kustomization.yaml'));
  if (text === undefined) return undefined;

  const content = parseDocument(text).toJS() as Record<string, unknown>;
  if (Object.keys(content).some((key) => !plainKeys.has(key))) return undefined;

  const found: string[] = [];
  for (const resource of (content.resources ?? []) as string[]) {
    const path = joined(folder, resource);
    const file = tree.text(path);
    const texts = file === undefined ? resourcesOf(path, tree) : [file];
    if (texts === undefined) return undefined;
    found.push(...texts);
  }
  return found;
}

/** Documents as the programs print them: without comments, each key on its own line. */
const documentsIn = (text: string): string[] =>
  parseAllDocuments(text).flatMap((document) =>
    'contents' in document && isMap(document.contents) ? [printed(document.toJS())] : [],
  );

const printed = (value: unknown): string => {
  const document = parseDocument('');
  document.contents = document.createNode(value) as never;
  return document.toString({ lineWidth: 0 });
};

/** A path from a folder, which may start with `../`. */
function joined(folder: string, path: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
