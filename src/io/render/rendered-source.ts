import type { Origin, Source } from '../../engine/source.ts';
import { originOf } from '../../engine/sources/origin.ts';
import { inFolder } from '../../engine/sources/repository/file-tree.ts';
import type { Root } from '../../engine/sources/root.ts';
import type { LoadedTree } from '../tree/loaded-tree.ts';

/** The name of what a root renders to: no path of the repository, and in its folder for whoever looks by folders. */
export function renderedName({ name, file, call, by }: Root): string {
  const how = call !== null && 'helm' in call ? 'helm template' : 'kustomize build';
  return `${placeOf(call) ?? file} (${how}${by === undefined ? '' : `, ${name}`})`;
}

/** Where that stands which is rendered: not the object that declares it, for environments are told by folders. */
function placeOf(call: Root['call']): string | undefined {
  if (call === null) return undefined;
  if ('helm' in call) return call.helm.valueFiles.at(-1) ?? inFolder(call.helm.chart, 'Chart.yaml');
  return inFolder(call.kustomize.folder, 'kustomization.yaml');
}

const known = new WeakMap<LoadedTree, Map<string, Source>>();
const inputs = new WeakMap<Origin, readonly string[]>();

/** What a root renders to as a Source, the same one for the same text. */
export function renderedSource(root: Root, text: string, tree: LoadedTree): Source {
  const ofTree = known.get(tree) ?? new Map<string, Source>();
  known.set(tree, ofTree);
  const file = renderedName(root);
  const before = ofTree.get(file);
  if (before?.text === text) return before;
  const origin = originOf(root, text, (path) => tree.text(path));
  const source = { file, text, origin };
  inputs.set(origin, root.files);
  ofTree.set(file, source);
  return source;
}

/** The files that a text was made of. */
export const inputFilesOf = (origin: Origin): readonly string[] => inputs.get(origin) ?? [];
