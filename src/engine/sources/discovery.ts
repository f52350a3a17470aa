import { GeneratorWork } from './gitops/generator-work.ts';
import { Kustomizations } from './kustomize/kustomize-closure.ts';
import { type FileTree, Folders } from './repository/file-tree.ts';

/** What the discovery of one side works on. */
export interface Discovery {
  readonly tree: FileTree;
  readonly folders: Folders;
  readonly kustomizations: Kustomizations;
  /** Repositories of charts that may be asked. */
  readonly chartRepositories: readonly string[];
  /** What the generators of all ApplicationSets may cost together. */
  readonly generatorWork: GeneratorWork;
}

/** Prepares the discovery of one tree. */
export function discoveryOf(tree: FileTree, chartRepositories: readonly string[] = []): Discovery {
  const folders = new Folders(tree);
  const kustomizations = new Kustomizations(tree, folders);
  return { tree, folders, kustomizations, chartRepositories, generatorWork: new GeneratorWork() };
}
