import { originOf } from '../../engine/files/sources/origin.ts';
import { inFolder } from '../../engine/files/sources/repository/file-tree.ts';
import type { Root } from '../../engine/files/sources/root/root.ts';
import type { Origin, Source } from '../../engine/text/source.ts';
import { textIf } from '../../engine/text/words/text-if.ts';
import type { LoadedTree } from '../tree/loaded-tree.ts';
import type { Rendering } from './render-root.ts';

/** The name of a root's rendered text. It is not a path in the repository, but it starts with the root's folder so that folder settings apply. */
export function renderedName({ name, file, call, by, terraform }: Root): string {
  // The name that other objects of the resource would have.
  if (terraform) return name;

  const how = call !== null && 'helm' in call ? 'helm template' : 'kustomize build';
  return `${placeOf(call) ?? file} (${how}${textIf(by !== undefined, `, ${name}`)})`;
}

/** The file that is rendered, and not the object that declares it, because folders decide the environment. */
function placeOf(call: Root['call']): string | undefined {
  if (call === null) return undefined;
  if ('helm' in call) return call.helm.valueFiles.at(-1) ?? inFolder(call.helm.chart, 'Chart.yaml');
  return inFolder(call.kustomize.folder, 'kustomization.yaml');
}

/** A rendered text, and what it was rendered from. */
type RenderedText = Extract<Rendering, { readonly text: string }>;

const sourcesOfTree = new WeakMap<LoadedTree, Map<string, Source>>();
const inputs = new WeakMap<Origin, readonly string[]>();

/** A root's rendered text as a Source. Equal texts give the same Source. */
export function renderedSource(root: Root, { text, inputs: from }: RenderedText, tree: LoadedTree): Source {
  const ofTree = sourcesOfTree.get(tree) ?? new Map<string, Source>();
  sourcesOfTree.set(tree, ofTree);
  const file = renderedName(root);
  const before = ofTree.get(file);
  if (before?.text === text && before.origin?.inputs?.digest === from.digest) return before;

  const origin = { ...originOf(root, text, (path) => tree.text(path)), inputs: from };
  const source = { file, text, origin };
  inputs.set(origin, root.files);
  ofTree.set(file, source);

  return source;
}

/** The place of a root that is not rendered, without a text: it decides which cluster has its objects. */
export const unrenderedPlace = (root: Root): Source => ({
  file: renderedName(root),
  text: '',
  origin: originOf(root, '', () => undefined),
});

/** The files that a text was rendered from. */
export const inputFilesOf = (origin: Origin): readonly string[] => inputs.get(origin) ?? [];
